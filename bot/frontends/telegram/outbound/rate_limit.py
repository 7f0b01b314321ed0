"""How fast we may send: the platform's pace, chat by chat.

Telegram takes about 20 sends and edits a minute in a group, one a second with short bursts in a
private chat and 30 a second in all; beyond that it answers with flood waits. A
leaky bucket lets its burst through at once and then its rate, so a burst of 6 and 13.5 a minute
are never more than 19 in any 60 seconds. A flood wait holds that one chat. Answers to presses are
free and do not come here.
"""

import asyncio

from aiolimiter import AsyncLimiter

from bot.app.lru import LRUDict

MINUTE = 60.0
GROUP = (6, 13.5 / 60)
"""Burst, and rate a second: 6 at once, then one each 4.4 s."""

PRIVATE = (3, 1.0)
EVERYWHERE = (6, 24.0)
KEPT = 2_000
"""Chats remembered; older ones have long been idle."""


class RateLimit:
    """Lets chats take turns. `minute` is how many seconds a minute has: shorter in tests."""

    def __init__(self, minute: float = MINUTE) -> None:
        self._scale = minute / MINUTE
        self._everywhere = self._limiter(EVERYWHERE)
        self._chats: LRUDict[str, AsyncLimiter] = LRUDict(KEPT)
        self._held: dict[str, float] = {}  # until when, by the loop's clock

    async def turn(self, chat: str) -> None:
        """Returns when this chat may have its next message or edit."""
        now = asyncio.get_running_loop().time
        while (wait := self._held.get(chat, 0.0) - now()) > 0:  # noqa: ASYNC110 - a hold can grow
            await asyncio.sleep(wait)
        self._held.pop(chat, None)
        await self._limiter_of(chat).acquire()
        await self._everywhere.acquire()

    async def pause(self, seconds: float) -> None:
        """A flood wait of something that is no message: it holds nothing else."""
        await asyncio.sleep(seconds * self._scale)

    def hold(self, chat: str, seconds: float) -> None:
        """A flood wait: nothing goes to this chat for so long."""
        until = asyncio.get_running_loop().time() + seconds * self._scale
        self._held[chat] = max(until, self._held.get(chat, 0.0))

    def _limiter_of(self, chat: str) -> AsyncLimiter:
        limiter = self._chats.recall(chat)
        if limiter is None:
            limiter = self._limiter(GROUP if chat.startswith("-") else PRIVATE)
            self._chats[chat] = limiter
        return limiter

    def _limiter(self, pace: tuple[int, float]) -> AsyncLimiter:
        burst, rate = pace
        return AsyncLimiter(burst, burst / rate * self._scale)
