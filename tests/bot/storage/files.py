"""Stores on real files, and processes of their own that use them."""

import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from bot.storage.store import SqliteStore, open_sqlite
from tests.fakes.clock import FixedNow

ROOT = Path(__file__).parents[3]


@asynccontextmanager
async def opened(
    path: Path,
    patience: float = 5.0,
    connection: type[sqlite3.Connection] = sqlite3.Connection,
) -> AsyncIterator[SqliteStore]:
    store = await open_sqlite(path, FixedNow(), patience=patience, connection=connection)
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def child(what: str, path: Path) -> Iterator["subprocess.Popen[str]"]:
    """`child.py` in a process of its own; killed at the end if it still runs."""
    command = [sys.executable, "-m", "tests.bot.storage.child", what, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def locked_from_outside(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that writes to the file and does not come to an end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def ask(path: Path, sql: str, *values: object) -> list[tuple[object, ...]]:
    """What stands in a file, read past the store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        return file.execute(sql, values).fetchall()
