"""Results and leaderboards.

A result is added in the transaction of the move that finished its match, at most once, together
with the sums of every leaderboard it counts for: the room where the match was offered, that room's
server, and the global one; each for all time, that UTC month and that ISO week. A page is read from
the sums in index order, so it costs the same for ten results or a million.

Between players, rated matches count. Casual ones, which one person could win at will with two
windows, count only on the board of a room outside any server or group, such as a room of the page.

Ranking: for all time, the highest rating; within a month or week, and among players without a
rating, most wins, then fewer losses. Equal players share a rank and are listed in the order they
joined. A player known to have left appears on no page and has no rank there (`presence.py`).
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import aiosqlite
import msgspec

from bot.app.model.leaderboard import (
    LEVEL,
    Ending,
    Period,
    PeriodKind,
    Result,
    Scope,
    ScopeKind,
    Standing,
    Standings,
)
from bot.app.model.room import Room
from bot.storage.pagination import PAGE, Page
from bot.storage.players.players import FIELDS, number_of, player_id, record
from bot.storage.rankings import profiles
from bot.storage.rankings.absence import EVERYWHERE, is_away
from bot.storage.rankings.rank_counts import KEY, Key, RankCounts
from bot.storage.rankings.ratings import annul_bout
from bot.storage.rankings.solo_scores import add_score
from bot.storage.reader import Reader
from bot.storage.room_columns import columns, room_of
from core.rating import Rating
from core.types import GameId, MatchId, Millis, PlayerId

ORDER = "ORDER BY tier DESC, won DESC, lost, standings.player"


def scope_key(kind: ScopeKind, room: Room) -> str:
    """Return a text unique to this leaderboard. A room without a server is its own server."""
    platform, space, chat, thread = columns(room)
    if kind is ScopeKind.EVERYWHERE:
        parts = [kind.value]
    elif kind is ScopeKind.SPACE and space:
        parts = [kind.value, platform, space]
    else:
        parts = [ScopeKind.ROOM.value, platform, chat, thread]
    return msgspec.json.encode(parts).decode()


def period_key(kind: PeriodKind, at: Millis) -> str:
    """Return `always`, `2026-03` or `2026-W11`, in UTC."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    if kind is PeriodKind.MONTH:
        return f"{day.year:04}-{day.month:02}"
    if kind is PeriodKind.WEEK:
        year, week, _ = day.isocalendar()
        return f"{year:04}-W{week:02}"
    return kind.value


async def add_results(db: aiosqlite.Connection, results: Sequence[Result]) -> None:
    """Insert new results and add them to the leaderboards."""
    for result in results:
        number = number_of(result.player)
        inserted = await db.execute(
            f"INSERT INTO results ({_RESULT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (session, player) DO NOTHING",
            (
                result.match,
                number,
                result.game,
                result.ending,
                result.rated,
                *columns(result.home),
                result.at,
                result.points,
                result.against,
            ),
        )
        if not inserted.rowcount:
            continue
        await profiles.add(db, result)
        if _is_score(result):
            await add_score(db, result, _boards(result))
        elif not result.against.startswith(LEVEL):
            await _count(db, result, number)


def _boards(result: Result) -> list[tuple[str, str]]:
    """Yield the leaderboards a result counts for, by scope and period."""
    scopes = {scope_key(kind, result.home) for kind in ScopeKind}
    periods = {period_key(kind, result.at) for kind in PeriodKind}
    return [(scope, period) for scope in sorted(scopes) for period in sorted(periods)]


async def _count(
    db: aiosqlite.Connection, result: Result, number: int | None, times: int = 1
) -> None:
    endings = (Ending.WON, Ending.DREW, Ending.LOST)
    sums = tuple(times * (result.ending is ending) for ending in endings)
    away = await is_away(db, result)
    await db.executemany(
        "INSERT INTO standings (game, scope, period, player, won, drew, lost, away, rating)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, iif(?3 = 'always', ifnull("
        "(SELECT shown FROM ratings WHERE player = ?4 AND game = ?1), 0), 0))"
        " ON CONFLICT DO UPDATE SET won = won + excluded.won,"
        " drew = drew + excluded.drew, lost = lost + excluded.lost",
        [
            (result.game, scope, period, number, *sums, away and scope != EVERYWHERE)
            for scope, period in _boards(result)
            if result.rated or (scope != EVERYWHERE and result.home.space is None)
        ],
    )


async def annul(db: aiosqlite.Connection, matches: Sequence[MatchId]) -> list[None]:
    """Subtract results from all sums, and annul the matches' ratings."""
    for match in matches:
        rows = await db.execute_fetchall(
            f"DELETE FROM results WHERE session = ? RETURNING {_RESULT}", (match,)
        )
        for result in map(_result, rows):
            player = number_of(result.player)
            await profiles.take_back(db, result)
            if _is_score(result):
                await recount(db, result.game, player)
                continue
            if result.against.startswith(LEVEL):
                continue
            await _count(db, result, player, -1)
            await db.execute(
                "DELETE FROM standings WHERE player = ? AND game = ? AND won + drew + lost = 0",
                (player, result.game),
            )
        await annul_bout(db, match)
    return [None for _ in matches]


