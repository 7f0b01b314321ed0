"""Picking points through the service, on a real file: permissions and results."""

from bot.app.model.card import Card
from bot.app.model.request import Reply, Verb
from core.errors import Reason
from core.types import MatchId
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness, actor
from tests.fakes.front_end import Sheet, buttons


async def begun(home: Harness) -> tuple[MatchId, Sheet]:
    """Start Pente: Ann's stone is on K10, Bo is to move."""
    await home.say(ANN, "challenge pente @Bo first=challenger")
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    return (await home.match(reply)).match.id, home.paper.last(ROOM)


def card(reply: Reply) -> Card:
    assert reply.card is not None, reply
    return reply.card


def token(reply: Reply, label: str) -> str:
    return next(b.token for b in buttons(card(reply)) if b.label == label)


async def test_a_stone_in_three_presses(home: Harness) -> None:
    id, sheet = await begun(home)
    assert next(iter(sheet.buttons())).label == "Pick a point"
    column = await home.click(BO, sheet, "Pick a point")
    row = await home.press(BO, token(column, "L"))
    assert card(row).zoom is not None
    assert len(sheet.cards) == 2  # neither press changed the board
    played = await home.press(BO, token(row, "11"))
    assert (await home.match(played)).match.plies[-1].move == "l11"
    assert "2. Bo L11" in sheet.card.text
    assert (await home.session(id)).match.turn == 2


async def test_one_can_go_back(home: Harness) -> None:
    _, sheet = await begun(home)
    column = await home.click(BO, sheet, "Pick a point")
    row = await home.press(BO, token(column, "L"))
    again = await home.press(BO, token(row, "↩ Back"))
    assert card(again) == card(column)


async def test_only_who_has_to_move_picks(home: Harness) -> None:
    _, sheet = await begun(home)
    assert (await home.click(ANN, sheet, "Pick a point")).reason is Reason.NOT_YOUR_TURN
    assert (await home.click(EVE, sheet, "Pick a point")).reason is Reason.NOT_SEATED
    forged = token(await home.click(BO, sheet, "Pick a point"), "L")
    assert (await home.press(ANN, forged)).reason is Reason.NOT_YOUR_TURN
    assert (await home.press(EVE, forged)).reason is Reason.NOT_SEATED


async def test_a_step_of_an_earlier_turn_says_so(home: Harness) -> None:
    _, sheet = await begun(home)
    first = await home.click(BO, sheet, "Pick a point")
    await home.say(BO, "move l11")
    assert (await home.press(BO, token(first, "L"))).reason is Reason.STALE_TURN
    await home.say(ANN, "resign")
    await home.say(ANN, "resign")
    assert (await home.press(BO, token(first, "L"))).reason is Reason.ABORTED


async def test_a_point_taken_meanwhile_is_refused_by_the_rules(home: Harness) -> None:
    """The same point pressed again by the same player is a repeated press, not an error."""
    _, sheet = await begun(home)
    row = await home.press(BO, token(await home.click(BO, sheet, "Pick a point"), "L"))
    await home.say(BO, "move m12")
    assert (await home.press(BO, token(row, "11"))).reason is Reason.STALE_TURN


async def test_it_can_be_typed(home: Harness) -> None:
    await begun(home)
    assert card(await home.say(BO, "pick")).text == "Which part of the board?"
    assert (await home.say(ANN, "pick")).reason is Reason.NOT_YOUR_TURN
    assert (await home.say(EVE, "pick")).reason is Reason.NO_MATCH_HERE
    assert (await home.say(BO, "pick q77")).reason is Reason.BUTTON_EXPIRED
    assert (await home.say(BO, "place L 11")).reason is None
    assert (await home.say(ANN, "place i9")).reason is Reason.NO_LETTER_I


async def test_place_without_a_point_asks_for_it(home: Harness) -> None:
    await begun(home)
    reply = await home.ask(BO, Verb.PLACE)
    assert card(reply).text == "Which part of the board?"


async def test_the_asker_is_asked_in_their_own_language(home: Harness) -> None:
    await home.say(ANN, "challenge pente @Bo first=challenger")
    jean = actor("Bo", "fr")
    await home.click(jean, home.paper.last(ROOM), "Accept")
    assert card(await home.say(jean, "pick")).text == "Quelle partie du plateau\N{NO-BREAK SPACE}?"


async def test_a_game_that_is_not_chosen_point_by_point_says_so(home: Harness) -> None:
    await home.say(ANN, "dice")
    await home.ask(ANN, Verb.START)
    assert (await home.say(ANN, "pick")).reason is Reason.UNKNOWN_VERB


async def test_nothing_is_picked_before_or_after(home: Harness) -> None:
    reply = await home.say(ANN, "challenge pente @Bo")
    assert reply.session is not None
    early = await home.ask(ANN, Verb.PICK, session=reply.session.match.id)
    assert early.reason is Reason.NOT_STARTED
