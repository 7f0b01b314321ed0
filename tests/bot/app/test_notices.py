"""Boards that wait: who is told what, where and when, each once."""

from bot.app.requests import Verb
from core.match.clock import MINUTE
from tests.bot.app.house import ANN, BO, ROOM, House


async def later(home: House, millis: int) -> None:
    """Time goes by, with everything done that is due."""
    home.now.advance(millis)
    await home.sweep.run()
    await home.notices.run()
    await home.publisher.idle()
    await home.notices.idle()


async def test_who_has_to_move_is_told_until_they_did(home: House) -> None:
    id = await home.started(ANN, BO)
    await later(home, 2 * MINUTE - 1)
    assert home.paper.noted(ROOM) == []
    await later(home, 1)
    assert home.paper.noted(ROOM) == ["@Ann 1 board waits for you: [Reversi · Bo]"]
    await later(home, 10 * MINUTE)
    assert len(home.paper.noted(ROOM)) == 1
    await home.ask(ANN, Verb.MOVE, "d3", session=id)
    assert home.paper.noted(ROOM) == ["@Bo 1 board waits for you: [Reversi · Ann]"]
