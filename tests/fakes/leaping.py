"""An event loop whose time leaps to the next timer, so an hour of rate limiting takes a moment.

For code that waits only by the loop's clock: with threads or sockets, time would pass while they
work.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

LEAST = 1e-6
"""Minimum step in seconds, so that rounding cannot stop the clock."""


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
