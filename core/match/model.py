"""The match as a value.

Owns what is true about one play of a game. Must not know how it changes (`decide.py`) nor who looks
(`view.py`). `position` is the fold of `plies` over `setup` and is never stored.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.day import Day, day_of, table_of
from core.game import Outcome, Setup
from core.match.clock import DAY, Clock, TimeControl
from core.types import GameId, Level, MatchId, Millis, Move, PlayerId, Seat

OPEN_FOR = 1 * DAY
"""How long a challenge stands, in milliseconds."""

CLAIM_AFTER = 3 * DAY
"""After how long without a move the other side may claim, where there is no clock."""

ABANDON_AFTER = 30 * DAY
"""After how long without a move nobody is waited for any more: a game that is played alone is
abandoned, any other comes to nothing."""

MISTAP_WINDOW = 10_000
"""For how long one's own last move may be taken back unasked, in milliseconds (mis-taps)."""


class Status(StrEnum):
    OPEN = "open"  # seats are still to be taken
    PLAYING = "playing"
    FINISHED = "finished"  # has an outcome
    ABORTED = "aborted"  # has a cause, and no outcome


class AbortCause(StrEnum):
    """Why a match came to nothing."""

    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    CALLED_OFF = "called_off"  # by a player, before each side had moved
    NO_SHOW = "no_show"  # a flag fell or a claim came before each side had moved
    ENGINE_FAILED = "engine_failed"
    IMPORTED = "imported"  # a record that ends before the game does
    ENDED = "ended"  # by those who run the room
    CONTEST_OVER = "contest_over"  # the time for these throws ended before the match did
    LEFT = "left"  # who offered it, or whom it was offered to, is no longer there
    DESERTED = "deserted"  # all people have left
    FORGOTTEN = "forgotten"  # nobody moved for so long that nobody can be waiting
    ROOM_GONE = "room_gone"  # the bot was removed from where it was played, and not let in again


class PauseCause(StrEnum):
    """Why the time stands."""

    AGREED = "agreed"
    ROOM = "room"  # the bot was removed from where it is played
    OUTAGE = "outage"  # the platform of who is to act cannot be reached


class AbsenceKind(StrEnum):
    LATE = "late"  # to act, and does not
    GONE = "gone"  # left, was barred, or blocked the bot


class OfferKind(StrEnum):
    DRAW = "draw"
    PAUSE = "pause"
    RESIGN = "resign"  # to one's partners: a team resigns together
    TAKEBACK = "takeback"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True, order=True)
class Offer:
    """A standing offer of one seat to those whom `offers.asked` names.

    It lapses when the turn rises; only a partner's wish to resign stands until it is answered.
    """

    kind: OfferKind
    seat: Seat
    agreed: tuple[Seat, ...] = ()  # who has said yes already, where several are asked


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat; `level` is set for the computer. Names are joined when presenting."""

    player: PlayerId
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was made."""

    seat: Seat
    move: Move
    at: Millis


@dataclass(frozen=True, slots=True, order=True)
class Absence:
    """A warning that was given: of whom, when, and until when it gives time.

    What comes then is for the others to claim where somebody is late; `over` says that they were
    told so. Who has gone gives up then.
    """

    seat: Seat
    kind: AbsenceKind
    warned: Millis
    until: Millis
    over: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """The time stands since then."""

    cause: PauseCause
    since: Millis


@dataclass(frozen=True, slots=True)
class Match:
    """One play of a game.

    `turn` counts decision points: 0 while seats are open, 1 at the first move, one more after each
    move and each takeback (a forced pass is no decision). It is in every button and answers "is
    this press about the decision in front of us?". `since` is when the present decision began.
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
    first: str  # how the beginner was chosen, one of `create.FIRST`
    created: Millis
    since: Millis
    plies: tuple[Ply, ...]
    position: Any  # of the game's own type; see the decision "Any lives in one place"
    turn: int
    clock: Clock | None = None
    offers: tuple[Offer, ...] = ()  # at most one of a kind, sorted
    declined: Offer | None = None  # the offer that was refused last, until something follows
    outcome: Outcome | None = None
    cause: AbortCause | None = None
    previous: MatchId | None = None  # the match this is a rematch of
    rematch: MatchId | None = None  # the match that followed
    hints: bool = False  # the computer's advice is allowed; such a match is never rated
    annulled: bool = False  # it counts for nothing any more
    won: tuple[int, ...] = ()  # by side, how many matches of this set were won before; () is none
    absences: tuple[Absence, ...] = ()  # warnings that stand, sorted
    paused: Pause | None = None
    credited: Millis | None = None  # outages of the bot up to here were not charged

    def seats_of(self, player: PlayerId) -> tuple[Seat, ...]:
        """The seats this player occupies."""
        return tuple(Seat(i) for i, who in enumerate(self.seats) if who and who.player == player)

    def offer(self, kind: OfferKind) -> Offer | None:
        """The standing offer of that kind."""
        return next((offer for offer in self.offers if offer.kind is kind), None)

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """Those on the seats who are no computers, in the order of the seats."""
        return tuple(who.player for who in self.seats if who is not None and who.level is None)

    @property
    def is_for_one(self) -> bool:
        """Whether nobody but the invited may accept. With more than two seats an invitation only
        calls somebody, for the others have to come from somewhere."""
        return self.invited is not None and self.setup.seats <= 2

    @property
    def allows_hints(self) -> bool:
        """Whether who plays it may be helped: where that was offered, or nobody else plays."""
        alone_against_it = self.against_computer and len(set(self.people)) == 1
        return self.contest is None and (self.hints or alone_against_it)

    @property
    def contest(self) -> MatchId | None:
        """The contest it belongs to: then its throws bear that id, or a day, and not its own."""
        chance = self.setup.chance
        return None if chance is None or chance.label == self.id else table_of(chance.label)

    @property
    def day(self) -> Day | None:
        """The day whose throws it is played on, if it is one of the daily dice."""
        chance = self.setup.chance
        return None if chance is None else day_of(chance.label)

    @property
    def is_over(self) -> bool:
        return self.status in (Status.FINISHED, Status.ABORTED)

    @property
    def is_imported(self) -> bool:
        """Whether it was read from a record: then all seats are held by who brought it. So they are
        where two who had played each other became one person."""
        if len(self.seats) < 2 or len(set(self.seats)) > 1:
            return False
        [held] = set(self.seats)
        return held is not None and held.level is None

    @property
    def against_computer(self) -> bool:
        return any(who is not None and who.level is not None for who in self.seats)
