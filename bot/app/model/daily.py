"""What the tables of the daily dice are made of.

Owns the values that the store keeps and gives for them. Must not know how they are kept
(`bot/storage/daily/queries.py`) nor who may be shown them when (`daily.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.app.model.player import Player
from core.types import MatchId


@dataclass(frozen=True, slots=True)
class DayEntry:
    """Somebody's own of one day.

    `over` says that they can play it no more; `total` is None where it was not played to its end.
    """

    match: MatchId
    ranked: bool
    over: bool = False
    total: int | None = None


@dataclass(frozen=True, slots=True)
class DayPlace:
    """Somebody's place in a day's table. `player` is None for the computer."""

    rank: int  # from 1; equals share a rank
    player: Player | None
    total: int


@dataclass(frozen=True, slots=True)
class DayTable:
    """One page of a day's table: highest total first, then the longer known. `of`: how many stand
    in it altogether."""

    rows: Sequence[DayPlace]
    page: int
    pages: int
    of: int
    mine: DayPlace | None = None


@dataclass(frozen=True, slots=True)
class DayRecord:
    """What somebody's closed days come to. `streak` is that of now: 0 where it broke off."""

    rank: int  # by best; equals share a rank
    player: Player
    best: int
    mean: float
    days: int
    streak: int
    longest: int


@dataclass(frozen=True, slots=True)
class DayRecords:
    """One page of them: highest best first, then the longer known."""

    rows: Sequence[DayRecord]
    page: int
    pages: int
    mine: DayRecord | None = None
