"""Rewrite the file so that deleted data is gone from it.

SQLite only forgets where a deleted row was; its bytes stay in the page until the space is reused,
and older pages stay in the write-ahead log. `secure_delete` would make every write more expensive
and would not cover what was replaced before it was enabled, such as a former name. So the file is
rewritten and the log truncated. The transaction of the deletion records that this is due; a bot
killed in between does it at its next start.
"""

import logging

import aiosqlite

from bot.storage.reader import Reader

log = logging.getLogger(__name__)


async def is_due(source: aiosqlite.Connection | Reader) -> bool:
    """Return whether data was deleted since the last rewrite."""
    query = "SELECT 1 FROM wipes LIMIT 1"
    if isinstance(source, Reader):
        return await source.row(query) is not None
    return bool(list(await source.execute_fetchall(query)))


async def wipe(db: aiosqlite.Connection) -> None:
    """Rewrite the file; no transaction may be open. It stays due while a reader uses old pages."""
    await db.execute("VACUUM")
    [(busy, *_)] = await db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    if busy:
        log.warning("the write-ahead log is in use; deleted data stays in it for now")
        return
    await db.execute("DELETE FROM wipes")
