"""Reviews at work: one position after the other is put to an adviser, and what comes of it is kept.

A match is looked at once however many ask, and what was found is read from the store afterwards.
Every move that a computer has to make goes first, and every hint (`bot/engines/pool.py`). Nothing
is remembered of a review that was broken off: whoever asks next has it made anew, which takes
seconds. Must not know who may see what, nor cards.
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
"""Matches that are looked at at the same time; the others wait."""

EACH = 3
"""Matches that one person may have looked at or waiting: nobody's pile keeps others from theirs."""

TRIES = 3
"""How often a position is asked about: a worker may die, even be killed, in the middle."""


class ReviewJob:
    """A review that is being made, for `asker` first: `done` of `total` moves were looked at. Once
    it is `over` there is the review, or it could not be made, or it was `broken_off` because the
    bot stops."""

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
        """Wakes those who follow; there is nothing more to come."""
        async with self._changed:
            self.over.set()
            self._changed.notify_all()

    async def steps(self) -> AsyncIterator[int]:
        """How many are done, whenever somebody looks again and that has changed; it ends with the
        work."""
        told = self.done
        while not self.over.is_set():
            async with self._changed:
                while self.done == told and not self.over.is_set():
                    await self._changed.wait()
                told = self.done
            yield told


class ReviewWorker:
    """Makes reviews and keeps them."""

    def __init__(self, kept: ReviewRepository, engines: Engines) -> None:
        self._kept = kept
        self._engines = engines
        self._abreast = asyncio.Semaphore(ABREAST)
        self._works: dict[MatchId, ReviewJob] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def of(self, match: MatchId) -> Review | None:
        """What was made of it, ever."""
        return await self._kept.of(match)

    def begin(self, match: Match, asker: PlayerId) -> ReviewJob:
        """Has it made, unless that is under way. It goes on whoever waits.

        Refused(REVIEWS_WAIT) where as many as one person may have are under way for the asker.
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
        """Breaks off what is under way. Whoever follows it is told nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _make(self, match: Match, asked: Sequence[Decision], work: ReviewJob) -> None:
        """The root of a task: what goes wrong here is logged, and who follows finds nothing."""
        try:
            async with self._abreast:
                told = []
                for decision in asked:
                    told.append(await self._ask(match, decision))
                    await work.advance()
            work.review = build_review(match, told)
            await self._kept.keep(work.review)
        except EngineFailed as failed:
            log.warning("match %s: no review: %s", match.id, failed)
        except StoreUnavailable as failed:
            log.warning("match %s: its review is not kept: %s", match.id, failed)
        except Exception:
            log.exception("match %s: the review failed", match.id)
        except asyncio.CancelledError:
            work.broken_off = True
            raise
        finally:
            del self._works[match.id]
            await work.end()

    async def _ask(self, match: Match, decision: Decision) -> Advice:
        """EngineFailed where it could not be answered."""
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
