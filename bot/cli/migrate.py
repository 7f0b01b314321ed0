"""`tavola migrate`: migrate the database without starting.

`run` migrates by itself; this command is for operators who want to do it beforehand.
"""

import asyncio

from bot.app.ports.system import Now
from bot.cli import DONE, FAILED, complain, say
from bot.config import Config
from bot.environment import clock
from bot.storage.errors import CannotOpen
from bot.storage.ops.backup import check
from bot.storage.store import open_sqlite


def migrate(config: Config) -> int:
    """Migrate the database; create it if there is none."""
    try:
        schema = asyncio.run(_migrate(config, clock(config.testing)))
    except CannotOpen as fault:
        complain(str(fault))
        return FAILED
    say(f"{config.storage.path} has schema {schema}")
    return DONE


async def _migrate(config: Config, now: Now) -> int:
    store = await open_sqlite(config.storage.path, now)
    await store.close()
    return await check(config.storage.path)
