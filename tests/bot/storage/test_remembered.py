"""What the store remembers of rows is never older than the rows, however slowly they were read."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.storage.players.players import PlayerRepository
from bot.storage.players.settings import SettingsRepository
from bot.storage.reader import Reader
from bot.storage.rooms.settings import SqliteRoomSettingsRepository
from bot.storage.store import SqliteStore, open_sqlite
from core.types import PlayerId
from tests.fakes.clock import FixedNow

HOUSE = Room("paper", "server", "")
HALL = Room("paper", "server", "hall")
ANN = Actor("paper", "ann", "Ann")


class Slow(Reader):
    """Reads at once, and gives its first answer only when it is told to go on."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader._connection)
        self.has_read, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def rows(self, sql: str, values: Iterable[Any] = ()) -> Sequence[Any]:
        found = await super().rows(sql, values)
        if not self.has_read.is_set():
            self.has_read.set()
            await self.may_go_on.wait()
        return found


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await open_sqlite(tmp_path / "tavola.db", FixedNow())
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def slow(store: SqliteStore) -> Slow:
    return Slow(store._reader)


async def test_settings_of_a_room(store: SqliteStore, slow: Slow) -> None:
    book = SqliteRoomSettingsRepository(slow, store._writer, FixedNow())
    reading = asyncio.create_task(book.chosen(HOUSE))
    await slow.has_read.wait()
    await book.choose(HOUSE, "pictures", "no")
    slow.may_go_on.set()
    assert await reading == {}
    assert await book.chosen(HOUSE) == {"pictures": "no"}


async def test_bars(store: SqliteStore, slow: Slow) -> None:
    book = SqliteRoomSettingsRepository(slow, store._writer, FixedNow())
    ann = (await store.player_for(ANN)).id
    reading = asyncio.create_task(book.is_barred(HALL, ann))
    await slow.has_read.wait()
    await book.bar(HOUSE, ann)
    slow.may_go_on.set()
    assert not await reading
    assert await book.is_barred(HALL, ann)


async def test_names(store: SqliteStore, slow: Slow) -> None:
    people = PlayerRepository(slow, store._writer, FixedNow())
    ann = (await store.player_for(ANN)).id
    reading = asyncio.create_task(people.players([ann]))
    await slow.has_read.wait()
    await people.player_for(Actor("paper", "ann", "Anne"))
    slow.may_go_on.set()
    assert (await reading)[ann].name == "Ann"
    assert (await people.players([ann]))[ann].name == "Anne"


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_ones_own_settings(store: SqliteStore, slow: Slow, elsewhere: bool) -> None:
    """Chosen here, or changed by whoever joins two people and says so."""
    preferences = SettingsRepository(slow, store._writer)
    ann = (await store.player_for(ANN)).id
    reading = asyncio.create_task(preferences.of(ann))
    await slow.has_read.wait()
    if elsewhere:
        await SettingsRepository(store._reader, store._writer).choose(ann, "theme", "wood")
        preferences.forget(ann)
    else:
        await preferences.choose(ann, "theme", "wood")
    slow.may_go_on.set()
    assert (await reading).theme == ("classic" if elsewhere else "wood")
    assert (await preferences.of(ann)).theme == "wood"


async def test_whoever_is_no_person_has_the_usual_settings(store: SqliteStore) -> None:
    preferences = SettingsRepository(store._reader, store._writer)
    assert (await preferences.of(PlayerId("computer"))).theme == "classic"
