"""A pause as people in the house agree on one."""

import pytest

from bot.app.model.request import Actor, Verb
from core.errors import Reason
from core.match.clock import DAY, HOUR, MINUTE
from core.types import MatchId
from tests.bot.app.harness import ANN, BO, EVE, ROOM, Harness
from tests.fakes.front_end import buttons


async def blitz(home: Harness) -> MatchId:
    """Ann has played a minute of her five."""
    await home.say(ANN, "challenge @Bo first=challenger clock=5+0")
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    home.now.advance(MINUTE)
    return (await home.match(reply)).match.id


def labels(home: Harness) -> list[str]:
    return [button.label for button in home.paper.last(ROOM).buttons()]


async def test_one_asks_the_other_agrees_and_the_clock_stands(home: Harness) -> None:
    id = await blitz(home)
    board = home.paper.last(ROOM)
    await home.click(BO, board, "⏸ Pause")
    assert "Bo would like to pause the clocks." in board.card.text
    await home.click(ANN, board, "Accept")
    assert "⏸ Paused; clocks are stopped." in board.card.text
    assert "▶ Resume" in labels(home)
    assert "½ Draw" not in labels(home)
    home.now.advance(DAY)
    await home.sweep.run()
    match = (await home.session(id)).match
    assert not match.is_over
    assert match.clock is not None
    assert match.clock.left[0] == 4 * MINUTE


@pytest.mark.parametrize("who", [ANN, BO])
async def test_either_of_them_resumes(home: Harness, who: Actor) -> None:
    id = await blitz(home)
    await home.say(ANN, "pause")
    await home.say(BO, "pause")  # asking too is agreeing
    assert (await home.say(EVE, "resume")).reason is Reason.NO_MATCH_HERE
    home.now.advance(HOUR)
    await home.click(who, home.paper.last(ROOM), "▶ Resume")
    match = (await home.session(id)).match
    assert match.clock is not None
    assert match.clock.flag_at == home.now() + 4 * MINUTE
    assert "⏸" not in home.paper.last(ROOM).card.text
    assert (await home.say(who, "resume")).reason is Reason.NOT_PAUSED


async def test_a_move_resumes_it_too(home: Harness) -> None:
    await blitz(home)
    await home.say(ANN, "pause")
    await home.say(BO, "pause yes")
    await home.say(ANN, "move d3")
    assert "⏸" not in home.paper.last(ROOM).card.text
    assert "1. Ann d3" in home.paper.last(ROOM).card.text


async def test_refused_it_goes_on(home: Harness) -> None:
    id = await blitz(home)
    await home.say(ANN, "pause")
    await home.say(BO, "pause no")
    assert "Ann asked for a pause: declined." in home.paper.last(ROOM).card.text
    home.now.advance(4 * MINUTE)
    await home.sweep.run()
    assert (await home.session(id)).match.is_over


async def test_without_a_clock_it_is_asked_for_behind_the_dots(home: Harness) -> None:
    id = await home.started()
    assert "⏸ Pause" not in labels(home)
    panel = (await home.ask(ANN, Verb.MORE, session=id)).card
    assert panel is not None
    [pause] = [button.token for button in buttons(panel) if button.label == "⏸ Pause"]
    await home.press(ANN, pause)
    await home.say(BO, "pause")
    home.now.advance(29 * DAY)
    await home.sweep.run()
    match = (await home.session(id)).match
    assert (match.absences, match.is_over) == ((), False)


async def test_in_every_language(home: Harness) -> None:
    """Boards speak the room's language, whoever asked."""
    ann = Actor("paper", "ann", "Ann", "fr")
    await home.say(ann, "challenge @Bo first=challenger clock=5+0")
    await home.click(BO, home.paper.last(ROOM), "Accepter")
    await home.say(ann, "pause")
    await home.say(BO, "pause")
    assert (
        "⏸ En pause\N{NO-BREAK SPACE}: les pendules sont arrêtées."
        in home.paper.last(ROOM).card.text
    )
