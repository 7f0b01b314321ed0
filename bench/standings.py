"""Wall time of a leaderboard page with a million stored results, file on disk.

A hundred thousand people have ten results each, in a thousand rooms. The rows are written as the
store would have, in bulk. The first, middle and last page of the largest leaderboard are read, with
the rank of a player in the middle; the slowest one counts. The floor is one row of the same file by
its key, through the same reader.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench import form
from bot.app.model.leaderboard import Period, PeriodKind, Scope, ScopeKind
from bot.app.model.room import Room
from bot.app.ports.store import Store
from bot.storage.rankings.standings import period_key, scope_key
from bot.storage.store import open_sqlite
from core.rating import Rating
from core.types import GameId, Millis, PlayerId

NOW = Millis(1_790_000_000_000)
GAME = GameId("reversi")
PEOPLE, EACH, ROOMS = 100_000, 10, 1_000
ROUNDS = 5
LOBBY = Room("discord", "server", "0")


def run(args: list[str]) -> Iterator[str]:
    """Lines `standings.page` and `standings.floor` (ms), and how many results there were."""
    form.nothing(args)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tavola.db"
        yield from asyncio.run(_measured(path))


async def _measured(path: Path) -> list[str]:
    store = await open_sqlite(path, lambda: NOW)
    await store.close()
    _fill(path)
    store = await open_sqlite(path, lambda: NOW)
    try:
        slowest = 0.0
        for kind in (PeriodKind.ALWAYS, PeriodKind.WEEK):
            for page in (1, PEOPLE // 20, PEOPLE // 10):
                taken = min([await _page(store, kind, page) for _ in range(ROUNDS)])
                slowest = max(slowest, taken)
        floor = min([await _row(store) for _ in range(20)])
    finally:
        await store.close()
    return [
        form.line("standings.page", slowest * 1000, "ms"),
        form.line("standings.floor", floor * 1000, "ms"),
        form.line("standings.results", PEOPLE * EACH, "n"),
    ]


async def _page(store: Store, kind: PeriodKind, page: int) -> float:
    begun = time.perf_counter()
    scope, viewer = Scope(ScopeKind.EVERYWHERE, LOBBY), PlayerId(f"p{PEOPLE // 2}")
    table = await store.leaderboard(GAME, scope, Period(kind, NOW), page, viewer)
    taken = time.perf_counter() - begun
    assert len(table.rows) == 10
    assert table.mine is not None
    return taken


async def _row(store: Store) -> float:
    begun = time.perf_counter()
    await store.accounts("discord", [PlayerId("p7")])
    return time.perf_counter() - begun


def _fill(path: Path) -> None:
    """Insert players, results, ratings and sums as they would be after this many matches."""
    lots = random.Random(1)
    everywhere = scope_key(ScopeKind.EVERYWHERE, LOBBY)
    periods = [period_key(kind, NOW) for kind in PeriodKind]
    db = sqlite3.connect(path)
    db.executemany(
        "INSERT INTO players (id, name, platform, met) VALUES (?, ?, 'discord', 0)",
        ((number, f"player {number}") for number in range(1, PEOPLE + 1)),
    )
    db.executemany(
        "INSERT INTO results (session, player, game, ending, rated, platform, space, chat, thread,"
        " at) VALUES (?, ?, ?, 'won', 1, 'discord', 'server', ?, '', ?)",
        (
            (f"{match:013}", 1 + (match * 2 + side * 7) % PEOPLE, GAME, str(match % ROOMS), NOW)
            for match in range(PEOPLE * EACH // 2)
            for side in (0, 1)
        ),
    )
    rated = [Rating(lots.gauss(25, 6), lots.uniform(1, 8)) for _ in range(PEOPLE)]
    db.executemany(
        "INSERT INTO ratings (player, game, mu, sigma, shown) VALUES (?, ?, ?, ?, ?)",
        ((n, GAME, each.mu, each.sigma, each.shown) for n, each in enumerate(rated, 1)),
    )
    db.executemany(
        "INSERT INTO standings (game, scope, period, player, won, drew, lost, rating)"
        " VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
        (
            (GAME, everywhere, period, number, won, EACH - won, rated[number - 1].shown * always)
            for period in periods
            for always in (period == "always",)
            for number in range(1, PEOPLE + 1)
            for won in (lots.randrange(EACH + 1),)
        ),
    )
    db.commit()
    db.close()
