"""Pente in groups and in private: pictures, typed points, and points picked step by step."""

import pytest

from bot.app.model.button_token import Press, decode, encode
from bot.app.model.request import Verb
from core.match.model import Status
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, Message, User
from tests.fakes.telegram.limits import CAPTION, units

PICK = "Pick in private"
CONTROLS = ["½", "↶", "🏳", "⤓"]
SENDS = ("sendMessage", "sendPhoto", "editMessageText", "editMessageMedia", "editMessageCaption")


async def picked(home: Harness, who: User, board: Message) -> Message:
    """Presses the board's button and follows the link; the message with the zones."""
    press = await home.pressed(who, board, home.data(board, PICK))
    assert press.url
    private = home.telegram.people.open_link(press)
    await home.settled()
    return home.last(private)


def sends(home: Harness, chat: Chat) -> int:
    """Sends and edits in this chat so far."""
    return sum(call.chat == chat.id for call in home.telegram.of(*SENDS))


# --- the board ------------------------------------------------------------------------------------


async def test_the_board_is_a_picture_with_a_way_to_pick(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    assert board.photo is not None
    assert 800 <= board.photo.width <= 1000
    assert len(board.photo.data) <= 180_000
    assert board.labels == [PICK, *CONTROLS]
    assert board.text.splitlines() == ["⚪ Ann 1000? · 0   ⚫ Bo 1000? · 0", "▶ Bo to move"]


async def test_captions_fit_whoever_plays(home: Harness, group: Chat) -> None:
    names = [letter * 200 for letter in "\U0001d504\U0001d505"]
    first, second = (home.people.person(name, language="en") for name in names)
    board = await home.started(first, second, group, "pente 12h")
    await home.say(second, group, "l10", reply_to=board)
    assert "L10" in board.text
    assert units(board.text) <= CAPTION


# --- typed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["k11", "K11", "K 11", "k,11", "11k", "\uff2b\uff11\uff11", "/m@tavola_bot K11", "/m k11"],
)
async def test_a_point_as_people_type_it(
    home: Harness, group: Chat, ann: User, bo: User, text: str
) -> None:
    board = await home.started(ann, bo, group, "pente")
    said = await home.say(bo, group, text, reply_to=board)
    assert said.reaction == "👍"
    assert "2. Bo K11" in board.text
    assert home.last(group) is board


