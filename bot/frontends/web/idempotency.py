"""What was answered lately, so that a request sent twice is served once.

After a cut the page sends again what it has no answer to, under the same id. Most of that is
harmless anyway (a move carries its turn, a match is named by its request), but a line of chat would
stand there twice and a second "resign" would mean yes. Kept in memory: a restart forgets it, and
then nothing of that kind is half done.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import ParamSpec

from bot.app.lru import LRUDict
from bot.frontends.web.protocol import Ok, Refusal
from core.errors import Reason

KEPT = 2_000
"""Answers remembered: more than all windows of a busy page have under way."""

P = ParamSpec("P")
Key = tuple[str, str]  # guest, request id


class IdempotencyCache:
    """The last answers, the ones still being made among them."""

    def __init__(self, kept: int = KEPT) -> None:
        self._answers: LRUDict[Key, asyncio.Future[Ok | Refusal]] = LRUDict(kept)

    async def once(
        self,
        key: Key,
        serve: Callable[P, Awaitable[Ok | Refusal]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Ok | Refusal:
        """Serves the request, or gives the answer it already has. A failure may be tried again."""
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = asyncio.ensure_future(serve(*args, **kwargs))
        try:
            given = await asyncio.shield(answer)
        except Exception:
            self._answers.pop(key, None)
            raise
        if isinstance(given, Refusal) and given.reason == Reason.BUSY:
            self._answers.pop(key, None)
        return given
