"""The page served for real: the application on a SQLite file behind an aiohttp server on loopback.

Only time, chance and the computer's cleverness are ours: the clock moves when a test moves it, and
the computer plays the first legal move at once.
"""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.app.background.engine_moves import EngineMoves
from bot.app.background.publisher import Publisher
from bot.app.background.recovery import Recovery
from bot.app.notifications.scheduler import NotificationScheduler
from bot.app.ports.store import Store
from bot.app.presentation.board_images import BoardImages
from bot.app.service import GameService
from bot.app.session_cache import SessionCache
from bot.app.wiring import Application, build_application, build_presenter
from bot.config import WebConfig
from bot.frontends.web import WebFrontEnd
from bot.storage.store import open_sqlite
from core.engine import Advice, AdviceRequest, Choice
from core.game import BoardView
from core.match.model import Match
from core.registry import GAMES
from core.types import GameId
from tests.fakes.clock import FixedNow, Seeded
from tests.fakes.engines import advice


class QuickEngines:
    """Implements `ports.Engines`: the first legal move, without thinking."""

    async def choose(self, match: Match) -> Choice:
        move = GAMES[match.game].legal_moves(match.position)[0]
        return Choice(move, score=None, line=(move,), depth=1, nodes=1, cut=False)

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        del game
        return advice(view, asked)

    async def close(self) -> None:
        """Nothing is open."""


@dataclass
class Harness:
    """What a test reaches for."""

    web: WebFrontEnd
    store: Store
    sessions: SessionCache
    app: Application
    publisher: Publisher
    now: FixedNow
    notices: NotificationScheduler

    @property
    def service(self) -> GameService:
        return self.app.service

    @property
    def url(self) -> str:
        return self.web.url

    @property
    def port(self) -> int:
        return self.web.port


def free_port() -> int:
    """A port for a page that is started twice: its cookie is for one port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def harness(
    path: Path, now: FixedNow | None = None, seed: str = "", public_url: str = "", port: int = 0
) -> AsyncIterator[Harness]:
    """Opens it on this file and port; what was shown before stays in the file."""
    now = now or FixedNow()
    fresh = Seeded(seed)
    store = await open_sqlite(path, now)
    try:
        sessions, presenter = SessionCache(store), build_presenter(store, now)
        app = build_application(store, sessions, presenter, now, fresh)
        service = app.service
        config = WebConfig(port=port, public_url=public_url)
        web = WebFrontEnd(config, service, presenter, app.facade, BoardImages(), now, fresh)
        publisher = Publisher(sessions, {web.platform: web})
        thinking = EngineMoves(QuickEngines(), app.dispatcher)
        notices = NotificationScheduler(store, sessions, presenter, {web.platform: web}, now)
        for wake in (publisher.wake, thinking.wake, notices.wake):
            app.events.on_saved(wake)
        sweep = Recovery(store, sessions, app.dispatcher, publisher, thinking, now)
        try:
            await web.start()
            await sweep.run()
            await notices.run()
            yield Harness(web, store, sessions, app, publisher, now, notices)
        finally:
            await web.stop()
            await notices.close()
            await thinking.close()
            await publisher.close()
    finally:
        await store.close()
