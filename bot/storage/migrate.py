"""Apply schema changes: numbered SQL files, once each, in order.

Each back end has a folder in `migrations/`; a file is named `NNNN_what.sql` and never edited after
a release. SQLite keeps the number in `PRAGMA user_version`. All pending steps are one transaction:
if one fails, or the process is killed, the previous release can still open the file. A new file
waits for the disk once instead of once per step.
"""

import logging
import re
import sqlite3
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import aiosqlite

from bot.storage.errors import CannotOpen

log = logging.getLogger(__name__)

APPLICATION = 1415673455
"""`PRAGMA application_id` of our files ("Tavo"), set by the first step."""

SQLITE = files("bot.storage") / "migrations" / "sqlite"
_STEP = re.compile(r"\d{4}_[a-z0-9_]+\.sql")


def steps_in(folder: Traversable) -> list[str]:
    """Return the SQL of the steps, starting with number 1. Raises ValueError if a number is
    missing."""
    names = sorted(file.name for file in folder.iterdir() if _STEP.fullmatch(file.name))
    if [int(name[:4]) for name in names] != list(range(1, len(names) + 1)):
        raise ValueError(f"the migrations in {folder} are not numbered 1, 2, 3 ...")
    return [(folder / name).read_text(encoding="utf-8") for name in names]


async def migrate(db: aiosqlite.Connection, path: Path, folder: Traversable = SQLITE) -> int:
    """Bring the schema of the file at `path` up to date and return its number.

    Raises:
        CannotOpen: the file is another program's or of a newer release, or a step failed.
    """
    steps = steps_in(folder)
    schema = await schema_of(db, path, len(steps))
    if schema == len(steps):
        return schema
    lacking = enumerate(steps[schema:], schema + 1)
    script = "".join(f"{sql};\nPRAGMA user_version = {number};\n" for number, sql in lacking)
    try:
        await db.executescript(f"BEGIN IMMEDIATE;\n{script}COMMIT")
    except sqlite3.Error as error:
        done = await _number(
            db, "PRAGMA user_version"
        )  # within the transaction, if it is still open
        await db.rollback()
        raise CannotOpen(f"{path}: step {done + 1} of the schema failed: {error}") from error
    log.info("%s was migrated to schema %d", path, len(steps))
    return len(steps)


async def schema_of(db: aiosqlite.Connection, path: Path, newest: int | None = None) -> int:
    """Return the number of the schema in a file; 0 for an empty one.

    Raises:
        CannotOpen: the file is another program's, or its schema is newer than `newest` (by default
            the newest this release has).
    """
    newest = len(steps_in(SQLITE)) if newest is None else newest
    schema = await _number(db, "PRAGMA user_version")
    application = await _number(db, "PRAGMA application_id")
    tables = await _number(db, "SELECT count(*) FROM sqlite_schema")
    if application != APPLICATION and (tables or schema or application):
        raise CannotOpen(f"{path} is a database of another program")
    if schema > newest:
        raise CannotOpen(
            f"{path} has schema {schema}, this release knows up to {newest}: use a newer release"
        )
    return schema


async def _number(db: aiosqlite.Connection, sql: str) -> int:
    [(number,)] = await db.execute_fetchall(sql)
    return int(number)
