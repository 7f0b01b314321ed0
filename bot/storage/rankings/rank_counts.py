"""Count the players ahead, on leaderboards of any size.

A leaderboard is sorted by one whole number first, its tier, and there are few distinct tiers
however many players there are. Triggers maintain the table `tiers` with the players per tier, so
neither a rank nor a page has to scan the rows above. The counted table defines its tier.
"""

from bot.storage.reader import Reader

Key = tuple[str, str, str]
"""A leaderboard: game, scope and period."""

KEY = "game = ? AND scope = ? AND period = ?"
"""SQL condition that selects one."""

_BOARD = f"board = ? AND {KEY}"


class RankCounts:
    """Counts of one leaderboard. `board` is the counted table."""

    def __init__(self, reader: Reader, board: str, key: Key) -> None:
        self._reader = reader
        self._board = (board, *key)

    async def people(self) -> int:
        """Return the number of players on it."""
        return await self._number(f"SELECT total(people) FROM tiers WHERE {_BOARD}")

    async def above(self, tier: int) -> int:
        """Return the number of players in better tiers."""
        return await self._number(
            f"SELECT total(people) FROM tiers WHERE {_BOARD} AND tier > ?", tier
        )

    async def at(self, offset: int) -> tuple[int, int]:
        """Return the tier at `offset`, and the number of players in better tiers."""
        row = await self._reader.row(
            "SELECT tier, above FROM (SELECT tier, people,"
            " sum(people) OVER (ORDER BY tier DESC) - people AS above"
            f" FROM tiers WHERE {_BOARD}) WHERE above <= ? AND people ORDER BY above DESC LIMIT 1",
            (*self._board, offset),
        )
        return (int(row[0]), int(row[1])) if row else (0, 0)

    async def _number(self, sql: str, *values: int) -> int:
        row = await self._reader.row(sql, (*self._board, *values))
        return int(row[0]) if row else 0
