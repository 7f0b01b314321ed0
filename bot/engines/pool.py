"""The pool of worker processes that answer the computers' questions.

The pool owns the number of workers and replaces those that fail. Each worker has a slot, a task
that takes questions from the common queue and asks its worker one at a time. The caller handles
choices and failures; `engine_moves.py` retries. A computer's move has priority over advice, and a
hint over a review: every position of a review is a separate question, so nothing waits for more
than the question being answered.

When a caller is cancelled, its search runs to the end and the answer is dropped, which costs less
than a new process. Workers never outlive the bot, because they watch their standard input
(`worker.py`).
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

from bot.app.ports.engines import EngineFailed
from bot.engines.process import WorkerProcess
from core.engine import Advice, AdviceRequest, Choice, Effort
from core.game import BoardView
from core.match.model import Match
from core.match.pending import engine_seat
from core.types import GameId

log = logging.getLogger(__name__)

WORKER = (sys.executable, "-m", "bot.engines.worker")


_MOVE = 0
_ADVICE = {Effort.HINT: 1, Effort.REVIEW: 2}
"""Priorities of questions, lowest number first."""

T = TypeVar("T")
WorkerCall = Callable[[WorkerProcess], Awaitable[T]]


@dataclass(frozen=True, slots=True, eq=False)
class EngineJob:
    """A question and the future of its answer. Equal priorities are served in order of arrival."""

    rank: int
    number: int
    ask: WorkerCall[Any]
    answer: "asyncio.Future[Any]"

    def __lt__(self, other: "EngineJob") -> bool:
        return (self.rank, self.number) < (other.rank, other.number)

    def fail(self, failed: EngineFailed) -> None:
        if not self.answer.done():
            self.answer.set_exception(failed)


class Pool:
    """Implements `bot.app.ports.engines.Engines`.

    Args:
        workers: how many processes; 0 means one fewer than there are cores, and at least one.
        command: what starts a worker; tests pass one that misbehaves.
    """

    def __init__(self, workers: int, command: Sequence[str] = WORKER) -> None:
        self._queue: asyncio.PriorityQueue[EngineJob] = asyncio.PriorityQueue()
        self._open: set[EngineJob] = set()
        self._numbers = count()
        size = workers or max(1, (os.cpu_count() or 1) - 1)
        self._slots = [WorkerSlot(self._queue, command) for _ in range(size)]
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def size(self) -> int:
        """Return the configured number of workers."""
        return len(self._slots)

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the worker processes running at this moment."""
        return tuple(slot.worker.pid for slot in self._slots if slot.worker is not None)

    def start(self) -> None:
        """Start and warm up the workers in the background; questions can be asked at once."""
        self._tasks = [asyncio.create_task(slot.run()) for slot in self._slots]

    async def choose(self, match: Match) -> Choice:
        """Return the move of the computer seat to act, in turn. Raises EngineFailed."""
        seat = engine_seat(match)
        occupant = None if seat is None else match.seats[seat]
        if occupant is None or occupant.level is None:
            raise EngineFailed(f"match {match.id} does not wait for a computer")
        level = occupant.level
        return await self._ask(_MOVE, lambda worker: worker.choose(match, level))

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        """Advise the seat to act, once a worker is free and no move is waiting. Raises
        EngineFailed.

        A worker receives a view only, so it knows no future dice.
        """
        rank = _ADVICE[asked.effort]
        return await self._ask(rank, lambda worker: worker.advise(game, view, asked))

    async def _ask(self, rank: int, ask: WorkerCall[T]) -> T:
        if not self._tasks:
            raise EngineFailed("the pool is not running")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = EngineJob(rank, next(self._numbers), ask, answer)
        self._open.add(job)
        try:
            self._queue.put_nowait(job)
            return await answer
        finally:
            self._open.discard(job)

    async def close(self) -> None:
        """End all workers; none is left on return. Pending callers get EngineFailed."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(slot.dismiss() for slot in self._slots))
        for job in self._open:
            job.fail(EngineFailed("the pool was closed"))


class WorkerSlot:
    """Own one worker at a time, and ask it."""

    def __init__(self, queue: "asyncio.Queue[EngineJob]", command: Sequence[str]) -> None:
        self._queue = queue
        self._command = command
        self._job: EngineJob | None = None
        self.worker: WorkerProcess | None = None

    async def run(self) -> None:
        """Replace a worker that failed: at once if it has answered anything, otherwise on the next
        question, or a worker that cannot start would be restarted forever."""
        while True:
            try:
                await self._work()
            except EngineFailed as failed:
                if self._job is not None:
                    self._job.fail(failed)  # the caller knows the match and logs it
                else:
                    log.warning("%s", failed)
            useful = self.worker is not None and self.worker.asked
            await self.dismiss()
            self._job = None if useful else await self._queue.get()

    async def dismiss(self) -> None:
        """End the worker, also after an interrupted call."""
        if self.worker is not None:
            await self.worker.end()
            self.worker = None

    async def _work(self) -> None:
        """Run one worker until it fails. Raises EngineFailed."""
        worker = self.worker = await WorkerProcess.spawn(self._command)
        await worker.warm()
        while True:
            job = self._job or await self._next(worker)
            self._job = job
            if not job.answer.done():  # otherwise the caller was cancelled
                answer = await job.ask(worker)
                if not job.answer.done():
                    job.answer.set_result(answer)
            self._job = None

    async def _next(self, worker: WorkerProcess) -> EngineJob:
        """Return the next question. Raises EngineFailed if the worker dies meanwhile."""
        asked = asyncio.create_task(self._queue.get())
        died = asyncio.create_task(worker.died())
        try:
            await asyncio.wait({asked, died}, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                return asked.result()
            raise EngineFailed(f"worker {worker.pid} died while it was idle")
        finally:
            asked.cancel()
            died.cancel()
