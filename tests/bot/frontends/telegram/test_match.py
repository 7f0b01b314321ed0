"""A match from challenge to rematch, as people play it in a group."""

from bot.app.presentation.keyboard_board import EMPTY, LEGAL
from core.match.model import AbortCause, Status
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, Message, User

CONTROLS = ["½", "↶", "🏳", "⤓"]


def grid(board: Message) -> str:
    """The keyboard's squares as text, a line a row: `X` black, `O` white, `*` legal, `.` empty."""
    marks = {"⚫": "X", "⚪": "O", LEGAL: "*", EMPTY: "."}
    return "\n".join("".join(marks[each["text"]] for each in row) for row in board.buttons[:8])


async def test_the_whole_story(home: Harness, group: Chat, ann: User, bo: User, eve: User) -> None:
    # a challenge, declined
    hello = home.telegram.people.say(bo, group, "anybody here?")
    await home.say(ann, group, "/challenge@tavola_bot reversi first=challenger", reply_to=hello)
    card = home.last(group)
    assert card.labels == ["Accept", "Decline", "Rules", "Cancel"]
    assert await home.press(eve, card, "Accept") != ""
    await home.press(bo, card, "Decline")
    assert card.text.endswith("Bo declined.")
    assert card.labels == ["Offer again"]

    # another, accepted: the card becomes the board
    await home.press(ann, card, "Offer again")
    board = home.last(group)
    assert board is not card
    await home.press(bo, board, "Accept")
    assert grid(board).splitlines()[2:6] == ["...*....", "..*OX...", "...XO*..", "....*..."]
    assert board.labels[64:] == CONTROLS
    session = await home.session(board)

    # a move, wrong ones, somebody else's, the same twice
    opened = home.data(board, "d3")
    assert await home.press(ann, board, "d3") == ""
    assert "1. Ann d3" in board.text
    assert await home.press(ann, board, "c3") == "It's not your turn."
    assert await home.press(bo, board, "a1") == "a1 isn't a legal move here."
    assert "not playing" in await home.press(eve, board, "c3")
    edits = board.edits
    assert (await home.pressed(ann, board, opened)).done.result() == ""
    assert board.edits == edits
    assert "2. Bo c3" not in board.text
    await home.press(bo, board, "c3")
    assert "2. Bo c3" in board.text
    stale = await home.pressed(bo, board, opened)
    assert stale.done.result() == "The position has changed since then."

    # a takeback, granted
    home.now.advance(60_000)
    await home.press(bo, board, "↶")
    assert "Bo would like to take back their last move." in board.text
    await home.press(ann, board, "Accept")
    assert "1. Ann d3" in board.text
    await home.press(bo, board, "c3")

    # a draw, refused
    await home.press(ann, board, "½")
    assert "Ann offers a draw." in board.text
    assert await home.press(ann, board, "Accept") != ""
    await home.press(bo, board, "Decline")
    assert "Ann offered a draw: declined." in board.text

    # resigning asks first
    assert "Resign this match?" in await home.press(ann, board, "🏳")
    assert (await home.store.load(session.match.id)).match.status is Status.PLAYING
    await home.press(ann, board, "🏳")
    assert (await home.store.load(session.match.id)).match.status is Status.FINISHED
    assert board.labels == []

    # the end is a picture that answers the board
    result = home.last(group)
    assert result.photo is not None
    assert result.reply_to is board
    assert "Bo wins: Ann resigned" in result.text
    assert not result.silent
    assert not board.silent  # it began as a challenge
    assert await home.press(eve, result, "Rematch") != ""
    await home.press(ann, result, "Rematch")
    assert "Ann would like a rematch" in result.text
    await home.press(bo, result, "Accept")
    assert "The rematch is on." in result.text
    again = home.last(group)
    assert again.labels[64:] == CONTROLS
    assert again.text.startswith("⚫ Bo ")
    assert (await home.session(again)).match.id != session.match.id


async def test_a_double_press_moves_once(home: Harness, group: Chat, ann: User, bo: User) -> None:
    board = await home.started(ann, bo, group)
    data = home.data(board, "d3")
    presses = [home.telegram.people.press_data(ann, board, data) for _ in range(2)]
    await home.settled()
    assert [press.done.result() for press in presses] == ["", ""]
    assert len((await home.session(board)).match.plies) == 1


async def test_two_accept_together_and_one_is_told(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    await home.say(ann, group, "/challenge@tavola_bot")
    card = home.last(group)
    data = home.data(card, "Accept")
    presses = [home.telegram.people.press_data(who, card, data) for who in (bo, eve)]
    await home.settled()
    assert sorted(press.done.result() for press in presses) == [
        "",
        "This challenge has already been accepted.",
    ]


async def test_an_update_delivered_twice_makes_one_match(
    home: Harness, group: Chat, ann: User
) -> None:
    said = await home.say(ann, group, "/challenge@tavola_bot")
    home.telegram.state.updates.add("message", said.json())
    await home.settled()
    assert len(home.ours(group)) == 1


async def test_a_whole_game_ends_on_the_board(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """The shortest wipe-out: black takes everything in nine moves."""
    board = await home.started(ann, bo, group)
    moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
    for i, move in enumerate(moves):
        assert await home.press((ann, bo)[i % 2], board, move) == ""
    result = home.last(group)
    assert result.reply_to is board
    assert "Ann wins 64–0 in 9 moves: Bo has no discs left." in result.text
    assert result.labels == ["Rematch", "Review", "Replay", "Record"]
    assert board.labels == []
    assert await home.press(ann, result, "Rematch") == ""


async def test_cancelling_ends_the_challenge(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await home.say(ann, group, "/challenge@tavola_bot")
    card = home.last(group)
    data = home.data(card, "Accept")
    assert await home.press(bo, card, "Cancel") != ""
    await home.press(ann, card, "Cancel")
    late = await home.pressed(bo, card, data)
    assert late.done.result() == "This match was cancelled."
    assert (await home.session(card)).match.cause is AbortCause.CANCELLED


async def test_each_board_speaks_the_language_of_who_made_it(
    home: Harness, group: Chat, eve: User
) -> None:
    jean = home.people.person("Jean", language="fr-CA")
    await home.say(jean, group, "/challenge@tavola_bot")
    assert "Accepter" in home.last(group).labels
    assert "défi" in await home.press(jean, home.last(group), "Accepter")
    await home.press(eve, home.last(group), "Accepter")
    told = [await home.press(who, home.last(group), "a1") for who in (jean, eve)]
    assert told[0] in ("Ce n'est pas ton tour.", "a1 n'est pas un coup possible ici.")
    assert told[1] in ("It's not your turn.", "a1 isn't a legal move here.")


async def test_privately_against_the_computer(home: Harness, ann: User) -> None:
    chat = home.people.private(ann)
    await home.say(ann, chat, "/play reversi amateur first=challenger")
    board = home.last(chat)
    assert board.labels[64:] == ["💡", "↶", "🏳", "⤓"]
    assert await home.press(ann, board, "d3") == ""
    assert "1. Ann d3" in board.text
