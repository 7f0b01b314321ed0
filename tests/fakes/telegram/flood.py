"""How fast a client may send: counted always, enforced when asked.

The figures are common experience, not a contract: about 20 sends and edits a
minute in a group (tdlib/td#2592, #3034), about 30 a second in all, about one a second in a private
chat with short bursts (Bots FAQ). `minute` scales them for tests: 0.6 makes a minute of 0.6 s.
"""

from collections import defaultdict
from collections.abc import Callable

from tests.fakes.telegram.errors import flood

PER_MINUTE = 20
"""Sends and edits together, in one group."""


class Flood:
    """Counts sends and edits; refuses with 429 what goes beyond where `enforced`."""

    def __init__(self, now: Callable[[], float], enforced: bool, minute: float) -> None:
        self._now = now
        self.enforced = enforced
        self.minute = minute
        self.times: dict[int, list[float]] = defaultdict(list)

    def count(self, chat: int) -> None:
        """Notes one send or edit in a group, or refuses it."""
        now = self._now()
        times = self.times[chat]
        recent = [at for at in times if at > now - self.minute]
        if self.enforced and len(recent) >= PER_MINUTE:
            raise flood(max(1, round(recent[-PER_MINUTE] + self.minute - now)))
        times.append(now)

    def worst(self, chat: int) -> int:
        """The most sends and edits that this group saw in any one minute."""
        times = self.times[chat]
        most, start = 0, 0
        for end, at in enumerate(times):
            while times[start] <= at - self.minute:
                start += 1
            most = max(most, end - start + 1)
        return most
