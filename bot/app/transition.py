"""Turn a decision about a match into what is saved in one transaction.

Pure. Adds the results and ratings of a match that ends, and the rematch once both sides agree.
"""

from dataclasses import dataclass, replace

from bot.app.model.leaderboard import Result
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.results import results
from core import rating
from core.match import create
from core.match.commands import Command, FlagFall
from core.match.decide import Decision
from core.match.events import RematchAgreed
from core.match.model import Match, Status
from core.rating import RatedResult
from core.types import Millis


@dataclass(frozen=True, slots=True)
class Advance:
    """The next session, and the results, the rated result and the rematch saved with it."""

    session: Session
    results: tuple[Result, ...] = ()
    bout: RatedResult | None = None
    born: tuple[Session, ...] = ()


def advance(session: Session, decision: Decision, entropy: bytes, now: Millis) -> Advance:
    """Return what to save after a decision. `entropy` are 32 random bytes for a rematch."""
    changed = replace(session, match=decision.match)
    just_finished = decision.match.status is Status.FINISHED and not session.match.is_over
    agreed = any(isinstance(event, RematchAgreed) for event in decision.events)
    born = (rematch(changed, entropy, now),) if agreed else ()
    if not just_finished:
        return Advance(changed, born=born)
    bout = rating.bout(decision.match) if rating.counts(decision.match) else None
    return Advance(changed, results(changed, now), bout, born)


def flag_fell_first(match: Match, command: Command, now: Millis) -> bool:
    """Whether a flag had fallen before this command arrived."""
    late = match.clock is not None and match.clock.has_fallen(now) and not match.is_over
    return late and not isinstance(command, FlagFall)


def rematch(old: Session, entropy: bytes, now: Millis) -> Session:
    """Return the rematch, shown in every room that showed the old match."""
    boards = tuple(
        Screen(screen.room, screen.kind, screen.locale)
        for screen in old.screens
        if screen.kind in (ScreenKind.BOARD, ScreenKind.CARD)
    )
    return Session(create.rematch(old.match, entropy, now), old.home, boards)
