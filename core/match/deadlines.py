"""How long people are waited for: terms and when they end, by the stored facts.

Where there is no clock, whoever is to act is told after two days that they keep the others waiting;
after a third the others may claim, and after thirty nobody waits any more. Where nobody waits but a
computer there is only that last term. Whoever left is told at once, and their side gives up a day
later. Nothing ever ends that was not announced a day before. While a match is paused no term runs.

Owns when, not what: that is `absence.py`. A term is told by its beginning, so a pause or an outage
only has to move beginnings (`pausing.py`).
"""

from core.match.clock import DAY
from core.match.decision import others
from core.match.model import ABANDON_AFTER, CLAIM_AFTER, Absence, AbsenceKind, Match, Status
from core.registry import GAMES
from core.types import Millis, Seat

NOTICE = 1 * DAY
"""How long before something ends it is announced, in milliseconds."""

MAX_PAUSE = 30 * DAY
"""After how long a pause ends by itself, in milliseconds: no match hangs."""


def awaited(match: Match) -> Seat | None:
    """The seat that is to act with all the time in the world: nothing but patience runs.

    With a clock there is none, nor in a contest or a game of the day, which close by themselves.
    """
    if match.status is not Status.PLAYING or match.clock is not None or match.paused is not None:
        return None
    if match.contest is not None:
        return None
    return GAMES[match.game].to_act(match.position)


def late(match: Match) -> Absence | None:
    """The warning that somebody keeps the others waiting, where one was given."""
    return next((each for each in match.absences if each.kind is AbsenceKind.LATE), None)


def gone(match: Match, seat: Seat) -> Absence | None:
    """The warning that this seat's person has left, where one was given."""
    here = (each for each in match.absences if each.seat == seat)
    return next((each for each in here if each.kind is AbsenceKind.GONE), None)


def departed_warnings(match: Match) -> tuple[Absence, ...]:
    """The warnings that stand when another decision begins: nobody is late for that yet."""
    return tuple(each for each in match.absences if each.kind is AbsenceKind.GONE)


def may_claim(match: Match, now: Millis) -> Seat | None:
    """The seat that the others may claim against, if they may."""
    warned = late(match)
    if warned is None or match.paused is not None or now < warned.until:
        return None
    return warned.seat if has_company(match, warned.seat) else None


def has_company(match: Match, seat: Seat) -> bool:
    """Whether other people wait for this seat."""
    who = match.seats[seat]
    return who is not None and bool(others(match, who.player))


def term(match: Match, seat: Seat) -> int:
    """After how long without a move something may happen, in milliseconds."""
    return CLAIM_AFTER if has_company(match, seat) else ABANDON_AFTER


def ends(match: Match, warned: Absence) -> Millis:
    """When a warned term ends for good: nobody is waited for any more."""
    if warned.kind is AbsenceKind.LATE and has_company(match, warned.seat):
        return Millis(max(match.since + ABANDON_AFTER, warned.until))
    return warned.until


def lapses(match: Match) -> Millis | None:
    """When the next thing happens to a running match because nobody did anything."""
    if match.status is not Status.PLAYING:
        return None
    if match.paused is not None:
        return Millis(match.paused.since + MAX_PAUSE)
    due = [each.until for each in match.absences if each.kind is AbsenceKind.GONE]
    warned, seat = late(match), awaited(match)
    if seat is not None and warned is None:
        due.append(Millis(match.since + term(match, seat) - NOTICE))
    elif seat is not None and warned is not None:
        due.append(ends(match, warned) if warned.over else warned.until)
    return min(due, default=None)
