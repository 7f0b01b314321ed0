"""The sessions in memory: never older than what somebody here has already seen."""

import asyncio
from pathlib import Path
from typing import Any

from bot.app.session import Session
from bot.app.sessions import Sessions
from bot.storage.sqlite import SqliteStore, open_sqlite
from core.types import MatchId
from tests.bot.storage.sessions import moved, session
from tests.fakes.clock import FixedNow


class Slow:
    """A store whose next `load` takes as long as one likes after it has read."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.read, self.go_on = asyncio.Event(), asyncio.Event()

    async def load(self, id: MatchId) -> Session:
        found = await self._store.load(id)
        self.read.set()
        await self.go_on.wait()
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


async def test_what_was_forgotten_while_it_was_read_is_not_kept(tmp_path: Path) -> None:
    """A match that ends changes its contest in the store; the contest is forgotten then, and a
    slower reader must not bring the older one back."""
    store = await open_sqlite(tmp_path / "tavola.db", FixedNow())
    try:
        slow = Slow(store)
        sessions = Sessions(slow)
        old = await store.create(session())
        id = old.match.id
        reading = asyncio.create_task(sessions.load(id))
        await slow.read.wait()
        new = await store.save(moved(old, "c3"))  # past this cache
        sessions.forget(id)
        slow.go_on.set()
        assert (await reading).version == old.version
        assert await sessions.load(id) == new
    finally:
        await store.close()
