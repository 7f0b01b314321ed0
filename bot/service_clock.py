"""The time of the bot: the system's, without steps and without outages of the process.

The wall clock can step (set by hand, corrected by NTP) and the process can stand still (suspended,
stopped, starved). Players are charged for neither. So within a process time follows the monotonic
clock, at most `GAP` ahead of the last tick, and a difference from the wall clock is mended in one
of two ways: slowly while it is small, else at once, with the difference reported as an outage that
every match is credited with. docs/architecture.md, section 2.5, has the model.
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
"""Time passes for so long without a tick, in milliseconds; a longer silence is an outage."""

SMALL = 2_000
"""Differences from the wall clock up to here are mended slowly, in milliseconds."""

SLEW = 10
"""Rate at which a small difference is corrected: one part in `SLEW`."""

SETTLED = 10 * 60_000
"""A step of the wall clock is followed when it has lasted so long, in milliseconds of our own time:
a wrong time at start is often corrected soon."""

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
    """The clock of a program that keeps no matches: no outage matters."""
    del began, ended


class ServiceClock:
    """A callable that gives the present instant in milliseconds since 1970."""

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
        self._behind = 0  # what the wall clock is ahead for reasons we know: stopped or suspended
        self._stepped: tuple[int, Millis] | None = None  # a step of the wall clock, and since when
        self.on_outage: Callable[[Millis, Millis], None] = _ignore
        self._task: asyncio.Task[None] | None = None

    def __call__(self) -> Millis:
        return Millis(self._at + min(GAP, max(0, self._monotonic() - self._ticked)))

    def tick(self) -> None:
        """Let time pass up to now, and mend what differs from the wall clock."""
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
        """The wall clock was set: follow it when it stays so."""
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
        """Tick from now on, in a task of its own."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self.tick()
            await asyncio.sleep(EVERY / 1000)
