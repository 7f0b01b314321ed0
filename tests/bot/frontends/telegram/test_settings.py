"""One's own settings in the private chat, and what they do to what is shown there."""

from bot.app.model.room import Room
from bot.frontends.telegram.outbound.sender import display_prefs
from core.match.model import Match
from renderers.theme import THEMES
from tests.bot.frontends.telegram.harness import Harness
from tests.bot.frontends.telegram.test_pente import picked
from tests.fakes.telegram import Chat, Message, User


async def test_they_are_changed_in_place(home: Harness, ann: User) -> None:
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


async def test_one_setting_is_chosen_on_the_same_message(home: Harness, ann: User) -> None:
    """Nothing folds on Telegram: the card has a button for each, and that has the values."""
    private = home.people.private(ann)
    await home.say(ann, private, "/settings")
    card = home.last(private)
    assert "Nobody" not in card.labels
    await home.press(ann, card, "Who can challenge me …")
    assert card.text == "Everyone can challenge you."
    assert card.labels == ["Everyone", "People I've played", "Nobody", "Back"]
    await home.press(ann, card, "Nobody")
    assert "Nobody can challenge you." in card.text
    await home.press(ann, card, "Language …")
    await home.press(ann, card, "Back")
    assert card.text.startswith("Your settings:")
    assert home.ours(private) == [card]


async def test_accounts_and_data_are_reached_from_there(home: Harness, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/settings")
    card = home.last(private)
    before = card.text
    for label, answer in (
        ("Link my accounts", "Your code is"),
        ("Blocked people", "You haven't blocked anyone."),
        ("Delete my data", "This deletes your name"),
    ):
        toast = await home.press(ann, card, label)
        assert answer in toast or answer in home.last(private).text, label
    await home.press(ann, card, "Download my data")
    assert home.last(private).upload is not None
    assert card.text == before


async def test_in_a_group_they_lead_to_private(home: Harness, group: Chat, ann: User) -> None:
    """What somebody prefers is nothing for all to read."""
    await home.say(ann, group, "/settings@tavola_bot")
    card = home.last(group)
    before = card.text
    assert "challenge you" not in before
    [label] = card.labels
    press = await home.pressed(ann, card, card.button(label)["callback_data"])
    private = home.telegram.people.open_link(press)
    await home.settled()
    assert card.text == before
    assert home.last(private).text.startswith("Your settings:")


async def test_a_change_typed_in_a_group_is_made_in_private(
    home: Harness, group: Chat, ann: User
) -> None:
    await home.say(ann, group, "/settings@tavola_bot challenges nobody")
    card = home.last(group)
    press = await home.pressed(ann, card, card.button(card.labels[0])["callback_data"])
    private = home.telegram.people.open_link(press)
    await home.settled()
    assert "Nobody can challenge you." in home.last(private).text


async def test_help_is_read_in_another_language_on_the_same_message(
    home: Harness, ann: User
) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/start")
    card = home.last(private)
    english = card.text
    await home.press(ann, card, "Français")
    assert card.text != english
    assert "English" in card.labels
    assert home.ours(private) == [card]
    await home.say(ann, private, "/games")
    assert home.last(private).text.startswith("Tu n'as aucune partie")


async def test_ones_own_pictures_are_in_ones_own_theme(
    home: Harness, group: Chat, ann: User, bo: User
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
    assert await looked(home, board, str(ann.id)) == THEMES[0]
    assert await looked(home, board, "77") == THEMES[0]


async def test_boards_in_private_are_text_for_whoever_wants_that(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """From the next drawing on, and back; what others see in their group stays as it is."""
    private = home.people.private(ann)
    board = await home.started(ann, bo, group, "pente")
    await home.say(ann, private, "/play pente club")
    assert home.last(private).photo is not None
    await home.say(ann, private, "/settings boards text")
    assert "Boards in your private chats are text." in home.last(private).text
    await home.say(ann, private, "/m L12")
    written = home.last(private)
    assert written.photo is None
    assert "19" in written.text
    assert "Ann L12" in written.text
    await home.say(ann, private, "/settings boards pictures")
    await home.say(ann, private, "/board")
    assert home.last(private).photo is not None
    assert board.photo is not None


async def looked(home: Harness, board: Message, chat: str) -> str:
    match: Match = (await home.session(board)).match
    return (await display_prefs(home.app.facade, Room("telegram", None, chat), match)).theme


# --- asked before a stone is placed ---------------------------------------------------------------


async def test_asked_where_the_point_was_picked(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    await home.say(bo, home.people.private(bo), "/settings confirm yes")
    zones = await picked(home, bo, board)
    await home.press(bo, zones, "G7-N13")
    zoom = zones.photo
    assert await home.press(bo, zones, "K11") == ""
    assert zones.text == "Place at K11?"
    assert zones.labels == ["Place", "Cancel"]
    assert zones.photo == zoom
    assert await home.press(bo, zones, "Cancel") == "Nothing was placed."
    assert len(zones.labels) == 9
    await home.press(bo, zones, "G7-N13")
    await home.press(bo, zones, "K11")
    assert "K11" not in board.text
    assert await home.press(bo, zones, "Place") == ""
    assert "2. Bo K11" in board.text
    assert zones.labels == ["Go to board"]


async def test_asked_on_ones_own_board(home: Harness, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/settings confirm yes")
    await home.say(ann, private, "/play pente first=opponent")
    board = home.last(private)
    await home.press(ann, board, "G7-N13")
    await home.press(ann, board, "K11")
    assert board.labels == ["Place", "Cancel"]
    await home.press(ann, board, "Cancel")
    assert len(board.labels) == 9 + 4
    await home.press(ann, board, "G7-N13")
    await home.press(ann, board, "K11")
    await home.press(ann, board, "Place")
    assert "2. Ann K11" in board.text
    assert len(board.labels) == 9 + 4


async def test_a_typed_point_is_asked_about_too(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group, "pente")
    await home.say(bo, home.people.private(bo), "/settings confirm yes")
    assert (await home.say(bo, group, "k11", reply_to=board)).reaction is None
    question = home.last(group)
    assert question.text == "Place at K11?"
    assert "not your turn" in await home.press(ann, question, "Place")
    assert question.labels == ["Place", "Cancel"]
    await home.press(bo, question, "Cancel")
    assert question.labels == []
    await home.say(bo, group, "/m@tavola_bot k12")
    question = home.last(group)
    await home.press(bo, question, "Place")
    assert "2. Bo K12" in board.text
    assert question.labels == []
    assert (await home.say(ann, group, "a1", reply_to=board)).reaction == "👍"  # not asked


async def test_on_a_keyboard_that_is_the_board_pressing_again_is_the_answer(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.say(ann, home.people.private(ann), "/settings confirm yes")
    asked = "Place at {}? Then press it again."
    assert await home.press(ann, board, "d3") == asked.format("d3")
    assert await home.press(ann, board, "c4") == asked.format("c4")  # another one is not yes
    assert await home.press(ann, board, "d3") == asked.format("d3")
    assert "1. Ann" not in board.text
    assert await home.press(ann, board, "d3") == ""
    assert "1. Ann d3" in board.text
    assert await home.press(bo, board, "c3") == ""


async def test_the_same_press_delivered_again_is_no_yes(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.say(ann, home.people.private(ann), "/settings confirm yes")
    press = await home.pressed(ann, board, home.data(board, "d3"))
    home.telegram.state.updates.add("callback_query", home.telegram.people._query(press))
    await home.settled()
    assert (await home.session(board)).match.plies == ()
