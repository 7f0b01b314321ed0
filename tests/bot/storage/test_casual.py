"""Casual matches count for nothing that others are measured by: they can be won at will.

Two windows of one person at the page, or two friends who agree on it, lead no leaderboard of a
server, of a group or of everywhere, and have no streak. A room that belongs to none counts them.
"""

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.app.model.leaderboard import LEVEL, Ending, Period, PeriodKind, Result, Scope, ScopeKind
from bot.app.model.room import Room
from bot.app.ports.store import Store
from bot.storage.migrate import SQLITE, steps_in
from bot.storage.rankings.standings import period_key, scope_key
from core.types import Millis
from tests.bot.storage.conftest import SqliteFile
from tests.bot.storage.sessions import KITCHEN, LOBBY, NOON, people, resigned, session
from tests.core.match.matches import REVERSI

ATTIC = Room("paper", None, "attic")
DAY = 86_400_000
NEW_YEAR = int(datetime(2026, 12, 24, tzinfo=UTC).timestamp() * 1000)
"""Within the weeks after it ISO years and others part."""


async def won(
    store: Store, name: str, players: Sequence[str], home: Room, at: Millis = NOON, *, rated: bool
) -> None:
    """The first won against the second."""
    one, other = await people(store, *players)
    over = resigned(await store.create(session(name, None, home)))
    rows = [
        Result(over.match.id, REVERSI, who.id, ending, rated, home, at, against=against.id)
        for who, against, ending in ((one, other, Ending.WON), (other, one, Ending.LOST))
    ]
    await store.save(over, rows)


async def board(store: Store, kind: ScopeKind, home: Room, period: PeriodKind) -> dict[str, int]:
    """Who has won how often."""
    scope = Scope(kind, home)
    table = await store.leaderboard(REVERSI, scope, Period(period, NOON), 1, None)
    return {row.player.name: row.won for row in table.rows}


@pytest.mark.parametrize("period", list(PeriodKind))
async def test_a_casual_match_is_on_no_board_of_a_server(store: Store, period: PeriodKind) -> None:
    await won(store, "one", ("Ann", "Bo"), LOBBY, rated=False)
    for kind in ScopeKind:
        assert await board(store, kind, LOBBY, period) == {}
    await won(store, "two", ("Bo", "Ann"), LOBBY, rated=True)
    for kind in ScopeKind:
        assert await board(store, kind, LOBBY, period) == {"Bo": 1, "Ann": 0}


async def test_a_room_of_no_server_counts_it_and_everywhere_does_not(store: Store) -> None:
    await won(store, "one", ("Ann", "Bo"), ATTIC, rated=False)
    for kind in (ScopeKind.ROOM, ScopeKind.SPACE):
        assert await board(store, kind, ATTIC, PeriodKind.WEEK) == {"Ann": 1, "Bo": 0}
    assert await board(store, ScopeKind.EVERYWHERE, ATTIC, PeriodKind.WEEK) == {}


async def test_streaks_are_of_rated_matches(store: Store) -> None:
    ann, _ = await people(store, "Ann", "Bo")
    for number, rated in enumerate((True, False, True)):
        at = Millis(NOON + number)
        await won(store, f"match {number}", ("Ann", "Bo"), ATTIC, at, rated=rated)
    await won(store, "lost", ("Bo", "Ann"), ATTIC, Millis(NOON + 9), rated=False)
    profile = await store.profile(ann.id, REVERSI)
    assert (profile.running, profile.longest) == (2, 2)
    [duel] = profile.people
    assert (duel.won, duel.lost) == (3, 1), "what was played against each other is told in full"


# --- files from before ---------------------------------------------------------------------------

KEYS = "game, scope, period, player"
SUMS = f"SELECT {KEYS}, won, drew, lost FROM standings ORDER BY {KEYS}"
STREAKS = "SELECT player, game, running, longest FROM streaks ORDER BY player, game"
TIERS = "SELECT * FROM tiers WHERE people > 0 ORDER BY board, game, scope, period, tier"


@pytest.mark.parametrize("seed", range(3))
async def test_a_file_from_before_comes_to_the_same(tmp_path: Path, seed: int) -> None:
    """Results of all kinds, counted as the release before did, then brought up to date."""
    backend, lots = SqliteFile(tmp_path), random.Random(seed)
    store = await backend.open()
    casual: list[Result] = []
    for number in range(60):
        players = await people(store, *lots.sample(("Ann", "Bo", "Cy", "Di"), 2))
        home, rated = lots.choice((LOBBY, KITCHEN, ATTIC)), lots.random() < 0.5
        at = Millis((NOON if number < 20 else NEW_YEAR) + number * DAY // 2)
        endings = lots.choice(((Ending.WON, Ending.LOST), (Ending.DREW, Ending.DREW)))
        over = resigned(await store.create(session(f"match {number}", None, home)))
        computer = lots.random() < 0.2
        rows = [
            Result(
                over.match.id,
                REVERSI,
                who.id,
                ending,
                rated and not computer,
                home,
                at,
                against=f"{LEVEL}club" if computer else against.id,
            )
            for who, against, ending in zip(players, reversed(players), endings, strict=True)
        ]
        await store.save(over, rows)
        casual += [row for row in rows if not row.rated and not computer]
    await store.close()
    with closing(sqlite3.connect(backend.path)) as db:
        wanted = [db.execute(sql).fetchall() for sql in (SUMS, STREAKS, TIERS)]
        for row in casual:
            _count_as_before(db, row)
        db.execute("UPDATE streaks SET running = 77, longest = 77")
        assert db.execute(SUMS).fetchall() != wanted[0]
        db.executescript(steps_in(SQLITE)[14])
        assert [db.execute(sql).fetchall() for sql in (SUMS, STREAKS, TIERS)] == wanted


def _count_as_before(db: sqlite3.Connection, row: Result) -> None:
    """On every board of a server, a group and of everywhere too."""
    player = int(row.player.removeprefix("p"))
    sums = [row.ending is ending for ending in (Ending.WON, Ending.DREW, Ending.LOST)]
    scopes = {scope_key(kind, row.home) for kind in ScopeKind}
    if row.home.space is None:
        scopes -= {scope_key(ScopeKind.ROOM, row.home)}
    for scope in scopes:
        for period in (period_key(kind, row.at) for kind in PeriodKind):
            db.execute(
                f"INSERT INTO standings ({KEYS}, won, drew, lost) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET won = won + excluded.won,"
                " drew = drew + excluded.drew, lost = lost + excluded.lost",
                (row.game, scope, period, player, *sums),
            )
