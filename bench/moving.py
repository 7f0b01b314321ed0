"""Measure a move, on any platform.

Three subjects run in this process, whose CPU time is measured: one that drops presses, one that
echoes prepared boards, and the bot. The players are another process, driven by JSON lines. This
module owns that process and its commands, the rounds, the results, and the bot without its front
end. It knows no platform.
"""

import asyncio
import json
import random
import secrets
import sys
import tempfile
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Protocol

from bench import form
from bot.app.background.publisher import Publisher
from bot.app.facade import Facade
from bot.app.ports.frontend import FrontEnd
from bot.app.presentation.presenter import Presenter
from bot.app.service import GameService
from bot.app.session_cache import SessionCache
from bot.app.wiring import build_application, build_presenter
from bot.storage.store import open_sqlite
from core.game import Setup
from core.registry import GAMES
from core.types import GameId, Millis

SUBJECTS = ("noop", "echo", "move")
WARM_UP, ROUNDS, COUNT, POSITIONS = 200, 5, 500, 500
REVERSI = GameId("reversi")

Json = dict[str, Any]


def now() -> Millis:
    return Millis(time.time_ns() // 1_000_000)


def positions() -> Iterator[Any]:
    """Return this many positions of Reversi, from games of random moves."""
    game, lots, left = GAMES[REVERSI], random.Random(1), POSITIONS
    while left:
        position = game.start(Setup(seats=2, options={}))
        while left and game.to_act(position) is not None:
            position = game.play(position, lots.choice(game.legal_moves(position)))
            left -= 1
            yield position


def views() -> list[Any]:
    """The same as they are seen."""
    return [GAMES[REVERSI].look(position) for position in positions()]


# --- the people -----------------------------------------------------------------------------------


class People:
    """The other process. `told` is what it said first."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.told: Json = {}

    async def ask(self, wish: Json) -> Json:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wish).encode() + b"\n")
        return await self.hear()

    async def hear(self) -> Json:
        """RuntimeError where it has ended."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("the other side ended")
        answer: Json = json.loads(line)
        return answer


@asynccontextmanager
async def people(module: str) -> AsyncIterator[People]:
    """Runs the module until it is left."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=pipe, stdout=pipe, limit=1 << 24
    )
    try:
        others = People(process)
        others.told = await others.hear()
        yield others
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


class Table(Protocol):
    """Two people with a board."""

    async def deal(self, by_command: bool) -> None:
        """A fresh board: asked for and accepted, or put there."""
        ...

    async def press(self, lots: random.Random, answered: bool) -> float:
        """Some legal move; milliseconds until the board shows it, or until it was received."""
        ...


async def obey(hello: Json, answer: Callable[[Json], Awaitable[Json]]) -> None:
    """The people's side: says hello, and answers every line until the input ends."""
    sys.stdout.write(json.dumps(hello) + "\n")
    sys.stdout.flush()
    while line := await asyncio.to_thread(sys.stdin.readline):
        sys.stdout.write(json.dumps(await answer(json.loads(line))) + "\n")
        sys.stdout.flush()


async def host(tables: Mapping[str, Sequence[Table]], hello: Json) -> None:
    """Obeys `{"new": SUBJECT}` and `{"press": SUBJECT, "count": N}`."""
    lots = {name: random.Random(number) for number, name in enumerate(tables)}

    async def answer(wish: Json) -> Json:
        if (name := wish.get("new")) is not None:
            await asyncio.gather(*(table.deal(name == "move") for table in tables[name]))
            return {}
        name = wish["press"]
        acts = (partial(table.press, lots[name], name != "noop") for table in tables[name])
        return {"ms": await shared_out(wish["count"], acts)}

    await obey(hello, answer)


async def shared_out(count: int, acts: Iterable[Callable[[], Awaitable[float]]]) -> list[float]:
    """Run this many acts concurrently, each worker taking the next one, and return the results."""
    left = iter(range(count))
    came: list[float] = []

    async def go_on(act: Callable[[], Awaitable[float]]) -> None:
        for _ in left:
            came.append(await act())

    await asyncio.gather(*map(go_on, acts))
    return came


# --- the rounds -----------------------------------------------------------------------------------


@dataclass
class Taken:
    """CPU time a move, in microseconds, by subject and round; milliseconds of each of the bot's."""

    cpu: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in SUBJECTS})
    millis: list[float] = field(default_factory=list)

    def lines(self, platform: str) -> Iterator[str]:
        best = {name: min(rounds) for name, rounds in self.cpu.items()}
        move, echo = (f"{platform}.move", best["move"]), (f"{platform}.echo", best["echo"])
        yield form.line(f"{platform}.noop", best["noop"], "us")
        yield from form.ratio(f"{platform}.echo_ratio", move, echo, "us")
        yield form.line(f"{platform}.house", best["move"] - best["echo"], "us")
        millis = sorted(self.millis)
        yield form.line(f"{platform}.p50", median(millis), "ms")
        yield form.line(f"{platform}.p99", millis[int(len(millis) * 0.99)], "ms")
        spread = max(median(each) / min(each) for each in (self.cpu["echo"], self.cpu["move"]))
        yield form.line("meta.spread", spread, "x")


def _as_they_are(name: str, count: int) -> None:
    """Nothing has to be made ready."""
    del name, count


async def _at_once(name: str) -> None:
    """The people's answer says that all was received."""
    del name


async def taken(
    others: People,
    counts: list[int],
    before: Callable[[str, int], None] = _as_they_are,
    after: Callable[[str], Awaitable[None]] = _at_once,
) -> Taken:
    """Run rounds of `presses` on each subject; the first round is not counted."""
    found = Taken()
    for number, count in enumerate(counts):
        for name in SUBJECTS:
            before(name, count)
            await others.ask({"new": name})
            begun = time.process_time()
            answer = await others.ask({"press": name, "count": count})
            await after(name)
            spent = (time.process_time() - begun) / count * 1e6
            if number:
                found.cpu[name].append(spent)
                found.millis += answer["ms"] if name == "move" else []
    return found


# --- the bot --------------------------------------------------------------------------------------


@dataclass
class House:
    """The bot as shipped, but for its front end."""

    facade: Facade
    presenter: Presenter
    service: GameService
    publisher: Publisher
    front_ends: dict[str, FrontEnd]
    opened: AsyncExitStack

    async def start(self, front_end: FrontEnd) -> None:
        """It is stopped first when the house is left."""
        self.front_ends[front_end.platform] = front_end
        await front_end.start()
        self.opened.push_async_callback(front_end.stop)


@asynccontextmanager
async def house() -> AsyncIterator[House]:
    """With a database of its own."""
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        store = await open_sqlite(Path(folder) / "tavola.db", now)
        opened.push_async_callback(store.close)
        sessions, presenter = SessionCache(store), build_presenter(store, now)
        app = build_application(store, sessions, presenter, now, secrets.token_bytes)
        service = app.service
        front_ends: dict[str, FrontEnd] = {}
        publisher = Publisher(sessions, front_ends)
        opened.push_async_callback(publisher.close)
        app.events.on_saved(publisher.wake)
        yield House(app.facade, presenter, service, publisher, front_ends, opened)
