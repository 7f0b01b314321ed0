"""The back ends: whatever stands here has to pass the contract tests."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Protocol

import pytest

from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.storage.store import open_sqlite
from tests.fakes.clock import FixedNow


class Backend(Protocol):
    """A place that outlives the stores that are opened on it."""

    async def open(self) -> Store: ...

    async def open_at(self, now: Now) -> Store: ...


class SqliteFile:
    """A database file in a folder of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "tavola.db"

    async def open(self) -> Store:
        return await self.open_at(FixedNow())

    async def open_at(self, now: Now) -> Store:
        """With that clock."""
        return await open_sqlite(self.path, now)


BACKENDS: dict[str, Callable[[Path], Backend]] = {"sqlite": SqliteFile}


@pytest.fixture(params=sorted(BACKENDS))
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    return BACKENDS[request.param](tmp_path)


@pytest.fixture
async def store(backend: Backend) -> AsyncIterator[Store]:
    opened = await backend.open()
    try:
        yield opened
    finally:
        await opened.close()
