"""Back up the database, and restore it.

A backup is made by `VACUUM INTO` on a connection of its own, so neither it nor the writer waits for
the other: under a temporary name, checked, forced to disk, then renamed. A file with the backup's
name is therefore always complete. Restoring works the same way and keeps the old file aside.
"""

import asyncio
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

import aiosqlite

from bot.app.model.session import ScreenKind
from bot.app.ports.store import UnreadableMatch
from bot.storage.codec import decode, decode_contest
from bot.storage.errors import CannotOpen, cannot_open
from bot.storage.migrate import APPLICATION, schema_of
from bot.storage.ops import file_lock
from core.types import MatchId

_HEADER, _APPLICATION_AT = 72, 68
"""Bytes of the database header that are read, and the offset of the application id."""

_BELONGING = ("", "-wal", "-shm", "-journal", ".lock", ".orders")
"""Suffixes of the files that belong to a database."""

LOG = "-wal"
"""Suffix of the write-ahead log, which holds the last writes."""


async def backup(database: Path, to: Path) -> None:
    """Write a consistent copy to a new file, or in place of an older copy, while others write.

    Raises:
        CannotOpen: the database cannot be read, `to` not written, or `to` is another file than a
            copy of ours; then `to` is as it was.
    """
    database = _real(database, to)
    _must_be_replaceable(to, database)
    async with _copy_of(database, to) as copy:
        put(copy, to)


async def restore(source: Path, database: Path) -> Path | None:
    """Put a backup in the database's place and return the path of the old file, which is kept.

    If killed at any moment, it leaves either the old file or the new one in place, complete.

    Raises:
        CannotOpen: a bot is running on the database, or the backup is damaged, of a newer release
            or not ours. The database is as it was.
    """
    database = _real(database, source)
    held = file_lock.take(database)
    try:
        if not await check(source):
            raise CannotOpen(f"{source} is empty")
        async with _copy_of(source, database) as copy:
            aside = await asyncio.to_thread(_keep_aside, database)
            with suppress(CannotOpen):  # damaged, or missing
                async with _reading(database) as old:
                    await old.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            _beside(database, LOG).unlink(missing_ok=True)  # it must not be applied to the new file
            put(copy, database)
        return aside
    finally:
        held.release()


async def check(path: Path) -> int:
    """Return the schema of an intact database file, 0 for an empty one. Reads all of it.

    Raises:
        CannotOpen: it is missing, damaged, of a newer release or not ours.
    """
    async with _reading(path) as db:
        schema = await schema_of(db, path)
        [(found,)] = await db.execute_fetchall("PRAGMA integrity_check(1)")
    if found != "ok":
        raise CannotOpen(f"{path} is damaged ({found.splitlines()[-1]})")
    return schema


async def unreadable_matches(path: Path) -> tuple[MatchId, ...]:
    """Return the ids of stored matches that this release cannot read. Decodes every body.

    Raises:
        CannotOpen: the file is missing or not a database of the newest schema.
    """
    damaged: dict[MatchId, None] = {}
    async with _reading(path) as db:
        rows = await db.execute("SELECT id, format, body, contest FROM sessions ORDER BY rowid")
        async for id, format, body, contest in rows:
            try:
                decode(body, format)
                if contest is not None:
                    decode_contest(contest)
            except UnreadableMatch:
                damaged[MatchId(id)] = None
        kinds = str([kind.value for kind in ScreenKind]).replace("'", '"')
        for (id,) in await db.execute_fetchall(
            "SELECT DISTINCT session FROM screens"
            " WHERE kind NOT IN (SELECT value FROM json_each(?)) ORDER BY session",
            (kinds,),
        ):
            damaged[MatchId(id)] = None
    return tuple(damaged)


