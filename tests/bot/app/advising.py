"""Wire hints and reviews with scripted engines."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.app.analysis.hints import Hints
from bot.app.analysis.review_cards import ReviewPlots
from bot.app.analysis.review_handler import ReviewHandlers
from bot.app.commit import MatchWriter
from bot.app.ports.engines import Engines
from bot.app.ports.store import Store
from bot.app.routing import advice
from bot.app.service import GameService
from bot.app.session_cache import SessionCache
from bot.app.wiring import build_presenter
from core.engine import Advice, AdviceRequest
from core.game import BoardView
from core.types import GameId
from tests.fakes.engines import ScriptedEngine


@asynccontextmanager
async def advised(
    service: GameService,
    store: Store,
    sessions: SessionCache,
    engines: Engines,
    writer: MatchWriter | None = None,
) -> AsyncIterator[ReviewHandlers]:
    """Serve hints and reviews by these engines."""
    presenter = build_presenter(store, service.presence._now)
    writer = writer or service._boards._writer
    reviews = ReviewHandlers(store, sessions, presenter, engines, writer, ReviewPlots())
    routes = service._routes
    found = advice(Hints(store, sessions, engines), reviews)
    service._routes = replace(routes, by_session={**routes.by_session, **found})
    try:
        yield reviews
    finally:
        await reviews.close()


class Strict(ScriptedEngine):
    """Rates the last legal move far above all others."""

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        told = await super().advise(game, view, asked)
        assert told.played is not None
        move = view.legal[-1]
        best = replace(told.candidates[0], move=move, line=(move,), chance=800)
        played = best if told.played.move == move else replace(told.played, chance=400)
        return replace(told, candidates=(best,), played=played)


class OneByOne(ScriptedEngine):
    """Answers one question each time it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.next = asyncio.Semaphore(0)

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        await self.next.acquire()
        return await super().advise(game, view, asked)
