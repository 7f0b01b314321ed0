"""How fast one window, or one address, may ask: token buckets on given instants."""

from dataclasses import dataclass

from bot.app.lru import LRUDict
from bot.app.ports.system import Now

ADDRESSES_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A token bucket: a burst, and a rate per second in the long run."""

    burst: int
    per_second: float


WINDOW = RateLimit(burst=40, per_second=10)
"""Messages of one connection: faster than people play, slower than a loop."""

ADDRESS = RateLimit(burst=400, per_second=100)
"""All windows of one address; behind one address there may be a whole household."""

NEWCOMERS = RateLimit(burst=100, per_second=0.05)
"""Guests made for one address; each is stored."""

BOARDS_A_TOKEN = 4
"""Boards in a page of a room's log that cost as much as one message."""

DOOR = RateLimit(burst=20, per_second=0.2)
"""Links tried from one address."""


class Bucket:
    """Fills with time, empties with use."""

    __slots__ = ("_at", "_level", "_now", "_pace")

    def __init__(self, pace: RateLimit, now: Now) -> None:
        self._pace = pace
        self._now = now
        self._level = float(pace.burst)
        self._at = now()

    def take(self) -> bool:
        """Whether there was one left to take."""
        now = self._now()
        earned = max(0, now - self._at) / 1_000 * self._pace.per_second
        self._level = min(self._pace.burst, self._level + earned)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def owe(self, tokens: float) -> None:
        """Take what turned out to be used; below zero it has to be earned before the next."""
        self._level -= tokens


class Buckets:
    """A bucket for each address; those longest unused are forgotten, which is only generous."""

    def __init__(self, pace: RateLimit, now: Now) -> None:
        self._pace = pace
        self._now = now
        self._buckets: LRUDict[str, Bucket] = LRUDict(ADDRESSES_KEPT)

    def take(self, address: str) -> bool:
        return self._bucket(address).take()

    def owe(self, address: str, tokens: float) -> None:
        self._bucket(address).owe(tokens)

    def _bucket(self, address: str) -> Bucket:
        bucket = self._buckets.recall(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._pace, self._now)
        return bucket
