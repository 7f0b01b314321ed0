"""The match as a value.

`position` is the fold of `plies` over `setup` and is never stored. `decide.py` owns changes,
`view.py` owns views.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.day import Day, day_of, table_of
from core.game import Outcome, Setup
from core.match.clock import DAY, Clock, TimeControl
from core.registry import GAMES
from core.types import GameId, Level, MatchId, Millis, Move, PlayerId, Seat

OPEN_FOR = 1 * DAY
"""How long a challenge stays open, in milliseconds."""

CLAIM_AFTER = 3 * DAY
"""Time without a move after which opponents may claim, if there is no clock. Milliseconds."""

ABANDON_AFTER = 30 * DAY
"""Time without a move after which a match ends: a single-player game is abandoned, others are
aborted. Milliseconds."""

MISTAP_WINDOW = 10_000
"""Time in which a player may take back a mis-tap without asking, in milliseconds."""


class Status(StrEnum):
    OPEN = "open"  # seats can be taken
    PLAYING = "playing"
    FINISHED = "finished"  # has an outcome
    ABORTED = "aborted"  # has a cause, and no outcome


class AbortCause(StrEnum):
    """The reason a match was aborted."""

    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    CALLED_OFF = "called_off"  # by a player, before each side had moved
    NO_SHOW = "no_show"  # a flag fell or a claim came before each side had moved
    ENGINE_FAILED = "engine_failed"
    IMPORTED = "imported"  # an imported record of an unfinished game
    ENDED = "ended"  # by moderators of the room
    CONTEST_OVER = "contest_over"  # the contest ended before the match did
    LEFT = "left"  # its host or invited player has left
    DESERTED = "deserted"  # all players have left
    FORGOTTEN = "forgotten"  # no move for so long that the match is considered abandoned
    ROOM_GONE = "room_gone"  # the bot was removed from its room and not added again


class PauseCause(StrEnum):
    """The reason for a pause."""

    AGREED = "agreed"
    ROOM = "room"  # the bot was removed from the room
    OUTAGE = "outage"  # the platform of the player to act is unreachable


class AbsenceKind(StrEnum):
    LATE = "late"  # has not moved in time
    GONE = "gone"  # left, was banned, or blocked the bot


class OfferKind(StrEnum):
    DRAW = "draw"
    PAUSE = "pause"
    RESIGN = "resign"  # to one's partners: a team resigns together
    TAKEBACK = "takeback"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True, order=True)
class Offer:
    """An open offer of one seat to the players listed by `offers.asked`.

    It lapses on the next turn, except an offer to resign, which stays until a partner answers.
    """

    kind: OfferKind
    seat: Seat
    agreed: tuple[Seat, ...] = ()  # who has accepted, if several are asked


@dataclass(frozen=True, slots=True)
class Occupant:
    """The player in a seat; `level` is set for a computer. Names are resolved during
    presentation."""

    player: PlayerId
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Ply:
    """One move in the match."""

    seat: Seat
    move: Move
    at: Millis


@dataclass(frozen=True, slots=True, order=True)
class Absence:
    """A warning about an absent player, and when it expires.

    If the player is late, opponents may claim then; `over` records that they were notified. A
    player who has left forfeits.
    """

    seat: Seat
    kind: AbsenceKind
    warned: Millis
    until: Millis
    over: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause since that instant."""

    cause: PauseCause
    since: Millis


@dataclass(frozen=True, slots=True)
class Match:
    """One match.

    `turn` counts decisions: 0 while seats are open, 1 at the first move, plus one for each move and
    takeback (forced passes do not count). Every button carries it, so that a press for an earlier
    decision is recognised. `since` is when the current decision began.
    """

    id: MatchId
    game: GameId
    setup: Setup
    seats: tuple[Occupant | None, ...]
    status: Status
    host: PlayerId
    invited: PlayerId | None
    rated: bool
    time: TimeControl
    first: str  # how the first player was chosen, see `create.FIRST`
    created: Millis
    since: Millis
    plies: tuple[Ply, ...]
    position: Any  # the game's own type; see the decision "Any lives in one place"
    turn: int
    clock: Clock | None = None
    offers: tuple[Offer, ...] = ()  # at most one per kind, sorted
    declined: Offer | None = None  # the last refused offer, until the next event
    outcome: Outcome | None = None
    cause: AbortCause | None = None
    previous: MatchId | None = None  # the match this is a rematch of
    rematch: MatchId | None = None  # the match that followed
    hints: bool = False  # the computer's advice is allowed; never rated
    annulled: bool = False  # no longer counts
    won: tuple[int, ...] = ()  # earlier wins in this set by side; empty if none
    absences: tuple[Absence, ...] = ()  # open warnings, sorted
    paused: Pause | None = None
    credited: Millis | None = None  # outages up to here have been credited

    def seats_of(self, player: PlayerId) -> tuple[Seat, ...]:
        """Return the seats of this player."""
        return tuple(Seat(i) for i, who in enumerate(self.seats) if who and who.player == player)

    def offer(self, kind: OfferKind) -> Offer | None:
        """Return the open offer of that kind."""
        return next((offer for offer in self.offers if offer.kind is kind), None)

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """The people in the match, in seat order, without computers."""
        return tuple(who.player for who in self.seats if who is not None and who.level is None)

    @property
    def is_for_one(self) -> bool:
        """Whether only the invited player may accept. With more than two seats an invitation is
        just a call, as the other seats have to be filled too."""
        return self.invited is not None and self.setup.seats <= 2

    @property
    def allows_hints(self) -> bool:
        """Whether players may get hints: if the terms allow it, or the match has one player."""
        alone_against_it = self.against_computer and len(set(self.people)) == 1
        return self.contest is None and (self.hints or alone_against_it)

    @property
    def is_solo(self) -> bool:
        """Whether one person plays for a result of their own. False for a contest's table."""
        return bool(self.seats) and GAMES[self.game].solo

    @property
    def contest(self) -> MatchId | None:
        """The contest this match belongs to: its throws have that contest's or a day's label."""
        chance = self.setup.chance
        if chance is None or chance.label == self.id or not GAMES[self.game].contests:
            return None
        return table_of(chance.label)

    @property
    def day(self) -> Day | None:
        """The day of the daily dice this match belongs to, if any."""
        chance = self.setup.chance
        return None if chance is None else day_of(chance.label)

    @property
    def is_over(self) -> bool:
        return self.status in (Status.FINISHED, Status.ABORTED)

    @property
    def is_imported(self) -> bool:
        """Whether the match was imported: the importing player holds all seats. The same holds
        after the accounts of both players were merged."""
        if len(self.seats) < 2 or len(set(self.seats)) > 1:
            return False
        [held] = set(self.seats)
        return held is not None and held.level is None

    @property
    def against_computer(self) -> bool:
        return any(who is not None and who.level is not None for who in self.seats)
