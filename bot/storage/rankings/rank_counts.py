"""How many stand above, on boards of any size.

A leaderboard is sorted by one whole number first, its tier, and there are few of those however many
people there are. The table `tiers` counts the people of each (triggers keep it), so that neither a
rank nor a page has to go past all who stand above. Which number is a board's tier, the table that
is counted says.
"""

from bot.storage.reader import Reader

Key = tuple[str, str, str]
"""Which leaderboard: game, scope and period."""

KEY = "game = ? AND scope = ? AND period = ?"
"""How a statement names one."""

_BOARD = f"board = ? AND {KEY}"


class RankCounts:
    """Of one leaderboard. `board` is the table that is counted."""

    def __init__(self, reader: Reader, board: str, key: Key) -> None:
        self._reader = reader
        self._board = (board, *key)

    async def people(self) -> int:
        """How many are on it."""
        return await self._number(f"SELECT total(people) FROM tiers WHERE {_BOARD}")

    async def above(self, tier: int) -> int:
        """How many stand in better tiers."""
        return await self._number(
            f"SELECT total(people) FROM tiers WHERE {_BOARD} AND tier > ?", tier
        )

    async def at(self, offset: int) -> tuple[int, int]:
        """The tier of who stands behind `offset` others, and how many stand in better ones."""
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
