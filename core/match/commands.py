"""Everything that may be asked of a match, one line each. `by` is the person who asks.

`turn` is the decision the asker saw; a command about another one is refused as stale.
"""

from dataclasses import dataclass

from core.match.model import AbortCause, OfferKind, PauseCause
from core.types import Level, Millis, Move, PlayerId, Seat, Side


@dataclass(frozen=True, slots=True)
class TakeSeat:
    by: PlayerId
    seat: Seat | None = None  # None: the first free one ...
    side: Side | None = None  # ... of this side, if one is named
    casual: bool = False  # with this person it is not rated


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """The host seats a computer, gives it another level, or (None) has it go."""

    by: PlayerId
    seat: Seat
    level: Level | None


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    by: PlayerId


@dataclass(frozen=True, slots=True)
class Decline:
    by: PlayerId


@dataclass(frozen=True, slots=True)
class Cancel:
    by: PlayerId


@dataclass(frozen=True, slots=True)
class Expire:
    """Nobody took the offer in time. Asked by the timekeeper."""


@dataclass(frozen=True, slots=True)
class Start:
    """`client` is what the platform calls this press; it completes the chance of games that have
    one, so that the host's own press has a part in the throws."""

    by: PlayerId
    client: str = ""


@dataclass(frozen=True, slots=True)
class PlayMove:
    by: PlayerId
    move: Move
    turn: int


@dataclass(frozen=True, slots=True)
class Resign:
    by: PlayerId


@dataclass(frozen=True, slots=True)
class Claim:
    by: PlayerId


@dataclass(frozen=True, slots=True)
class OfferDraw:
    by: PlayerId
    turn: int


@dataclass(frozen=True, slots=True)
class AskTakeback:
    by: PlayerId
    turn: int


@dataclass(frozen=True, slots=True)
class AskPause:
    by: PlayerId
    turn: int


@dataclass(frozen=True, slots=True)
class Resume:
    by: PlayerId


@dataclass(frozen=True, slots=True)
class AskRematch:
    by: PlayerId


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    by: PlayerId
    kind: OfferKind
    accept: bool
    turn: int


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    by: PlayerId
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Depart:
    """This person is gone for good and has nothing more to do with it. Asked by the bot itself."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class Abort:
    """Ends it without a result. Asked by the bot itself, as when an engine keeps failing."""

    cause: AbortCause


@dataclass(frozen=True, slots=True)
class Annul:
    """A finished match shall count for nothing. Asked by those who run the room."""


@dataclass(frozen=True, slots=True)
class FlagFall:
    """The running time is over. Asked by the timekeeper; `decide` checks it against the clock."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """Nobody did anything for too long. Asked by the timekeeper; `decide` finds what is due."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody left, was barred, or blocked the bot, and cannot be reached in this match."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Back:
    """They can be reached again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Freeze:
    """The match cannot be reached since then, through no fault of those who play it."""

    cause: PauseCause
    since: Millis


@dataclass(frozen=True, slots=True)
class Thaw:
    """What froze it is over."""

    cause: PauseCause


@dataclass(frozen=True, slots=True)
class CreditOutage:
    """The bot was not running between these instants."""

    began: Millis
    ended: Millis


Command = (
    TakeSeat
    | SeatComputer
    | LeaveSeat
    | Decline
    | Cancel
    | Expire
    | Start
    | PlayMove
    | Resign
    | Claim
    | OfferDraw
    | AskTakeback
    | AskPause
    | Resume
    | AskRematch
    | AnswerOffer
    | WithdrawOffer
    | Depart
    | Abort
    | Annul
    | FlagFall
    | Lapse
    | Gone
    | Back
    | Freeze
    | Thaw
    | CreditOutage
)
