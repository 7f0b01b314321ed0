"""The leaderboard of a game that is played alone, as it is asked for and told."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.requests import Verb
from tests.bot.app.house import ANN, EVE, ROOM, House, house
from tests.bot.app.test_alone import played, rolled


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "tavola.db") as opened:
        yield opened


async def test_the_leaderboard_has_best_and_mean_and_counts_what_was_abandoned(home: House) -> None:
    nobody = await home.say(ANN, "leaderboard dice")
    assert nobody.card is not None
    assert "Nobody has finished a game" in nobody.card.text
    totals = []
    for which in range(3):
        id = await rolled(home)
        await played(home, id, which)
        outcome = (await home.session(id)).match.outcome
        assert outcome is not None
        totals.append(outcome.scores[0])
    id = await rolled(home)
    await home.ask(ANN, Verb.RESIGN, "sure", session=id)
    reply = await home.say(EVE, "leaderboard dice")
    assert reply.card is not None
    best, mean = max(totals), round(sum(totals) / 3)
    won = sum(total >= 500 for total in totals)
    line = f"1. Ann · best {best}, mean {mean} · 3 games, {won} won, 1 abandoned"
    assert reply.card.text.splitlines()[1:] == [line]


async def test_a_promise_that_was_called_off_counts_for_nothing(home: House) -> None:
    await home.say(ANN, "dice")
    await home.click(ANN, home.paper.last(ROOM), "Cancel")
    reply = await home.say(ANN, "leaderboard dice")
    assert reply.card is not None
    assert "Nobody has finished a game" in reply.card.text
