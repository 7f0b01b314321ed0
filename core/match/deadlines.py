"""Deadlines of matches without a clock, computed from stored facts.

Without a clock, the player to move is warned after two days; after three the opponents may claim,
and after thirty the match is abandoned. If only a computer waits, only the last deadline applies. A
player who left is warned at once and forfeits a day later. Nothing ends without a day's notice.
Deadlines do not run during a pause.

`absence.py` applies them. Deadlines are stored as start times, so pauses and outages only have to
shift those (`pausing.py`).
"""

from core.match.clock import DAY
from core.match.decision import others
from core.match.model import ABANDON_AFTER, CLAIM_AFTER, Absence, AbsenceKind, Match, Status
from core.registry import GAMES
from core.types import Millis, Seat

NOTICE = 1 * DAY
"""Notice before a deadline ends a match, in milliseconds."""

MAX_PAUSE = 30 * DAY
"""Maximum length of a pause, in milliseconds; then it ends by itself so that no match hangs."""


def awaited(match: Match) -> Seat | None:
    """Return the seat to act if no clock limits it.

    Returns None with a clock, and in contests and dailies, which close by themselves.
    """
    if match.status is not Status.PLAYING or match.clock is not None or match.paused is not None:
        return None
    if match.contest is not None:
        return None
    return GAMES[match.game].to_act(match.position)


def late(match: Match) -> Absence | None:
    """Return the warning about a late move, if any."""
    return next((each for each in match.absences if each.kind is AbsenceKind.LATE), None)


def gone(match: Match, seat: Seat) -> Absence | None:
    """Return the warning that this seat's player has left, if any."""
    here = (each for each in match.absences if each.seat == seat)
    return next((each for each in here if each.kind is AbsenceKind.GONE), None)


def departed_warnings(match: Match) -> tuple[Absence, ...]:
    """Return the warnings that survive a move: players who left. Being late does not."""
    return tuple(each for each in match.absences if each.kind is AbsenceKind.GONE)


def may_claim(match: Match, now: Millis) -> Seat | None:
    """Return the seat the opponents may claim against, if any."""
    warned = late(match)
    if warned is None or match.paused is not None or now < warned.until:
        return None
    return warned.seat if has_company(match, warned.seat) else None


def has_company(match: Match, seat: Seat) -> bool:
    """Return whether other people wait for this seat."""
    who = match.seats[seat]
    return who is not None and bool(others(match, who.player))


def term(match: Match, seat: Seat) -> int:
    """Return how long a seat may take to move before a deadline applies, in milliseconds."""
    return CLAIM_AFTER if has_company(match, seat) else ABANDON_AFTER


def ends(match: Match, warned: Absence) -> Millis:
    """Return when a warned match finally ends."""
    if warned.kind is AbsenceKind.LATE and has_company(match, warned.seat):
        return Millis(max(match.since + ABANDON_AFTER, warned.until))
    return warned.until


def lapses(match: Match) -> Millis | None:
    """Return the next deadline of a running match."""
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
