"""What a match waits for, computed from its state and never remembered.

A computer's move, a fallen flag, an offer that ran out: each is a question about the present state,
so nothing can be lost between an event and its handler, and a restart just asks again.
"""

from core.match.commands import Expire, FlagFall, Lapse
from core.match.deadlines import lapses
from core.match.model import OPEN_FOR, Match, Status
from core.registry import GAMES
from core.types import Millis, PlayerId, Seat


def engine_seat(match: Match) -> Seat | None:
    """The seat whose computer has to move, if one has to."""
    if match.status is not Status.PLAYING or match.paused is not None:
        return None
    seat = GAMES[match.game].to_act(match.position)
    if seat is None:
        return None
    occupant = match.seats[seat]
    return seat if occupant is not None and occupant.level is not None else None


def mover(match: Match) -> PlayerId | None:
    """The person whose move is waited for, if it is one's."""
    if match.status is not Status.PLAYING or match.paused is not None:
        return None
    seat = GAMES[match.game].to_act(match.position)
    occupant = None if seat is None else match.seats[seat]
    return None if occupant is None or occupant.level is not None else occupant.player


def deadline(match: Match) -> tuple[Millis, Expire | FlagFall | Lapse] | None:
    """When something must happen without anybody pressing, and what."""
    if match.status is Status.OPEN:
        return Millis(match.created + OPEN_FOR), Expire()
    if match.status is not Status.PLAYING:
        return None
    flag, lapse = None if match.clock is None else match.clock.flag_at, lapses(match)
    if flag is not None and (lapse is None or flag <= lapse):
        return flag, FlagFall()
    return None if lapse is None else (lapse, Lapse())
