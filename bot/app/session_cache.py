"""Cache sessions of the store.

The cache may be stale without harm, because saving checks the version and a conflict drops the
entry. All changes go through it, so within one process it is never stale.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from bot.app.lru import LRUDict
from bot.app.model.leaderboard import Result
from bot.app.model.room import Room
from bot.app.model.session import Screen, Session
from bot.app.ports.store import Store, UnreadableMatch, VersionConflict
from core.errors import Reason, Refused
from core.rating import RatedResult
from core.types import MatchId

log = logging.getLogger(__name__)

KEPT = 1_000
"""Maximum number of cached sessions, about 11 kB each at sixty plies."""

TRIES = 3
"""Attempts to decide and save when another save comes first."""

T = TypeVar("T")


async def retry_on_conflict(attempt: Callable[[], Awaitable[T]]) -> T:
    """Load, decide and save again from the start whenever another save came first.

    Raises VersionConflict after the last attempt.
    """
    for _ in range(TRIES - 1):
        with suppress(VersionConflict):
            return await attempt()
    return await attempt()


class SessionCache:
    """Load, create and save sessions, and record what is displayed."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self._store = store
        self._recent: LRUDict[MatchId, Session] = LRUDict(kept)
        self._unreadable: LRUDict[MatchId, bool] = LRUDict(kept)  # logged already
        self._forgotten = 0  # number of invalidations so far

    async def load(self, id: MatchId) -> Session:
        """Return a session. Raises Refused(UNKNOWN_MATCH)."""
        if (session := self._recent.recall(id)) is not None:
            return session
        forgotten = self._forgotten
        try:
            session = await self._store.load(id)
        except UnreadableMatch as fault:
            self._log_once(id, fault)
            raise
        return session if forgotten != self._forgotten else self._keep(session)

    async def readable(self, ids: Iterable[MatchId]) -> AsyncIterator[Session]:
        """Yield the sessions of `ids`, skipping deleted ones and those that cannot be read.

        Every loop over stored matches goes through here, so one damaged row affects no other.
        """
        for id in ids:
            try:
                yield await self.load(id)
            except UnreadableMatch:
                continue
            except Refused as refused:
                if refused.reason is not Reason.UNKNOWN_MATCH:
                    raise

    def _log_once(self, id: MatchId, fault: UnreadableMatch) -> None:
        if self._unreadable.recall(id) is None:
            self._unreadable[id] = True
            log.error("%s", fault, extra={"session": id})

    async def shown(self, session: Session) -> Session:
        """Return the session that has the screens: the contest, for a match without its own.

        Screens of a day do not lead to its players' boards.
        """
        match = session.match
        if session.screens or match.contest is None or match.day is not None:
            return session
        return await self.load(match.contest)

    async def create(self, session: Session) -> Session:
        """Insert a session, or return the stored one of this id."""
        return self._keep(await self._store.create(session))

    async def save(
        self,
        session: Session,
        results: Sequence[Result] = (),
        born: Sequence[Session] = (),
        bout: RatedResult | None = None,
    ) -> Session:
        """Save a session; see `Store.save`. After a VersionConflict the next `load` reads the
        store.

        A screen may have been published while this waited for its commit, so the cache's screens
        are newer than the caller's.
        """
        id = session.match.id
        try:
            saved = await self._store.save(session, results, born, bout)
        except VersionConflict:
            self.forget(id)
            raise
        if (cached := self._recent.get(id)) is None:
            return self._keep(await self._store.load(id))
        screens = cached.screens + saved.screens[len(cached.screens) :]
        return self._keep(replace(saved, screens=screens))

    async def mark_shown(
        self, id: MatchId, screen: int, version: int, message: str, where: Room
    ) -> None:
        await self._store.mark_shown(id, screen, version, message, where)
        session = self._recent.get(id)
        if session is None or not session.is_at(screen, where):
            self.forget(id)
            return
        old = session.screens[screen]
        new = replace(old, message=message, shown=max(old.shown, version))
        self._recent[id] = _with_screen(session, screen, new)

    async def repost(self, id: MatchId, screen: int) -> None:
        await self._store.repost(id, screen)
        session = self._recent.get(id)
        if session is None or not session.is_at(screen):
            self.forget(id)
            return
        new = replace(session.screens[screen], message=None, shown=0)
        self._recent[id] = _with_screen(session, screen, new)

    async def move_room(self, old: Room, new: Room) -> None:
        """Move a chat to its new id; its sessions are reloaded."""
        await self._store.move_room(old, new)
        for id, session in list(self._recent.items()):
            if old == session.home or any(old == screen.room for screen in session.screens):
                self.forget(id)

    def forget(self, id: MatchId) -> None:
        """Make the next `load` read the store, and drop the result of a load in flight,
        now stale."""
        self._forgotten += 1
        self._recent.pop(id, None)

    def _keep(self, session: Session) -> Session:
        """Return the session, cached unless the cache is newer.

        Newer means a later version, or screens published since, which must not be published twice.
        """
        cached = self._recent.get(session.match.id)
        if cached is None or cached.version < session.version:
            self._recent[session.match.id] = session
            return session
        return cached if cached.version == session.version else session


def _with_screen(session: Session, index: int, screen: Screen) -> Session:
    screens = list(session.screens)
    screens[index] = screen
    return replace(session, screens=tuple(screens))
