"""Running a group: who may, its settings by buttons, order, where matches live, the first words."""

from core.match.model import AbortCause
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, Message, User

ADMINISTRATOR = "administrator"


def administers(group: Chat, who: User) -> None:
    group.members[who.id] = ADMINISTRATOR


async def setup(home: Harness, who: User, group: Chat) -> Message:
    await home.say(who, group, "/setup@tavola_bot")
    return home.last(group)


async def resigned(home: Harness, first: User, second: User, board: Message) -> None:
    await home.press(first, board, "d3")
    await home.press(second, board, "c3")
    for _ in range(2):
        await home.press(first, board, "🏳")


# --- who may


async def test_only_administrators_change_the_group(home: Harness, group: Chat, bo: User) -> None:
    await home.say(bo, group, "/setup@tavola_bot pente no")
    assert home.last(group).text == "Only admins can do that here."
    administers(group, bo)
    await home.say(bo, group, "/setup@tavola_bot pente no")
    assert "Pente is off." in home.last(group).text
    group.members[bo.id] = "member"  # and nothing of it is remembered
    await home.say(bo, group, "/setup@tavola_bot pente yes")
    assert home.last(group).text == "Only admins can do that here."


async def test_buttons_act_for_administrators_alone_and_change_their_own_message(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    administers(group, ann)
    card = await setup(home, ann, group)
    assert await home.press(bo, card, "Turn off Pente") == "Only admins can do that here."
    assert "Pente is on." in card.text
    count = len(home.ours(group))
    await home.press(ann, card, "Turn off Pente")
    assert "Pente is off." in card.text
    await home.press(ann, card, "Daily dice …")
    assert "18:00" in card.labels
    await home.press(ann, card, "18:00")
    assert "Daily dice are posted here at 18:00 UTC." in card.text
    await home.press(ann, card, "Language …")
    await home.press(ann, card, "Back")
    assert card.text.startswith("Room settings:")
    assert len(home.ours(group)) == count, "no message but the one"
    await home.say(bo, group, "/play@tavola_bot pente")
    assert home.last(group).text == "That game is turned off here."


async def test_in_private_there_is_nobody_to_manage(home: Harness, ann: User) -> None:
    chat = home.people.private(ann)
    await home.say(ann, chat, "/setup")
    assert home.last(chat).text == "Only admins can do that here."


async def test_without_an_answer_of_telegram_nobody_runs_the_group(
    home: Harness, group: Chat, ann: User
) -> None:
    administers(group, ann)
    del home.telegram.state.world.users[ann.id]  # "user not found"
    await home.say(ann, group, "/setup@tavola_bot")
    assert home.last(group).text == "Only admins can do that here."


# --- the first words


async def test_the_welcome_leads_to_the_settings_and_stays(
    home: Harness, group: Chat, ann: User
) -> None:
    home.telegram.people.remove_bot(group, ann)
    home.telegram.people.add_bot(group, ann)
    await home.settled()
    administers(group, ann)
    [hello] = home.ours(group)
    await home.press(ann, hello, "Room settings")
    assert hello.labels == ["Challenge someone", "Play the computer", "Room settings"]
    assert home.last(group).text.startswith("Room settings:")


# --- where matches live


async def test_all_matches_of_a_forum_live_in_one_topic(home: Harness, ann: User, bo: User) -> None:
    forum, hall = home.people.forum(ann, bo)
    administers(forum, ann)
    await home.say(ann, forum, "/setup@tavola_bot place this", topic=hall)
    await home.say(ann, forum, "/challenge@tavola_bot first=challenger")
    card = home.last(forum)
    assert card.topic is None
    await home.press(bo, card, "Accept")
    assert card.text == "Ann and Bo are playing Reversi."
    board = home.last(forum)
    assert board.topic == hall.id
    assert len(board.labels) > 64
    [way] = [each for row in card.buttons for each in row if each["text"] == "Go to board"]
    assert way["url"].endswith(f"/{hall.id}") or way["url"].endswith(f"/{hall.id}/{board.id}")
    await resigned(home, ann, bo, board)
    assert card.text.startswith("Bo wins")


async def test_results_are_also_told_in_another_topic(home: Harness, ann: User, bo: User) -> None:
    forum, news = home.people.forum(ann, bo)
    administers(forum, ann)
    await home.say(ann, forum, "/setup@tavola_bot results this", topic=news)
    board = await home.started(ann, bo, forum)
    await resigned(home, ann, bo, board)
    told = [each for each in home.ours(forum) if each.topic == news.id]
    assert [each.text.split(":")[0] for each in told[1:]] == ["Bo wins"]


async def test_boards_are_text_where_the_group_wants_that(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    administers(group, ann)
    await home.say(ann, group, "/setup@tavola_bot pictures text")
    board = await home.started(ann, bo, group, "pente")
    assert board.photo is None
    assert "I can't post pictures" not in board.text
    await home.say(bo, group, "L12", reply_to=board)
    assert "Bo L12" in board.text


# --- order


async def test_a_match_is_ended_and_another_annulled(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    administers(group, eve)
    first = await home.started(ann, bo, group)
    await resigned(home, ann, bo, first)
    result = home.last(group)
    await home.say(eve, group, "/annul@tavola_bot")
    listed = home.last(group)
    assert await home.press(bo, listed, listed.labels[0]) != ""
    assert "Annulled" not in result.text
    said = await home.press(eve, listed, listed.labels[0])
    assert said == "Annulled: no longer counted."
    assert "Annulled: no longer counted." in result.text
    assert (listed.text, listed.labels) == (said, []), "the list goes on without it"
    second = await home.started(ann, bo, group)
    id = (await home.session(second)).match.id
    await home.say(eve, group, "/end@tavola_bot", reply_to=second)
    assert home.last(group).text == "Ended. Not counted."
    assert (await home.store.load(id)).match.cause is AbortCause.ENDED
    assert "Ended by an admin." in second.text
    third = await home.started(ann, bo, group)
    await home.say(eve, group, "/end@tavola_bot")
    listed = home.last(group)
    await resigned(home, ann, bo, third)
    asked, pressed = listed.text, list(listed.labels)
    assert await home.press(eve, listed, listed.labels[0]) == "This match is over."
    assert (listed.text, listed.labels) == (asked, pressed), "and no board takes its place"


async def test_the_author_of_a_message_is_barred_by_answering_it(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    administers(group, ann)
    rude = await home.say(bo, group, "never again")
    await home.say(ann, group, "/bar@tavola_bot", reply_to=rude)
    card = home.last(group)
    assert card.text == "Bo is barred from playing here."
    await home.say(bo, group, "/play@tavola_bot")
    assert home.last(group).text.startswith("You can't play here")
    assert await home.press(bo, card, "Undo") == "Only admins can do that here."
    assert await home.press(ann, card, "Undo") == "Bo can play here again."
    await home.say(bo, group, "/play@tavola_bot")
    assert "Computer" in home.last(group).text


async def test_somebody_is_barred_by_number_whether_they_ever_came_or_not(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    administers(group, ann)
    await home.say(eve, group, "/help@tavola_bot")
    for who, called in ((bo, str(bo.id)), (eve, "Eve")):
        await home.say(ann, group, f"/bar@tavola_bot {who.id}")
        assert home.last(group).text == f"{called} is barred from playing here."
        await home.say(who, group, "/play@tavola_bot")
        assert home.last(group).text.startswith("You can't play here")
        await home.say(ann, group, f"/unbar@tavola_bot {who.id}")
        await home.say(who, group, "/play@tavola_bot")
        assert "Computer" in home.last(group).text
    await home.say(ann, group, "/bar@tavola_bot 0x1")
    assert "0x1" in home.last(group).text


async def test_a_person_is_barred_by_name_and_everything_holds_after_a_move_of_the_group(
    home: Harness, ann: User, bo: User, eve: User
) -> None:
    small = home.people.group(ann, bo, eve)
    administers(small, ann)
    await home.say(bo, small, "/help@tavola_bot")
    await home.say(ann, small, "/bar@tavola_bot @bo_c")
    await home.say(ann, small, "/setup@tavola_bot guests no")
    new = home.telegram.people.upgrade(small, ann)
    await home.settled()
    await home.say(bo, new, "/play@tavola_bot")
    assert home.last(new).text.startswith("You can't play here")
