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
