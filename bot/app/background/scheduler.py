"""Keeps time: acts when a stored deadline passes, and runs the sweep.

Deadlines are computed from saved matches (`core/match/pending.py`) and contests; the one task here
only sleeps until the earliest. It decides nothing: it asks, and `decide` checks the clock itself.
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
"""The sweep runs at least this often, in milliseconds."""

Sweep = Callable[[], Awaitable[Millis | None]]
"""Acts on all that is due and returns the next deadline."""


class DeadlineScheduler:
    """Runs the sweep at every deadline and every minute."""

    def __init__(self, sweep: Sweep, now: Now) -> None:
        self._sweep = sweep
        self._now = now
        self._next: Millis | None = None
        self._earlier = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self, session: Session, request: Request | None = None) -> None:
        """A saved session may have an earlier deadline than the one slept for."""
        del request
        if session.due is not None:
            self.expect(session.due)

    def expect(self, due: Millis) -> None:
        """Something happens then: runs at that instant if not before."""
        if self._next is None or due < self._next:
            self._earlier.set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """A task's root: a sweep that fails is logged and tried again."""
        while True:
            self._earlier.clear()
            self._next = None  # what is saved while this looks may be due before what it finds
            try:
                self._next = await self._sweep()
            except Exception:
                log.exception("the sweep failed")
            now = self._now()
            pause = EVERY if self._next is None else min(EVERY, max(0, self._next - now))
            try:
                async with asyncio.timeout(pause / 1000):
                    await self._earlier.wait()
            except TimeoutError:
                continue
