"""Recover pending work from saved state.

Runs at startup, at every deadline and once a minute. Each pass applies expired deadlines,
republishes stale screens and asks the engines that owe a move. All steps are idempotent, so
recovering from a crash is just another pass.

Every match is handled on its own: one that cannot be read, or whose step fails, is logged and
skipped, and the pass goes on with the next. Depends on the store and the session cache.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable

from bot.app.background.engine_moves import EngineMoves
from bot.app.background.publisher import Publisher
from bot.app.lifecycle import CommandDispatcher
from bot.app.model.session import Session
from bot.app.ports.store import Store, StoreUnavailable
from bot.app.ports.system import Now
from bot.app.session_cache import SessionCache
from core.errors import Refused
from core.match.commands import Expire
from core.match.pending import deadline
from core.types import MatchId, Millis

log = logging.getLogger(__name__)

PeriodicTask = Callable[[], Awaitable[None]]
Step = Callable[[Session], Awaitable[None]]


class Recovery:
    """Find sessions with pending work and hand each one to the component responsible for it."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        dispatcher: CommandDispatcher,
        publisher: Publisher,
        engine_moves: EngineMoves,
        now: Now,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._dispatcher = dispatcher
        self._publisher = publisher
        self._engine_moves = engine_moves
        self._now = now
        self._periodic: list[PeriodicTask] = []
        self._failed: set[MatchId] = set()  # logged already, until a later pass succeeds

    def add_periodic(self, task: PeriodicTask) -> None:
        """Run `task` on every pass. It must be idempotent."""
        self._periodic.append(task)

    async def run(self) -> Millis | None:
        """Process all pending work and return the next deadline, if any."""
        pending = await self._store.pending(self._now())
        await self._each(pending.due, self._apply_deadline)
        await self._each(pending.unshown, self._publish)
        await self._each(pending.thinking, self._ask_engine)
        for task in self._periodic:
            await task()
        return pending.next_due

    async def _each(self, ids: Iterable[MatchId], step: Step) -> None:
        """Run one step for each match; log and skip a match that cannot be read or served."""
        async for session in self._sessions.readable(ids):
            id = session.match.id
            try:
                await step(session)
                self._failed.discard(id)
            except StoreUnavailable:
                raise  # every other match would fail, too: the next pass tries again
            except Exception:  # the root of this match's recovery
                if id not in self._failed:
                    log.exception("match %s could not be recovered", id, extra={"session": id})
                self._failed.add(id)

    async def _publish(self, session: Session) -> None:
        self._publisher.wake(session)

    async def _ask_engine(self, session: Session) -> None:
        self._engine_moves.wake(session)

    async def _apply_deadline(self, session: Session) -> None:
        id, due = session.match.id, deadline(session.match)
        if session.contest is not None:
            due = Millis(0), Expire()  # its last match or its time ended: settling it decides
        if due is None or due[0] > self._now():
            return
        try:
            await self._dispatcher.act(id, due[1])
        except Refused as refused:
            log.info("match %s: %s came too late: %s", id, type(due[1]).__name__, refused.reason)
