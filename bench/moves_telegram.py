"""One move on Telegram: what the house adds to the same work without it.

No-op: the library receives a press and drops it. Echo: the same library and transport answer it and
send the next of 500 prepared positions, drawn afresh, with a keyboard made beforehand. Move: the
bot as shipped, boards as pictures, no picture cache, SQLite at `synchronous=FULL`. All three live
in this process, whose CPU time is taken; Telegram and its people are `telegram_people.py`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from typing import Any

from telegram import InputMediaPhoto, Update
from telegram.ext import ApplicationBuilder, TypeHandler

from bench import moving
from bench.moving import COUNT, REVERSI, ROUNDS, WARM_UP
from bench.telegram_people import keyboard
from bot.app.presentation.board_images import BoardImages
from bot.config import Secret, TelegramConfig
from bot.frontends.telegram.bot import QuietBot
from bot.frontends.telegram.client import WANTED, TelegramFrontEnd
from bot.frontends.telegram.outbound.rate_limit import RateLimit
from renderers.registry import WIDTH, render
from renderers.theme import THEMES

KEYBOARD = json.dumps(keyboard(16))
CAPTION = "⚫ Ann 12   ⚪ Bo 20\n23. Ann d3\n▶ Bo to move"


def run(warm_up: int = WARM_UP, rounds: int = ROUNDS, count: int = COUNT) -> Iterator[str]:
    """The lines of `telegram`."""
    yield from asyncio.run(_measure([warm_up] + rounds * [count]))


async def _measure(counts: list[int]) -> list[str]:
    """Rounds, and presses in each; the first round is not counted."""
    async with AsyncExitStack() as opened:
        others = await opened.enter_async_context(moving.people("bench.telegram_people"))
        token, urls = others.told["token"], others.told["urls"]
        await opened.enter_async_context(_library(urls["noop"], token, _drop))
        await opened.enter_async_context(_library(urls["echo"], token, _echo(moving.views())))
        await opened.enter_async_context(_bot(urls["move"], token))
        return list((await moving.taken(others, counts)).lines("telegram"))


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
        picture = render(REVERSI, next(following), names=names, theme=THEMES[0], size=WIDTH)
        await query.get_bot().edit_message_media(
            InputMediaPhoto(picture, CAPTION, filename="board.png"),
            query.message.chat.id,
            query.message.message_id,
            api_kwargs={"reply_markup": KEYBOARD},
        )

    return echo


@asynccontextmanager
async def _bot(url: str, token: str) -> AsyncIterator[None]:
    """The bot as shipped, without a cache of pictures and without the platform's pace."""
    async with moving.house() as home:
        front_end = TelegramFrontEnd(
            TelegramConfig(api=url, boards="picture", token=Secret(token)),
            home.service,
            home.presenter,
            home.facade,
            BoardImages(kept=0),
            pace=RateLimit(minute=0.001),
        )
        await home.start(front_end)
        await front_end.ready.wait()
        yield
