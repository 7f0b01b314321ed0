"""Somebody is gone for good: what becomes of a match they have a part in.

Owns how a match goes on without them, at once and without a warning: it was their own wish. Must
not know why. An offer is withdrawn or declined; a match is resigned, and where partners would lose
by that, a computer takes the seat.
"""

from core.errors import Reason, Refused
from core.match import commands as c
from core.match import ending, seating
from core.match.decision import Decision, must_be_playing, seated
from core.match.model import Match, Status
from core.types import Millis


def depart(match: Match, command: c.Depart, now: Millis) -> Decision:
    """Refused(NOT_SEATED) where they have no part in it, FINISHED or ABORTED where it is over."""
    if match.status is Status.OPEN:
        return _leave_offer(match, command)
    must_be_playing(match)
    seat = seated(match, command.by)
    level = ending.stand_in(match, seat)
    if level is not None:
        return ending.replace_with(match, seat, level)
    return ending.resign(match, seat, now)


def _leave_offer(match: Match, command: c.Depart) -> Decision:
    sits = bool(match.seats_of(command.by))
    if match.is_for_one and match.invited == command.by and not sits:
        return seating.decline(match, c.Decline(command.by))
    if not sits:
        raise Refused(Reason.NOT_SEATED)
    if match.setup.seats <= 2:
        return seating.cancel(match, c.Cancel(command.by))
    return seating.leave_seat(match, c.LeaveSeat(command.by))
