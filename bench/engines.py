"""The worker processes: how far away they are, how soon there, how soon replaced, how surely gone.

Wall time, because it is about waiting. The moves asked for in `hop` are forced ones, so nothing is
thought and the way there and back is left. Memory is what only the worker has (USS).

    python -m bench.engines      a bot reduced to its pool, which `orphans` kills
"""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from statistics import median

from bench import form
from bot.app.ports.engines import EngineFailed
from bot.engines.pool import Pool
from core.games.reversi.rules import BLACK, REVERSI, Position
from core.match.create import Terms, against_computer
from core.match.model import Match
from core.types import Level, MatchId, Millis, PlayerId

ROUNDS, HOPS = 5, 200
STARTS = 3
KILLS, WORKERS = 3, 2
GONE_WITHIN = 3.0
"""Seconds after the bot's death at which no worker may be alive."""


def waiting(level: str, number: int = 0) -> Match:
    """A match in which the computer is to make its first move."""
    terms = Terms(REVERSI.id, first="opponent")
    id = MatchId(f"bench{number}")
    return against_computer(id, terms, PlayerId("bench"), Level(level), bytes(32), Millis(0))


FORCED = replace(waiting("champion"), position=Position(1 << 0, 1 << 1, BLACK))
"""a1 is black, b1 white: there is only c1."""


def run(args: list[str]) -> Iterator[str]:
    """Lines `engines.hop_p50`, `start_cached`, `replaced`, `uss` and `orphans`."""
    form.nothing(args)
    yield from asyncio.run(_talking())
    starts = [asyncio.run(_starting()) for _ in range(STARTS)]
    yield form.line("engines.start_cached", min(starts), "s")
    replaced = [asyncio.run(_replacing()) for _ in range(STARTS)]
    yield form.line("engines.replaced", min(replaced), "s")
    yield form.line("engines.orphans", sum(_orphans() for _ in range(KILLS)), "n")


async def _talking() -> list[str]:
    """The way there and back, and what a worker that has thought weighs."""
    pool = Pool(1)
    pool.start()
    try:
        await pool.choose(waiting("champion"))
        rounds = [[await _timed(pool, FORCED) for _ in range(HOPS)] for _ in range(ROUNDS)]
        middles = [median(hops) for hops in rounds]
        lines = [
            form.line("engines.hop_p50", min(middles) * 1e6, "us"),
            form.line("engines.hop_p99", sorted(min(rounds, key=median))[-HOPS // 100] * 1e6, "us"),
            form.line("meta.spread", median(middles) / min(middles), "x"),
        ]
        uss = _uss(pool.pids[0])
        lines.append("# no uss here" if uss is None else form.line("engines.uss", uss, "MB"))
        return lines
    finally:
        await pool.close()


async def _timed(pool: Pool, match: Match) -> float:
    begun = time.perf_counter()
    await pool.choose(match)
    return time.perf_counter() - begun


async def _starting() -> float:
    """From no process to the first answer."""
    pool = Pool(1)
    begun = time.perf_counter()
    pool.start()
    try:
        await pool.choose(FORCED)
        return time.perf_counter() - begun
    finally:
        await pool.close()


async def _replacing() -> float:
    """From the death of a worker in mid-search to the next answer."""
    pool = Pool(1)
    pool.start()
    try:
        await pool.choose(FORCED)
        search = asyncio.create_task(pool.choose(waiting("champion")))
        await asyncio.wait({search}, timeout=0.05)
        begun = time.perf_counter()
        os.kill(pool.pids[0], signal.SIGKILL)
        with suppress(EngineFailed):
            await search
        await pool.choose(FORCED)
        return time.perf_counter() - begun
    finally:
        await pool.close()


def _orphans() -> int:
    """Workers alive some seconds after their bot was killed in mid-search.

    They hold its standard error open, so that ends when the last of them has.
    """
    argv = (sys.executable, "-m", "bench.engines")
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
        assert bot.stdout is not None
        pids = [int(pid) for pid in bot.stdout.readline().split()]
        bot.kill()
        try:
            bot.communicate(timeout=GONE_WITHIN)
        except subprocess.TimeoutExpired:
            return sum(map(_end, pids))
    return 0


def _end(pid: int) -> bool:
    """Kills a worker that was left over; whether there was one."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _uss(pid: int) -> float | None:
    """Private memory in MB, where the system says."""
    rollup = Path(f"/proc/{pid}/smaps_rollup")
    if not rollup.exists():
        return None
    lines = (line.split() for line in rollup.read_text().splitlines())
    return sum(int(words[1]) for words in lines if words[0].startswith("Private_")) / 1000


async def _doomed(tell: Callable[[str], None]) -> None:
    """Has its workers think one move after the other until it is killed."""
    pool = Pool(WORKERS)
    pool.start()

    async def think(worker: int) -> None:
        for number in itertools.count():
            await pool.choose(waiting("champion", WORKERS * number + worker))
            if number == 1:
                tell(" ".join(map(str, pool.pids)))

    await asyncio.gather(*(think(worker) for worker in range(WORKERS)))


if __name__ == "__main__":
    asyncio.run(_doomed(lambda pids: print(pids, flush=True)))
