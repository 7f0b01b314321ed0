"""The environment of the application: clock, entropy, and step hooks.

For tests, `[testing]` in the configuration replaces them: an offset clock, seeded entropy, and a
step at which the process kills itself like a power cut.
"""

import hashlib
import os
import secrets
import signal
from collections.abc import Callable

from bot.app.ports.system import RandomBytes
from bot.config import ForTesting
from bot.service_clock import ServiceClock


def clock(testing: ForTesting) -> ServiceClock:
    """Return the clock, in tests one with an offset. Start it to correct drift."""
    return ServiceClock(testing.clock_offset)


def entropy_source(testing: ForTesting) -> RandomBytes:
    """Return the system's random bytes, in tests a fixed sequence."""
    if not testing.seed:
        return secrets.token_bytes
    drawn = 0

    def fresh(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.shake_256(f"{testing.seed}\n{drawn}".encode()).digest(size)

    return fresh


def steps(testing: ForTesting) -> Callable[[str], None]:
    """Return the step hook: a no-op, or in tests one that kills the process."""
    left = testing.kill_on

    def step(name: str) -> None:
        nonlocal left
        if name == testing.kill_at:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    return step
