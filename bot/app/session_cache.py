"""A write-through cache of the sessions in use.

Every change to a session goes through here, so within one process the cache is never stale. Against
other processes a save checks the version; a conflict drops the entry.
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
"""Maximum sessions in memory: about 11 kB each at sixty plies."""

TRIES = 3
"""Attempts at a change that another save keeps preceding."""

T = TypeVar("T")


async def retry_on_conflict(attempt: Callable[[], Awaitable[T]]) -> T:
    """Run a load, decide and save cycle, again from the start after a conflicting save.

    Raises:
        VersionConflict: if every attempt was preceded by another save.
    """
    for _ in range(TRIES - 1):
        with suppress(VersionConflict):
            return await attempt()
    return await attempt()


class SessionCache:
    """Loads, creates and saves sessions, and records what is shown."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self._store = store
        self._recent: LRUDict[MatchId, Session] = LRUDict(kept)
        self._unreadable: LRUDict[MatchId, bool] = LRUDict(kept)  # logged already
        self._forgotten = 0  # number of calls of `forget`

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
        """Return the session whose screens lead to this one: its contest's if it has none itself.

        The screens of a day lead to no player's board.
        """
        match = session.match
        if session.screens or match.contest is None or match.day is not None:
            return session
        return await self.load(match.contest)

    async def create(self, session: Session) -> Session:
        """Insert a session, or return the one that exists under its id."""
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

        A screen may have been shown while this waited for its commit; what the cache knows of
        screens is newer than what the caller loaded. The save of a match that is over also gives
        its contest a new version, so the contest is read again.
        """
        id = session.match.id
        try:
            saved = await self._store.save(session, results, born, bout)
        except VersionConflict:
            self.forget(id)
            raise
        if session.match.is_over and session.match.contest is not None:
            self.forget(session.match.contest)
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
        """Move everything of a chat to its new id, and read its sessions again."""
        await self._store.move_room(old, new)
        for id, session in list(self._recent.items()):
            if old == session.home or any(old == screen.room for screen in session.screens):
                self.forget(id)

    def forget(self, id: MatchId) -> None:
        """Make the next `load` read the store. A load in progress is not kept: it may be older."""
        self._forgotten += 1
        self._recent.pop(id, None)

    def _keep(self, session: Session) -> Session:
        """Keep the session unless the cache has a later version, or newer screens of this one.

        Without the newer screens it would be posted twice.
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
