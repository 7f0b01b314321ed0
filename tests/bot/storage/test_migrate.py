"""Numbered steps, applied once, in order, whole or not at all."""

import logging
import sqlite3
from pathlib import Path

import aiosqlite
import pytest

from bot.storage.errors import CannotOpen
from bot.storage.migrate import APPLICATION, SQLITE, migrate, schema_of, steps_in

FIRST = f"PRAGMA application_id = {APPLICATION}; CREATE TABLE one (x TEXT) STRICT"
SECOND = "CREATE TABLE two (x TEXT) STRICT; INSERT INTO one VALUES ('from the second')"
BROKEN = "CREATE TABLE three (x TEXT) STRICT; INSERT INTO nowhere VALUES (1)"


def folder(path: Path, *steps: str) -> Path:
    path.mkdir()
    for number, sql in enumerate(steps, 1):
        (path / f"{number:04}_step.sql").write_text(sql)
    (path / "README.md").write_text("is no step")
    return path


def tables(path: Path) -> set[str]:
    connection = sqlite3.connect(path)
    try:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    finally:
        connection.close()


async def test_steps_are_applied_once_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    async with aiosqlite.connect(path, isolation_level=None) as db:
        assert await migrate(db, path, folder(tmp_path / "a", FIRST)) == 1
        assert await migrate(db, path, folder(tmp_path / "b", FIRST, SECOND)) == 2
        assert await migrate(db, path, tmp_path / "b") == 2
        assert list(await db.execute_fetchall("SELECT * FROM one")) == [("from the second",)]


async def test_a_failing_step_leaves_a_file_that_the_release_before_opens(tmp_path: Path) -> None:
    path, before = tmp_path / "file.db", folder(tmp_path / "a", FIRST)
    async with aiosqlite.connect(path, isolation_level=None) as db:
        assert await migrate(db, path, before) == 1
        with pytest.raises(CannotOpen, match=r"file\.db: step 3 .* no such table: nowhere"):
            await migrate(db, path, folder(tmp_path / "b", FIRST, SECOND, BROKEN))
        assert await schema_of(db, path) == 1
        assert not db.in_transaction
    assert tables(path) == {"one"}
    async with aiosqlite.connect(path, isolation_level=None) as db:
        assert await migrate(db, path, before) == 1
        repaired = folder(tmp_path / "c", FIRST, SECOND, "CREATE TABLE three (x TEXT) STRICT")
        assert await migrate(db, path, repaired) == 3
        assert list(await db.execute_fetchall("SELECT * FROM one")) == [("from the second",)]


async def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    async with aiosqlite.connect(path, isolation_level=None) as db:
        await migrate(db, path, folder(tmp_path / "new", FIRST, SECOND))
    before = path.read_bytes()
    async with aiosqlite.connect(path, isolation_level=None) as db:
        with pytest.raises(CannotOpen, match="has schema 2, this release knows up to 1"):
            await migrate(db, path, folder(tmp_path / "old", FIRST))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "sql",
    ["CREATE TABLE notes (x TEXT)", "PRAGMA user_version = 1", "PRAGMA application_id = 77"],
)
async def test_another_programs_database_is_left_alone(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "notes.db"
    async with aiosqlite.connect(path, isolation_level=None) as db:
        await db.execute(sql)
    before = path.read_bytes()
    async with aiosqlite.connect(path, isolation_level=None) as db:
        with pytest.raises(CannotOpen, match=r"notes\.db is a database of another program"):
            await migrate(db, path)
    assert path.read_bytes() == before


def test_a_gap_in_the_numbers_is_noticed(tmp_path: Path) -> None:
    steps = folder(tmp_path / "a", FIRST, SECOND, BROKEN)
    (steps / "0002_step.sql").unlink()
    with pytest.raises(ValueError, match="not numbered"):
        steps_in(steps)


def test_a_number_given_twice_is_noticed(tmp_path: Path) -> None:
    steps = folder(tmp_path / "a", FIRST, SECOND)
    (steps / "0002_other.sql").write_text(SECOND)
    with pytest.raises(ValueError, match="not numbered"):
        steps_in(steps)


async def test_our_own_steps_go_from_every_schema_to_the_newest(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    steps = steps_in(SQLITE)
    shapes = set()
    for known in range(1, len(steps) + 1):
        path = tmp_path / f"{known}.db"
        async with aiosqlite.connect(path, isolation_level=None) as db:
            assert await migrate(db, path, folder(tmp_path / str(known), *steps[:known])) == known
            assert await migrate(db, path) == len(steps)
            shapes.add(tuple(await db.execute_fetchall("SELECT sql FROM sqlite_schema")))
    assert len(shapes) == 1
    assert f"was migrated to schema {len(steps)}" in caplog.text
