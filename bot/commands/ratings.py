"""`tavola ratings` and `tavola annul MATCH`: ratings anew, all of them or those after one match.

`ratings` computes them from the matches that are kept. They were computed match by match when those
finished; from the same matches they come out the same to the last bit. Where one does not,
something has changed the file from outside: it is put right and said. `annul` takes a match that
should not count out of ratings, leaderboards and profiles; the match itself stays and can be
looked at.

The bot must not be running, since the database has one writer.
"""

import asyncio
from collections.abc import Awaitable, Callable

from bot.app.ports import Store
from bot.commands import DONE, FAILED, complain, say
from bot.config import Config
from bot.instruments import clock
from bot.storage.errors import CannotOpen
from bot.storage.sqlite import open_sqlite
from core.errors import Refused
from core.registry import GAMES
from core.types import MatchId


def ratings(config: Config) -> int:
    """Says for each game how many ratings had to be put right."""
    return asyncio.run(_with_store(config, _recompute))


def annul(config: Config, match: str) -> int:
    """Takes this match out of every table, or says why not."""
    return asyncio.run(_with_store(config, lambda store: _annul(store, MatchId(match))))


async def _with_store(config: Config, work: Callable[[Store], Awaitable[int]]) -> int:
    try:
        store = await open_sqlite(config.storage.path, clock(config.testing))
    except CannotOpen as error:
        complain(str(error))
        return FAILED
    try:
        return await work(store)
    finally:
        await store.close()


async def _recompute(store: Store) -> int:
    for game, rules in GAMES.items():
        if rules.seat_counts == (1,):
            continue  # nobody is rated against themselves
        changed = await store.recompute(game)
        say(f"{game}: {changed} put right" if changed else f"{game}: all right")
    return DONE


async def _annul(store: Store, id: MatchId) -> int:
    try:
        match = (await store.load(id)).match
    except Refused:
        complain(f"there is no match {id}")
        return FAILED
    if not match.is_over:
        complain(f"match {id} is not over, so it counts for nothing yet")
        return FAILED
    await store.annul(id)
    say(f"{id}: counts for nothing any more")
    return DONE
