"""A loop whose time is set by hand: sockets and threads work as ever, timers when the test says.

So a match of ten minutes with a real server at the other end takes a second, and nothing in it
depends on how fast this machine is. Where nothing happens for so long that something must be wrong,
the loop says so instead of waiting for ever.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

STUCK = 8.0
"""Real seconds without any event after which the test has failed."""


class _Patient(selectors.DefaultSelector):
    """Waits for sockets and threads alone."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        ready = super().select(STUCK)
        if not ready:
            raise TimeoutError(f"nothing has happened for {STUCK} s")
        return ready


class Clockwork(asyncio.SelectorEventLoop):
    """`advance` is the only way time passes."""

    def __init__(self) -> None:
        self._at = 0.0
        super().__init__(_Patient())

    def time(self) -> float:
        return self._at

    def advance(self, seconds: float) -> None:
        """Timers that are due then ring before the caller goes on after its next await."""
        self._at += seconds


def run(main: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, by this clock."""
    with asyncio.Runner(loop_factory=Clockwork) as runner:
        return runner.run(main)


def clock() -> Clockwork:
    """The loop that runs the caller."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Clockwork)
    return loop
