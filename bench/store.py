"""Cost of a saved move: commits, CPU, time, and whether they grow with the database.

A move is `save` of a session at its thirtieth ply with one screen, as the service does it: the
session comes from memory, is encoded, versioned, committed with `synchronous=FULL`, and answered.
Concurrent callers share commits; the same work with one commit per move is the comparison.

`python -m bench store [FOLDER]`: the files are made in FOLDER (by default where temporary files go;
name one on the disk that matters if that is memory).
"""

import asyncio
import itertools
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from bench import form
from bench.rules import SIXTY
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.storage.store import SqliteStore, open_sqlite
from core.match import create
from core.match.commands import PlayMove, TakeSeat
from core.match.decide import decide
from core.match.model import Match
from core.types import GameId, Millis, Move, PlayerId

PEOPLE = (PlayerId("p1"), PlayerId("p2"))
ROOM = Room("web", None, "bench")
ROUNDS = 9
MOVES = 800
"""Moves of a round."""

SLEPT = 0.003
"""Seconds slept in every commit for `slow_ratio`, so that a fast disk does not hide sharing."""

STORED = 100_000


class Counting(sqlite3.Connection):
    """A connection that counts its commits."""

    commits = 0

    def commit(self) -> None:
        type(self).commits += 1
        super().commit()


class Slow(sqlite3.Connection):
    """A connection with a slow disk."""

    def commit(self) -> None:
        time.sleep(SLEPT)
        super().commit()


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one move."""

    cpu: float  # seconds of this process, all threads
    wall: float
    commits: float


def run(args: list[str]) -> Iterator[str]:
    """What keeping moves costs, and how it grows."""
    with tempfile.TemporaryDirectory(dir=args[0] if args else None) as folder:
        yield form.line("store.fsync", fsync(Path(folder) / "fsync") * 1e3, "ms")
        yield from asyncio.run(_sharing(Path(folder)))
        yield from asyncio.run(_slowly(Path(folder)))
        yield from asyncio.run(_growing(Path(folder)))


async def _sharing(folder: Path) -> list[str]:
    store = await _store(folder / "sharing.db", Counting)
    try:
        sessions = await _stored(store, 200)
        costs: dict[int, list[Cost]] = {16: [], 64: []}
        for _ in range(ROUNDS):
            for callers, taken in costs.items():
                taken.append(await _moves(store, sessions, callers, MOVES))
    finally:
        await store.close()
    sixteen, many = costs[16], costs[64]
    return [
        form.line("store.commits_per_move_16", max(cost.commits for cost in sixteen), "n"),
        form.line("store.cpu_16", min(cost.cpu for cost in sixteen) * 1e6, "us"),
        form.line("store.rate_16", 1 / min(cost.wall for cost in sixteen), "/s"),
        form.line("store.rate_64", 1 / min(cost.wall for cost in many), "/s"),
    ]


async def _slowly(folder: Path) -> list[str]:
    store = await _store(folder / "slow.db", Slow)
    try:
        sessions = await _stored(store, 64)
        together: list[Cost] = []
        apart: list[Cost] = []
        for _ in range(3):
            together.append(await _moves(store, sessions, 16, MOVES // 2))
            apart.append(await _moves(store, sessions, 16, MOVES // 5, apart=True))
    finally:
        await store.close()
    one, shared = (min(cost.wall for cost in costs) * 1e3 for costs in (apart, together))
    return list(
        form.ratio(
            "store.slow_ratio_16", ("store.slow_apart_16", one), ("store.slow_16", shared), "ms"
        )
    )


async def _growing(folder: Path) -> list[str]:
    small = await _store(folder / "small.db", sqlite3.Connection)
    large = await _store(folder / "large.db", sqlite3.Connection)
    try:
        few = await _stored(small, 200)
        many = (await _stored(large, STORED))[:: STORED // 200]
        for sessions in (few, many):  # neighbours in time are seldom neighbours in the file
            random.Random(0).shuffle(sessions)
        costs: dict[str, list[float]] = {"few": [], "many": []}
        for _ in range(ROUNDS):
            costs["few"].append((await _moves(small, few, 16, MOVES)).cpu)
            costs["many"].append((await _moves(large, many, 16, MOVES)).cpu)
    finally:
        await large.close()
        await small.close()
    few_us, many_us = (min(taken) * 1e6 for taken in costs.values())
    return list(
        form.ratio(
            "store.growth_100k", ("store.cpu_100k", many_us), ("store.cpu_200", few_us), "us"
        )
    )


async def _store(path: Path, connection: type[sqlite3.Connection]) -> SqliteStore:
    return await open_sqlite(path, lambda: Millis(0), connection=connection)


async def _stored(store: SqliteStore, count: int) -> list[Session]:
    """Create this many sessions concurrently."""
    match = thirty_plies()
    screen = Screen(ROOM, ScreenKind.BOARD, "en", message="1", shown=1)
    stored: list[Session] = []
    for start in range(0, count, 1_000):
        ids = [create.match_id("bench", str(n)) for n in range(start, min(count, start + 1_000))]
        sessions = (Session(replace(match, id=id), ROOM, (screen,)) for id in ids)
        stored += await asyncio.gather(*(store.create(session) for session in sessions))
    return stored


async def _moves(
    store: SqliteStore, sessions: list[Session], callers: int, moves: int, *, apart: bool = False
) -> Cost:
    """Save from this many callers, each with its own sessions; `apart`: one at a time."""
    alone = asyncio.Lock() if apart else nullcontext()

    async def caller(first: int) -> None:
        own = itertools.cycle(range(first, len(sessions), callers))
        for number in itertools.islice(own, moves // callers):
            async with alone:
                sessions[number] = await store.save(sessions[number])

    commits, cpu, wall = Counting.commits, time.process_time(), time.perf_counter()
    await asyncio.gather(*(caller(first) for first in range(callers)))
    done = moves // callers * callers
    return Cost(
        (time.process_time() - cpu) / done,
        (time.perf_counter() - wall) / done,
        (Counting.commits - commits) / done,
    )


def thirty_plies() -> Match:
    """A match in its middle."""
    match = create.challenge(
        create.match_id("bench"),
        create.Terms(GameId("reversi"), first="challenger"),
        PEOPLE[0],
        None,
        bytes(32),
        Millis(1_700_000_000_000),
    )
    match = decide(match, TakeSeat(PEOPLE[1]), match.created).match
    for i in range(30):
        move = Move(SIXTY[2 * i : 2 * i + 2])
        match = decide(match, PlayMove(PEOPLE[i % 2], move, match.turn), match.since).match
    return match


def fsync(path: Path) -> float:
    """Seconds that forcing 8 kB to this disk takes, the middle of twenty."""
    taken: Sequence[float]
    with path.open("wb") as file:
        taken = sorted(_forced(file.fileno()) for _ in range(20))
    return taken[10]


def _forced(handle: int) -> float:
    begun = time.perf_counter()
    os.write(handle, bytes(8192))
    os.fsync(handle)
    return time.perf_counter() - begun
