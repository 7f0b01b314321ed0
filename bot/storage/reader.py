"""The read-only connection.

SQLite shows each statement one consistent state of the file without making it wait for the writer,
so every query is a single statement. `query_only` refuses anything that would write.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import aiosqlite

from bot.app.ports.store import StoreUnavailable
from bot.storage.errors import outage


class Reader:
    """Owns a `query_only` connection."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._closed = False

    async def rows(self, sql: str, values: Iterable[Any] = ()) -> Sequence[Any]:
        """Return all rows, as tuples. Raises StoreUnavailable if the file cannot be read now."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        try:
            return list(await self._connection.execute_fetchall(sql, values))
        except sqlite3.Error as error:
            raise outage(error) or error from error

    async def row(self, sql: str, values: Iterable[Any] = ()) -> Any | None:
        """Return the first row, or None."""
        rows = await self.rows(sql, values)
        return rows[0] if rows else None

    async def close(self) -> None:
        self._closed = True
        await self._connection.close()
