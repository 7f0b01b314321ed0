"""Copies of the database, and back again.

A backup is made by `VACUUM INTO` on a connection of its own, which never waits for the writer nor
makes it wait: under a temporary name, checked, forced to the disk, then renamed. So a file with the
backup's name is always a whole one. Restoring goes the same way and keeps the old file aside.
"""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

import aiosqlite

from bot.storage import lock
from bot.storage.errors import CannotOpen, cannot_open
from bot.storage.migrate import schema_of

ASIDE = "before-restore"


async def backup(database: Path, to: Path) -> None:
    """A consistent copy, made while others write. An older file of that name is replaced.

    Raises:
        CannotOpen: the database cannot be read, or `to` not written; then `to` is as it was.
    """
    _must_differ(database, to)
    async with _copy_of(database, to) as copy:
        _put(copy, to)


async def restore(source: Path, database: Path) -> Path | None:
    """Puts a backup in the database's place. The old file is kept; its new path is the answer.

    Raises:
        CannotOpen: a bot is running on the database, or the backup is damaged, of a newer release
            or not ours. The database is as it was.
    """
    _must_differ(database, source)
    held = lock.take(database)
    try:
        await check(source)
        async with _copy_of(source, database) as copy:
            await _fold_log(database)
            aside = await asyncio.to_thread(_keep_aside, database)
            _put(copy, database)
        return aside
    finally:
        held.release()


async def check(path: Path) -> int:
    """The schema of a sound database file. Reads all of it, and changes nothing.

    Raises:
        CannotOpen: it is missing, damaged, of a newer release or not ours.
    """
    async with _reading(path) as db:
        schema = await schema_of(db, path)
        [(found,)] = await db.execute_fetchall("PRAGMA integrity_check(1)")
    if found != "ok":
        raise CannotOpen(f"{path} is damaged ({found.splitlines()[-1]})")
    if not schema:
        raise CannotOpen(f"{path} is empty")
    return schema


@asynccontextmanager
async def _reading(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """A connection that cannot write; sqlite3's errors become `CannotOpen`."""
    try:
        async with aiosqlite.connect(f"{_uri(path)}?mode=ro", uri=True, isolation_level=None) as db:
            yield db
    except sqlite3.Error as error:
        raise cannot_open(path, error) from error


@asynccontextmanager
async def _copy_of(database: Path, to: Path) -> AsyncIterator[Path]:
    """A sound copy beside `to` under a temporary name, gone afterwards if it is still there."""
    copy = _temporary(to)
    try:
        async with _reading(database) as db:
            await db.execute("VACUUM INTO ?", (str(copy),))
        await check(copy)
        await asyncio.to_thread(_sync, copy)
        yield copy
    finally:
        copy.unlink(missing_ok=True)


async def _fold_log(database: Path) -> None:
    """Moves what stands in the write-ahead log into the file itself, where both are sound."""
    with suppress(sqlite3.Error):
        async with aiosqlite.connect(database, isolation_level=None) as db:
            await db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")


def _keep_aside(database: Path) -> Path | None:
    """Copies the old file; a log that could not be folded into it must not meet the new file."""
    log, shared = (database.with_name(database.name + end) for end in ("-wal", "-shm"))
    aside = None
    if database.exists():
        names = (f"{database.name}.before-restore-{number}" for number in count(1))
        aside = next(path for name in names if not (path := database.with_name(name)).exists())
        shutil.copy2(database, aside)
        _sync(aside)
        if log.exists():
            log.replace(aside.with_name(aside.name + "-wal"))
    log.unlink(missing_ok=True)
    shared.unlink(missing_ok=True)
    return aside


def _put(copy: Path, to: Path) -> None:
    """Renames, and forces the name to the disk."""
    copy.replace(to)
    if os.name == "posix":
        _sync(to.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _temporary(to: Path) -> Path:
    """A fresh empty file in the same folder, readable by its owner alone: it will hold secrets."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{to.name}.", suffix=".part", dir=to.parent)
    except OSError as error:
        raise CannotOpen(f"{to} cannot be written ({error.strerror})") from error
    os.close(handle)
    return Path(name)


def _uri(path: Path) -> str:
    if not path.is_file():
        raise CannotOpen(f"{path} does not exist")
    return path.resolve().as_uri()


def _must_differ(database: Path, other: Path) -> None:
    if database.resolve() == other.resolve():
        raise CannotOpen(f"{other} is the database itself: name another file")