@asynccontextmanager
async def _reading(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """Open an existing file and turn sqlite3's errors into `CannotOpen`.

    The connection may write: SQLite cannot clean up after a read-only one, which would leave two
    files behind.
    """
    try:
        async with aiosqlite.connect(f"{_uri(path)}?mode=rw", uri=True, isolation_level=None) as db:
            yield db
    except sqlite3.Error as error:
        raise cannot_open(path, error) from error


@asynccontextmanager
async def _copy_of(database: Path, to: Path) -> AsyncIterator[Path]:
    """Make a checked copy beside `to` under a temporary name; remove it if it was not renamed."""
    copy = _temporary(to)
    try:
        async with _reading(database) as db:
            await db.execute("VACUUM INTO ?", (str(copy),))
        await check(copy)
        await asyncio.to_thread(_sync, copy)
        yield copy
    finally:
        copy.unlink(missing_ok=True)


def _must_be_replaceable(to: Path, database: Path) -> None:
    """Raise CannotOpen unless `to` is free, or an older copy that no bot has open."""
    if to.resolve() in {_beside(database, ending) for ending in _BELONGING}:
        raise CannotOpen(f"{to} belongs to the database: name another file")
    try:
        status = to.stat()
    except FileNotFoundError:
        if to.is_symlink():
            raise CannotOpen(f"{to} is a link that leads nowhere: name another file") from None
        return
    except OSError as error:
        raise CannotOpen(f"{to} cannot be read ({error.strerror})") from error
    if stat.S_ISDIR(status.st_mode):
        raise CannotOpen(f"{to} is a folder, a copy is a file")
    if not stat.S_ISREG(status.st_mode):
        raise CannotOpen(f"{to} is a device, pipe or socket, a copy is a file")
    if not _is_ours(to):
        raise CannotOpen(f"{to} exists and is no copy made by Tavola: name another file")
    if _beside(to, LOG).exists():
        raise CannotOpen(f"{to} is a database in use, or was not closed: name another file")


def _is_ours(file: Path) -> bool:
    """Return whether the header is that of a database made by Tavola (SQLite format, 1.3)."""
    try:
        with file.open("rb") as opened:
            header = opened.read(_HEADER)
    except OSError:
        return False
    number = int.from_bytes(header[_APPLICATION_AT:_HEADER])
    return header.startswith(b"SQLite format 3\0") and number == APPLICATION


def _keep_aside(database: Path) -> Path | None:
    """Copy the old file, with the log that may hold its last writes."""
    if not database.exists():
        return None
    names = (f"{database.name}.before-restore-{number}" for number in count(1))
    aside = next(path for name in names if not (path := database.with_name(name)).exists())
    if _beside(database, LOG).exists():
        _duplicate(_beside(database, LOG), _beside(aside, LOG))
    _duplicate(database, aside)
    return aside


def _duplicate(file: Path, to: Path) -> None:
    copy = _temporary(to)
    try:
        shutil.copyfile(file, copy)
        _sync(copy)
        put(copy, to)
    except OSError as error:
        raise CannotOpen(f"{to} cannot be written ({error.strerror})") from error
    finally:
        copy.unlink(missing_ok=True)


def put(copy: Path, to: Path) -> None:
    """Rename the copy, and force the new name to disk."""
    try:
        copy.replace(to)
        if os.name == "posix":
            _sync(to.parent)
    except OSError as error:
        raise CannotOpen(f"{to} cannot be written ({error.strerror})") from error


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _temporary(to: Path) -> Path:
    """Create an empty file in the same folder, private to its owner: it will hold secrets."""
    if to.is_dir():
        raise CannotOpen(f"{to} is a folder, a copy is a file")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{to.name}.", suffix=".part", dir=to.parent)
    except OSError as error:
        raise CannotOpen(f"{to} cannot be written ({error.strerror})") from error
    os.close(handle)
    return Path(name)


def _beside(database: Path, ending: str) -> Path:
    return database.with_name(database.name + ending)


def _uri(path: Path) -> str:
    if path.is_dir():
        raise CannotOpen(f"{path} is a folder, a database is a file")
    if not path.is_file():
        raise CannotOpen(f"{path} does not exist")
    return path.resolve().as_uri()


def _real(database: Path, other: Path) -> Path:
    """Return the database's path with links resolved. Raises CannotOpen if `other` is that file."""
    same = database.resolve() == other.resolve()
    if same or (database.exists() and other.exists() and database.samefile(other)):
        raise CannotOpen(f"{other} is the database itself: name another file")
    return database.resolve()
