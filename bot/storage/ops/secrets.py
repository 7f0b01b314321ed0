"""Secrets the bot generates and needs again after a restart."""

from collections.abc import Sequence

import aiosqlite

from bot.storage.reader import Reader


async def find(reader: Reader, name: str) -> bytes | None:
    row = await reader.row("SELECT value FROM secrets WHERE name = ?", (name,))
    return None if row is None else bytes(row[0])


async def keep(db: aiosqlite.Connection, named: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Return the secrets of these names; one that does not exist yet takes the given value."""
    kept = []
    for name, value in named:
        await db.execute("INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", (name, value))
        [(stored,)] = await db.execute_fetchall("SELECT value FROM secrets WHERE name = ?", (name,))
        kept.append(bytes(stored))
    return kept
