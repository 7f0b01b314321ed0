"""Commands that change a match. `by` is the player who issues one.

`turn` is the decision the player saw; a command about another one is refused as stale.
"""

from dataclasses import dataclass

from core.match.model import AbortCause, OfferKind, PauseCause
from core.types import Level, Millis, Move, PlayerId, Seat, Side


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """`client` is what the platform calls this press; where it begins the match, it completes the
    chance of a game that has one."""

    by: PlayerId
    seat: Seat | None = None  # None: the first free one ...
    side: Side | None = None  # ... of this side, if given
    casual: bool = False  # unrated with this player
    client: str = ""


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """The host adds a computer, changes its level, or (None) removes it."""

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
    """The offer was not accepted in time. Sent by the scheduler."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start the match. `client` is the platform's id of the press; it completes the chance of games
    with dice, so that the host's own press contributes to the rolls."""

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
    """A player deleted their data and leaves for good. Sent by the bot."""

    by: PlayerId


@dataclass(frozen=True, slots=True)
class Abort:
    """End without a result, for example because an engine keeps failing. Sent by the bot."""

    cause: AbortCause


@dataclass(frozen=True, slots=True)
class Annul:
    """Annul a finished match. Sent by moderators of the room."""


@dataclass(frozen=True, slots=True)
class FlagFall:
    """The running time is over. Sent by the scheduler; `decide` checks it against the clock."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """A deadline passed without a move. Sent by the scheduler; `decide` finds out which."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A player left, was banned, or blocked the bot, and cannot be reached in this match."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Back:
    """The player can be reached again."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Freeze:
    """The match has been unreachable since then, through no fault of its players."""

    cause: PauseCause
    since: Millis


@dataclass(frozen=True, slots=True)
class Thaw:
    """The match can be reached again."""

    cause: PauseCause


@dataclass(frozen=True, slots=True)
class CreditOutage:
    """The bot did not serve between these instants; where the second is the earlier one, the
    system's clock was put back by as much."""

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
