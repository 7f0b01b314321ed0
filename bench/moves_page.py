"""One move on the page: what the house adds to the same work without it.

No-op: the same server reads a press from the WebSocket and drops it. Echo: it answers and sends the
next of 500 prepared boards to the two windows of the room, made into JSON afresh, with no store and
no rules. Move: the page as shipped, SQLite at `synchronous=FULL`, without the page's own pace. All
three live in this process, whose CPU time is taken; the windows are `page_people.py`.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import cycle
from typing import Any

from aiohttp import web

from bench import moving
from bench.moving import COUNT, REVERSI, ROUNDS, WARM_UP
from bot.app.model.card import Card
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.presentation.board_images import BoardImages
from bot.config import WebConfig
from bot.frontends.web import WebFrontEnd, protocol
from bot.frontends.web.rate_limit import RateLimit
from bot.frontends.web.serialize import screen_shown
from core.match import create
from core.match.create import Terms
from core.match.view import see
from core.types import Level, Millis, PlayerId

ANN = PlayerId("p1")
TEXT = "⚫ Ann 12   ⚪ Bo 20\n23. Ann d3\n▶ Bo to move"


def run(warm_up: int = WARM_UP, rounds: int = ROUNDS, count: int = COUNT) -> Iterator[str]:
    """The lines of `page`."""
    yield from asyncio.run(_measure([warm_up] + rounds * [count]))


async def _measure(counts: list[int]) -> list[str]:
    """Rounds, and presses in each; the first round is not counted."""
    async with AsyncExitStack() as opened:
        others = await opened.enter_async_context(moving.people("bench.page_people"))
        links = {
            "noop": await opened.enter_async_context(_bare(_Bare([]))),
            "echo": await opened.enter_async_context(_bare(_Bare(_boards()))),
            "move": await opened.enter_async_context(_page()),
        }
        await others.ask({"open": links})
        return list((await moving.taken(others, counts)).lines("page"))


class _Bare:
    """A server with WebSockets and nothing behind them; without boards it drops presses."""

    def __init__(self, boards: list[protocol.Entry]) -> None:
        self._boards = cycle(boards)
        self._silent = not boards
        self._rooms: dict[str, list[web.WebSocketResponse]] = {}

    async def enter(self, request: web.Request) -> web.Response:
        del request
        return web.Response()

    async def stream(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        room: list[web.WebSocketResponse] = []
        async for frame in socket:
            message = protocol.read(frame.data)
            match message:
                case protocol.Hello():
                    room = self._rooms.setdefault(message.room, [])
                    room.append(socket)
                    await socket.send_str(protocol.write(_welcome(message.id)))
                case protocol.PressButton() if self._silent:
                    continue
                case protocol.PressButton():
                    await socket.send_str(protocol.write(protocol.Ok(id=message.id)))
                    logged = protocol.write(protocol.Logged(entry=next(self._boards)))
                    for window in room:
                        await window.send_str(logged)
                case _:
                    await socket.send_str(protocol.write(protocol.Ok(id=message.id)))
        return socket


def _welcome(id: str) -> protocol.Welcome:
    me = protocol.Person(ANN, "Ann")
    return protocol.Welcome(
        id=id, ticket="", me=me, room="", rooms=[], people=[], log=[], more=False, matches=[]
    )


@asynccontextmanager
async def _bare(bare: _Bare) -> AsyncIterator[str]:
    app = web.Application()
    app.add_routes([web.post("/enter/x", bare.enter), web.get("/stream", bare.stream)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/enter/x"
    finally:
        await runner.cleanup()


def _boards() -> list[protocol.Entry]:
    """Boards as one of the players sees them."""
    terms = Terms(REVERSI, first="challenger")
    id = create.match_id("bench")
    match = create.against_computer(id, terms, ANN, Level("club"), bytes(32), Millis(0))
    screen = Screen(Room("web", None, "bench"), ScreenKind.BOARD, "en")
    session = Session(match, screen.room, (screen,))
    return [_entry(session, position, i) for i, position in enumerate(moving.positions())]


def _entry(session: Session, position: Any, id: int) -> protocol.Entry:
    match = replace(session.match, position=position)
    view = see(match)
    card = Card(TEXT, board=view, names=("Ann", "Bo"), alt=TEXT)
    shown = screen_shown(replace(session, match=match), 0, card, ANN, Millis(0))
    return protocol.Entry(id=id, at=Millis(0), shown=shown)


@asynccontextmanager
async def _page() -> AsyncIterator[str]:
    """The page as shipped, for people as quick as the bench."""
    quick = RateLimit(burst=1_000_000, per_second=1_000_000)
    async with moving.house() as home:
        front_end = WebFrontEnd(
            WebConfig(port=0),
            home.service,
            home.presenter,
            home.facade,
            BoardImages(),
            moving.now,
            secrets.token_bytes,
            per_window=quick,
            per_address=quick,
        )
        await home.start(front_end)
        yield front_end.link()
