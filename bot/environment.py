"""What the application is handed from outside: the time, chance, and what happens at each step.

Real ones, or for tests others (`[testing]` in the configuration): a time that is off by so much,
lots that repeat, and a step at which the process kills itself, as a power cut would.
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
    """The time, or in tests another one. It has to be started to mend what differs."""
    return ServiceClock(testing.clock_offset)


def lots(testing: ForTesting) -> RandomBytes:
    """The system's random bytes, or in tests always the same sequence."""
    if not testing.seed:
        return secrets.token_bytes
    drawn = 0

    def fresh(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return hashlib.shake_256(f"{testing.seed}\n{drawn}".encode()).digest(size)

    return fresh


def steps(testing: ForTesting) -> Callable[[str], None]:
    """What is told of each step on the way of a request: nobody, or in tests the end of it all."""
    left = testing.kill_on

    def step(name: str) -> None:
        nonlocal left
        if name == testing.kill_at:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    return step
