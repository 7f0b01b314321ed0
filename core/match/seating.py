"""Seats: taking, leaving, declining, starting, and challenges that come to nothing.

Owns the life of a match while it is open. Must not know moves or results.
"""

from dataclasses import replace

from core.errors import Reason, Refused
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.decision import Decision, must_be_open
from core.match.ending import abort
from core.match.model import OPEN_FOR, AbortCause, Match, Occupant, Status
from core.registry import GAMES
from core.types import COMPUTER, Millis, Seat


def take_seat(match: Match, command: c.TakeSeat, now: Millis) -> Decision:
    if match.status in (Status.PLAYING, Status.FINISHED) and match.seats_of(command.by):
        raise Refused(Reason.ALREADY_SEATED)
    must_be_open(match)
    if command.level is not None:
        return _seat_computer(match, command)
    if match.seats_of(command.by):
        raise Refused(Reason.OWN_CHALLENGE if command.by == match.host else Reason.ALREADY_SEATED)
    if match.invited is not None and command.by != match.invited:
        raise Refused(Reason.NOT_INVITED)
    seat = _free_seat(match, command.seat)
    sat = _sit(match, seat, Occupant(command.by))
    if match.setup.seats == 2:  # accepting is starting: nobody else can join
        return Decision(create.started(sat, now), (e.SeatTaken(seat), e.MatchStarted()))
    return Decision(sat, (e.SeatTaken(seat),))


def _seat_computer(match: Match, command: c.TakeSeat) -> Decision:
    if command.by != match.host:
        raise Refused(Reason.NOT_HOST)
    if command.level not in GAMES[match.game].levels:
        raise Refused(Reason.UNKNOWN_LEVEL, level=command.level or "")
    seat = _free_seat(match, command.seat)
    sat = _sit(match, seat, Occupant(COMPUTER, command.level))
    return Decision(replace(sat, rated=False), (e.SeatTaken(seat),))


def leave_seat(match: Match, command: c.LeaveSeat) -> Decision:
    must_be_open(match)
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    left = _sit(match, seats[0], None)
    people = [who.player for who in left.seats if who is not None and who.level is None]
    if not people:
        return abort(match, AbortCause.CANCELLED)
    host = match.host if match.host in people else people[0]
    return Decision(replace(left, host=host), (e.SeatLeft(seats[0]),))


def _free_seat(match: Match, wanted: Seat | None) -> Seat:
    """The wanted seat, or the first free one. Refused(SEAT_TAKEN)."""
    free = [Seat(i) for i, who in enumerate(match.seats) if who is None]
    if not free or wanted not in (None, *free):
        raise Refused(Reason.SEAT_TAKEN)
    return free[0] if wanted is None else wanted


def _sit(match: Match, seat: Seat, who: Occupant | None) -> Match:
    return replace(match, seats=(*match.seats[:seat], who, *match.seats[seat + 1 :]))


def decline(match: Match, command: c.Decline) -> Decision:
    must_be_open(match)
    if command.by != match.invited:
        raise Refused(Reason.NOT_INVITED)
    return abort(match, AbortCause.DECLINED)


def start(match: Match, command: c.Start, now: Millis) -> Decision:
    """Where dice are thrown a second press finds them lying there: it never throws again."""
    if match.setup.chance is not None and match.turn > 0 and command.by == match.host:
        raise Refused(Reason.REPEATED)
    must_be_open(match)
    if command.by != match.host:
        raise Refused(Reason.NOT_HOST)
    if any(who is None for who in match.seats):
        raise Refused(Reason.SEATS_EMPTY)
    return Decision(create.started(match, now, command.client), (e.MatchStarted(),))


def cancel(match: Match, command: c.Cancel) -> Decision:
    must_be_open(match)
    if command.by != match.host:
        raise Refused(Reason.NOT_HOST)
    return abort(match, AbortCause.CANCELLED)


def expire(match: Match, now: Millis) -> Decision:
    must_be_open(match)
    if now < match.created + OPEN_FOR:
        raise Refused(Reason.NOT_EXPIRED)
    return abort(match, AbortCause.EXPIRED)
