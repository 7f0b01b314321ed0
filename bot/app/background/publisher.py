"""Publish saved sessions: one task per chat, and only the newest card.

A screen is stale while it displays an older version than the session's. There is no queue of
updates: waking only marks where to look, and recovery finds what a crash left unpublished.
Rendering and sending never hold the session's lock. At most one request per chat is in flight, so
edits of one board coalesce while a chat is slow or rate-limited.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.app.commit import Step, no_step
from bot.app.model.request import Request, ResponseHandle
from bot.app.model.room import Room
from bot.app.model.session import ScreenKind, Session
from bot.app.ports.frontend import (
    DeliveryError,
    DeliveryUnknown,
    FrontEnd,
    MessageGone,
    RoomClosed,
    RoomGone,
    RoomMoved,
    SlowDown,
    Unreachable,
)
from bot.app.presence.tracker import PresenceTracker
from bot.app.session_cache import SessionCache
from core.errors import Reason, Refused
from core.types import MatchId

log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[None]]

_PRESSED = (ScreenKind.BOARD, ScreenKind.CARD)
"""Screens that the response to an interaction can carry."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between retries while a platform is unreachable; doubled each time."""

DOUBT = 30.0
"""Seconds before a message with an unknown outcome is posted again; edits are just repeated."""


@dataclass(slots=True)
class _Chat:
    """The stale screens of one chat, and the task that publishes them."""

    dirty: dict[tuple[MatchId, int], ResponseHandle | None] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None


class Publisher:
    """Bring every screen up to its session's version."""

    def __init__(
        self,
        sessions: SessionCache,
        front_ends: Mapping[str, FrontEnd],
        step: Step = no_step,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._sessions = sessions
        self._front_ends = front_ends
        self._step = step
        self._sleep = sleep
        self._chats: dict[tuple[str, str], _Chat] = {}
        self._presence: PresenceTracker | None = None

    def use_presence(self, presence: PresenceTracker) -> None:
        """Consult this tracker about closed chats, and report new ones to it."""
        self._presence = presence

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Queue the session's stale screens; the request's response carries its own board."""
        for index, screen in enumerate(session.screens):
            if screen.shown >= session.version or screen.room.platform not in self._front_ends:
                continue
            ack = None
            if request is not None and screen.room == request.room and screen.kind in _PRESSED:
                ack = request.ack
            chat = self._chats.setdefault((screen.room.platform, screen.room.chat), _Chat())
            key = (session.match.id, index)
            chat.dirty[key] = chat.dirty.get(key) if ack is None else ack
            if chat.task is None:
                chat.task = asyncio.create_task(self._serve(screen.room, chat))

    async def idle(self) -> None:
        """Wait until every queued screen is published."""
        while tasks := [chat.task for chat in self._chats.values() if chat.task is not None]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop at once; stale screens are published after the next start."""
        tasks = [chat.task for chat in self._chats.values() if chat.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, room: Room, chat: _Chat) -> None:
        """Publish this chat's stale screens, oldest first."""
        try:
            while chat.dirty:
                (id, index), ack = next(iter(chat.dirty.items()))
                del chat.dirty[(id, index)]
                await self._screen(id, index, ack)
        finally:
            chat.task = None
            self._chats.pop((room.platform, room.chat), None)

    async def _screen(self, id: MatchId, index: int, ack: ResponseHandle | None) -> None:
        """Publish one screen, with retries, and log failures. Root of a task.

        A match that no longer exists was deleted with its players; there is nothing left to
        publish.
        """
        pause = FIRST_PAUSE
        try:
            while (wait := await self._show(id, index, ack, pause)) is not None:
                ack = None
                await self._sleep(wait)
                pause = min(2 * pause, LONGEST_PAUSE)
        except Refused as refused:
            if refused.reason is not Reason.UNKNOWN_MATCH:
                raise
            log.info("match %s was deleted while being published", id)
        except Exception:
            log.exception("publishing screen %d of match %s failed", index, id)

    async def _show(
        self, id: MatchId, index: int, ack: ResponseHandle | None, pause: float
    ) -> float | None:
        """Try once. Return None when done, else the seconds to wait before the next attempt."""
        session = await self._sessions.load(id)
        if index >= len(session.screens):
            return None  # screens were removed by a deletion; the others are queued separately
        screen = session.screens[index]
        if screen.shown >= session.version:
            return None
        front_end = self._front_ends[screen.room.platform]
        if ack is None and self._presence is not None and self._presence.is_closed(screen.room):
            await self._skip(session, index)
            return None
        if ack is None:
            await front_end.wait_for_slot(screen)
            session = await self._sessions.load(id)  # it may have been saved meanwhile
            if not session.is_at(index, screen.room):
                return 0.0
            screen = session.screens[index]
        self._step("showing")
        try:
            message = await front_end.show(session, screen, ack)
        except DeliveryError as fault:
            return await self._handle_failure(fault, session, index, pause)
        self._step("shown")
        await self._sessions.mark_shown(id, index, session.version, message, screen.room)
        self._step("marked")
        newest = await self._sessions.load(id)
        return 0.0 if newest.version > session.version else None

    async def _skip(self, session: Session, index: int) -> None:
        """Mark a screen that cannot be displayed as current, so that it is not retried."""
        screen = session.screens[index]
        id, message = session.match.id, screen.message or ""
        await self._sessions.mark_shown(id, index, session.version, message, screen.room)

    async def _handle_failure(
        self, fault: DeliveryError, session: Session, index: int, pause: float
    ) -> float | None:
        """Handle a failure; return the seconds to wait, or None to give this screen up."""
        id, screen = session.match.id, session.screens[index]
        match fault:
            case MessageGone():
                await self._sessions.repost(id, index)
                return 0.0
            case RoomMoved():
                await self._sessions.move_room(screen.room, fault.to)
                return 0.0
            case SlowDown():
                return fault.seconds
            case DeliveryUnknown():
                return pause if screen.message else DOUBT
            case RoomGone():
                log.warning("match %s is no longer published in %s", id, screen.room.in_logs)
                closed = isinstance(fault, RoomClosed) and screen.room.thread is None
                if closed and self._presence is not None:
                    await self._presence.refused(screen.room)
                await self._skip(session, index)
                self.wake(await self._sessions.load(id))  # it may have moved to another chat
                return None
            case Unreachable() | DeliveryError():
                return pause
