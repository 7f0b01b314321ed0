"""The session cache is never older than what this process has already seen."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.app.model.session import Session
from bot.app.ports.store import VersionConflict
from bot.app.session_cache import TRIES, SessionCache, retry_on_conflict
from bot.storage.store import SqliteStore, open_sqlite
from core.types import MatchId
from tests.bot.storage.sessions import moved, session
from tests.fakes.clock import FixedNow


class Slow:
    """A store whose next `load` or `create` returns only when released, after it has read."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.read, self.go_on = asyncio.Event(), asyncio.Event()
        self.is_slow_to_create = False

    async def create(self, session: Session) -> Session:
        found = await self._store.create(session)
        if self.is_slow_to_create:
            self.read.set()
            await self.go_on.wait()
        return found

    async def load(self, id: MatchId) -> Session:
        found = await self._store.load(id)
        self.read.set()
        await self.go_on.wait()
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


async def test_what_was_forgotten_while_it_was_read_is_not_kept(tmp_path: Path) -> None:
    """A finished match changes its contest in the store and invalidates it in the cache.

    A slower load must not put the older contest back.
    """
    store = await open_sqlite(tmp_path / "tavola.db", FixedNow())
    try:
        slow = Slow(store)
        sessions = SessionCache(slow)
        old = await store.create(session())
        id = old.match.id
        reading = asyncio.create_task(sessions.load(id))
        await slow.read.wait()
        new = await store.save(moved(old, "c3"))  # bypassing this cache
        sessions.forget(id)
        slow.go_on.set()
        assert (await reading).version == old.version
        assert await sessions.load(id) == new
    finally:
        await store.close()


@pytest.mark.parametrize("cached", [True, False])
async def test_what_was_shown_while_it_was_read_is_not_forgotten(
    tmp_path: Path, cached: bool
) -> None:
    """Otherwise a command delivered twice at once would post two boards."""
    store = await open_sqlite(tmp_path / "tavola.db", FixedNow())
    try:
        slow = Slow(store)
        sessions = SessionCache(slow)
        made = await store.create(session())
        id = made.match.id
        reading = asyncio.create_task(sessions.load(id))
        await slow.read.wait()
        if cached:
            await sessions.create(session())
        await sessions.mark_shown(id, 0, made.version, "7", made.screens[0].room)
        slow.go_on.set()
        await reading
        assert (await sessions.load(id)).screens[0].message == "7"
    finally:
        await store.close()


async def test_what_is_there_already_keeps_what_was_shown(tmp_path: Path) -> None:
    """The second creation reads what the first has inserted, but returns after its board was
    posted."""
    store = await open_sqlite(tmp_path / "tavola.db", FixedNow())
    try:
        slow = Slow(store)
        sessions = SessionCache(slow)
        made = await sessions.create(session())
        slow.is_slow_to_create = True
        again = asyncio.create_task(sessions.create(session()))
        await slow.read.wait()
        await sessions.mark_shown(made.match.id, 0, made.version, "7", made.screens[0].room)
        slow.go_on.set()
        assert (await again).screens[0].message == "7"
        assert (await sessions.load(made.match.id)).screens[0].message == "7"
    finally:
        await store.close()


@pytest.mark.parametrize("conflicts", range(TRIES))
async def test_somebody_elses_save_makes_it_begin_anew_with_what_they_saved(
    tmp_path: Path, conflicts: int
) -> None:
    store = await open_sqlite(tmp_path / "tavola.db", FixedNow())
    try:
        sessions = SessionCache(store)
        id = (await store.create(session())).match.id
        loaded: list[int] = []

        async def attempt() -> Session:
            found = await sessions.load(id)
            loaded.append(found.version)
            if len(loaded) <= conflicts:
                await store.save(found)  # bypassing this cache
            return await sessions.save(moved(found, "c3"))

        saved = await retry_on_conflict(attempt)
        assert loaded == list(range(1, conflicts + 2))
        assert saved == await store.load(id)
        assert saved.version == conflicts + 2
    finally:
        await store.close()


async def test_it_is_given_up_where_somebody_was_first_each_time() -> None:
    tried: list[int] = []

    async def attempt() -> None:
        tried.append(len(tried))
        raise VersionConflict

    with pytest.raises(VersionConflict):
        await retry_on_conflict(attempt)
    assert tried == list(range(TRIES))
