"""Everything that can have happened to a match, one line each."""

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
    """It was declined or withdrawn; what comes of one that is accepted is an event of its own."""

    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferAgreed:
    """One of several who are asked has said yes; the offer goes on standing."""

    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatReplaced:
    """A computer plays on for somebody who did not come back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakebackDone:
    seat: Seat
    plies: int


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    """Everybody wants it; the new match has this id (see `create.rematch`)."""

    id: MatchId


@dataclass(frozen=True, slots=True)
class Warned:
    """Whoever sits there keeps the others waiting, or has gone."""

    seat: Seat
    kind: AbsenceKind


@dataclass(frozen=True, slots=True)
class ClaimOpened:
    """The others may claim now."""

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
