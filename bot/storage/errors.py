"""Classify database failures for two readers.

    CannotOpen                         the operator: one line that says what to do
    StoreUnavailable (bot/app/ports)   a player: not now; nothing was changed, ask again
      +-- UnreadableMatch              one stored match that this release cannot read

Any other error of a statement is a bug and reaches the caller unchanged.
"""

import sqlite3
from pathlib import Path

from bot.app.ports.store import StoreUnavailable

_OUTAGES = {
    sqlite3.SQLITE_BUSY: "is locked by another program",
    sqlite3.SQLITE_LOCKED: "is locked by another program",
    sqlite3.SQLITE_NOMEM: "has no memory left to work with",
    sqlite3.SQLITE_READONLY: "is read-only",
    sqlite3.SQLITE_PERM: "may not be accessed",
    sqlite3.SQLITE_IOERR: "cannot be read or written (the disk reports an error)",
    sqlite3.SQLITE_CORRUPT: "is damaged: stop the bot and restore a backup",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_PROTOCOL: "is locked by another program",
    sqlite3.SQLITE_NOTADB: "is not a database",
}


EMPTY = "{path} is empty (0 bytes): restore a backup, or delete the file to start anew"
"""Message for a file that lost its contents; a database being created is never empty."""


class CannotOpen(Exception):
    """The database cannot be opened. The message is one line for the operator."""


def outage(error: BaseException) -> StoreUnavailable | None:
    """Return the error as an outage of the database, or None if the statement is at fault."""
    if isinstance(error, StoreUnavailable):
        return error
    what = _what(error)
    return None if what is None else StoreUnavailable(f"the database {what} ({error})")


def cannot_open(path: Path, error: BaseException) -> CannotOpen:
    """Return the reason why this file cannot be opened, as one line."""
    if isinstance(error, OSError):
        return CannotOpen(f"{path} cannot be written ({error.strerror or error})")
    return CannotOpen(f"{path} {_what(error) or 'cannot be opened'} ({error})")


def _what(error: BaseException) -> str | None:
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else _OUTAGES.get(code & 0xFF)
