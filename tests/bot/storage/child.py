"""What runs in a process of its own, to be killed, starved or robbed of its rights.

`python -m tests.bot.storage.child WHAT PATH`; each WHAT says what it prints.
"""

import asyncio
import os
import resource
import sys
from itertools import count
from pathlib import Path

from bot.app.model.leaderboard import Ending
from bot.app.ports.store import Store, StoreUnavailable
from bot.storage.errors import CannotOpen
from bot.storage.store import open_sqlite
from tests.bot.storage.sessions import LOBBY, moved, people, resigned, result, session
from tests.fakes.clock import FixedNow

NOBODY = 65534
WRITERS = 8
LINE = "c3d3c4"  # moves after those a session begins with


async def write(path: Path) -> None:
    """Plays match after match, by several writers at once, until it is killed.

    Prints `NAME PLIES VERSION` for each move, after the store has acknowledged it.
    """
    store = await open_sqlite(path, FixedNow())
    ann, bo = await people(store, "Ann", "Bo")
    run = await store.secret("runs", lambda: b"")  # something else that is written
    assert run == b""

    async def writer(number: int) -> None:
        for turn in count():
            name = f"{os.getpid()}-{number}-{turn}"
            saved = await store.create(session(name))
            for at in range(0, len(LINE), 2):
                saved = await store.save(moved(saved, LINE[at : at + 2]))
                _say(f"{name} {len(saved.match.plies)} {saved.version}")
            both = (result(saved, ann, Ending.WON), result(saved, bo, Ending.LOST))
            saved = await store.save(resigned(saved), both)
            _say(f"{name} over {saved.version}")

    await asyncio.gather(*(writer(number) for number in range(WRITERS)))


async def hold(path: Path) -> None:
    """Opens the store, prints `open`, and waits to be killed."""
    store = await open_sqlite(path, FixedNow())
    _say("open")
    try:
        await asyncio.Event().wait()
    finally:
        await store.close()


async def starve(path: Path) -> None:
    """Fills a disk that ends soon, then gets a larger one.

    Prints `refused REASON`, `stored NUMBER` while the disk is full, and `again NUMBER` afterwards.
    """
    store = await open_sqlite(path, FixedNow())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))
    kept = 0
    try:
        while kept < 10_000:
            await store.create(session(f"full {kept}"))
            kept += 1
    except StoreUnavailable as fault:
        _say(f"refused {fault}")
    _say(f"stored {await _count(store)} of {kept}")
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    for number in range(kept, kept + 10):
        await store.create(session(f"full {number}"))
    _say(f"again {await _count(store)} of {kept + 10}")
    await store.close()


async def _count(store: Store) -> int:
    found = await store.in_room(LOBBY)
    for id in found:
        await store.load(id)
    return len(found)


async def unprivileged(path: Path) -> None:
    """Opens the store as somebody without rights, and prints why that does not go."""
    other = await open_sqlite(path.with_name("warm-up.db"), FixedNow())  # imports what is lazy
    await other.close()
    if os.geteuid() == 0:
        os.setuid(NOBODY)
    try:
        store = await open_sqlite(path, FixedNow())
    except CannotOpen as fault:
        _say(str(fault))
    else:
        await store.close()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(globals()[sys.argv[1]](Path(sys.argv[2])))
