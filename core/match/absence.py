"""Absent players: late moves, players who left, and players who came back.

A player who keeps others waiting is warned; then the others may claim the match, and finally it is
abandoned. A player who left, was banned or blocked the bot is warned and then forfeits unless they
come back; their open offers end at once, as no match has begun. In teams a computer takes over if a
partner is still present. If all players have left, there is no winner. A player who deletes their
data departs at once, without a warning: their offer is withdrawn or declined, and their match is
resigned or handed to a computer.

`deadlines.py` owns when this happens. That a player left is an external fact and arrives as a
command.
"""

from dataclasses import replace

from core.errors import Reason, Refused
from core.match import commands as c
from core.match import ending, pausing, seating
from core.match import events as e
from core.match.deadlines import (
    MAX_PAUSE,
    NOTICE,
    awaited,
    ends,
    gone,
    has_company,
    lapses,
    late,
    term,
)
from core.match.decision import Decision, must_be_playing, seated
from core.match.model import AbortCause, Absence, AbsenceKind, Match, PauseCause, Status
from core.types import Millis, PlayerId, Seat


def leave(match: Match, command: c.Gone, now: Millis) -> Decision:
    """Warn that a player can no longer take part; they forfeit when the warning expires."""
    seats = match.seats_of(command.player)
    if match.status is Status.OPEN:
        return _leave_offer(match, command.player)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    must_be_playing(match)
    new = tuple(seat for seat in seats if gone(match, seat) is None)
    if not new:
        raise Refused(Reason.REPEATED)
    until = Millis(now + NOTICE)
    warnings = tuple(Absence(seat, AbsenceKind.GONE, now, until) for seat in new)
    warned = replace(match, absences=tuple(sorted((*match.absences, *warnings))))
    return Decision(warned, tuple(e.Warned(seat, AbsenceKind.GONE) for seat in new))


def _leave_offer(match: Match, who: PlayerId) -> Decision:
    """End an offer whose host has left or whose invited player cannot accept it."""
    if match.setup.seats > 2 and match.seats_of(who):
        left = seating.leave_seat(match, c.LeaveSeat(who))
        return ending.abort(match, AbortCause.LEFT) if left.match.is_over else left
    if who == match.host or (match.is_for_one and who == match.invited):
        return ending.abort(match, AbortCause.LEFT)
    raise Refused(Reason.NOT_SEATED)


def depart(match: Match, command: c.Depart, now: Millis) -> Decision:
    """Remove a player for good. Refused(NOT_SEATED), Refused(FINISHED) or Refused(ABORTED)."""
    if match.status is Status.OPEN:
        return _depart_from_offer(match, command)
    must_be_playing(match)
    seat = seated(match, command.by)
    level = ending.stand_in(match, seat)
    if level is not None:
        return ending.replace_with(match, seat, level)
    return ending.resign(match, seat, now)


def _depart_from_offer(match: Match, command: c.Depart) -> Decision:
    sits = bool(match.seats_of(command.by))
    if match.is_for_one and match.invited == command.by and not sits:
        return seating.decline(match, c.Decline(command.by))
    if not sits:
        raise Refused(Reason.NOT_SEATED)
    if match.setup.seats <= 2:
        return seating.cancel(match, c.Cancel(command.by))
    return seating.leave_seat(match, c.LeaveSeat(command.by))


def come_back(match: Match, command: c.Back) -> Decision:
    """Withdraw the warnings about a player who returned. Refused(REPEATED) if there are none."""
    must_be_playing(match)
    kept = _without(match, command.player)
    if kept == match.absences:
        raise Refused(Reason.REPEATED)
    back = [each.seat for each in match.absences if each not in kept]
    return Decision(replace(match, absences=kept), tuple(e.CameBack(seat) for seat in back))


def _without(match: Match, who: PlayerId) -> tuple[Absence, ...]:
    seats = match.seats_of(who)
    return tuple(
        each for each in match.absences if each.kind is AbsenceKind.LATE or each.seat not in seats
    )


def seen(match: Match, who: PlayerId) -> Match:
    """Return the match without warnings about a player who has just acted in it."""
    if not match.absences:
        return match
    return replace(match, absences=_without(match, who))


def lapse(match: Match, now: Millis) -> Decision:
    """Apply the deadline that has passed. Refused(TOO_EARLY) if none has."""
    must_be_playing(match)
    due = lapses(match)
    if due is None or now < due:
        raise Refused(Reason.TOO_EARLY)
    if match.paused is not None:
        if match.paused.cause is PauseCause.ROOM:
            return ending.abort(match, AbortCause.ROOM_GONE)
        return pausing.resume(match, Millis(match.paused.since + MAX_PAUSE))
    for each in match.absences:
        if each.kind is AbsenceKind.GONE and now >= each.until:
            return _give_up(match, each.seat, now)
    seat, warned = awaited(match), late(match)
    assert seat is not None
    if warned is None:
        return _warn(match, seat, now)
    if not warned.over and has_company(match, seat):
        others = (each for each in match.absences if each != warned)
        absences = tuple(sorted((*others, replace(warned, over=True))))
        return Decision(replace(match, absences=absences), (e.ClaimOpened(seat),))
    assert now >= ends(match, warned)
    if match.is_solo:
        return ending.abandon(match, now)
    return ending.abort(match, AbortCause.FORGOTTEN)


def _warn(match: Match, seat: Seat, now: Millis) -> Decision:
    until = Millis(max(match.since + term(match, seat), now + NOTICE))
    warned = Absence(seat, AbsenceKind.LATE, now, until)
    absences = tuple(sorted((*match.absences, warned)))
    return Decision(replace(match, absences=absences), (e.Warned(seat, AbsenceKind.LATE),))


def _give_up(match: Match, seat: Seat, now: Millis) -> Decision:
    """Forfeit the match for a player who left, if an opponent is present to win it."""
    away = [each.seat for each in match.absences if each.kind is AbsenceKind.GONE]
    people = [Seat(i) for i, who in enumerate(match.seats) if who and who.level is None]
    if len(people) > 1 and all(each in away for each in people):
        return ending.abort(match, AbortCause.DESERTED)
    return ending.give_up(match, seat, now)
