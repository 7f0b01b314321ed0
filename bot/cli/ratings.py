"""`tavola ratings`: recompute all ratings from the stored matches.

Ratings are computed when matches finish; recomputing gives the same values to the last bit. A
difference means that the file was changed externally; it is corrected and reported.

The bot must not be running, since the database allows one writer.
"""

import asyncio

from bot.app.ports.store import Store
from bot.cli import DONE, FAILED, complain, say
from bot.config import Config
from bot.environment import clock
from bot.storage.errors import CannotOpen
from bot.storage.store import open_sqlite
from core.registry import GAMES


def ratings(config: Config) -> int:
    """Report for each game how many ratings were corrected. Creates no database."""
    return asyncio.run(_compute(config))


async def _compute(config: Config) -> int:
    try:
        if not config.storage.path.exists():
            raise CannotOpen(f"{config.storage.path} does not exist")
        store = await open_sqlite(config.storage.path, clock(config.testing))
    except CannotOpen as error:
        complain(str(error))
        return FAILED
    try:
        return await _recompute(store)
    finally:
        await store.close()


async def _recompute(store: Store) -> int:
    for game, rules in GAMES.items():
        if rules.solo:
            continue  # players are not rated against themselves
        changed = await store.recompute(game)
        say(f"{game}: {changed} corrected" if changed else f"{game}: all correct")
    return DONE
