"""One move on the page: what the house adds to the same work without it.

No-op: the same server reads a press from the WebSocket and drops it. Echo: it answers and sends the
next of 500 prepared boards to the two windows of the room, made into JSON afresh, with no store and
no rules. Move: the page as shipped, SQLite at `synchronous=FULL`, without the page's own pace. All
three live in this process, whose CPU time is taken; the windows are `page_people.py`.
"""

import asyncio
import json
import random
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from aiohttp import web

from bench import form
from bot.app.card import Card
from bot.app.pictures import Pictures
from bot.app.present import Presenter
from bot.app.publisher import Publisher
from bot.app.service import GameService
from bot.app.session import Room, Screen, ScreenKind, Session
from bot.app.sessions import Sessions
from bot.config import WebConfig
from bot.frontends.web import WebFrontEnd, messages
from bot.frontends.web.pace import Pace
from bot.frontends.web.shown import screen_shown
from bot.storage.sqlite import open_sqlite
from core.match import create
from core.match.create import Terms
from core.match.view import see
from core.registry import GAMES
from core.types import GameId, Level, Millis, PlayerId

SUBJECTS = ("noop", "echo", "move")
WARM_UP, ROUNDS, COUNT, POSITIONS = 200, 5, 500, 500
REVERSI = GameId("reversi")
ANN = PlayerId("p1")
TEXT = "⚫ Ann 12   ⚪ Bo 20\n23. Ann d3\n▶ Bo to move"


def run(warm_up: int = WARM_UP, rounds: int = ROUNDS, count: int = COUNT) -> Iterator[str]:
    """The lines of `page`."""
    yield from asyncio.run(_measure([warm_up] + rounds * [count]))


async def _measure(counts: list[int]) -> list[str]:
    """Rounds of so many presses each; the first is not counted."""
    async with AsyncExitStack() as opened:
        people = await opened.enter_async_context(_people())
        links = {
            "noop": await opened.enter_async_context(_bare(_Bare([]))),
            "echo": await opened.enter_async_context(_bare(_Bare(_boards()))),
            "move": await opened.enter_async_context(_page()),
        }
        await people.ask({"open": links})
        cpu: dict[str, list[float]] = {name: [] for name in SUBJECTS}
        taken: list[float] = []
        for count in counts:
            for name in SUBJECTS:
                await people.ask({"new": name})
                begun = time.process_time()
                answer = await people.ask({"press": name, "count": count})
                cpu[name].append((time.process_time() - begun) / count * 1e6)
                taken += answer["ms"] if name == "move" else []
        counted = {name: rounds[1:] for name, rounds in cpu.items()}
        return list(_lines(counted, sorted(taken[counts[0] :])))


def _lines(cpu: dict[str, list[float]], taken: list[float]) -> Iterator[str]:
    best = {name: min(rounds) for name, rounds in cpu.items()}
    yield form.line("page.noop", best["noop"], "us")
    yield from form.ratio(
        "page.echo_ratio", ("page.move", best["move"]), ("page.echo", best["echo"]), "us"
    )
    yield form.line("page.house", best["move"] - best["echo"], "us")
    yield form.line("page.p50", median(taken), "ms")
    yield form.line("page.p99", taken[int(len(taken) * 0.99)], "ms")
    spread = max(median(rounds) / min(rounds) for rounds in (cpu["echo"], cpu["move"]))
    yield form.line("meta.spread", spread, "x")


@dataclass(frozen=True, slots=True)
class _People:
    """The other process, asked by JSON lines."""

    process: asyncio.subprocess.Process

    async def ask(self, wish: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(wish).encode() + b"\n")
        text = await self.process.stdout.readline()
        if not text:
            raise RuntimeError("the other side ended")
        answer: dict[str, Any] = json.loads(text)
        return answer


@asynccontextmanager
async def _people() -> AsyncIterator[_People]:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.page_people", stdin=pipe, stdout=pipe, limit=1 << 24
    )
    try:
        yield _People(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


class _Bare:
    """A server with WebSockets and nothing behind them; without boards it drops presses."""

    def __init__(self, boards: list[messages.Entry]) -> None:
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
            message = messages.read(frame.data)
            match message:
                case messages.Hello():
                    room = self._rooms.setdefault(message.room, [])
                    room.append(socket)
                    await socket.send_str(messages.write(_welcome(message.id)))
                case messages.PressButton() if self._silent:
                    continue
                case messages.PressButton():
                    await socket.send_str(messages.write(messages.Ok(id=message.id)))
                    logged = messages.write(messages.Logged(entry=next(self._boards)))
                    for window in room:
                        await window.send_str(logged)
                case _:
                    await socket.send_str(messages.write(messages.Ok(id=message.id)))
        return socket


def _welcome(id: str) -> messages.Welcome:
    me = messages.Person(ANN, "Ann")
    return messages.Welcome(
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


def _boards() -> list[messages.Entry]:
    """Boards from games of random moves, as one of the players sees them."""
    game, lots = GAMES[REVERSI], random.Random(1)
    terms = Terms(REVERSI, first="challenger")
    entries: list[messages.Entry] = []
    while len(entries) < POSITIONS:
        id = create.match_id("bench", str(len(entries)))
        match = create.against_computer(id, terms, ANN, Level("club"), bytes(32), Millis(0))
        screen = Screen(Room("web", None, "bench"), ScreenKind.BOARD, "en")
        session = Session(match, screen.room, (screen,))
        position = match.position
        while game.to_act(position) is not None and len(entries) < POSITIONS:
            position = game.play(position, lots.choice(game.legal_moves(position)))
            entries.append(_entry(session, position, len(entries)))
    return entries


def _entry(session: Session, position: Any, id: int) -> messages.Entry:
    match = replace(session.match, position=position)
    view = see(match)
    card = Card(TEXT, board=view, names=("Ann", "Bo"), alt=TEXT)
    shown = screen_shown(replace(session, match=match), 0, card, ANN, Millis(0))
    return messages.Entry(id=id, at=Millis(0), shown=shown)


def _now() -> Millis:
    return Millis(time.time_ns() // 1_000_000)


@asynccontextmanager
async def _page() -> AsyncIterator[str]:
    """The page as shipped, for people as quick as the bench."""
    quick = Pace(burst=1_000_000, per_second=1_000_000)
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        store = await open_sqlite(Path(folder) / "tavola.db", _now)
        opened.push_async_callback(store.close)
        sessions, presenter = Sessions(store), Presenter(store, _now)
        service = GameService(store, sessions, presenter, _now, secrets.token_bytes)
        front_end = WebFrontEnd(
            WebConfig(port=0),
            service,
            presenter,
            store,
            sessions,
            Pictures(),
            _now,
            secrets.token_bytes,
            per_window=quick,
            per_address=quick,
        )
        publisher = Publisher(sessions, {front_end.platform: front_end})
        opened.push_async_callback(publisher.close)
        service.listen(publisher.wake)
        await front_end.start()
        opened.push_async_callback(front_end.stop)
        yield front_end.link()
