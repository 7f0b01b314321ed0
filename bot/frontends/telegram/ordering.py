"""The order of updates: within a chat and within a match as Telegram sent them.

Updates are served concurrently, so that no chat waits for another, and a batch fetched after
downtime holds many of one chat. Each update takes a turn on arrival and is served when all earlier
ones of its chat and of its match had theirs. A turn ends with the first message sent, so the
rate limit holds up no other turn, and a callback query is answered at once.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar

_current: ContextVar["asyncio.Event | None"] = ContextVar("turn", default=None)


class UpdateOrder:
    """Gives out turns."""

    def __init__(self) -> None:
        self._last: dict[str, asyncio.Event] = {}

    def __len__(self) -> int:
        return len(self._last)

    @asynccontextmanager
    async def turn(self, keys: Iterable[str]) -> AsyncIterator[None]:
        """Hold the turn of an update after all earlier ones that share a key with it.

        The place in the order is taken before anything is awaited; since every update takes all its
        places at once, no two wait for each other.
        """
        keys = tuple(dict.fromkeys(keys))
        earlier = [self._last[key] for key in keys if key in self._last]
        served = asyncio.Event()
        self._last.update(dict.fromkeys(keys, served))
        token = _current.set(served)
        try:
            for each in earlier:
                await each.wait()
            yield
        finally:
            _current.reset(token)
            served.set()
            for key in keys:
                if self._last.get(key) is served:
                    del self._last[key]


def end_turn() -> None:
    """Let the next update go: what is left of the current one is only sending."""
    served = _current.get()
    if served is not None:
        served.set()
