"""Short codes that find a match from elsewhere. A match has at most one."""

from collections.abc import Callable, Sequence

import aiosqlite

from bot.storage.reader import Reader
from core.types import MatchId

Wanted = tuple[MatchId, Callable[[], str]]
"""A match, and a function that makes a code for it."""


async def keep(db: aiosqlite.Connection, wanted: Sequence[Wanted]) -> list[str]:
    """Return the code of each match; a match without one gets the first free code."""
    codes: list[str] = []
    for id, make in wanted:
        while not (
            stored := list(
                await db.execute_fetchall("SELECT code FROM codes WHERE session = ?", (id,))
            )
        ):
            await db.execute(
                "INSERT INTO codes (code, session) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (make(), id),
            )
        codes.append(stored[0][0])
    return codes


async def find(reader: Reader, code: str) -> MatchId | None:
    row = await reader.row("SELECT session FROM codes WHERE code = ?", (code,))
    return None if row is None else MatchId(row[0])
