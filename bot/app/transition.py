"""Turn a decision about a match into what is saved.

Pure. Owns what goes into one transaction with the match: at its end the results, ratings and result
screens; and the rematch both players want.
"""

from dataclasses import dataclass, replace

from bot.app.matches import create
from bot.app.model.leaderboard import Result
from bot.app.model.session import Session
from bot.app.results import results
from core import rating
from core.match.commands import Command, FlagFall
from core.match.decide import Decision
from core.match.events import RematchAgreed
from core.match.model import Match, Status
from core.rating import RatedResult
from core.types import Millis


@dataclass(frozen=True, slots=True)
class Advance:
    """The next session with the results, ratings and rematch of the same transaction."""

    session: Session
    results: tuple[Result, ...] = ()
    bout: RatedResult | None = None
    born: tuple[Session, ...] = ()


def advance(session: Session, decision: Decision, entropy: bytes, now: Millis) -> Advance:
    """Return what follows from a decision. `entropy` is 32 fresh bytes."""
    changed = replace(session, match=decision.match)
    just_finished = decision.match.status is Status.FINISHED and not session.match.is_over
    agreed = any(isinstance(event, RematchAgreed) for event in decision.events)
    born = (create.rematch(changed, entropy, now),) if agreed else ()
    if not just_finished:
        return Advance(changed, born=born)
    bout = rating.bout(decision.match) if rating.counts(decision.match) else None
    return Advance(changed, results(changed, now), bout, born)


def flag_fell_first(match: Match, command: Command, now: Millis) -> bool:
    """Return whether a flag fell before the command was received."""
    late = match.clock is not None and match.clock.has_fallen(now) and not match.is_over
    return late and not isinstance(command, FlagFall)
