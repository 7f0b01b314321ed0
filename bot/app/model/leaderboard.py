"""Values of leaderboards, ratings, histories and profiles.

`bot/storage/rankings` computes them; `bot/app/history` formats them.
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
    ABANDONED = "abandoned"  # a solo game that was not finished


LEVEL = "level:"
"""Prefix of `Result.against` for computers."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished match for one of its players.

    `points` are set for solo games, except abandoned ones. `against` is the only opponent, or
    `LEVEL` with the computer's level; `LEVEL` alone if computers were among several opponents;
    empty for teams and solo games.
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
    """The change of one player's rating by one match."""

    before: Rating
    after: Rating


class ScopeKind(StrEnum):
    ROOM = "room"
    SPACE = "space"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of a leaderboard: a room, its server, or global. `room` is where it was
    requested."""

    kind: ScopeKind
    room: Room


class PeriodKind(StrEnum):
    ALWAYS = "always"
    MONTH = "month"
    WEEK = "week"


@dataclass(frozen=True, slots=True)
class Period:
    """A period. `at` is an instant within the UTC month or ISO week."""

    kind: PeriodKind
    at: Millis


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int  # from 1; ties share a rank
    player: Player
    won: int
    drew: int
    lost: int
    rating: Rating | None = None  # set where it determines the rank: period `always`, rated players


@dataclass(frozen=True, slots=True)
class Standings:
    """One page of a leaderboard.

    Sorted by rating (`always` only), then most wins, fewest losses, and the older account.
    """

    rows: tuple[Standing, ...]
    page: int
    pages: int
    mine: Standing | None = None


LATEST = 20
"""Number of last finished games that make the mean."""


@dataclass(frozen=True, slots=True)
class Score:
    """A player's place among those of a solo game.

    `best` is the highest total and `mean` that of the last `LATEST` finished games; `games` counts
    finished ones, `won` those with enough points. Abandoned games are counted separately.
    """

    rank: int  # from 1; ties share a rank
    player: Player
    best: int
    mean: float
    games: int
    won: int
    abandoned: int


@dataclass(frozen=True, slots=True)
class Scores:
    """One page of scores: highest best first, then higher mean, then the older account."""

    rows: tuple[Score, ...]
    page: int
    pages: int
    mine: Score | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """An entry of a player's history; `change` is set for rated matches."""

    match: MatchId
    game: GameId
    ending: Ending
    at: Millis
    points: int | None
    change: RatingChange | None


@dataclass(frozen=True, slots=True)
class History:
    """One page of a history, newest first."""

    rows: tuple[Past, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Duel:
    """All matches against one opponent or level of the computer (see `Result.against`)."""

    against: str
    won: int
    drew: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's statistics in one game.

    `curve` is the rating over time, oldest first, as instant and value. `people` are the most
    frequent opponents, `levels` all computer levels met. `totals` are the latest points of a solo
    game, oldest first. `running` and `longest` count consecutive wins.
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
