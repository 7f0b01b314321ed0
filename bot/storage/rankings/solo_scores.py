"""Leaderboards of solo games: the best total, and the mean of the latest games.

As with the standings, the rows a result counts for are updated in the transaction that adds the
result, and a page is read in index order. A row holds the latest totals themselves, so neither
figure depends on how many games were ever played.
"""

from collections.abc import Sequence
from typing import Any

import aiosqlite
import msgspec

from bot.app.model.leaderboard import LATEST, Ending, Result, Score, Scores
from bot.storage.pagination import PAGE, Page
from bot.storage.players.players import FIELDS, number_of, record
from bot.storage.rankings.absence import EVERYWHERE, is_away
from bot.storage.rankings.rank_counts import KEY, Key, RankCounts
from bot.storage.reader import Reader
from core.types import PlayerId

RANKED = f"{KEY} AND tier IS NOT NULL"
"""Players who have finished a game and have not left."""

ORDER = "ORDER BY tier DESC, mean DESC, scores.player"
_FOUND = "best, mean, games, won, abandoned"
_points = msgspec.json.Decoder(list[int])


async def add_score(
    db: aiosqlite.Connection, result: Result, boards: Sequence[tuple[str, str]]
) -> None:
    """Count a result on each of these leaderboards, given by scope and period."""
    player, away = number_of(result.player), await is_away(db, result)
    for scope, period in boards:
        key = (result.game, scope, period, player)
        stored = list(
            await db.execute_fetchall(
                f"SELECT latest FROM scores WHERE {KEY} AND player = ?",
                key,
            )
        )
        latest = _points.decode(stored[0][0]) if stored else []
        if result.points is not None:
            latest = [*latest, result.points][-LATEST:]
        mean = sum(latest) / len(latest) if latest else None
        await db.execute(
            f"INSERT INTO scores (game, scope, period, player, away, latest, {_FOUND})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " latest = excluded.latest, mean = excluded.mean, games = games + excluded.games,"
            " best = max(coalesce(best, excluded.best), coalesce(excluded.best, best)),"
            " won = won + excluded.won, abandoned = abandoned + excluded.abandoned",
            (
                *key,
                away and scope != EVERYWHERE,
                msgspec.json.encode(latest).decode(),
                result.points,
                mean,
                result.points is not None,
                result.ending is Ending.WON,
                result.ending is Ending.ABANDONED,
            ),
        )


class SoloLeaderboard:
    """Read one leaderboard. `key` is game, scope and period."""

    def __init__(self, reader: Reader, key: Key) -> None:
        self._reader = reader
        self._key = key
        self._tiers = RankCounts(reader, "scores", key)

    async def page(self, number: int, viewer: PlayerId | None) -> Scores:
        """Return the page, or the nearest one; an empty page if no game was finished."""
        current = Page.of(number, await self._tiers.people())
        best, above = await self._tiers.at(current.offset)
        rows = await self._rows(
            f"AND tier <= ? {ORDER} LIMIT {PAGE} OFFSET ?", best, current.offset - above
        )
        own = await self._score(viewer) if viewer is not None else None
        ranked = await self._ranked(rows, current.offset)
        return Scores(ranked, current.number, current.pages, own)

    async def _rows(self, rest: str, *values: Any) -> Sequence[Any]:
        return await self._reader.rows(
            f"SELECT {_FOUND}, {FIELDS}"
            f" FROM (SELECT {_FOUND}, tier, player FROM scores WHERE {RANKED} {rest}) AS scores"
            f" CROSS JOIN players ON players.id = scores.player {ORDER}",
            (*self._key, *values),
        )

    async def _ranked(self, rows: Sequence[Any], offset: int) -> tuple[Score, ...]:
        ranked: list[Score] = []
        for place, (best, mean, games, won, abandoned, *person) in enumerate(rows, offset + 1):
            rank = place
            if ranked and (ranked[-1].best, ranked[-1].mean) == (best, mean):
                rank = ranked[-1].rank
            elif not ranked:
                rank = await self._rank(best, mean)
            ranked.append(Score(rank, record(*person), best, mean, games, won, abandoned))
        return tuple(ranked)

    async def _score(self, player: PlayerId) -> Score | None:
        rows = await self._rows("AND scores.player = ?", number_of(player))
        for best, mean, games, won, abandoned, *person in rows:
            rank = await self._rank(best, mean)
            return Score(rank, record(*person), best, mean, games, won, abandoned)
        return None

    async def _rank(self, best: int, mean: float) -> int:
        """Return one more than the number of players who did better."""
        row = await self._reader.row(
            f"SELECT count(*) FROM scores WHERE {RANKED} AND tier = ? AND mean > ?",
            (*self._key, best, mean),
        )
        return 1 + await self._tiers.above(best) + (row[0] if row else 0)
