"""The time of the bot: the system's, without steps and without outages of the process.

The wall clock can step (set by hand, corrected by NTP) and the process can be suspended, stopped or
starved. Players are charged for neither. Within a process time follows the monotonic clock, at most
`GAP` ahead of the last tick. A difference from the wall clock is corrected in one of two ways:
slowly while it is small, otherwise at once, with the difference reported as an outage for which
every match is credited. docs/architecture.md, section 2.5, has the model.
"""

import asyncio
import logging
import time
from collections.abc import Callable

from core.types import Millis

log = logging.getLogger(__name__)

EVERY = 1_000
"""Milliseconds between two ticks."""

GAP = 3_000
"""Milliseconds that may pass without a tick; a longer gap is an outage."""

SMALL = 2_000
"""Milliseconds up to which differences from the wall clock are slewed."""

SLEW = 10
"""Rate at which a small difference is corrected: one part in `SLEW`."""

SETTLED = 10 * 60_000
"""Milliseconds that a step of the wall clock must last before it is followed: a wrong time at boot
is often corrected soon."""

Reading = Callable[[], int]


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


def _awake() -> int:
    """Return milliseconds since boot, including suspension where the system has such a clock."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(clock) // 1_000_000


def _ignore(began: Millis, ended: Millis) -> None:
    """Ignore an outage, for programs without matches."""
    del began, ended


class ServiceClock:
    """A callable that returns the current time in milliseconds since 1970."""

    def __init__(
        self,
        offset: int = 0,
        wall: Reading = _wall,
        monotonic: Reading = _monotonic,
        since_boot: Reading = _awake,
    ) -> None:
        self._offset = offset
        self._wall = wall
        self._monotonic = monotonic
        self._since_boot = since_boot
        self._at = wall() + offset
        self._ticked = monotonic()
        self._booted = since_boot()
        self._behind = 0  # how far the wall clock is ahead for known reasons: stopped or suspended
        # A pending step of the wall clock and its first observation.
        self._stepped: tuple[int, Millis] | None = None
        self.on_outage: Callable[[Millis, Millis], None] = _ignore
        self._task: asyncio.Task[None] | None = None

    def __call__(self) -> Millis:
        return Millis(self._at + min(GAP, max(0, self._monotonic() - self._ticked)))

    def tick(self) -> None:
        """Advance to now, and correct the difference from the wall clock."""
        passed = max(0, self._monotonic() - self._ticked)
        asleep = max(0, self._since_boot() - self._booted - passed)
        self._ticked += passed
        self._booted += passed + asleep
        self._at += min(GAP, passed)
        self._behind += max(0, passed - GAP) + asleep
        ahead = self._wall() + self._offset - self._at
        if self._behind > SMALL and abs(ahead - self._behind) <= SMALL:
            self._jump(ahead, "did not run")
        elif abs(ahead) <= SMALL:
            self._at += max(-(passed // SLEW), min(ahead, passed // SLEW))
            self._stepped, self._behind = None, 0
        else:
            self._watch(ahead)

    def _watch(self, ahead: int) -> None:
        """Follow a step of the wall clock once it persists."""
        if self._stepped is None or abs(self._stepped[0] - ahead) > SMALL:
            log.warning("the system's clock was set by %+d s; matches do not notice", ahead / 1000)
            self._stepped = ahead, Millis(self._at)
        elif self._at - self._stepped[1] >= SETTLED:
            self._jump(ahead, "follows the system's clock")

    def _jump(self, ahead: int, why: str) -> None:
        began = Millis(self._at)
        self._at += ahead
        self._stepped, self._behind = None, 0
        log.warning("the bot %s: clocks are credited with %+d s", why, ahead / 1000)
        self.on_outage(began, Millis(self._at))

    def start(self) -> None:
        """Tick from now on, in a task."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self.tick()
            await asyncio.sleep(EVERY / 1000)
