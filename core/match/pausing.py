"""Pauses and outages: time that nobody is charged for.

Two people may agree on a pause; the bot makes one where the match cannot be reached: its room is
closed to us, or a platform is down. Meanwhile the clock stands and no term runs, and when it is
over all that had begun before begins later by as much (`credit`). A time when the bot itself was
not running is credited in the same way, once however often it is asked for, because a match notes
up to when it was.

An agreed pause ends as soon as either of them says so, or whoever is to act moves.
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
    """The clock stands from `now` on."""
    clock = match.clock and clocks.stop(match.clock, max(now, match.clock.since))
    offers = tuple(each for each in match.offers if each.kind is not OfferKind.PAUSE)
    return replace(match, paused=Pause(cause, now), clock=clock, offers=offers, declined=None)


def freeze(match: Match, command: c.Freeze) -> Decision:
    """The bot's own pause, from the instant on when the match could be reached no more."""
    must_be_playing(match)
    if match.paused is not None:
        raise Refused(Reason.REPEATED)
    since = Millis(max(command.since, match.since))
    return Decision(pause(match, command.cause, since), (e.Paused(command.cause),))


def thaw(match: Match, command: c.Thaw, now: Millis) -> Decision:
    """What froze it is over. Another kind of pause goes on."""
    must_be_playing(match)
    if match.paused is None or match.paused.cause is not command.cause:
        raise Refused(Reason.REPEATED)
    return resume(match, now)


def ask_resume(match: Match, command: c.Resume, now: Millis) -> Decision:
    """By anybody who agreed to it; from the bot's own pause only by who is to act, who is there."""
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
    """The same match with its pause over, if there is one."""
    if match.paused is None:
        return match
    on = credit(match, match.paused.since, now)
    clock = on.clock
    if clock is not None:
        clock = replace(clock, running=GAMES[match.game].to_act(match.position), since=now)
    return replace(on, paused=None, clock=clock)


def credit_outage(match: Match, command: c.CreditOutage) -> Decision:
    """For the time when the bot was not running; a pause is not charged anyway."""
    must_be_playing(match)
    known = match.credited is not None and command.ended <= match.credited
    if known or match.paused is not None:
        raise Refused(Reason.REPEATED)
    began = command.began if match.credited is None else max(command.began, match.credited)
    credited = credit(match, began, command.ended)
    if credited == match:
        raise Refused(Reason.REPEATED)
    return Decision(replace(credited, credited=command.ended), (e.OutageCredited(),))


def credit(match: Match, began: Millis, ended: Millis) -> Match:
    """Everything that ran between two instants begins later by what it ran of that time."""
    clock = match.clock
    if clock is not None and clock.running is not None:
        clock = replace(clock, since=_later(clock.since, began, ended))
    absences = tuple(_postponed(each, began, ended) for each in match.absences)
    return replace(match, since=_later(match.since, began, ended), clock=clock, absences=absences)


def _later(begun: Millis, began: Millis, ended: Millis) -> Millis:
    return Millis(begun + max(0, ended - max(began, begun)))


def _postponed(absence: Absence, began: Millis, ended: Millis) -> Absence:
    """A term that was over before is over."""
    if absence.until <= began:
        return absence
    until = Millis(absence.until + max(0, ended - max(began, absence.warned)))
    return replace(absence, warned=_later(absence.warned, began, ended), until=until)
