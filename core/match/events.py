"""Events of a match."""

from dataclasses import dataclass

from core.game import Outcome
from core.match.model import AbortCause, AbsenceKind, OfferKind, PauseCause
from core.types import MatchId, Move, Seat


@dataclass(frozen=True, slots=True)
class SeatTaken:
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatLeft:
    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchStarted:
    pass


@dataclass(frozen=True, slots=True)
class MovePlayed:
    seat: Seat
    move: Move


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A forced pass, played by `decide`."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferMade:
    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferEnded:
    """The offer was declined or withdrawn. Acceptance has events of its own."""

    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferAgreed:
    """One of several players accepted; the offer stays open for the others."""

    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatReplaced:
    """A computer plays on for an absent player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakebackDone:
    seat: Seat
    plies: int


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """All players agreed; the new match has this id (see `create.rematch`)."""

    id: MatchId


@dataclass(frozen=True, slots=True)
class Warned:
    """The seat's player keeps others waiting, or has left."""

    seat: Seat
    kind: AbsenceKind


@dataclass(frozen=True, slots=True)
class ClaimOpened:
    """Opponents may claim the match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CameBack:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Paused:
    cause: PauseCause


@dataclass(frozen=True, slots=True)
class Resumed:
    pass


@dataclass(frozen=True, slots=True)
class OutageCredited:
    pass


@dataclass(frozen=True, slots=True)
class MatchFinished:
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class MatchAborted:
    cause: AbortCause


@dataclass(frozen=True, slots=True)
class MatchAnnulled:
    pass


Event = (
    SeatTaken
    | SeatLeft
    | MatchStarted
    | MovePlayed
    | TurnPassed
    | OfferMade
    | OfferEnded
    | OfferAgreed
    | SeatReplaced
    | TakebackDone
    | RematchAgreed
    | Warned
    | ClaimOpened
    | CameBack
    | Paused
    | Resumed
    | OutageCredited
    | MatchFinished
    | MatchAborted
    | MatchAnnulled
)
