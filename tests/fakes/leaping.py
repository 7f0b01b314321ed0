"""A loop whose time leaps: nobody waits for a timer, and an hour of pacing takes a moment.

For code that waits by the loop's clock and does nothing else: whoever waits for threads or sockets
would see time pass while they work.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

LEAST = 1e-6
"""Seconds that pass at least: a clock never stands still, and rounding must not stop this one."""


class _Leaping(selectors.DefaultSelector):
    """Instead of waiting for the next timer, moves the clock there."""

    def __init__(self, leap: Callable[[float], None]) -> None:
        super().__init__()
        self._leap = leap

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is not None:
            self._leap(timeout)
        return ready


class LeapingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leapt = 0.0
        super().__init__(_Leaping(self._leap))

    def _leap(self, seconds: float) -> None:
        self._leapt += max(LEAST, seconds)

    def time(self) -> float:
        return self._leapt


def run(main: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, in no time."""
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(main)
