"""Seats of an open match: taking, changing and leaving them, computers, and starting.

A match for two starts when the second seat is taken; with more seats players choose sides first and
the host starts. Declined, cancelled and expired challenges are aborted here.
"""

from dataclasses import replace

from core.errors import Reason, Refused
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.decision import Decision, must_be_open, sides
from core.match.ending import abort
from core.match.model import OPEN_FOR, AbortCause, Match, Occupant, Status
from core.registry import GAMES
from core.types import COMPUTER, Millis, Seat


def take_seat(match: Match, command: c.TakeSeat, now: Millis) -> Decision:
    if match.status in (Status.PLAYING, Status.FINISHED) and match.seats_of(command.by):
        raise Refused(Reason.ALREADY_SEATED)
    must_be_open(match)
    if match.seats_of(command.by):
        return _change_seat(match, command)
    if match.is_for_one and command.by != match.invited:
        raise Refused(Reason.NOT_INVITED)
    seat = _free_seat(match, command)
    sat = _sit(match, seat, Occupant(command.by))
    sat = replace(sat, rated=sat.rated and not command.casual)
    if match.setup.seats == 2:  # accepting starts the match, as the table is full
        return Decision(
            create.started(sat, now, command.client), (e.SeatTaken(seat), e.MatchStarted())
        )
    return Decision(sat, (e.SeatTaken(seat),))


def _change_seat(match: Match, command: c.TakeSeat) -> Decision:
    """Change to the other side, or to a given seat."""
    old = match.seats_of(command.by)[0]
    wanted = command.seat is not None or command.side is not None
    if match.setup.seats == 2 or not wanted:
        raise Refused(Reason.OWN_CHALLENGE if command.by == match.host else Reason.ALREADY_SEATED)
    if command.seat == old or (command.seat is None and command.side == sides(match)[old]):
        raise Refused(Reason.ALREADY_SEATED)
    seat = _free_seat(match, command)
    moved = _sit(_sit(match, old, None), seat, Occupant(command.by))
    return Decision(moved, (e.SeatLeft(old), e.SeatTaken(seat)))


def seat_computer(match: Match, command: c.SeatComputer) -> Decision:
    """Set the computer of a given seat. Absolute values make repeated presses harmless."""
    must_be_open(match)
    if command.by != match.host:
        raise Refused(Reason.NOT_HOST)
    if command.level is not None:
        create.must_be_level(match.game, command.level)
    if not 0 <= command.seat < match.setup.seats:
        raise Refused(Reason.SEAT_TAKEN)
    there = match.seats[command.seat]
    if there is not None and there.level is None:
        raise Refused(Reason.SEAT_TAKEN)
    wanted = None if command.level is None else Occupant(COMPUTER, command.level)
    if there == wanted:
        raise Refused(Reason.REPEATED)
    event = e.SeatLeft(command.seat) if wanted is None else e.SeatTaken(command.seat)
    return Decision(_sit(match, command.seat, wanted), (event,))


def leave_seat(match: Match, command: c.LeaveSeat) -> Decision:
    """Leave a seat. If the host leaves, the next player in seat order becomes host."""
    must_be_open(match)
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    left = _sit(match, seats[0], None)
    if not left.people:
        return abort(match, AbortCause.CANCELLED)
    host = match.host if match.host in left.people else left.people[0]
    return Decision(replace(left, host=host), (e.SeatLeft(seats[0]),))


def _free_seat(match: Match, command: c.TakeSeat) -> Seat:
    """Return the requested seat, or the first free one on the side. Refused(SEAT_TAKEN)."""
    free = [Seat(i) for i, who in enumerate(match.seats) if who is None]
    if command.side is not None:
        free = [seat for seat in free if sides(match)[seat] == command.side]
    if not free or command.seat not in (None, *free):
        raise Refused(Reason.SEAT_TAKEN)
    return free[0] if command.seat is None else command.seat


def _sit(match: Match, seat: Seat, who: Occupant | None) -> Match:
    return replace(match, seats=(*match.seats[:seat], who, *match.seats[seat + 1 :]))


def decline(match: Match, command: c.Decline) -> Decision:
    must_be_open(match)
    if not match.is_for_one or command.by != match.invited:
        raise Refused(Reason.NOT_INVITED)
    return abort(match, AbortCause.DECLINED)


def start(match: Match, command: c.Start, now: Millis) -> Decision:
    """Start the match as its host. Repeated presses are refused and do not roll again."""
    waits = GAMES[match.game].chance or match.setup.seats > 2
    if waits and match.turn > 0 and command.by == match.host:
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
    """Abort an offer that was not accepted in time."""
    must_be_open(match)
    if now < match.created + OPEN_FOR:
        raise Refused(Reason.NOT_EXPIRED)
    return abort(match, AbortCause.EXPIRED)
