"""One move on Telegram: what the house adds to the same work without it.

No-op: the library receives a press and drops it. Echo: the same library and transport answer it and
send the next of 500 prepared positions, drawn afresh, with a keyboard made beforehand. Move: the
bot as shipped, boards as pictures, no picture cache, SQLite at `synchronous=FULL`. All three live
in this process, whose CPU time is taken; Telegram and its people are `telegram_people.py`.
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
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from telegram import InputMediaPhoto, Update
from telegram.ext import ApplicationBuilder, TypeHandler

from bench import form
from bench.telegram_people import SUBJECTS, keyboard
from bot.app.pictures import Pictures
from bot.app.ports import FrontEnd
from bot.app.present import Presenter
from bot.app.publisher import Publisher
from bot.app.service import GameService
from bot.app.sessions import Sessions
from bot.config import Secret, TelegramConfig
from bot.frontends.telegram.bot import QuietBot
from bot.frontends.telegram.client import WANTED, TelegramFrontEnd
from bot.frontends.telegram.looks import USUAL
from bot.frontends.telegram.pace import Pace
from bot.frontends.telegram.posts import SIZE
from bot.storage.sqlite import open_sqlite
from core.game import Setup
from core.registry import GAMES
from core.types import GameId, Millis
from renderers import render

WARM_UP, ROUNDS, COUNT, POSITIONS = 200, 5, 500, 500
REVERSI = GameId("reversi")
KEYBOARD = json.dumps(keyboard(16))
CAPTION = "⚫ Ann 12   ⚪ Bo 20\n23. Ann d3\n▶ Bo to move"


def run(warm_up: int = WARM_UP, rounds: int = ROUNDS, count: int = COUNT) -> Iterator[str]:
    """The lines of `telegram`."""
    yield from asyncio.run(_measure([warm_up] + rounds * [count]))


async def _measure(counts: list[int]) -> list[str]:
    """Rounds of so many presses each; the first is not counted."""
    async with AsyncExitStack() as opened:
        people = await opened.enter_async_context(_people())
        token, urls = people.told["token"], people.told["urls"]
        await opened.enter_async_context(_library(urls["noop"], token, _drop))
        await opened.enter_async_context(_library(urls["echo"], token, _echo(_positions())))
        await opened.enter_async_context(_bot(urls["move"], token))
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
    yield form.line("telegram.noop", best["noop"], "us")
    yield from form.ratio(
        "telegram.echo_ratio",
        ("telegram.move", best["move"]),
        ("telegram.echo", best["echo"]),
        "us",
    )
    yield form.line("telegram.house", best["move"] - best["echo"], "us")
    yield form.line("telegram.p50", median(taken), "ms")
    yield form.line("telegram.p99", taken[int(len(taken) * 0.99)], "ms")
    spread = max(median(rounds) / min(rounds) for rounds in (cpu["echo"], cpu["move"]))
    yield form.line("meta.spread", spread, "x")


class _People:
    """The other process, asked by JSON lines."""

    def __init__(self, process: asyncio.subprocess.Process, told: dict[str, Any]) -> None:
        self._process = process
        self.told = told

    async def ask(self, wish: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(wish).encode() + b"\n")
        return await _answer(self._process)


async def _answer(process: asyncio.subprocess.Process) -> dict[str, Any]:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise RuntimeError("the other side ended")
    answer: dict[str, Any] = json.loads(line)
    return answer


@asynccontextmanager
async def _people() -> AsyncIterator[_People]:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.telegram_people", stdin=pipe, stdout=pipe, limit=1 << 24
    )
    try:
        yield _People(process, await _answer(process))
    finally:
        process.kill()
        await process.wait()


@asynccontextmanager
async def _library(url: str, token: str, handle: Any) -> AsyncIterator[None]:
    """The library alone, wired as the front end wires it."""
    app = ApplicationBuilder().bot(QuietBot.at(url, token)).concurrent_updates(True).build()
    app.add_handler(TypeHandler(Update, handle))
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(timeout=25, allowed_updates=WANTED)
        yield
        await app.updater.stop()
        await app.stop()


async def _drop(update: Update, _: object) -> None:
    del update


def _echo(positions: list[Any]) -> Any:
    following = cycle(positions)

    async def echo(update: Update, _: object) -> None:
        query = update.callback_query
        assert query is not None
        assert query.message is not None
        await query.answer()
        names = ("Ann", "Bo")
        picture = render(REVERSI, next(following), names=names, theme=USUAL, size=SIZE)
        await query.get_bot().edit_message_media(
            InputMediaPhoto(picture, CAPTION, filename="board.png"),
            query.message.chat.id,
            query.message.message_id,
            api_kwargs={"reply_markup": KEYBOARD},
        )

    return echo


def _positions() -> list[Any]:
    """Views from games of random moves."""
    game, lots = GAMES[REVERSI], random.Random(1)
    views: list[Any] = []
    while len(views) < POSITIONS:
        position = game.start(Setup(seats=2, options={}))
        while game.to_act(position) is not None and len(views) < POSITIONS:
            position = game.play(position, lots.choice(game.legal_moves(position)))
            views.append(game.look(position))
    return views


def _now() -> Millis:
    return Millis(time.time_ns() // 1_000_000)


@asynccontextmanager
async def _bot(url: str, token: str) -> AsyncIterator[None]:
    """The bot as shipped, without a cache of pictures and without the platform's pace."""
    async with AsyncExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        store = await open_sqlite(Path(folder) / "tavola.db", _now)
        opened.push_async_callback(store.close)
        sessions, presenter = Sessions(store), Presenter(store, _now)
        service = GameService(store, sessions, presenter, _now, secrets.token_bytes)
        front_ends: dict[str, FrontEnd] = {}
        publisher = Publisher(sessions, front_ends)
        opened.push_async_callback(publisher.close)
        service.listen(publisher.wake)
        front_end = TelegramFrontEnd(
            TelegramConfig(api=url, boards="picture", token=Secret(token)),
            service,
            presenter,
            store,
            sessions,
            Pictures(kept=0),
            publisher.wake,
            pace=Pace(minute=0.001),
        )
        front_ends[front_end.platform] = front_end
        await front_end.start()
        opened.push_async_callback(front_end.stop)
        await front_end.ready.wait()
        yield
