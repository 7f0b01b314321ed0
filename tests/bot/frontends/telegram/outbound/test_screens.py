"""What a chat shows: pictures, permissions, what is deleted, moved or closed, hard names."""

import asyncio
from pathlib import Path

import pytest

from bot.frontends.telegram.outbound.escape import JOINER
from bot.frontends.telegram.outbound.screens import Boards
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.telegram import Chat, FakeTelegram, User

HARD_NAMES = [
    "<b>Ann</b>",
    "& < > \" '",
    "_*[Ann](tg://user?id=1)*_",
    "`~>#+-=|{}.!",
    "</code>",
    "@everyone",
    "/resign",
    "Zoë 👩‍👩‍👧‍👦",
    "أحمد",
    "\U0001d504\U0001d52b\U0001d52b",
    "\u202eAnn",
    "   ",
    "x" * 200,
]


@pytest.mark.parametrize("hard", HARD_NAMES)
async def test_no_name_breaks_a_message(home: Harness, group: Chat, bo: User, hard: str) -> None:
    """Challenge, mention, board, refusal, result with its picture: all of them with this name."""
    odd = home.people.person(hard, language="en")
    hello = home.telegram.people.say(odd, group, "me")
    await home.say(bo, group, "/challenge@tavola_bot first=opponent", reply_to=hello)
    board = home.last(group)
    assert [mark["user"]["id"] for mark in board.entities] in ([odd.id], [])
    await home.press(odd, board, "Accept")
    await home.press(odd, board, "d3")
    await home.press(bo, board, "c3")
    await home.press(odd, board, "🏳")
    await home.press(odd, board, "🏳")
    assert home.last(group).photo is not None
    shown = " ".join(hard.replace("\u202e", "").split())[:20]  # names lose what turns text around
    assert shown in home.last(group).text.replace(JOINER, "")


# --- pictures -------------------------------------------------------------------------------------


