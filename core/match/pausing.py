"""Pauses and outages, for which no time is charged.

Two players may agree on a pause, and the bot pauses matches it cannot reach: their room is closed
to it, or a platform is down. During a pause the clock is stopped and no deadline runs; afterwards
all start times move forward by its length (`credit`). Outages of the bot itself are credited the
same way, and only once, because a match records up to when it was credited.

An agreed pause ends when one of the players resumes, or the player to act moves.
"""

from dataclasses import replace

from core.errors import Reason, Refused
from core.match import clock as clocks
from core.match import commands as c
from core.match import events as e
from core.match.decision import Decision, must_be_playing
from core.match.model import Absence, Match, OfferKind, Pause, PauseCause
from core.registry import GAMES
from core.types import Millis


def pause(match: Match, cause: PauseCause, now: Millis) -> Match:
    """Stop the clock at `now`."""
    clock = match.clock and clocks.stop(match.clock, max(now, match.clock.since))
    offers = tuple(each for each in match.offers if each.kind is not OfferKind.PAUSE)
    return replace(match, paused=Pause(cause, now), clock=clock, offers=offers, declined=None)


def freeze(match: Match, command: c.Freeze) -> Decision:
    """Pause the match from the instant at which it became unreachable."""
    must_be_playing(match)
    if match.paused is not None:
        raise Refused(Reason.REPEATED)
    since = Millis(max(command.since, match.since))
    return Decision(pause(match, command.cause, since), (e.Paused(command.cause),))


def thaw(match: Match, command: c.Thaw, now: Millis) -> Decision:
    """End the bot's pause. Pauses for other causes continue."""
    must_be_playing(match)
    if match.paused is None or match.paused.cause is not command.cause:
        raise Refused(Reason.REPEATED)
    return resume(match, now)


def ask_resume(match: Match, command: c.Resume, now: Millis) -> Decision:
    """Resume an agreed pause; the bot's own pause can be ended by the player to act only."""
    must_be_playing(match)
    seats = match.seats_of(command.by)
    if not seats:
        raise Refused(Reason.NOT_SEATED)
    if match.paused is None:
        raise Refused(Reason.NOT_PAUSED)
    agreed = match.paused.cause is PauseCause.AGREED
    if not agreed and GAMES[match.game].to_act(match.position) not in seats:
        raise Refused(Reason.PAUSED)
    return resume(match, now)


def resume(match: Match, now: Millis) -> Decision:
    return Decision(running(match, now), (e.Resumed(),))


def running(match: Match, now: Millis) -> Match:
    """Return the match without its pause, if there is one."""
    if match.paused is None:
        return match
    on = credit(match, match.paused.since, now)
    clock = on.clock
    if clock is not None:
        clock = replace(clock, running=GAMES[match.game].to_act(match.position), since=now)
    return replace(on, paused=None, clock=clock)


def credit_outage(match: Match, command: c.CreditOutage) -> Decision:
    """Credit an outage of the bot, unless the match was paused."""
    must_be_playing(match)
    if command.ended < command.began:
        return _put_back(match, command)
    known = match.credited is not None and command.ended <= match.credited
    if known or match.paused is not None:
        raise Refused(Reason.REPEATED)
    began = command.began if match.credited is None else max(command.began, match.credited)
    credited = credit(match, began, command.ended)
    if credited == match:
        raise Refused(Reason.REPEATED)
    return Decision(replace(credited, credited=command.ended), (e.OutageCredited(),))


def _put_back(match: Match, command: c.CreditOutage) -> Decision:
    """The clock was put back: instants that lie in the future now come earlier by as much, so no
    player gains or loses time. The operation is idempotent."""

    def earlier(at: Millis) -> Millis:
        return at if at <= command.ended else Millis(at + command.ended - command.began)

    clock, credited = match.clock, match.credited
    if clock is not None:
        clock = replace(clock, since=earlier(clock.since))
    absences = tuple(
        replace(each, warned=earlier(each.warned), until=Millis(each.until - late))
        for each in match.absences
        for late in (each.warned - earlier(each.warned),)
    )
    paused = match.paused and replace(match.paused, since=earlier(match.paused.since))
    back = replace(
        match,
        since=earlier(match.since),
        clock=clock,
        absences=absences,
        paused=paused,
        credited=None if credited is None else min(credited, command.ended),
    )
    if back == match:
        raise Refused(Reason.REPEATED)
    return Decision(back, (e.OutageCredited(),))


def credit(match: Match, began: Millis, ended: Millis) -> Match:
    """Move start times forward by the time that ran between two instants."""
    clock = match.clock
    if clock is not None and clock.running is not None:
        clock = replace(clock, since=_later(clock.since, began, ended))
    absences = tuple(_postponed(each, began, ended) for each in match.absences)
    return replace(match, since=_later(match.since, began, ended), clock=clock, absences=absences)


def _later(begun: Millis, began: Millis, ended: Millis) -> Millis:
    return Millis(begun + max(0, ended - max(began, begun)))


def _postponed(absence: Absence, began: Millis, ended: Millis) -> Absence:
    """Extend a warning by the time credited, unless it had expired before."""
    if absence.until <= began:
        return absence
    until = Millis(absence.until + max(0, ended - max(began, absence.warned)))
    return replace(absence, warned=_later(absence.warned, began, ended), until=until)
