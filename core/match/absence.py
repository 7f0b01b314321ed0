"""People who do not move, who left, who came back; and what becomes of their matches.

Who keeps the others waiting is warned, then the others may claim, and at last nobody is waited for.
Who left, was barred or blocked the bot is warned and then gives up, unless they come back: an
offer of theirs ends at once, for it is no match yet. In teams a computer takes the seat of somebody
whose partner is still there. Where all people have left nobody wins.

Owns these consequences; when they are due is `patience.py`'s. Whether somebody left is a fact from
outside, which comes as a command.
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
    """Somebody can take no further part here: they are given up after the usual warning."""
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
    """An offer that nobody makes any more, or that the one it was for cannot take."""
    if match.setup.seats > 2 and match.seats_of(who):
        left = seating.leave_seat(match, c.LeaveSeat(who))
        return ending.abort(match, AbortCause.LEFT) if left.match.is_over else left
    if who == match.host or (match.is_for_one and who == match.invited):
        return ending.abort(match, AbortCause.LEFT)
    raise Refused(Reason.NOT_SEATED)


def depart(match: Match, command: c.Depart, now: Millis) -> Decision:
    """Refused(NOT_SEATED) where they have no part in it, FINISHED or ABORTED where it is over."""
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
    """Somebody who had left is there again. Refused(REPEATED) where nobody thought otherwise."""
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
    """The match as it is when this person has just done something in it."""
    if not match.absences:
        return match
    return replace(match, absences=_without(match, who))


def lapse(match: Match, now: Millis) -> Decision:
    """Does what is due because nobody did anything. Refused(TOO_EARLY) where that is nothing."""
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
    if match.setup.seats == 1:
        return ending.abandon(match, now)
    return ending.abort(match, AbortCause.FORGOTTEN)


def _warn(match: Match, seat: Seat, now: Millis) -> Decision:
    until = Millis(max(match.since + term(match, seat), now + NOTICE))
    warned = Absence(seat, AbsenceKind.LATE, now, until)
    absences = tuple(sorted((*match.absences, warned)))
    return Decision(replace(match, absences=absences), (e.Warned(seat, AbsenceKind.LATE),))


def _give_up(match: Match, seat: Seat, now: Millis) -> Decision:
    """Who left loses, if there is anybody left to win against them."""
    away = [each.seat for each in match.absences if each.kind is AbsenceKind.GONE]
    people = [Seat(i) for i, who in enumerate(match.seats) if who and who.level is None]
    if match.setup.seats > 1 and len(people) > 1 and all(each in away for each in people):
        return ending.abort(match, AbortCause.DESERTED)
    return ending.give_up(match, seat, now)
