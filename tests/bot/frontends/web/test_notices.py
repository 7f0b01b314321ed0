"""What windows are told wherever they look, and once more when they come back."""

from contextlib import AsyncExitStack
from pathlib import Path

from core.match.clock import MINUTE
from tests.bot.frontends.web.harness import Harness, free_port, harness
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import Message, Window, visitor
from tests.fakes.clock import FixedNow


async def later(home: Harness, millis: int) -> None:
    home.now.advance(millis)
    await home.notices.run()
    await home.notices.idle()


async def told(window: Window) -> list[tuple[str, list[str]]]:
    """What the window is told next."""
    return said(await window.next(lambda message: message["type"] == "noticed"))


def said(message: Message) -> list[tuple[str, list[str]]]:
    return [(n["text"], [link["label"] for link in n["links"]]) for n in message["notices"]]


WAITS = [("1 board is waiting for you:", ["Reversi · Bo"])]


async def test_every_window_of_that_person_is_told_until_they_move(table: Table) -> None:
    board = await table.started()
    ticket = table.ann.welcome["ticket"]
    async with table.browser.window("Ann", room="kitchen", ticket=ticket) as elsewhere:
        assert said(elsewhere.welcome) == []
        await later(table.home, 3 * MINUTE)
        assert await told(table.ann) == await told(elsewhere) == WAITS
        async with table.browser.window("Ann", room="attic", ticket=ticket) as third:
            assert said(third.welcome) == WAITS
        await table.ann.play(board, "d3")
        assert await told(table.ann) == await told(elsewhere) == []
    assert not [m for m in table.bo.kept if m["type"] == "noticed" and said(m) == WAITS]


async def test_a_window_that_comes_back_after_a_restart_is_told_too(tmp_path: Path) -> None:
    now, port = FixedNow(), free_port()
    ticket = ""
    for time in range(2):
        async with AsyncExitStack() as opened:
            home = await opened.enter_async_context(harness(tmp_path / "tavola.db", now, port=port))
            browser = await opened.enter_async_context(visitor(home.url, home.web.link()))
            if not time:
                ann = await opened.enter_async_context(browser.window("Ann"))
                bo = await opened.enter_async_context(browser.window("Bo"))
                await Table(home, browser, ann, bo).started()
                ticket = ann.welcome["ticket"]
                await later(home, 3 * MINUTE)
                assert await told(ann) == WAITS
            else:
                await home.notices.idle()
                ann = await opened.enter_async_context(browser.window("Ann", ticket=ticket))
                assert said(ann.welcome) == WAITS


async def test_looking_at_a_board_again_tells_what_happened_since(table: Table) -> None:
    board = await table.started()
    await table.ann.play(board, "d3")
    answered = await table.bo.shown(lambda shown: shown["turn"] == 2)
    await table.bo.play(answered, "c3")
    told = await table.ann.ask("ask", verb="board", session=board["session"])
    assert told["text"] == "Since your move: Bo c3"
