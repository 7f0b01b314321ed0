"""Snowflakes: ids that rise and tell when they were made (developers/reference, Snowflakes)."""

from collections.abc import Callable

EPOCH = 1_420_070_400_000
"""2015-01-01 UTC in milliseconds."""


class Snowflakes:
    """Snowflakes, unique even when the clock does not move: the lower 22 bits count."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._count = 0

    def next(self) -> str:
        self._count += 1
        return str(((self._now() - EPOCH) << 22) + self._count % (1 << 22))


def made_at(snowflake: str) -> int:
    """Milliseconds since 1970."""
    return (int(snowflake) >> 22) + EPOCH
