"""Nothing that was deleted is left in the file.

SQLite only forgets where a deleted row stood; its bytes stay in the page until something else needs
the room, and older pages in the log of writes. `secure_delete` would make every write dearer and
not help with what was replaced before it was on, such as a former name. So the file is
written anew and the log emptied. That it is due is written in the transaction of the deletion, so a
bot that is killed in between does it at its next start.
"""

import logging

import aiosqlite

from bot.storage.reader import Reader

log = logging.getLogger(__name__)


async def is_due(source: aiosqlite.Connection | Reader) -> bool:
    """Whether something was deleted since it was done last."""
    found = "SELECT 1 FROM wipes LIMIT 1"
    if isinstance(source, Reader):
        return await source.row(found) is not None
    return bool(list(await source.execute_fetchall(found)))


async def wipe(db: aiosqlite.Connection) -> None:
    """Writes the file anew, with no transaction open. Where somebody still reads the old pages it
    stays due."""
    await db.execute("VACUUM")
    [(busy, *_)] = await db.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
    if busy:
        log.warning("the log of the database is in use; what was deleted stays in it for now")
        return
    await db.execute("DELETE FROM wipes")
