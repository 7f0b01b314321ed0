"""The derivations: everything that saved state still asks for.

Run at start, at every deadline and each minute. A restart is nothing but running it again: unshown
screens are drawn, computers asked, passed deadlines acted on. Doing any of it twice is harmless.
"""

import logging
from collections.abc import Awaitable, Callable

from bot.app.model.request import Request
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.session_cache import SessionCache
from core.errors import Refused
from core.match.commands import Command, Expire
from core.match.pending import deadline
from core.types import MatchId, Millis

log = logging.getLogger(__name__)

Act = Callable[[MatchId, Command], Awaitable[Session]]
Wake = Callable[[Session, Request | None], None]
Chore = Callable[[], Awaitable[None]]


class Recovery:
    """Looks through what is pending."""

    def __init__(
        self, store: Store, sessions: SessionCache, act: Act, show: Wake, think: Wake, now: Now
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._act = act
        self._show = show
        self._think = think
        self._now = now
        self._chores: list[Chore] = []

    def also(self, chore: Chore) -> None:
        """Something else that is to be looked at as often; doing it twice is harmless."""
        self._chores.append(chore)

    async def run(self) -> Millis | None:
        """Acts on all that is pending; returns the next deadline, if there is one."""
        pending = await self._store.pending(self._now())
        for id in pending.due:
            await self._due(id)
        for id in pending.unshown:
            self._show(await self._sessions.load(id), None)
        for id in pending.thinking:
            self._think(await self._sessions.load(id), None)
        for chore in self._chores:
            await chore()
        return pending.next_due

    async def _due(self, id: MatchId) -> None:
        session = await self._sessions.load(id)
        due = deadline(session.match)
        if session.contest is not None:
            due = Millis(0), Expire()  # its last match ended or its time: looking at it decides
        if due is None or due[0] > self._now():
            return
        try:
            await self._act(id, due[1])
        except Refused as refused:
            log.info("match %s: %s came too late: %s", id, type(due[1]).__name__, refused.reason)
