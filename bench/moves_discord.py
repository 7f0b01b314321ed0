"""One move on Discord: what the house adds to the same work without it.

No-op: the library receives a press and drops it. Echo: the same library finds the button in the
same way and answers with the next of 500 prepared positions, drawn afresh, over a layout made
beforehand. Move: the bot as shipped, no picture cache, SQLite at `synchronous=FULL`. All three live
in this process, whose CPU time is taken; Discord and its people are `discord_people.py`.
"""

import asyncio
import io
import json
import random
import re
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

import discord
import yarl
from discord import ui

from bench import form
from bench.discord_people import SUBJECTS, layout
from bot.app.pictures import Pictures
from bot.app.ports import FrontEnd
from bot.app.present import Presenter
from bot.app.publisher import Publisher
from bot.app.service import GameService
from bot.app.sessions import Sessions
from bot.config import DiscordConfig, Secret
from bot.frontends.discord import DiscordFrontEnd
from bot.frontends.discord.buttons import TEMPLATE
from bot.frontends.discord.looks import SIZE, USUAL
from bot.storage.sqlite import open_sqlite
from core.game import Setup
from core.registry import GAMES
from core.types import GameId, Millis
from renderers import render

WARM_UP, ROUNDS, COUNT, POSITIONS = 200, 5, 500, 500
REVERSI = GameId("reversi")


def run(warm_up: int = WARM_UP, rounds: int = ROUNDS, count: int = COUNT) -> Iterator[str]:
    """The lines of `discord`."""
    yield from asyncio.run(_measure([warm_up] + rounds * [count]))


async def _measure(counts: list[int]) -> list[str]:
    """Rounds of so many presses each; the first is not counted."""
    async with AsyncExitStack() as opened:
        people = await opened.enter_async_context(_people())
        token, urls = people.told["token"], people.told["urls"]
        dropping = await opened.enter_async_context(_library(urls["noop"], token, Dropping()))
        await opened.enter_async_context(_library(urls["echo"], token, Echoing()))
        await opened.enter_async_context(_bot(urls["move"], token))
        cpu: dict[str, list[float]] = {name: [] for name in SUBJECTS}
        taken: list[float] = []
        for count in counts:
            for name in SUBJECTS:
                _point_at(urls[name])
                await people.ask({"new": name})
                dropping.expect(count)
                begun = time.process_time()
                answer = await people.ask({"press": name, "count": count})
                if name == "noop":
                    await dropping.all_there.wait()
                cpu[name].append((time.process_time() - begun) / count * 1e6)
                taken += answer["ms"] if name == "move" else []
        counted = {name: rounds[1:] for name, rounds in cpu.items()}
        return list(_lines(counted, sorted(taken[counts[0] :])))


def _lines(cpu: dict[str, list[float]], taken: list[float]) -> Iterator[str]:
    best = {name: min(rounds) for name, rounds in cpu.items()}
    yield form.line("discord.noop", best["noop"], "us")
    yield from form.ratio(
        "discord.echo_ratio", ("discord.move", best["move"]), ("discord.echo", best["echo"]), "us"
    )
    yield form.line("discord.house", best["move"] - best["echo"], "us")
    yield form.line("discord.p50", median(taken), "ms")
    yield form.line("discord.p99", taken[int(len(taken) * 0.99)], "ms")
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
        sys.executable, "-m", "bench.discord_people", stdin=pipe, stdout=pipe, limit=1 << 24
    )
    try:
        yield _People(process, await _answer(process))
    finally:
        process.kill()
        await process.wait()


def _point_at(urls: list[str]) -> None:
    """The library keeps its addresses in class attributes; one subject works at a time."""
    discord.http.Route.BASE = urls[0]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(urls[1])


class Library(discord.Client):
    """The library alone, wired as the front end wires it."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.online = asyncio.Event()

    async def on_connect(self) -> None:
        self.online.set()


class Dropping(Library):
    """Receives presses and drops them."""

    def expect(self, count: int) -> None:
        self._left = count
        self.all_there = asyncio.Event()

    async def on_interaction(self, _: discord.Interaction) -> None:
        self._left -= 1
        if not self._left:
            self.all_there.set()


class Echoing(Library):
    """Answers each press with a fresh picture."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(EchoButton)
        self.positions = cycle(_positions())
        self.layout = _prebuilt()


class EchoButton(ui.DynamicItem[ui.Item[Any]], template=TEMPLATE):
    """Found as the bot finds its own."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "EchoButton":
        del interaction, match
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        position = next(interaction.client.positions)
        drawn = render(REVERSI, position, names=("Ann", "Bo"), theme=USUAL, size=SIZE)
        await interaction.response.edit_message(
            view=interaction.client.layout,
            attachments=[discord.File(io.BytesIO(drawn), "board.png")],
            allowed_mentions=discord.AllowedMentions.none(),
        )


def _prebuilt() -> ui.LayoutView:
    """A board's layout, made once."""
    box: ui.Container[ui.LayoutView] = ui.Container()
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
    [made] = layout(16)
    text, *rows = made["components"]
    box.add_item(ui.TextDisplay(text["content"]))
    for row in rows:
        line: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for button in row["components"]:
            line.add_item(ui.Button(label=button["label"], custom_id=button["custom_id"]))
        box.add_item(line)
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    view.stop()
    return view


@asynccontextmanager
async def _library(urls: list[str], token: str, client: Any) -> AsyncIterator[Any]:
    _point_at(urls)
    running = asyncio.create_task(client.start(token))
    await client.online.wait()
    yield client
    await client.close()
    await running


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
async def _bot(urls: list[str], token: str) -> AsyncIterator[None]:
    """The bot as shipped, without a cache of pictures."""
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
        config = DiscordConfig(api=urls[0], gateway=urls[1], token=Secret(token))
        front_end = DiscordFrontEnd(config, service, presenter, store, sessions, Pictures(kept=0))
        front_ends[front_end.platform] = front_end
        await front_end.start()
        opened.push_async_callback(front_end.stop)
        await front_end.ready.wait()
        yield
