"""What the application is given of the machine: the clock and a source of random bytes."""

from collections.abc import Callable

from core.types import Millis

Now = Callable[[], Millis]
"""The current time. The real clock in production, set by hand in tests."""

RandomBytes = Callable[[int], bytes]
"""Return that many random bytes: from the system in production, from a seed in tests."""
