"""The counts of tiers are those that counting would give, whatever was added and taken away."""

import random
import sqlite3
from pathlib import Path

import pytest

from bot.app.model.leaderboard import Ending, Period, PeriodKind, Result, Scope, ScopeKind
from bot.storage.rankings.rank_counts import RankCounts
from bot.storage.rankings.standings import board_key
from bot.storage.store import open_sqlite
from core.rating import RatedResult
from core.types import GameId
from tests.bot.storage.sessions import KITCHEN, LOBBY, NOON, named, people, resigned, session
from tests.core.match.matches import REVERSI
from tests.fakes.clock import FixedNow

DICE = GameId("dice")

COUNTED = {
    "standings": "SELECT game, scope, period, iif(rating, rating, won - 1000000), count(*)"
    " FROM standings GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
    "scores": "SELECT game, scope, period, best, count(*) FROM scores WHERE best IS NOT NULL"
    " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
}


def counted(path: Path, board: str) -> tuple[list[object], list[object]]:
    """By counting, and as kept."""
    with sqlite3.connect(path) as db:
        kept = db.execute(
            "SELECT game, scope, period, tier, people FROM tiers WHERE board = ? AND people"
            " ORDER BY 1, 2, 3, 4",
            (board,),
        ).fetchall()
        plain = db.execute(COUNTED[board]).fetchall()
    db.close()
    return plain, kept


@pytest.mark.parametrize("seed", range(3))
async def test_they_are_what_counting_gives(tmp_path: Path, seed: int) -> None:
    lots, path = random.Random(seed), tmp_path / "tavola.db"
    store = await open_sqlite(path, FixedNow())
    everybody = await people(store, *(f"player {number}" for number in range(8)))
    for number in range(60):
        name, home = str(number), lots.choice((LOBBY, KITCHEN))
        over = resigned(await store.create(session(name, None, home)))
        one, other = lots.sample(list(everybody), 2)
        match = over.match
        if lots.random() < 0.3:
            points = lots.choice((None, -300, 40, 500))
            ending = Ending.ABANDONED if points is None else Ending.LOST
            await store.save(
                over, [Result(match.id, DICE, one.id, ending, True, home, NOON, points)]
            )
        else:
            rows = [
                Result(match.id, REVERSI, who.id, ending, True, home, NOON)
                for who, ending in ((one, Ending.WON), (other, Ending.LOST))
            ]
            bout = RatedResult(((one.id,), (other.id,)), (1, 2)) if lots.random() < 0.5 else None
            await store.save(over, rows, (), bout)
        if lots.random() < 0.2:
            await store.annul(named(str(lots.randrange(number + 1))))
    for board in COUNTED:
        plain, kept = counted(path, board)
        assert plain
        assert plain == kept
    await store.close()


async def test_a_place_is_found_without_counting(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    store = await open_sqlite(path, FixedNow())
    key = board_key(REVERSI, Scope(ScopeKind.ROOM, LOBBY), Period(PeriodKind.ALWAYS, NOON))
    with sqlite3.connect(path) as db:
        db.executemany(
            "INSERT INTO tiers VALUES ('standings', ?, ?, ?, ?, ?)",
            [(*key, tier, number) for tier, number in ((9, 3), (5, 0), (4, 2), (-7, 5))],
        )
    db.close()
    tiers = RankCounts(store._reader, "standings", key)
    assert await tiers.people() == 10
    found = [await tiers.at(offset) for offset in range(11)]
    assert found == [(9, 0)] * 3 + [(4, 3)] * 2 + [(-7, 5)] * 6
    assert [await tiers.above(tier) for tier in (10, 9, 5, 4, -8)] == [0, 0, 3, 3, 10]
    empty = RankCounts(store._reader, "scores", key)
    assert (await empty.people(), await empty.at(0)) == (0, (0, 0))
    await store.close()
