"""Review finished matches in the background, position by position.

A match is reviewed once for all who ask, and the result is read from the store afterwards. Computer
moves and hints have priority (`bot/engines/pool.py`). An interrupted review is not stored: the next
request redoes it, which takes seconds. Callers check access.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence

from bot.app.ports.engines import EngineFailed, Engines
from bot.app.ports.repositories import ReviewRepository
from bot.app.ports.store import StoreUnavailable
from core.engine import Advice, AdviceRequest, Effort
from core.errors import Reason, Refused
from core.match.model import Match
from core.registry import GAMES
from core.review import Decision, Review, build_review, decisions
from core.types import MatchId, PlayerId

log = logging.getLogger(__name__)

ABREAST = 2
"""Maximum number of reviews at a time; others queue."""

EACH = 3
"""Maximum reviews pending per player, so that no queue blocks the other players."""

TRIES = 3
"""Attempts per position, because a worker may die or be killed."""


class ReviewJob:
    """A review in progress, requested by `asker` first: `done` of `total` moves are reviewed.

    Once it is `over`, the review exists, or it failed, or it was `broken_off` because the bot
    stops.
    """

    def __init__(self, total: int, asker: PlayerId) -> None:
        self.total = total
        self.asker = asker
        self.done = 0
        self.review: Review | None = None
        self.broken_off = False
        self.over = asyncio.Event()
        self._changed = asyncio.Condition()

    async def advance(self) -> None:
        async with self._changed:
            self.done += 1
            self._changed.notify_all()

    async def end(self) -> None:
        """Mark the job as over and wake its followers."""
        async with self._changed:
            self.over.set()
            self._changed.notify_all()

    async def steps(self) -> AsyncIterator[int]:
        """Yield the number of reviewed moves whenever it has changed; ends with the job."""
        reported = self.done
        while not self.over.is_set():
            async with self._changed:
                while self.done == reported and not self.over.is_set():
                    await self._changed.wait()
                reported = self.done
            yield reported


class ReviewWorker:
    """Compute and store reviews."""

    def __init__(self, kept: ReviewRepository, engines: Engines) -> None:
        self._kept = kept
        self._engines = engines
        self._abreast = asyncio.Semaphore(ABREAST)
        self._works: dict[MatchId, ReviewJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def of(self, match: MatchId) -> Review | None:
        """Return the stored review, if any."""
        return await self._kept.of(match)

    def begin(self, match: Match, asker: PlayerId) -> ReviewJob:
        """Start a review unless it is in progress; it continues without its asker.

        Raises Refused(REVIEWS_WAIT) if the asker has too many pending.
        """
        if (work := self._works.get(match.id)) is not None:
            return work
        if sum(work.asker == asker for work in self._works.values()) >= EACH:
            raise Refused(Reason.REVIEWS_WAIT)
        asked = list(decisions(match))
        work = self._works[match.id] = ReviewJob(len(asked), asker)
        task = asyncio.create_task(self._make(match, asked, work), name=f"review {match.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return work

    async def close(self) -> None:
        """Cancel reviews in progress and end their followers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _make(self, match: Match, asked: Sequence[Decision], work: ReviewJob) -> None:
        """Compute one review and log failures. Root of a task."""
        try:
            async with self._abreast:
                advice = []
                for decision in asked:
                    advice.append(await self._ask(match, decision))
                    await work.advance()
            work.review = build_review(match, advice)
            await self._kept.keep(work.review)
        except EngineFailed as failed:
            log.warning("match %s: no review: %s", match.id, failed)
        except StoreUnavailable as failed:
            log.warning("match %s: its review was not stored: %s", match.id, failed)
        except Exception:
            log.exception("match %s: the review failed", match.id)
        except asyncio.CancelledError:
            work.broken_off = True
            raise
        finally:
            del self._works[match.id]
            await work.end()

    async def _ask(self, match: Match, decision: Decision) -> Advice:
        """Ask the engine about one position. Raises EngineFailed."""
        view = GAMES[match.game].look(decision.position)
        asked = AdviceRequest(Effort.REVIEW, played=decision.move)
        failed = EngineFailed("nobody was asked")
        for _ in range(TRIES):
            try:
                advice = await self._engines.advise(match.game, view, asked)
            except EngineFailed as fault:
                failed = fault
            else:
                if advice.played is not None:
                    return advice
                failed = EngineFailed("it was not judged")
            log.info("match %s move %d: %s", match.id, decision.number, failed)
        raise failed
