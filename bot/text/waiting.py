"""Phrase warnings and pauses: which player, until when, and why the clock is stopped.

Instants are in UTC: a board is read in many time zones, for days.
"""

from datetime import UTC, datetime
from typing import assert_never

from bot.text.catalog import Texts
from core.match.deadlines import ends, has_company
from core.match.model import Absence, AbsenceKind, Match, Pause, PauseCause
from core.types import Millis


def instant(at: Millis) -> str:
    """Return `2027-01-15 08:00`."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def warning(texts: Texts, match: Match, absence: Absence, name: str) -> str:
    """Phrase the warning about an absent player."""
    until, end = instant(absence.until), instant(ends(match, absence))
    match absence.kind:
        case AbsenceKind.GONE:
            return texts.t(
                "🚪 {name} left and forfeits at {time} UTC unless they come back.",
                name=name,
                time=until,
            )
        case AbsenceKind.LATE if not has_company(match, absence.seat):
            return texts.t("⏳ Ends at {time} UTC without a move.", time=end)
        case AbsenceKind.LATE if absence.over:
            return texts.t(
                "⏳ {name} hasn't moved: press ⌛ to stop waiting. Ends at {time} UTC without a"
                " move.",
                name=name,
                time=end,
            )
        case AbsenceKind.LATE:
            return texts.t(
                "⏳ {name} hasn't moved. From {time} UTC on, nobody has to wait.",
                name=name,
                time=until,
            )
        case _:
            assert_never(absence.kind)


def pause(texts: Texts, paused: Pause, name: str) -> str:
    """Explain a pause; `name` is the player to move."""
    match paused.cause:
        case PauseCause.AGREED:
            return texts.t("⏸ Paused; clocks are stopped. Move or press Resume to continue.")
        case PauseCause.ROOM:
            return texts.t(
                "⏸ Paused: I was removed from a room of this match. {name} can continue.",
                name=name,
            )
        case PauseCause.OUTAGE:
            return texts.t(
                "⏸ Paused: {name} can't be reached right now. Clocks are stopped.", name=name
            )
        case _:
            assert_never(paused.cause)
