"""Clock and entropy, as the application receives them."""

from collections.abc import Callable

from core.types import Millis

Now = Callable[[], Millis]
"""The current time. The real clock in production, set by hand in tests."""

RandomBytes = Callable[[int], bytes]
"""Return that many random bytes: from the system in production, from a seed in tests."""
