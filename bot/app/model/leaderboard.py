"""What leaderboards, ratings, histories and profiles are made of.

Owns the values that the store keeps and gives for them. Must not know how they are kept
(`bot/storage`) or worded (`standings.py`).
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.app.model.player import Player
from bot.app.model.room import Room
from core.rating import Rating
from core.types import GameId, MatchId, Millis, PlayerId


class Ending(StrEnum):
    WON = "won"
    DREW = "drew"
    LOST = "lost"
    ABANDONED = "abandoned"  # played alone and not to its end


LEVEL = "level:"
"""How `Result.against` begins where a computer played."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished match means for one person who played it.

    `points` are set where it was played alone, and None there too where it was abandoned. `against`
    is the one person on the other side, or `LEVEL` with the computer's level; `LEVEL` by itself
    where computers played among others, empty between teams and alone.
    """

    match: MatchId
    game: GameId
    player: PlayerId
    ending: Ending
    rated: bool
    home: Room
    at: Millis
    points: int | None = None
    against: str = ""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one match did to one person's rating."""

    before: Rating
    after: Rating


class ScopeKind(StrEnum):
    ROOM = "room"
    SPACE = "space"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose leaderboard: a room's, its server's or everybody's. `room` is where it was asked."""

    kind: ScopeKind
    room: Room


class PeriodKind(StrEnum):
    ALWAYS = "always"
    MONTH = "month"
    WEEK = "week"


@dataclass(frozen=True, slots=True)
class Period:
    """`at` is an instant within the wanted UTC month or ISO week."""

    kind: PeriodKind
    at: Millis


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int  # from 1; equals share a rank
    player: Player
    won: int
    drew: int
    lost: int
    rating: Rating | None = None  # where it decides the rank: always, and of those who have one


@dataclass(frozen=True, slots=True)
class Standings:
    """One page of a leaderboard: highest rating first (`always` only), then most wins, then fewer
    losses, then the longer there."""

    rows: tuple[Standing, ...]
    page: int
    pages: int
    mine: Standing | None = None


LATEST = 20
"""So many of a person's last finished games make their mean."""


@dataclass(frozen=True, slots=True)
class Score:
    """One person's place among those who play a game alone.

    `best` is their highest total and `mean` that of their last `LATEST` games that were finished;
    `games` are those finished, `won` of them with enough points. Abandoned ones are counted beside.
    """

    rank: int  # from 1; equals share a rank
    player: Player
    best: int
    mean: float
    games: int
    won: int
    abandoned: int


@dataclass(frozen=True, slots=True)
class Scores:
    """One page of them: highest best first, then higher mean, then the longer there."""

    rows: tuple[Score, ...]
    page: int
    pages: int
    mine: Score | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """A line of somebody's history: `change` is set where the match was rated."""

    match: MatchId
    game: GameId
    ending: Ending
    at: Millis
    points: int | None
    change: RatingChange | None


@dataclass(frozen=True, slots=True)
class History:
    """One page of it, the newest first."""

    rows: tuple[Past, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Duel:
    """All matches against one other person or level of the computer (see `Result.against`)."""

    against: str
    won: int
    drew: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of how somebody plays one game.

    `curve` is the rating over time, oldest first: when, and what it was then. `people` are those
    played most, `levels` of the computer all that were met. `totals` are the last points of a game
    played alone, oldest first. `running` and `longest` count matches won one after the other.
    """

    game: GameId
    curve: tuple[tuple[Millis, Rating], ...] = ()
    people: tuple[Duel, ...] = ()
    levels: tuple[Duel, ...] = ()
    totals: tuple[int, ...] = ()
    running: int = 0
    longest: int = 0

    @property
    def is_blank(self) -> bool:
        return not (self.curve or self.people or self.levels or self.totals)
