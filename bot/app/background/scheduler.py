"""Sleep until the earliest stored deadline, then run recovery.

Deadlines are computed from saved matches (`core/match/pending.py`) and contests. The scheduler
decides nothing: it asks, and `decide` checks the clock itself.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.app.model.request import Request
from bot.app.model.session import Session
from bot.app.ports.system import Now
from core.types import Millis

log = logging.getLogger(__name__)

EVERY = 60_000
"""Maximum milliseconds between two passes."""

Sweep = Callable[[], Awaitable[Millis | None]]
"""Processes everything due and returns the next deadline."""


class DeadlineScheduler:
    """Run recovery at every deadline and every minute."""

    def __init__(self, sweep: Sweep, now: Now) -> None:
        self._sweep = sweep
        self._now = now
        self._next: Millis | None = None
        self._earlier = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Wake if a saved session has an earlier deadline."""
        del request
        if session.due is not None:
            self.expect(session.due)

    def expect(self, due: Millis) -> None:
        """Run at that instant at the latest."""
        if self._next is None or due < self._next:
            self._earlier.set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Run passes forever; log and retry one that fails. Root of a task."""
        while True:
            self._earlier.clear()
            # Sessions saved during the pass may be due before the deadline it returns.
            self._next = None
            try:
                self._next = await self._sweep()
            except Exception:
                log.exception("recovery failed")
            now = self._now()
            pause = EVERY if self._next is None else min(EVERY, max(0, self._next - now))
            try:
                async with asyncio.timeout(pause / 1000):
                    await self._earlier.wait()
            except TimeoutError:
                continue
