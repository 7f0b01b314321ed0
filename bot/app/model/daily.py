"""Values of the daily dice's leaderboards.

`bot/storage/daily/queries.py` stores them; `bot/app/daily` decides who may see them when.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.model.player import Player
from core.types import MatchId


@dataclass(frozen=True, slots=True)
class DayEntry:
    """A player's own entry of one day.

    `over` says that they cannot continue it; `total` is None if it was not finished.
    """

    match: MatchId
    ranked: bool
    over: bool = False
    total: int | None = None


@dataclass(frozen=True, slots=True)
class DayPlace:
    """A place in a day's leaderboard. `player` is None for the computer."""

    rank: int  # from 1; ties share a rank
    player: Player | None
    total: int


@dataclass(frozen=True, slots=True)
class DayTable:
    """One page of a day's leaderboard: highest total first, then the older account.

    `of` is the number of entries in all.
    """

    rows: Sequence[DayPlace]
    page: int
    pages: int
    of: int
    mine: DayPlace | None = None


@dataclass(frozen=True, slots=True)
class DayRecord:
    """A player's statistics over closed days. `streak` is the current one, 0 if broken."""

    rank: int  # by best; ties share a rank
    player: Player
    best: int
    mean: float
    days: int
    streak: int
    longest: int


@dataclass(frozen=True, slots=True)
class DayRecords:
    """One page of daily records: highest best first, then the older account."""

    rows: Sequence[DayRecord]
    page: int
    pages: int
    mine: DayRecord | None = None
