"""Discord's limits on pace, by the fake's own clock.

Routes are limited by bucket and say so in headers; edits of messages over an hour old have a
tighter limit of their own, code 30046. Invalid requests (401, 403, 429) are counted elsewhere, for
10,000 of them in ten minutes ban the address. Sources: developers/topics/rate-limits; old edits:
pages/resources/message of discord-userdoccers.
"""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass

from tests.fakes.discord.errors import too_many

OLD = 3_600_000
OLD_EDITS, OLD_EDITS_PER = 3, 6_000
CODE_OLD_EDITS = 30046


@dataclass(frozen=True)
class Pace:
    """`most` requests in `per` milliseconds, for each channel: 5 in 5,000 is common experience."""

    most: int = 5
    per: int = 5_000


class Limiter:
    """`pace` None: no bucket limits, for tests that are about something else."""

    def __init__(self, now: Callable[[], int], pace: Pace | None) -> None:
        self._now = now
        self.pace = pace
        self._taken: dict[str, deque[int]] = defaultdict(deque)

    def take(self, bucket: str) -> dict[str, str]:
        """The headers of an answer of this bucket; ApiError 429 where it is exhausted."""
        if self.pace is None:
            return {}
        wait = self._wait(bucket, self.pace.most, self.pace.per)
        if wait:
            raise too_many(wait / 1000)
        left = self.pace.most - len(self._taken[bucket])
        first = self._taken[bucket][0] if self._taken[bucket] else self._now()
        return {
            "X-RateLimit-Bucket": bucket.split(":")[0],
            "X-RateLimit-Limit": str(self.pace.most),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{(first + self.pace.per) / 1000:.3f}",
            "X-RateLimit-Reset-After": f"{(first + self.pace.per - self._now()) / 1000:.3f}",
        }

    def edit(self, channel: str, made: int) -> None:
        """ApiError 30046 where too many old messages of the channel were edited just now."""
        if self._now() - made > OLD:
            wait = self._wait(f"old:{channel}", OLD_EDITS, OLD_EDITS_PER)
            if wait:
                raise too_many(wait / 1000, code=CODE_OLD_EDITS)

    def _wait(self, bucket: str, most: int, per: int) -> int:
        """Takes one and gives 0, or the milliseconds until one is free."""
        taken = self._taken[bucket]
        while taken and self._now() - taken[0] >= per:
            taken.popleft()
        if len(taken) >= most:
            return per - (self._now() - taken[0])
        taken.append(self._now())
        return 0
