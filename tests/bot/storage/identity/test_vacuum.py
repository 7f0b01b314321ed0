"""Killed anywhere, somebody is there as a whole or gone as a whole; and nothing is left of them."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.app.model.request import Actor
from bot.app.model.room import Room
from tests.bot.storage.files import ROOT, ask, opened
from tests.bot.storage.identity.test_erase_contract import played
from tests.bot.storage.sessions import LOBBY, NOON

USER, NAME, FORMER, SAID = "748159263501", "Zéphyrine", "Quillfeather", "I was here before noon"
ANN = Actor("paper", USER, NAME)
BO = Actor("paper", "bo", "Bo")
PRIVATE = Room("paper", None, USER)


async def lived(path: Path) -> None:
    """Ann has been here: once by another name, in two rooms, in words."""
    async with opened(path) as store:
        await store.player_for(Actor("paper", USER, FORMER))
        ann, bo = await store.player_for(ANN), await store.player_for(BO)
        await played(store, "one", ann.id, bo.id)
        await played(store, "two", bo.id, ann.id, home=PRIVATE)
        await store.say(LOBBY, ann.id, SAID, NOON)
        await store.choose_setting(ann.id, "theme", "dark")
        await store.contacts.block(ann.id, bo.id)


def left(folder: Path) -> set[str]:
    """What is left of her, in any file."""
    whole = b"".join(file.read_bytes() for file in folder.iterdir())
    return {text for text in (USER, NAME, FORMER, SAID) if text.encode() in whole}


def tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
    names = ask(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    return {str(name): ask(path, f"SELECT * FROM {name}") for (name,) in names}


def killed(path: Path, at: str) -> None:
    command = [sys.executable, "-m", "tests.bot.storage.leaver", str(path), at]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stdout + done.stderr


@pytest.mark.parametrize("at", ["3", "12", "30", "60", "DELETE FROM players", "INSERT", "COMMIT"])
async def test_killed_before_the_commit_everything_is_there(tmp_path: Path, at: str) -> None:
    path = tmp_path / "tavola.db"
    await lived(path)
    before = tables(path)
    killed(path, at)
    async with opened(path) as store:
        assert await store.belongings.known(ANN) is not None
    after = tables(path)
    assert after == before


@pytest.mark.parametrize("at", ["VACUUM", "PRAGMA wal_checkpoint", "DELETE FROM wipes"])
async def test_killed_after_the_commit_the_next_start_ends_it(tmp_path: Path, at: str) -> None:
    path = tmp_path / "tavola.db"
    await lived(path)
    killed(path, at)
    async with opened(path) as store:
        assert await store.belongings.known(ANN) is None
        assert left(tmp_path) == set()
        assert await store.belongings.known(BO) is not None
    assert ask(path, "SELECT * FROM wipes") == []


async def test_nothing_is_left_while_it_runs(tmp_path: Path) -> None:
    """Not even what was replaced long before, in a corner of a page or in the log of writes."""
    path = tmp_path / "tavola.db"
    await lived(path)
    assert left(tmp_path) >= {USER, NAME, SAID}
    async with opened(path) as store:
        ann = await store.belongings.known(ANN)
        assert ann is not None
        for name in (FORMER, NAME, FORMER, NAME):
            await store.player_for(Actor("paper", USER, name))
        assert left(tmp_path) == {USER, NAME, FORMER, SAID}
        await store.belongings.leave(ann.id)
        assert left(tmp_path) == set()


async def test_what_is_still_being_read_is_wiped_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    await lived(path)
    async with opened(path, patience=0.1) as store:
        ann = await store.belongings.known(ANN)
        assert ann is not None
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM players").fetchone()
            await store.belongings.leave(ann.id)
            assert await store.belongings.known(ANN) is None
            assert ask(path, "SELECT count(*) FROM wipes") == [(1,)]
    async with opened(path):
        assert left(tmp_path) == set()


async def test_without_room_for_it_the_deletion_stands_and_it_stays_due(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    await lived(path)
    Full.vacuums = 0
    async with opened(path, connection=Full) as store:
        ann = await store.belongings.known(ANN)
        assert ann is not None
        await store.belongings.leave(ann.id)
        assert Full.vacuums == 1
        assert await store.belongings.known(ANN) is None
    assert ask(path, "SELECT count(*) FROM wipes") == [(1,)]
    async with opened(path):
        assert left(tmp_path) == set()


class Full(sqlite3.Connection):
    """A disk on which no second copy of the file has room."""

    vacuums = 0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "VACUUM":
            Full.vacuums += 1
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full
        return super().execute(sql, *values)
