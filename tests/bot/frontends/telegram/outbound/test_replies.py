"""Changes of one message: one at a time, and what was overtaken is left out."""

import asyncio
from pathlib import Path
from random import Random

from bot.app.facade import Facade
from bot.app.ports.store import Store
from bot.app.presentation.board_images import BoardImages
from bot.app.session_cache import SessionCache
from bot.app.subscriptions import Subscriptions
from bot.app.wiring import build_presenter
from bot.frontends.telegram.bot import QuietBot
from bot.frontends.telegram.mapping import room
from bot.frontends.telegram.outbound.rate_limit import RateLimit
from bot.frontends.telegram.outbound.replies import LATEST_KEPT, Replies
from bot.frontends.telegram.outbound.sender import MessageSender
from bot.storage.store import open_sqlite
from tests.fakes.clock import FixedNow


class Gate(RateLimit):
    """Nobody's turn comes before it is opened."""

    def __init__(self) -> None:
        super().__init__(0.06)
        self.open = asyncio.Event()

    async def turn(self, chat: str) -> None:
        await self.open.wait()
        await super().turn(chat)


def facade(store: Store) -> Facade:
    return Facade(store, SessionCache(store), build_presenter(store, FixedNow()), Subscriptions())


async def drawn(path: Path, stamps: list[int], message: int = 7) -> list[int]:
    """Which of these changes are made that all wait for their turn, in this order."""
    made: list[int] = []
    store, gate = await open_sqlite(path, FixedNow()), Gate()
    bot = QuietBot.at("http://127.0.0.1:9", "1:x")
    outbox = Replies(bot, MessageSender(bot, BoardImages(), facade(store)), gate)

    async def change(stamp: int) -> None:
        async def draw() -> str:
            made.append(stamp)
            await asyncio.sleep(0)
            assert made[-1] == stamp  # one at a time
            return str(message)

        await outbox.redraw(room(5), message, draw, stamp)

    waiting = [asyncio.create_task(change(stamp)) for stamp in stamps]
    await asyncio.sleep(0)
    gate.open.set()
    await asyncio.gather(*waiting)
    await change(max(stamps) - 1)  # late, and overtaken long ago
    await store.close()
    return made


async def test_only_the_latest_of_those_that_wait_is_made(tmp_path: Path) -> None:
    for seed in range(5):
        stamps = list(range(1, 10))
        Random(seed).shuffle(stamps)
        assert await drawn(tmp_path / f"{seed}.db", stamps) == [9]


async def test_stamps_rise_and_old_messages_are_forgotten(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "t.db", FixedNow())
    bot = QuietBot.at("http://127.0.0.1:9", "1:x")
    outbox = Replies(bot, MessageSender(bot, BoardImages(), facade(store)), RateLimit(0.0001))
    stamps = [outbox.stamp() for _ in range(5)]
    assert stamps == sorted(set(stamps))

    async def draw() -> str:
        return ""

    for message in range(LATEST_KEPT + 5):
        await outbox.redraw(room(5), message, draw, outbox.stamp())
    assert len(outbox._latest) == LATEST_KEPT
    await store.close()
