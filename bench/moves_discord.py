"""One move on Discord: what the house adds to the same work without it.

No-op: the library receives a press and drops it. Echo: the same library hears the press in the
same way and answers with the next of 500 prepared positions, drawn afresh, over a layout made
beforehand. Move: the bot as shipped, no picture cache, SQLite at `synchronous=FULL`. All three live
in this process, whose CPU time is taken; Discord and its people are `discord_people.py`.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from typing import Any

import discord
import yarl
from discord import ui

from bench import moving
from bench.discord_people import layout
from bench.moving import COUNT, REVERSI, ROUNDS, WARM_UP
from bot.app.presentation.board_images import BoardImages
from bot.config import DiscordConfig, Secret
from bot.frontends.discord import DiscordFrontEnd
from renderers.registry import WIDTH, render
from renderers.theme import THEMES


def run(warm_up: int = WARM_UP, rounds: int = ROUNDS, count: int = COUNT) -> Iterator[str]:
    """The lines of `discord`."""
    yield from asyncio.run(_measure([warm_up] + rounds * [count]))


async def _measure(counts: list[int]) -> list[str]:
    """Rounds, and presses in each; the first round is not counted."""
    async with AsyncExitStack() as opened:
        others = await opened.enter_async_context(moving.people("bench.discord_people"))
        token, urls = others.told["token"], others.told["urls"]
        dropping = await opened.enter_async_context(_library(urls["noop"], token, Dropping()))
        await opened.enter_async_context(_library(urls["echo"], token, Echoing()))
        await opened.enter_async_context(_bot(urls["move"], token))

        def before(name: str, count: int) -> None:
            _point_at(urls[name])
            dropping.expect(count)

        async def after(name: str) -> None:
            if name == "noop":
                await dropping.all_there.wait()

        found = await moving.taken(others, counts, before, after)
        return list(found.lines("discord"))


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
        self.positions = cycle(moving.views())
        self.layout = _prebuilt()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Every press comes in here, as in the bot."""
        drawn = render(
            REVERSI, next(self.positions), names=("Ann", "Bo"), theme=THEMES[0], size=WIDTH
        )
        await interaction.response.edit_message(
            view=self.layout,
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


@asynccontextmanager
async def _bot(urls: list[str], token: str) -> AsyncIterator[None]:
    """The bot as shipped, without a cache of pictures."""
    async with moving.house() as home:
        config = DiscordConfig(api=urls[0], gateway=urls[1], token=Secret(token))
        front_end = DiscordFrontEnd(
            config, home.service, home.presenter, home.facade, BoardImages(kept=0)
        )
        await home.start(front_end)
        await front_end.ready.wait()
        yield
