"""Time and chance set by hand."""

import hashlib

from core.types import Millis

START = Millis(1_800_000_000_000)  # a Friday in January 2027, UTC


class FixedNow:
    """A clock that stays at one instant until it is moved."""

    def __init__(self, at: int = START) -> None:
        self.at = at

    def __call__(self) -> Millis:
        return Millis(self.at)

    def advance(self, millis: int) -> None:
        self.at += millis


class Seeded:
    """Fresh bytes that are the same in every run."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._count = 0

    def __call__(self, size: int) -> bytes:
        self._count += 1
        return hashlib.shake_128(f"{self._seed}{self._count}".encode()).digest(size)


class FlowingNow(FixedNow):
    """Time passes with every look at the clock, always in the same measure."""

    STEP = 20  # milliseconds

    def __call__(self) -> Millis:
        self.at += self.STEP
        return Millis(self.at)