async def test_boards_as_pictures(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    async with harness(tmp_path / "p.db", telegram, boards=Boards.PICTURE) as home:
        await home.say(ann, group, "/challenge@tavola_bot first=challenger")
        board = home.last(group)
        shown = [board.photo]
        await home.press(bo, board, "Accept")
        shown.append(board.photo)
        assert board.labels == ["d3", "c4", "f5", "e6", "½", "↶", "🏳", "⤓"]
        await home.press(ann, board, "d3")
        shown.append(board.photo)
        assert shown[0] is None
        assert None not in shown[1:]
        assert shown[1] != shown[2]
        assert "1. Ann d3" in board.text
        await home.press(bo, board, "½")  # the same position: not a byte is sent again
        assert not home.telegram.of("editMessageMedia")[-1].files
        await home.press(ann, board, "⤓")
        assert home.last(group).photo is not None
        assert home.last(group) is not board


async def test_without_the_right_to_post_pictures_the_end_is_text(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    group.may_photo = False
    for who, square in ((ann, "d3"), (bo, "c3"), (ann, "🏳"), (ann, "🏳")):
        await home.press(who, board, square)
    result = home.last(group)
    assert result.photo is None
    assert result.text.startswith("Bo wins")
    assert "I can't post pictures here" in result.text
    await home.press(ann, result, "Rematch")
    assert "Ann would like a rematch" in result.text


async def test_without_the_right_to_post_pictures_boards_are_keyboards(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    async with harness(tmp_path / "p.db", telegram, boards=Boards.PICTURE) as home:
        group.may_photo = False
        board = await home.started(ann, bo, group)
        assert len(board.labels) == 68
        assert "I can't post pictures here" in board.text
        await home.press(ann, board, "d3")
        assert "1. Ann d3" in board.text


# --- gone and moved -------------------------------------------------------------------------------


async def test_a_deleted_board_is_posted_anew(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    home.telegram.people.delete(board)
    await home.say(ann, group, "/m@tavola_bot d3")
    again = home.last(group)
    assert again is not board
    assert "1. Ann d3" in again.text
    await home.press(bo, again, "c3")
    assert "2. Bo c3" in again.text


async def test_the_result_answers_a_board_that_is_gone(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    home.telegram.people.delete(board)
    for _ in range(2):
        await home.say(ann, group, "/resign@tavola_bot")
    assert any(each.photo is not None for each in home.ours(group))


async def test_a_deleted_or_closed_topic_hides_the_board_and_nothing_else(
    home: Harness, ann: User, bo: User, eve: User
) -> None:
    forum, topic = home.people.forum(eve, ann, bo)
    await home.say(ann, forum, "/challenge@tavola_bot first=challenger", topic=topic)
    board = home.last(forum)
    await home.press(bo, board, "Accept")
    home.telegram.people.delete(board)
    del forum.topics[topic.id]
    calls = len(home.telegram.of("sendMessage"))
    press = await home.pressed(ann, board, f"{home.data(board, 'd3')}")
    assert press.done.result() == ""
    assert len(home.telegram.of("sendMessage")) == calls + 1  # tried once, then left alone
    assert len((await home.session(board)).match.plies) == 1
    await home.sweep.run()
    await home.settled()
    assert len(home.telegram.of("sendMessage")) == calls + 1


async def test_a_bot_thrown_out_freezes_the_match_there(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    session = await home.session(board)
    home.telegram.people.remove_bot(group, ann)
    await home.pressed(ann, board, home.data(board, "d3"))
    calls = len(home.telegram.of("editMessageText"))
    await home.sweep.run()
    await home.settled()
    assert len(home.telegram.of("editMessageText")) == calls
    home.telegram.people.add_bot(group, ann)
    await home.settled()
    board = next(each for each in reversed(home.ours(group)) if each.buttons)
    await home.say(bo, group, "/m@tavola_bot c3")
    assert "2. Bo c3" in board.text
    assert len((await home.store.load(session.match.id)).match.plies) == 2


async def test_a_person_who_blocked_us_is_left_alone(home: Harness, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/play first=challenger")
    board = home.last(private)
    home.telegram.people.block(ann)
    await home.pressed(ann, board, home.data(board, "d3"))
    assert len((await home.session(board)).match.plies) == 1


@pytest.mark.parametrize("told", [True, False], ids=["service message", "error"])
async def test_a_group_becomes_a_supergroup(
    home: Harness, ann: User, bo: User, *, told: bool
) -> None:
    old = home.people.group(ann, bo)
    boards = [await home.started(ann, bo, old) for _ in range(3)]
    sessions = [await home.session(board) for board in boards]
    new = home.telegram.people.upgrade(old, ann, told=told)
    for _ in range(5):  # numbers that our old boards had mean other messages there
        home.telegram.people.say(bo, new, "hello")
    await home.settled()
    if not told:
        await home.pressed(ann, boards[0], home.data(boards[0], "d3"))
    assert len(home.ours(new)) in (1, 3)
    await home.sweep.run()
    await home.settled()
    assert len(home.ours(new)) == 3
    assert {each.topic for each in home.ours(new)} == {None}
    for session in sessions:
        stored = await home.store.load(session.match.id)
        assert {screen.room.chat for screen in stored.screens} == {str(new.id)}
        assert stored.home.chat == str(new.id)
    board = home.last(new)
    await home.press(ann if "Ann to move" in board.text else bo, board, "⤓")
    assert len(home.ours(new)) == 4


# --- the first words ------------------------------------------------------------------------------


async def test_added_to_a_group_it_says_one_message(home: Harness, group: Chat, ann: User) -> None:
    home.telegram.people.remove_bot(group, ann)
    home.telegram.people.add_bot(group, ann)
    await home.settled()
    [hello] = home.ours(group)
    assert hello.text.startswith("Hi!")
    assert "/m@tavola_bot d3" in hello.text  # privacy mode is on: say how to move all the same
    assert hello.labels == ["Challenge someone", "Play the computer", "Room settings"]
    await home.press(ann, hello, "Challenge someone")
    assert home.last(group).text.startswith("Ann offers a Reversi match.")
    await home.press(ann, hello, "Play the computer")
    assert "Computer" in home.last(group).text
    assert hello.labels  # and stays


async def test_added_by_a_link_it_says_one_message_too(
    home: Harness, group: Chat, ann: User
) -> None:
    """Telegram then says `/start@us true` for whoever added us."""
    home.telegram.people.remove_bot(group, ann)
    home.telegram.people.add_bot(group, ann)
    await home.say(ann, group, "/start@tavola_bot true")
    assert len(home.ours(group)) == 1
    await home.say(ann, group, "/start@tavola_bot")
    assert len(home.ours(group)) == 2


async def test_privacy_mode_is_explained_only_where_it_is_on(tmp_path: Path, ann: User) -> None:
    async with (
        FakeTelegram(reads_all=True) as telegram,
        harness(tmp_path / "p.db", telegram) as home,
    ):
        group = telegram.people.group(ann)
        telegram.people.remove_bot(group, ann)
        telegram.people.add_bot(group, ann)
        await home.settled()
        assert "/m@" not in home.last(group).text
        assert telegram.violations == []


async def test_a_promotion_is_no_arrival(home: Harness, group: Chat, ann: User) -> None:
    home.telegram.people.add_bot(group, ann, "administrator")
    await home.settled()
    assert home.ours(group) == []


async def test_two_boards_at_once_are_two_messages(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    said = [home.telegram.people.say(ann, group, "/challenge@tavola_bot") for _ in range(5)]
    await home.settled()
    assert len(home.ours(group)) == len(said)
    await asyncio.gather(*(home.press(bo, card, "Accept") for card in home.ours(group)))
    assert all(len(board.labels) == 68 for board in home.ours(group))