async def test_the_letter_that_is_not_there_is_explained(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    for text in ("i8", "/m@tavola_bot I 8"):
        said = await home.say(bo, group, text, reply_to=board)
        assert home.last(group).text == "This board has no column I: J follows H."
        assert home.last(group).reply_to is said


async def test_a_capture_is_said_and_the_tally_counts_it(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente free")
    for who, point in ((bo, "l10"), (ann, "n9"), (bo, "m10"), (ann, "n10")):
        await home.say(who, group, point, reply_to=board)
    assert "⚪ Ann 1000? · 1   ⚫ Bo 1000? · 0" in board.text
    assert "5. Ann N10" in board.text
    assert "pair" in board.text


# --- picked, from a group -------------------------------------------------------------------------


async def test_a_stone_in_three_actions_and_one_public_edit(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """Bo has never written to the bot: the link begins that too."""
    board = await home.started(ann, bo, group, "pente")
    assert not home.telegram.state.world.private(bo).started
    before = sends(home, group)
    zones = await picked(home, bo, board)
    private = zones.chat
    assert len(zones.labels) == 9
    assert zones.labels[4] == "G7-N13"
    assert zones.photo is not None
    whole = zones.photo
    assert sends(home, group) == before
    seen = sends(home, private)
    assert await home.press(bo, zones, "G7-N13") == ""
    assert "K11" in zones.labels
    assert "K10" not in zones.labels
    assert zones.labels.count("⚪") == 1
    assert zones.photo is not whole
    assert await home.press(bo, zones, "K11") == ""
    assert sends(home, private) == seen + 2  # one edit a step
    assert sends(home, group) == before + 1
    assert "2. Bo K11" in board.text
    assert "2. Bo K11" in zones.text
    assert zones.labels == ["Go to board"]
    assert zones.buttons[0][0]["url"] == f"https://t.me/c/{str(group.id)[4:]}/{board.id}"
    assert home.ours(private) == [zones]


async def test_one_may_go_back_and_choose_another_zone(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    zones = await picked(home, bo, await home.started(ann, bo, group, "pente"))
    whole = zones.photo
    await home.press(bo, zones, "A1-F6")
    assert zones.labels[0] == "A6"
    assert zones.labels[-2:] == ["F1", "↩ Back"]
    await home.press(bo, zones, "↩ Back")
    assert zones.photo == whole
    assert len(zones.labels) == 9


async def test_who_has_nothing_to_choose_is_told_in_the_group(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    pick = home.data(board, PICK)
    for who, said in ((ann, "It's not your turn."), (eve, "not playing")):
        press = await home.pressed(who, board, pick)
        assert said in press.done.result()
        assert press.url == ""
    await home.say(bo, group, "k11", reply_to=board)
    late = await home.pressed(bo, board, pick)
    assert late.done.result() == "The position has changed since then."


async def test_an_old_choice_goes_along_with_the_board(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """Bo picks a zone, then writes another point; Ann answers; the old buttons are of use again."""
    board = await home.started(ann, bo, group, "pente")
    zones = await picked(home, bo, board)
    await home.press(bo, zones, "G7-N13")
    old = home.data(zones, "K11")
    await home.say(bo, group, "l10", reply_to=board)
    await home.say(ann, group, "a1", reply_to=board)
    moved_on = "The position has changed since then."
    assert await home.press(bo, zones, "K11") == moved_on
    assert len(zones.labels) == 9  # from the beginning, on the board as it is
    assert (await home.session(zones)).match.turn == 3
    assert (await home.pressed(bo, zones, old)).done.result() == moved_on
    await home.press(bo, zones, "G7-N13")
    await home.press(bo, zones, "K11")
    assert "4. Bo K11" in board.text


async def test_an_old_choice_closes_where_there_is_nothing_to_choose(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    zones = await picked(home, bo, board)
    await home.say(bo, group, "l10", reply_to=board)
    assert "position has changed" in await home.press(bo, zones, "A1-F6")
    assert zones.labels == ["Go to board"]
    assert "2. Bo L10" in zones.text
    for _ in range(2):
        await home.say(bo, group, "/resign@tavola_bot")
    old = encode(Press((await home.session(home.last(group))).match.id, 1, Verb.PICK, "z4"))
    await home.pressed(bo, zones, old)
    assert zones.labels == ["Go to board"]


async def test_an_old_link_leads_to_the_board_as_it_is(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    press = await home.pressed(bo, board, home.data(board, PICK))
    await home.say(bo, group, "l10", reply_to=board)
    private = home.telegram.people.open_link(press)  # not Bo's turn any more
    await home.settled()
    assert home.last(private).text == "It's not your turn."
    assert home.last(private).labels == ["Go to board"]
    await home.say(ann, group, "a1", reply_to=board)
    home.telegram.people.open_link(press)
    await home.settled()
    assert len(home.last(private).labels) == 9
    assert decode(home.last(private).buttons[0][0]["callback_data"]).turn == 3


@pytest.mark.parametrize("payload", ["v1-x", "v1-bbbbbbbbbbbbb-1-pick-z", "v1-{}-1-pick-z77"])
async def test_links_that_lead_nowhere_are_answered(
    home: Harness, group: Chat, ann: User, bo: User, payload: str
) -> None:
    board = await home.started(ann, bo, group, "pente")
    id = (await home.session(board)).match.id
    private = home.telegram.people.start(bo, payload.format(id))
    await home.settled()
    [said] = home.ours(private)
    assert said.text in ("This button has expired.", "I don't know this match.")


async def test_a_stone_cannot_be_put_on_a_stone(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    zones = await picked(home, bo, await home.started(ann, bo, group, "pente"))
    await home.press(bo, zones, "G7-N13")
    before = list(zones.labels)
    assert await home.press(bo, zones, "⚪") == "K10 isn't a legal move here."
    assert zones.labels == before


async def test_pressed_twice_it_is_placed_once_and_closed(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    zones = await picked(home, bo, board)
    await home.press(bo, zones, "G7-N13")
    data = home.data(zones, "K11")
    presses = [home.telegram.people.press_data(bo, zones, data) for _ in range(2)]
    await home.settled()
    assert [press.done.result() for press in presses] == ["", ""]
    assert zones.labels == ["Go to board"]
    assert len((await home.session(board)).match.plies) == 1


async def test_having_come_to_pick_one_may_type_it(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    zones = await picked(home, bo, board)
    assert (await home.say(bo, zones.chat, "k10")).reaction is None
    assert home.last(zones.chat).text == "K10 isn't a legal move here."
    assert (await home.say(bo, zones.chat, "K 11")).reaction == "👍"
    assert "2. Bo K11" in board.text
    assert zones.labels == ["Go to board"]
    await home.say(ann, group, "a1", reply_to=board)
    again = await picked(home, bo, board)
    assert (await home.say(bo, zones.chat, "k12", reply_to=again)).reaction == "👍"
    assert again.labels == ["Go to board"]


async def test_picking_by_word_leads_to_the_private_chat_too(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    await home.say(bo, group, "/pick@tavola_bot")
    way = home.last(group)
    assert way.labels == [PICK]  # no zones in public
    zones = await picked(home, bo, way)
    assert len(zones.labels) == 9
    await home.say(ann, group, "/pick@tavola_bot", reply_to=board)
    assert home.last(group).text == "It's not your turn."


# --- picked, where the match is played in private -------------------------------------------------


async def test_in_private_the_zones_are_on_the_board_itself(home: Harness, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/play pente first=opponent")
    board = home.last(private)
    assert board.photo is not None
    assert len(board.labels) == 9 + 4
    assert board.labels[9:] == ["💡", "↶", "🏳", "⤓"]
    whole, seen = board.photo, sends(home, private)
    await home.press(ann, board, "G7-N13")
    assert board.labels[-1] == "↩ Back"
    assert board.photo is not whole
    await home.press(ann, board, "↩ Back")
    assert board.photo == whole
    assert board.labels[9:] == ["💡", "↶", "🏳", "⤓"]
    await home.press(ann, board, "G7-N13")
    await home.press(ann, board, "L11")
    assert "2. Ann L11" in board.text
    assert board.labels[9:] == ["💡", "↶", "🏳", "⤓"]
    assert sends(home, private) == seen + 4
    assert home.ours(private) == [board]


async def test_what_happens_meanwhile_makes_the_board_whole_again(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """Bo plays on in private, chooses a zone, and Ann offers a draw."""
    board = await home.started(ann, bo, group, "pente")
    private = home.people.private(bo)
    id = (await home.session(board)).match.id
    home.telegram.people.start(bo, encode(Press(id, 0, Verb.BOARD)))
    await home.settled()
    own = home.last(private)
    assert len(own.labels) == 9 + 4
    await home.press(bo, own, "G7-N13")
    stale = home.data(own, "K11")
    await home.press(ann, board, "½")
    assert "Ann offers a draw." in own.text
    assert own.labels[9:12] == ["Accept", "Decline", "Withdraw"]
    await home.press(bo, own, "Decline")
    await home.say(bo, group, "l10", reply_to=board)
    await home.say(ann, group, "a1", reply_to=board)
    assert "position has changed" in (await home.pressed(bo, own, stale)).done.result()
    assert len(own.labels) == 9 + 4


async def test_a_step_that_comes_after_the_newer_board_does_not_stay(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """Chosen and offered at the same moment: whatever is drawn last is the board."""
    board = await home.started(ann, bo, group, "pente")
    private = home.people.private(bo)
    id = (await home.session(board)).match.id
    home.telegram.people.start(bo, encode(Press(id, 0, Verb.BOARD)))
    await home.settled()
    own = home.last(private)
    home.telegram.people.press(bo, own, "G7-N13")
    home.telegram.people.press(ann, board, home.data(board, "½"))
    await home.settled()
    assert "Ann offers a draw." in own.text or own.labels[-1] == "↩ Back"
    stored = await home.store.load(id)
    assert stored.match.status is Status.PLAYING
    assert {screen.shown for screen in stored.screens} == {stored.version}


async def test_of_hasty_steps_the_last_one_stays(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    zones = await picked(home, bo, await home.started(ann, bo, group, "pente"))
    presses = [home.telegram.people.press(bo, zones, label) for label in list(zones.labels)]
    await home.settled()
    assert [press.done.result() for press in presses] == [""] * 9
    assert zones.labels[0] == "O6"  # of the last zone, O1-T6
