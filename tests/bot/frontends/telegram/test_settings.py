"""One's own settings in the private chat, and what they do to what is shown there."""

from bot.app.session import Room
from bot.frontends.telegram.looks import USUAL, Looks
from core.match.model import Match
from renderers import THEMES
from tests.bot.frontends.telegram.house import House
from tests.bot.frontends.telegram.test_pente import picked
from tests.fakes.telegram import Chat, Message, User


async def test_they_are_changed_in_place(home: House, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/settings")
    card = home.last(private)
    before = card.text
    [button] = [each["callback_data"] for each in card.buttons[0] if "confirm" in str(each)]
    await home.press(ann, card, button)
    assert card.text != before
    assert home.ours(private) == [card]
    old = await home.pressed(ann, card, button)  # pressed again: as good as done
    assert old.done.result() == ""


async def test_in_a_group_they_lead_to_private(home: House, group: Chat, ann: User) -> None:
    await home.say(ann, group, "/settings@tavola_bot")
    card = home.last(group)
    before = card.text
    press = await home.pressed(ann, card, card.buttons[0][0]["callback_data"])
    private = home.telegram.people.open_link(press)
    await home.settled()
    assert card.text == before
    assert home.last(private).text != before


async def test_ones_own_pictures_are_in_ones_own_theme(
    home: House, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    usual = board.photo
    home.people.private(bo)
    zones = await picked(home, bo, board)
    assert zones.photo == usual
    await home.say(bo, zones.chat, f"/settings theme {THEMES[1]}")
    mine = await picked(home, bo, board)
    assert mine.photo != usual
    await home.press(bo, mine, "G7-N13")
    await home.press(bo, mine, "K11")
    assert board.photo is not None
    assert mine.photo is not None
    assert mine.photo.data != board.photo.data  # the same position, in another look
    assert await looked(home, board, str(bo.id)) == THEMES[1]
    assert await looked(home, board, str(ann.id)) == USUAL
    assert await looked(home, board, "77") == USUAL


async def looked(home: House, board: Message, chat: str) -> str:
    match: Match = (await home.session(board)).match
    return await Looks(home.store).theme(Room("telegram", None, chat), match)


# --- asked before a stone is placed ---------------------------------------------------------------


async def test_asked_where_the_point_was_picked(
    home: House, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    await home.say(bo, home.people.private(bo), "/settings confirm yes")
    zones = await picked(home, bo, board)
    await home.press(bo, zones, "G7-N13")
    zoom = zones.photo
    assert await home.press(bo, zones, "K11") == ""
    assert zones.text == "Place at K11?"
    assert zones.labels == ["Place", "No"]
    assert zones.photo == zoom
    assert await home.press(bo, zones, "No") == "Nothing was placed."
    assert len(zones.labels) == 9
    await home.press(bo, zones, "G7-N13")
    await home.press(bo, zones, "K11")
    assert "K11" not in board.text
    assert await home.press(bo, zones, "Place") == ""
    assert "2. Bo K11" in board.text
    assert zones.labels == ["To the board"]


async def test_asked_on_ones_own_board(home: House, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/settings confirm yes")
    await home.say(ann, private, "/play pente first=opponent")
    board = home.last(private)
    await home.press(ann, board, "G7-N13")
    await home.press(ann, board, "K11")
    assert board.labels == ["Place", "No"]
    await home.press(ann, board, "No")
    assert len(board.labels) == 9 + 4
    await home.press(ann, board, "G7-N13")
    await home.press(ann, board, "K11")
    await home.press(ann, board, "Place")
    assert "2. Ann K11" in board.text
    assert len(board.labels) == 9 + 4


async def test_a_typed_point_is_asked_about_too(
    home: House, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    await home.say(bo, home.people.private(bo), "/settings confirm yes")
    assert (await home.say(bo, group, "k11", reply_to=board)).reaction is None
    question = home.last(group)
    assert question.text == "Place at K11?"
    assert "not your turn" in await home.press(ann, question, "Place")
    assert question.labels == ["Place", "No"]
    await home.press(bo, question, "No")
    assert question.labels == []
    await home.say(bo, group, "/m@tavola_bot k12")
    question = home.last(group)
    await home.press(bo, question, "Place")
    assert "2. Bo K12" in board.text
    assert question.labels == []
    assert (await home.say(ann, group, "a1", reply_to=board)).reaction == "👍"  # not asked


async def test_on_a_keyboard_that_is_the_board_pressing_again_is_the_answer(
    home: House, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.say(ann, home.people.private(ann), "/settings confirm yes")
    asked = "Place at {}? Then press it once more."
    assert await home.press(ann, board, "d3") == asked.format("d3")
    assert await home.press(ann, board, "c4") == asked.format("c4")  # another one is not yes
    assert await home.press(ann, board, "d3") == asked.format("d3")
    assert "1. Ann" not in board.text
    assert await home.press(ann, board, "d3") == ""
    assert "1. Ann d3" in board.text
    assert await home.press(bo, board, "c3") == ""


async def test_the_same_press_delivered_again_is_no_yes(
    home: House, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.say(ann, home.people.private(ann), "/settings confirm yes")
    press = await home.pressed(ann, board, home.data(board, "d3"))
    home.telegram.state.updates.add("callback_query", home.telegram.people._query(press))
    await home.settled()
    assert (await home.session(board)).match.plies == ()
