"""Where a board of Pente may not be a picture, where it moves to, and what may go wrong with it."""

import pytest

from bot.frontends.telegram.inbound.point_picker import OPEN_KEPT
from tests.bot.frontends.telegram.harness import Harness
from tests.bot.frontends.telegram.test_pente import PICK, picked
from tests.fakes.telegram import Chat, Cut, User
from tests.fakes.telegram.errors import ApiError, flood

EXCUSE = "I can't post pictures here, so this board is text."
TELEPHONE = 22
"""Columns that a monospaced board may have."""


async def test_a_board_without_pictures_is_text_and_it_is_said_once(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    group.may_photo = False
    board = await home.started(ann, bo, group, "pente")
    assert board.photo is None
    assert EXCUSE in board.text
    [block] = board.entities
    assert block["type"] == "pre"
    drawn = board.text[block["offset"] :].splitlines()
    assert len(drawn) == 22
    assert max(map(len, drawn)) <= TELEPHONE
    assert board.labels[0] == PICK
    refused = len(home.telegram.of("editMessageMedia", "sendPhoto"))
    await home.say(bo, group, "k11", reply_to=board)
    assert "11 .........X........." in board.text
    assert EXCUSE not in board.text
    await home.say(ann, group, "a1", reply_to=board)
    for _ in range(2):
        await home.say(bo, group, "/resign@tavola_bot")
    assert len(home.telegram.of("editMessageMedia", "sendPhoto")) == refused + 1  # the result
    assert home.last(group).text.startswith("Ann wins")
    assert EXCUSE not in home.last(group).text


async def test_one_may_pick_where_the_board_is_text(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    group.may_photo = False
    board = await home.started(ann, bo, group, "pente")
    zones = await picked(home, bo, board)
    assert zones.photo is not None  # the private chat forbids nothing
    await home.press(bo, zones, "G7-N13")
    await home.press(bo, zones, "K11")
    assert "2. Bo K11" in board.text


async def test_a_right_lost_in_the_middle_makes_a_new_board_of_text(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    old = await home.started(ann, bo, group, "pente")
    group.may_photo = False
    await home.say(bo, group, "k11", reply_to=old)
    board = home.last(group)
    assert board is not old
    assert "2. Bo K11" in board.text
    await home.say(ann, group, "a1", reply_to=board)
    assert "3. Ann A1" in board.text
    assert home.last(group) is board
    group.may_photo = True  # and given back: the next board that is posted is a picture
    home.now.advance(60_000)
    await home.press(ann, board, "⤓")
    assert home.last(group).photo is not None
    assert board.labels == []


@pytest.mark.parametrize("told", [True, False], ids=["service message", "error"])
async def test_a_board_moves_with_its_group(
    home: Harness, ann: User, bo: User, *, told: bool
) -> None:
    old = home.people.group(ann, bo)
    board = await home.started(ann, bo, old, "pente")
    zones = await picked(home, bo, board)
    new = home.telegram.people.upgrade(old, ann, told=told)
    await home.settled()
    await home.press(bo, zones, "G7-N13")
    await home.press(bo, zones, "K11")
    await home.sweep.run()
    await home.settled()
    moved = home.last(new)
    assert moved.photo is not None
    assert "2. Bo K11" in moved.text
    await home.say(ann, new, "a1", reply_to=moved)
    assert "3. Ann A1" in moved.text


async def test_in_a_topic(home: Harness, ann: User, bo: User, eve: User) -> None:
    forum, topic = home.people.forum(eve, ann, bo)
    await home.say(ann, forum, "/challenge@tavola_bot pente first=challenger", topic=topic)
    board = home.last(forum)
    await home.press(bo, board, "Accept")
    assert board.photo is not None
    assert (await home.say(bo, forum, "/m@tavola_bot k11", topic=topic)).reaction == "👍"
    assert (await home.say(ann, forum, "a1", reply_to=board)).reaction == "👍"
    zones = await picked(home, bo, board)
    await home.press(bo, zones, "G7-N13")
    await home.press(bo, zones, "K12")
    assert "4. Bo K12" in board.text
    way = zones.buttons[0][0]["url"]
    assert way == f"https://t.me/c/{str(forum.id)[4:]}/{topic.id}/{board.id}"
    await home.press(ann, board, "⤓")
    assert home.last(forum).topic == topic.id


async def test_a_position_seen_before_is_not_sent_again(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    await home.press(bo, board, "½")
    assert "Bo offers a draw." in board.text
    assert not home.telegram.of("editMessageMedia")[-1].files
    zones = await picked(home, bo, board)
    assert not home.telegram.of("sendPhoto")[-1].files
    for zone in ("A1-F6", "↩ Back", "A1-F6"):
        await home.press(bo, zones, zone)
    calls = home.telegram.of("editMessageMedia")[-3:]
    assert [bool(call.files) for call in calls] == [True, False, False]


@pytest.mark.parametrize(
    "how",
    [flood(7), ApiError(502, "Bad Gateway"), Cut.UNDONE, Cut.DONE],
    ids=["429", "502", "cut", "lost"],
)
async def test_an_edit_that_fails_is_repeated(
    home: Harness, group: Chat, ann: User, bo: User, how: ApiError | Cut
) -> None:
    board = await home.started(ann, bo, group, "pente")
    fault = home.telegram.faults.order(how, "editMessageMedia", chat=group.id)
    assert (await home.say(bo, group, "k11", reply_to=board)).reaction == "👍"
    assert fault.times == 0
    assert "2. Bo K11" in board.text
    assert home.ours(group) == [board]


async def test_a_step_that_is_lost_can_be_pressed_again(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    zones = await picked(home, bo, await home.started(ann, bo, group, "pente"))
    home.telegram.faults.order(Cut.UNDONE, "editMessageMedia", chat=zones.chat.id)
    await home.press(bo, zones, "G7-N13")
    assert len(zones.labels) == 9
    await home.press(bo, zones, "G7-N13")
    assert "K11" in zones.labels
    home.telegram.people.delete(zones)
    press = await home.pressed(bo, zones, home.data(zones, "K11"))
    assert press.done.result() == ""  # the stone counts, though nothing is left to close


async def test_a_deleted_board_comes_back_as_a_picture(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    home.telegram.people.delete(board)
    await home.say(bo, group, "/m@tavola_bot k11")
    assert home.last(group).photo is not None
    assert "2. Bo K11" in home.last(group).text


async def test_only_so_many_open_choices_are_kept_in_mind(home: Harness) -> None:
    steps = home.front_end._steps
    for chat in range(OPEN_KEPT):
        steps._open[str(chat)] = (None, 1)  # type: ignore[assignment]
    ann = home.people.person("Ann", language="en")
    private = home.people.private(ann)
    await home.say(ann, private, "/play pente first=opponent")
    await home.say(ann, private, "/pick")
    assert len(steps._open) == OPEN_KEPT
    assert str(private.id) in steps._open