async def recount(db: aiosqlite.Connection, game: GameId, player: int | None) -> None:
    """Recompute a player's scores from their results; best and latest totals can be neither
    subtracted nor merged."""
    await db.execute("DELETE FROM scores WHERE game = ? AND player = ?", (game, player))
    for result in await _results_of(db, game, player):
        if _is_score(result):
            await add_score(db, result, _boards(result))


async def rebuild(db: aiosqlite.Connection, game: GameId, player: int) -> None:
    """Recompute everything that follows from a player's results of a game: standings, scores,
    streaks."""
    await db.execute("DELETE FROM standings WHERE game = ? AND player = ?", (game, player))
    for result in await _results_of(db, game, player):
        if not _is_score(result) and not result.against.startswith(LEVEL):
            await _count(db, result, player)
    await recount(db, game, player)
    await profiles.recount_streak(db, player, game)


async def _results_of(db: aiosqlite.Connection, game: GameId, player: int | None) -> list[Result]:
    """Return a player's results of a game, oldest first."""
    rows = await db.execute_fetchall(
        f"SELECT {_RESULT} FROM results WHERE game = ? AND player = ? ORDER BY at, session",
        (game, player),
    )
    return [_result(row) for row in rows]


_RESULT = "session, player, game, ending, rated, platform, space, chat, thread, at, points, against"


def _result(row: Any) -> Result:
    """Build a result from the columns `_RESULT`."""
    match, player, game, ending, rated, *room, at, points, against = row
    person, home = player_id(player), room_of(*room)
    return Result(match, game, person, Ending(ending), bool(rated), home, at, points, against)


def _is_score(result: Result) -> bool:
    """Return whether it was a solo game."""
    return result.points is not None or result.ending is Ending.ABANDONED


def board_key(game: GameId, scope: Scope, period: Period) -> Key:
    """Return the key of a leaderboard."""
    return game, scope_key(scope.kind, scope.room), period_key(period.kind, period.at)


class Leaderboard:
    """Read one leaderboard."""

    def __init__(self, reader: Reader, game: GameId, scope: Scope, period: Period) -> None:
        self._reader = reader
        self._key = board_key(game, scope, period)
        self._tiers = RankCounts(reader, "standings", self._key)

    async def page(self, number: int, viewer: PlayerId | None) -> Standings:
        """Return the page, or the nearest one; an empty page if no match counts."""
        current = Page.of(number, await self._tiers.people())
        tier, above = await self._tiers.at(current.offset)
        rows = await self._rows(
            f"AND tier <= ? {ORDER} LIMIT {PAGE} OFFSET ?", tier, current.offset - above
        )
        own = await self._own(viewer) if viewer is not None else None
        ranked = await self._ranked(rows, current.offset)
        return Standings(ranked, current.number, current.pages, own)

    async def _rows(self, rest: str, *values: Any) -> Sequence[Any]:
        """Return the rows. Names are joined to the chosen rows only, so others cost little."""
        chosen = f"SELECT tier, won, drew, lost, player, game FROM standings WHERE {KEY} {rest}"
        return await self._reader.rows(
            f"SELECT tier, won, drew, lost, mu, sigma, {FIELDS} FROM ({chosen}) AS standings"
            " CROSS JOIN players ON players.id = standings.player"
            " LEFT JOIN ratings ON ratings.player = standings.player"
            f" AND ratings.game = standings.game {ORDER}",
            (*self._key, *values),
        )

    async def _ranked(self, rows: Sequence[Any], offset: int) -> tuple[Standing, ...]:
        ranked: list[Standing] = []
        before = None
        for place, row in enumerate(rows, offset + 1):
            tier, won, _, lost, *_ = row
            rank = place
            if before == (tier, won, lost):
                rank = ranked[-1].rank
            elif before is None:
                rank = await self._rank(tier, won, lost)
            before = tier, won, lost
            ranked.append(_standing(rank, row))
        return tuple(ranked)

    async def _own(self, player: PlayerId) -> Standing | None:
        rows = await self._rows("AND standings.player = ?", number_of(player))
        for row in rows:
            if row[0] is not None:  # otherwise they have left
                return _standing(await self._rank(row[0], row[1], row[3]), row)
        return None

    async def _rank(self, tier: int, won: int, lost: int) -> int:
        """Return one more than the number of players who did better."""
        row = await self._reader.row(
            f"SELECT (SELECT count(*) FROM standings WHERE {KEY} AND tier = ? AND won > ?)"
            f" + (SELECT count(*) FROM standings WHERE {KEY} AND tier = ? AND won = ?"
            " AND lost < ?)",
            (*self._key, tier, won, *self._key, tier, won, lost),
        )
        return 1 + await self._tiers.above(tier) + (row[0] if row else 0)


def _standing(rank: int, row: Sequence[Any]) -> Standing:
    """Return the SQL of a tier. Players without a rating are in a tier below zero."""
    tier, won, drew, lost, mu, sigma, *person = row
    return Standing(rank, record(*person), won, drew, lost, Rating(mu, sigma) if tier > 0 else None)
