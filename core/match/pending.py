"""Pending work of a match, computed from its state and never stored.

Computer moves, fallen flags and expired offers are functions of the current state, so nothing is
lost between an event and its handler, and a restart recomputes everything.
"""

from core.match.commands import Expire, FlagFall, Lapse
from core.match.deadlines import lapses
from core.match.model import OPEN_FOR, Match, Status
from core.registry import GAMES
from core.types import Millis, PlayerId, Seat


def engine_seat(match: Match) -> Seat | None:
    """Return the seat of the computer that must move, if any."""
    if match.status is not Status.PLAYING or match.paused is not None:
        return None
    seat = GAMES[match.game].to_act(match.position)
    if seat is None:
        return None
    occupant = match.seats[seat]
    return seat if occupant is not None and occupant.level is not None else None


def mover(match: Match) -> PlayerId | None:
    """Return the person who must move, if any."""
    if match.status is not Status.PLAYING or match.paused is not None:
        return None
    seat = GAMES[match.game].to_act(match.position)
    occupant = None if seat is None else match.seats[seat]
    return None if occupant is None or occupant.level is not None else occupant.player


def deadline(match: Match) -> tuple[Millis, Expire | FlagFall | Lapse] | None:
    """Return the next deadline and the command that applies it."""
    if match.status is Status.OPEN:
        return Millis(match.created + OPEN_FOR), Expire()
    if match.status is not Status.PLAYING:
        return None
    flag, lapse = None if match.clock is None else match.clock.flag_at, lapses(match)
    if flag is not None and (lapse is None or flag <= lapse):
        return flag, FlagFall()
    return None if lapse is None else (lapse, Lapse())
