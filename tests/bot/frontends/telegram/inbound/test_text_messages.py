"""What is written: moves by answering the board, commands, challenges; and what is left alone."""

import pytest

from core.match.model import Status
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, User


async def test_moves_by_answering_the_board(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    said = len(home.ours(group))
    move = await home.say(ann, group, "D 3", reply_to=board)
    assert "1. Ann d3" in board.text
    assert move.reaction == "👍"  # acknowledged without a message
    assert len(home.ours(group)) == said
    wrong = await home.say(bo, group, "a1", reply_to=board)
    assert wrong.reaction is None
    assert home.last(group).text == "a1 isn't a legal move here."
    assert home.last(group).reply_to is wrong
    assert home.last(group).silent
    assert (await home.say(bo, group, "\uff15\uff0c\uff43", reply_to=board)).reaction == "👍"


@pytest.mark.parametrize("text", ["/m@tavola_bot d3", "/move@TAVOLA_BOT D3", "/m@tavola_bot 3-d"])
async def test_moves_by_command(home: Harness, group: Chat, ann: User, bo: User, text: str) -> None:
    board = await home.started(ann, bo, group)
    assert (await home.say(ann, group, text)).reaction == "👍"
    assert "1. Ann d3" in board.text


async def test_a_move_where_several_matches_wait(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    first = await home.started(ann, bo, group)
    second = await home.started(ann, bo, group)
    await home.say(ann, group, "/m@tavola_bot d3")
    assert home.last(group).text.startswith("Which match?")
    await home.say(ann, group, "/m@tavola_bot d3", reply_to=first)
    assert "1. Ann d3" in first.text
    await home.say(ann, group, "c4", reply_to=second)
    assert "1. Ann c4" in second.text


async def test_a_move_that_answers_a_message_about_no_match(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    for page in ("/help@tavola_bot", "/leaderboard@tavola_bot", "/setup@tavola_bot"):
        await home.say(bo, group, page)
    helping = next(each for each in home.ours(group) if "Français" in each.labels)
    await home.say(ann, group, "d3", reply_to=helping)
    assert "1. Ann d3" in board.text


async def test_a_chat_that_forbids_reactions(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    group.reactions = False
    await home.say(ann, group, "d3", reply_to=board)
    assert "1. Ann d3" in board.text


@pytest.mark.parametrize(
    "text",
    ["what a board", "draw me a picture", "well played, Bo", "help me!", "hm", "games are fun"],
)
async def test_talk_about_the_board_is_left_alone(
    home: Harness, group: Chat, ann: User, bo: User, text: str
) -> None:
    board = await home.started(ann, bo, group)
    before = len(home.telegram.of("sendMessage", "editMessageText"))
    await home.say(ann, group, text, reply_to=board)
    assert len(home.telegram.of("sendMessage", "editMessageText")) == before


async def test_single_verbs_by_answering_the_board(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.say(ann, group, "draw", reply_to=board)
    assert "Ann offers a draw." in board.text
    await home.say(bo, group, "Draw", reply_to=board)  # asking for what is offered is accepting
    assert "Draw by agreement" in home.last(group).text


async def test_resigning_by_command_asks_first(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    session = await home.session(board)
    await home.say(ann, group, "d3", reply_to=board)
    await home.say(bo, group, "c3", reply_to=board)
    await home.say(ann, group, "/resign@tavola_bot")
    question = home.last(group)
    assert "Resign this match?" in question.text
    await home.press(ann, question, "🏳 Resign")
    assert question.labels == []
    assert (await home.store.load(session.match.id)).match.status is Status.FINISHED


@pytest.mark.parametrize("text", ["/play@other_bot", "/weather", "/weather@other_bot"])
async def test_other_bots_commands(home: Harness, group: Chat, ann: User, text: str) -> None:
    home.telegram.people.add_bot(group, ann, "administrator")  # so that we hear them at all
    await home.settled()
    before = len(home.telegram.of("sendMessage"))
    await home.say(ann, group, text)
    assert len(home.telegram.of("sendMessage")) == before


async def test_what_is_said_to_us_by_name_is_answered(
    home: Harness, group: Chat, ann: User
) -> None:
    await home.say(ann, group, "/weather@tavola_bot")
    assert "weather" in home.last(group).text
    await home.say(ann, group, "/play@tavola_bot chess")
    assert "chess" in home.last(group).text
    await home.say(ann, group, "/play@tavola_bot " + "x" * 500)
    assert home.last(group).text == "That's too long for me."


async def test_an_administrator_bot_tries_bare_moves_and_refuses_none_aloud(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    board = await home.started(ann, bo, group)
    home.telegram.people.add_bot(group, ann, "administrator")
    said = len(home.ours(group))
    assert (await home.say(eve, group, "d3")).reaction is None
    assert (await home.say(ann, group, "pass")).reaction is None
    assert (await home.say(ann, group, "d3")).reaction == "👍"
    assert "1. Ann d3" in board.text
    await home.say(bo, group, "resign")
    assert len(home.ours(group)) == said


async def test_a_bare_move_that_fits_two_boards_is_asked_about(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    boards = [await home.started(ann, bo, group) for _ in range(2)]
    home.telegram.people.add_bot(group, ann, "administrator")
    said = await home.say(ann, group, "d3")
    assert home.last(group).text.startswith("Which match?")
    assert home.last(group).reply_to is said
    assert (await home.say(ann, group, "d3", reply_to=boards[0])).reaction == "👍"
    assert (await home.say(ann, group, "d3")).reaction == "👍"
    assert all("1. Ann d3" in board.text for board in boards)


async def test_in_private_everything_is_for_us(home: Harness, ann: User) -> None:
    chat = home.people.private(ann)
    await home.say(ann, chat, "play reversi novice first=challenger")
    board = home.last(chat)
    assert (await home.say(ann, chat, "d3")).reaction == "👍"
    assert "1. Ann d3" in board.text
    await home.say(ann, chat, "how are you?")
    assert home.last(chat).text.startswith("I don't know “how”")
    for text in ("/start", "start"):
        await home.say(ann, chat, text)
        assert "/play starts a match" in home.last(chat).text
    await home.say(ann, chat, "/dice")
    promise = home.last(chat)
    await home.say(ann, chat, "/start")  # Telegram says that for whoever comes along
    assert "/play starts a match" in home.last(chat).text
    await home.say(ann, chat, "start", reply_to=promise)
    assert promise.photo is not None


# --- challenges -----------------------------------------------------------------------------------


async def test_challenge_in_answer_to_somebody(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    hello = home.telegram.people.say(bo, group, "anybody here?")
    await home.say(ann, group, "/challenge@tavola_bot", reply_to=hello)
    card = home.last(group)
    assert card.text.startswith("Ann challenges Bo to Reversi.")
    assert await home.press(eve, card, "Accept") == "This challenge is for someone else."
    assert await home.press(bo, card, "Accept") == ""


async def test_the_challenged_one_is_mentioned_once(home: Harness, group: Chat, ann: User) -> None:
    """By id, at their own name and not at the same letters elsewhere."""
    n = home.people.person("n", language="en")
    hello = home.telegram.people.say(n, group, "me!")
    await home.say(ann, group, "/challenge@tavola_bot first=challenger", reply_to=hello)
    card = home.last(group)
    [mention] = card.entities
    assert mention["user"]["id"] == n.id
    assert mention["offset"] == len("Ann challenges ")
    assert not card.silent
    await home.press(n, card, "Accept")
    assert card.entities == []  # boards mention nobody


async def test_challenge_by_a_name_marked_in_the_text(
    home: Harness, group: Chat, ann: User
) -> None:
    noname = home.people.person("No Name", language="en")
    await home.say(ann, group, "/challenge@tavola_bot reversi {} 5+3", mention=noname)
    card = home.last(group)
    assert card.text.startswith("Ann challenges No Name to Reversi.")
    assert "5 min + 3 s per move" in card.text
    assert await home.press(noname, card, "Accept") == ""


@pytest.mark.parametrize("name", ["al", "re", "e", "rev", "\U0001d4eal", "5+3"])
async def test_challenge_by_a_marked_name_that_the_command_contains(
    home: Harness, group: Chat, ann: User, name: str
) -> None:
    marked = home.people.person(name, language="en")
    await home.say(ann, group, "/challenge@tavola_bot reversi {} 5+3", mention=marked)
    assert home.last(group).text.startswith(f"Ann challenges {name} to Reversi.")
    assert "5 min + 3 s per move" in home.last(group).text


async def test_challenge_by_username(home: Harness, group: Chat, ann: User, bo: User) -> None:
    await home.say(bo, group, "/games@tavola_bot")  # so that Bo has been met
    await home.say(ann, group, "/challenge@tavola_bot reversi @BO_C")
    card = home.last(group)
    assert card.text.startswith("Ann challenges Bo to Reversi.")
    assert card.entities[0]["user"]["id"] == bo.id
    assert await home.press(bo, card, "Accept") == ""


async def test_an_unseen_username_is_bound_by_name(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    """A bot cannot look names up: whoever comes with this one was meant."""
    await home.say(ann, group, "/challenge@tavola_bot @Bo_C first=challenger")
    card = home.last(group)
    assert card.text.startswith("Ann challenges @Bo_C to Reversi.")
    assert card.entities == []  # Telegram marks the name by itself
    assert await home.press(eve, card, "Accept") == "This challenge is for someone else."
    assert await home.press(bo, card, "Accept") == ""
    assert "⚪ Bo 1000? · 2" in card.text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("@tavola_bot", "Bots don't play here"),
        ("@Some_Other_Bot", "Bots don't play here"),
        ("@ann_b", "You can't challenge yourself"),
        ("@no", "I haven't met"),
        ("@two.words", "I haven't met"),
        ("Bo", "I haven't met"),
    ],
)
async def test_names_that_lead_to_nobody(
    home: Harness, group: Chat, ann: User, name: str, said: str
) -> None:
    await home.say(ann, group, f"/challenge@tavola_bot reversi {name}")
    assert home.last(group).text.startswith(said)


async def test_nobody_plays_bots_or_themselves(home: Harness, group: Chat, ann: User) -> None:
    other = home.people.person("Other", is_bot=True)
    theirs = home.telegram.people.say(other, group, "beep")
    await home.say(ann, group, "/challenge@tavola_bot", reply_to=theirs)
    assert home.last(group).text.startswith("Bots don't play here")
    mine = home.telegram.people.say(ann, group, "me")
    await home.say(ann, group, "/challenge@tavola_bot", reply_to=mine)
    assert home.last(group).text.startswith("You can't challenge yourself")


async def test_a_challenge_in_answer_to_us_is_for_anybody(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await home.say(ann, group, "/help@tavola_bot")
    await home.say(ann, group, "/challenge", reply_to=home.last(group))
    assert home.last(group).text.startswith("Ann offers a Reversi match.")
    assert await home.press(bo, home.last(group), "Accept") == ""


# --- places ---------------------------------------------------------------------------------------


async def test_topics_are_rooms_of_their_own(home: Harness, ann: User, bo: User, eve: User) -> None:
    forum, topic = home.people.forum(eve, ann, bo)
    await home.say(ann, forum, "/challenge@tavola_bot first=challenger", topic=topic)
    board = home.last(forum)
    assert board.topic == topic.id
    assert board.text.startswith("Ann offers a Reversi match")  # not of the topic's opener
    await home.press(bo, board, "Accept")
    assert (await home.say(ann, forum, "/m@tavola_bot d3", topic=topic)).reaction == "👍"
    await home.say(bo, forum, "/m@tavola_bot c3")  # the general topic is another room
    assert home.last(forum).topic is None
    assert "no match here" in home.last(forum).text
    assert "1. Ann d3" in board.text


async def test_a_reply_thread_in_a_supergroup_is_no_room(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.say(ann, group, "/games@tavola_bot", reply_to=board)
    assert home.last(group).topic is None
    session = await home.session(board)
    assert {screen.room.thread for screen in session.screens} == {None}


async def test_my_games_with_a_link_to_each(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    private = home.people.private(ann)
    await home.say(ann, private, "/play reversi")
    await home.say(ann, private, "/games")
    listed = home.last(private)
    assert listed.text == "You have 2 matches"
    urls = [row[0]["url"] for row in listed.buttons]
    assert f"https://t.me/c/{str(group.id)[4:]}/{board.id}" in urls
    [start] = [url for url in urls if "?start=" in url]  # a private board has no address
    assert start.startswith("https://t.me/tavola_bot?start=v1-")


async def test_a_guest_from_elsewhere_comes_in_by_a_code(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """The code is told in a toast; the guest plays in their own chat, both boards in step."""
    await home.say(ann, group, "/challenge@tavola_bot first=challenger")
    card = home.last(group)
    assert await home.press(bo, card, "Invite with a code") != ""  # not Bo's to give
    invite = home.data(card, "Invite with a code")
    told = await home.pressed(ann, card, invite)
    assert told.alert, "it stays until it is written down"
    code = told.done.result().rsplit(" ", 1)[-1]
    private = home.people.private(bo)
    await home.say(bo, private, f"/join {code.lower()}")
    question = home.last(private)
    assert question.text.startswith("Play Reversi against Ann?")
    await home.press(bo, question, "Play here")
    board = home.last(private)
    assert board is not question
    assert question.labels == []  # it has been answered
    assert board.labels[64:] == card.labels[64:] == ["½", "↶", "🏳", "⤓"]
    await home.press(ann, card, "d3")
    await home.press(bo, board, "c3")
    assert "2. Bo c3" in board.text
    assert "2. Bo c3" in card.text


async def test_a_guest_in_a_group_plays_in_private(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    """The button is a link into the private chat; once Bo follows it he has the seat."""
    await home.say(ann, group, "/challenge@tavola_bot first=challenger")
    card = home.last(group)
    code = (await home.press(ann, card, "Invite with a code")).rsplit(" ", 1)[-1]
    club = home.people.group(bo, eve, super=True)
    await home.say(bo, club, f"/join@tavola_bot {code}")
    question = home.last(club)
    assert question.labels == ["Play here", "Play in private", "Not now"]
    press = await home.pressed(bo, question, home.data(question, "Play in private"))
    private = home.telegram.people.open_link(press)
    await home.settled()
    assert "▶ Ann to move" in home.last(private).text
    assert card.text.splitlines()[1] == "Bo joined."
    await home.press(ann, card, "d3")
    await home.press(bo, home.last(private), "c3")
    assert "2. Bo c3" in card.text
    assert len(home.ours(club)) == 1


async def test_a_guest_says_no(home: Harness, group: Chat, ann: User, bo: User, eve: User) -> None:
    await home.say(ann, group, "/challenge@tavola_bot")
    card = home.last(group)
    code = (await home.press(ann, card, "Invite with a code")).rsplit(" ", 1)[-1]
    club = home.people.group(bo, eve, super=True)
    await home.say(bo, club, f"/join@tavola_bot {code}")
    question = home.last(club)
    assert await home.press(eve, question, "Not now") == "This challenge is for someone else."
    assert question.labels == ["Play here", "Play in private", "Not now"]
    assert await home.press(bo, question, "Not now") == "OK, the seat stays free."
    assert question.labels == []
    assert "Accept" in card.labels


async def test_watching_takes_no_seat(home: Harness, group: Chat, ann: User, bo: User) -> None:
    board = await home.started(ann, bo, group)
    session = await home.session(board)
    code = await home.store.code_for(session.match.id, lambda: "K7Q4MD")
    club = home.people.group(ann, super=True)
    await home.say(ann, club, f"/watch@tavola_bot {code}")
    await home.press(ann, board, "d3")
    assert "1. Ann d3" in home.last(club).text
