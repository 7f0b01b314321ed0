"""What waits to be fetched by getUpdates, with the service's semantics.

An update is handed out again and again until a call's `offset` confirms it, so an answer that got
lost costs nothing and a client that dies sees it twice. Only one call may wait: a second one ends
the first with 409.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from tests.fakes.telegram.errors import Json, second_poller

UNASKED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""Kinds that come only to those who ask for them by name (getUpdates, allowed_updates)."""


class Updates:
    """One bot's queue."""

    def __init__(self) -> None:
        self._ids = count(700_000_001)
        self._waiting: list[Json] = []
        self._held: list[Json] | None = None
        self._poll: asyncio.Future[None] | None = None
        self._allowed: frozenset[str] = frozenset()
        self.polled = asyncio.Event()
        self.confirmed: Callable[[], None] = lambda: None

    @property
    def unconfirmed(self) -> int:
        return len(self._waiting) + len(self._held or ())

    @property
    def allowed(self) -> frozenset[str]:
        """What the client asked for; empty means the usual kinds."""
        return self._allowed

    def add(self, kind: str, body: Json) -> None:
        """Queues an update, unless the client did not ask for its kind."""
        wanted = kind in self._allowed if self._allowed else kind not in UNASKED
        if not wanted:
            return
        update = {"update_id": next(self._ids), kind: body}
        if self._held is not None:
            self._held.append(update)
        else:
            self._waiting.append(update)
            self._wake()

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Hold updates back, to be fetched together afterwards."""
        self._held = []
        try:
            yield
        finally:
            held, self._held = self._held, None
            self._waiting += held
            self._wake()

    def repeat(self, update: Json) -> None:
        """Delivers an update once more, under the same id: a confirmation that got lost."""
        self._waiting.insert(0, update)
        self._wake()

    def _wake(self) -> None:
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(None)

    async def poll(
        self, offset: int, limit: int, wait: float, allowed: list[str] | None
    ) -> list[Json]:
        """The updates from `offset` on; waits up to `wait` seconds for the first."""
        if self._poll is not None and not self._poll.done():
            self._poll.set_exception(second_poller())
        if allowed is not None:
            self._allowed = frozenset(allowed)
        self._confirm(offset)
        self.polled.set()
        self.confirmed()
        if not self._waiting and wait > 0:
            mine = self._poll = asyncio.get_running_loop().create_future()
            try:
                await asyncio.wait([mine], timeout=wait)
                if mine.done():
                    mine.result()
            finally:
                mine.cancel()  # the poll has ended
        return self._waiting[:limit]

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            self._waiting = self._waiting[offset:]
        else:
            self._waiting = [update for update in self._waiting if update["update_id"] >= offset]
