"""Inspect a database without changing it, for `tavola check`.

Nothing is created: a folder, file or lock that did not exist before would be a change.
"""

import asyncio
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from bot.storage.errors import EMPTY, CannotOpen
from bot.storage.migrate import SQLITE, steps_in
from bot.storage.ops import file_lock
from bot.storage.ops.backup import check, unreadable_matches
from bot.storage.store import has_wal_reset_bug
from core.types import MatchId


@dataclass(frozen=True, slots=True)
class DatabaseHealth:
    """The schema of a file, 0 if it does not exist yet, and the one this release creates.

    `unreadable` lists stored matches that are damaged; the bot starts and serves all others.
    """

    schema: int
    newest: int
    unreadable: tuple[MatchId, ...] = ()


def check_health(path: Path) -> DatabaseHealth:
    """Return whether the bot could work with this file. Reads all of it.

    Raises:
        CannotOpen: in use, read-only, damaged, of a newer release or another program's.
    """
    newest = len(steps_in(SQLITE))
    folder = nearest(path.parent)
    if not folder.is_dir():
        raise CannotOpen(f"{folder} is no folder, so {path} cannot be made")
    if path.is_dir():
        raise CannotOpen(f"{path} is a folder, the database is a file")
    _must_be_writable(folder)
    if not path.exists():
        return DatabaseHealth(0, newest)
    held = file_lock.take(path)
    try:
        _must_be_writable(path)
        if not path.stat().st_size:
            raise CannotOpen(EMPTY.format(path=path))
        schema = asyncio.run(check(path))
        unreadable = asyncio.run(unreadable_matches(path)) if schema == newest else ()
        return DatabaseHealth(schema, newest, unreadable)
    finally:
        held.release()


def nearest(folder: Path) -> Path:
    """Return the folder, or the closest existing folder it would be created in."""
    return next(each for each in (folder, *folder.parents) if each.exists())


def library() -> tuple[str, bool]:
    """Return the version of SQLite, and whether it has the WAL-reset bug (see `store.py`)."""
    return sqlite3.sqlite_version, has_wal_reset_bug(sqlite3.sqlite_version_info)


def _must_be_writable(path: Path) -> None:
    if not os.access(path, os.W_OK):
        raise CannotOpen(f"{path} cannot be written")
