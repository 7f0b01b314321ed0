"""Asked before a stone is placed, for those who want that."""

from bot.app.model.request import Verb
from core.errors import Reason
from core.registry import GAMES
from tests.bot.app.four import CY, begun, play
from tests.bot.app.harness import ANN, BO, Harness
from tests.fakes.front_end import buttons


async def test_whoever_wants_to_be_asked_is_asked_before_placing(home: Harness) -> None:
    await home.say(BO, "settings confirm yes")
    id = await begun(home)
    asked = await home.ask(BO, Verb.MOVE, "A 1", session=id)
    assert asked.card is not None
    assert asked.card.text == "Place at A1?"
    assert (await home.session(id)).match.plies == ()
    yes, no = buttons(asked.card)
    assert (await home.press(BO, no.token)).text == "Nothing was placed."
    assert (await home.press(BO, yes.token)).reason is None
    assert (await home.press(BO, yes.token)).reason is Reason.REPEATED
    assert [ply.move for ply in (await home.session(id)).match.plies] == ["a1"]
    assert (await home.ask(CY, Verb.MOVE, "a2", session=id)).card is None, "Cy is not asked"


async def test_what_would_not_go_is_refused_instead_of_asked(home: Harness) -> None:
    await home.say(BO, "settings confirm yes")
    id = await begun(home)
    for move, reason in (
        ("k10", Reason.ILLEGAL_MOVE),
        ("i5", Reason.NO_LETTER_I),
        ("zzz", Reason.UNREADABLE_MOVE),
    ):
        assert (await home.ask(BO, Verb.MOVE, move, session=id)).reason is reason
    stale = await home.ask(BO, Verb.MOVE, "a1", session=id, turn=0)
    assert stale.reason is Reason.STALE_TURN
    await home.say(CY, "settings confirm yes")
    assert (await home.ask(CY, Verb.MOVE, "a1", session=id)).reason is Reason.NOT_YOUR_TURN


async def test_an_answer_that_comes_too_late_places_nothing(home: Harness) -> None:
    await home.say(BO, "settings confirm yes")
    id = await begun(home)
    asked = await home.ask(BO, Verb.MOVE, "a1", session=id)
    assert asked.card is not None
    yes, _ = buttons(asked.card)
    await home.say(BO, "settings confirm no")
    await play(home, id, "a2")
    assert (await home.press(BO, yes.token)).reason is Reason.STALE_TURN
    assert [ply.move for ply in (await home.session(id)).match.plies] == ["a2"]


async def test_dice_are_chosen_and_not_placed(home: Harness) -> None:
    await home.say(ANN, "settings confirm yes")
    reply = await home.say(ANN, "dice")
    id = (await home.match(reply)).match.id
    await home.ask(ANN, Verb.START, session=id)
    view = (await home.session(id)).match
    move = GAMES[view.game].legal_moves(view.position)[0]
    assert (await home.ask(ANN, Verb.MOVE, move, session=id)).card is None
