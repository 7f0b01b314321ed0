"""Notify subscribers of a room about open challenges.

Subscribers get a private notification while the offer is open: not for their own offers, not for
challenges to a named player, and not between players of whom one has blocked the other. The last
announced offer of each room is stored, so an offer made right before a crash is announced after it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.app.model.card import Card, Link
from bot.app.model.notification import ScheduledNotification
from bot.app.model.request import Request
from bot.app.model.room import Room
from bot.app.model.room_settings import scopes
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text import games
from bot.text.catalog import Texts
from core.errors import Refused
from core.match.model import Status
from core.types import MatchId, Millis, PlayerId

log = logging.getLogger(__name__)

OFFER = "offer"
"""The kind of these notifications; their argument is the match."""

Tell = Callable[[PlayerId, Room | None, Millis, str, str], Awaitable[None]]
"""Schedules a notification (`NotificationScheduler.ask`)."""

Drop = Callable[[PlayerId, str, str], Awaitable[None]]
"""Cancels one (`NotificationScheduler.drop`)."""


class OfferSubscriptions:
    """Announce offers to subscribers."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        tell: Tell,
        drop: Drop,
        now: Now,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._schedule = tell
        self._drop = drop
        self._now = now
        self._crying: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        self._begun = False
        self._late: set[MatchId] = set()  # announced late, after a crash

    async def catch_up(self) -> None:
        """Announce offers missed because of a crash. Runs once, since no offer is missed
        afterwards."""
        if self._begun:
            return
        self._begun = True
        async with self._turn:
            for room, heard in await self._store.houses.listening():
                async for session in self._sessions.readable(await self._store.in_room(room)):
                    made_there = scopes(session.home)[-1] == room
                    if made_there and session.match.created > heard and _is_open(session):
                        self._late.add(session.match.id)
                        await self._announce(session)

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Queue a saved session. Returns immediately."""
        open_ = _is_open(session)
        if (request is not None and session.version == 1 and open_) or _has_ended(session):
            task = asyncio.create_task(self._serve(session, open_))
            self._crying.add(task)
            task.add_done_callback(self._crying.discard)

    async def idle(self) -> None:
        """Wait until all announcements are scheduled."""
        await asyncio.gather(*self._crying)

    async def close(self) -> None:
        for task in self._crying:
            task.cancel()
        await asyncio.gather(*self._crying, return_exceptions=True)

    async def say(self, ask: ScheduledNotification, language: Texts) -> Card | None:
        """Render the announcement; None once the seat is taken."""
        try:
            session = await self._sessions.load(MatchId(ask.arg))
        except Refused:
            return None
        if not _is_open(session):
            return None
        match = session.match
        cast = await self._presenter.cast_in(language, match, session.home)
        game = games.game_name(language, match.game)
        text = language.t("{name} offers a {game} match.", name=cast.host, game=game)
        link = Link(language.t("Go to challenge"), match.id, session.screens[0])
        return Card(text, links=(link,))

    async def _serve(self, session: Session, open_: bool) -> None:
        """Announce or withdraw one offer. Root of a task."""
        try:
            async with self._turn:
                if not open_:
                    await self._withdraw(session)
                elif session.match.id not in self._late:
                    await self._announce(session)
        except Exception:
            log.exception("match %s: announcing its offer failed", session.match.id)

    async def _announce(self, session: Session) -> None:
        host, home = session.match.host, session.home
        hear = [
            subscriber
            for subscriber in await self._store.houses.listeners(home)
            if subscriber != host
        ]
        if not hear:
            return
        mute = {
            *await self._store.contacts.blocked(host),
            *await self._store.contacts.blocking(host, hear),
        }
        for subscriber in hear:
            if subscriber not in mute and not await self._store.houses.is_barred(home, subscriber):
                await self._schedule(subscriber, None, self._now(), OFFER, session.match.id)
        await self._store.houses.heard(home, session.match.created)

    async def _withdraw(self, session: Session) -> None:
        for subscriber in await self._store.houses.listeners(session.home):
            await self._drop(subscriber, OFFER, session.match.id)


def _is_open(session: Session) -> bool:
    """Return whether anyone in the room may join."""
    match, contest = session.match, session.contest
    if contest is not None and contest.closed:
        return False
    offered = match.status is Status.OPEN and not match.is_for_one and bool(session.screens)
    return offered and not match.is_solo and match.invited is None


def _has_ended(session: Session) -> bool:
    """Return whether this may just have been an offer: barely started, or aborted."""
    return session.version > 1 and session.match.turn <= 1 and not _is_open(session)
