"""Opens the desks that ask engines for advice, with engines that do as they are told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app.hints import Hints
from bot.app.meant import Meant
from bot.app.ports import Engines, Store
from bot.app.requests import Verb
from bot.app.reviews import Reviews
from bot.app.service import GameService
from bot.app.sessions import Sessions


@asynccontextmanager
async def advised(
    service: GameService, store: Store, sessions: Sessions, engines: Engines
) -> AsyncIterator[None]:
    """Hints and reviews are served by these engines."""
    meant = Meant(store, sessions)
    reviews = Reviews(store, sessions, service._presenter, meant, engines)
    service.open(Verb.HINT, Hints(store, sessions, meant, engines).serve)
    service.open(Verb.REVIEW, reviews.serve)
    try:
        yield
    finally:
        await reviews.close()
