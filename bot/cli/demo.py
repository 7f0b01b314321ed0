"""`tavola demo`: the web page with a running match of each game.

Runs the whole bot without chats on a temporary database, with guests on its page who play the games
of `demo_games.py` in a loop, side by side, a move every few seconds. They use the page's own login
and protocol, never the service, so the demo shows the real thing.
"""

import asyncio
import logging
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from yarl import URL

from bot.cli import run
from bot.cli.demo_games import MATCHES, Played
from bot.config import Config, DiscordConfig, StorageConfig, TelegramConfig
from bot.frontends.web.client import PageClient, PageClosed, browser

log = logging.getLogger(__name__)


def demo(config: Config, pause: float) -> int:
    """Play until stopped; `pause` seconds between two moves."""
    with TemporaryDirectory(prefix="tavola-demo-") as folder:
        apart = msgspec.structs.replace(
            config,
            storage=StorageConfig(path=Path(folder) / "tavola.db"),
            discord=DiscordConfig(),
            telegram=TelegramConfig(),
        )
        shows: list[asyncio.Task[None]] = []

        def ready(link: str) -> None:
            shows.append(asyncio.create_task(_show(URL(link), pause), name="demo"))

        return run.run(apart, ready)


async def _show(link: URL, pause: float) -> None:
    """Run the show and log failures; the page stays up. Root of a task."""
    try:
        async with browser(link) as window, AsyncExitStack() as opened:
            tables = [
                [await opened.enter_async_context(window(name)) for name in match.players]
                for match in MATCHES
            ]
            run.announce((await tables[0][0].ask("invite"))["link"])
            async with asyncio.TaskGroup() as shows:
                for match, guests in zip(MATCHES, tables, strict=True):
                    shows.create_task(_repeat(match, guests, pause))
    except* (PageClosed, ConnectionError) as gone:
        log.info("the demo ended: %s", gone.exceptions[0])
    except* Exception:
        log.exception("the demo failed")


async def _repeat(match: Played, guests: list[PageClient], pause: float) -> None:
    while True:
        await _play(match, guests, pause)


async def _play(match: Played, guests: list[PageClient], pause: float) -> None:
    """Play one match from the challenge to the result, then pause."""
    first, *others = guests
    session = (await first.wish("say", text=match.begin))["session"]
    for other in others:
        await other.wish("ask", verb="join", session=session)
    if not others:
        await first.wish("ask", verb="start", session=session)
    version = 0
    for number in range(match.length):
        shown = await first.board(session, version)
        version, board = shown["version"], shown["card"]["board"]
        if shown["status"] != "playing" or board is None:
            break
        await asyncio.sleep(pause)
        mover = first if board["to_act"] in shown["mine"] else guests[-1]
        move = match.choose(number, board["view"])
        await mover.wish("move", session=session, turn=shown["turn"], move=move)
    await asyncio.sleep(4 * pause)
