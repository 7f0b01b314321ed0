"""What a match waits for, computed from its state and never remembered.

A computer's move, a fallen flag, an offer that ran out: each is a question about the present state,
so nothing can be lost between an event and its handler, and a restart just asks again.
"""

from core.match.commands import Expire, FlagFall
from core.match.model import ALONE, OPEN_FOR, Match, Status
from core.registry import GAMES
from core.types import Millis, Seat


def engine_seat(match: Match) -> Seat | None:
    """The seat whose computer has to move, if one has to."""
    if match.status is not Status.PLAYING:
        return None
    seat = GAMES[match.game].to_act(match.position)
    if seat is None:
        return None
    occupant = match.seats[seat]
    return seat if occupant is not None and occupant.level is not None else None


def deadline(match: Match) -> tuple[Millis, Expire | FlagFall] | None:
    """When something must happen without anybody pressing, and what."""
    if match.status is Status.OPEN:
        return Millis(match.created + OPEN_FOR), Expire()
    if match.status is Status.PLAYING and match.clock is not None:
        flag = match.clock.flag_at
        return None if flag is None else (flag, FlagFall())
    if match.status is Status.PLAYING and match.setup.seats == 1 and match.contest is None:
        return Millis(match.since + ALONE), Expire()
    return None
