"""Shows what is saved: one task per chat, the newest card wins.

A screen is dirty while it shows an older version than the session's. Nothing is remembered to be
shown: waking only says where to look, and the sweep finds whatever a crash left unshown. Drawing
and sending never hold the session's lock. At most one request per chat is in flight, so edits of
one board merge by themselves while a chat is slow or told to wait. Must not know platforms, nor
what a card says.
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
"""What the answer to a press can carry."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between tries where a platform cannot be reached; doubled each time."""

DOUBT = 30.0
"""Seconds before a message whose fate is unknown is posted anew; an edit is just repeated."""


@dataclass(slots=True)
class _Chat:
    """What one chat still has to be shown, and the task that does it."""

    dirty: dict[tuple[MatchId, int], ResponseHandle | None] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None


class Publisher:
    """Brings every screen up to its session's version."""

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

    def heed(self, presence: PresenceTracker) -> None:
        """Who knows where nothing can be shown, and is told of such places."""
        self._presence = presence

    def wake(self, session: Session, request: Request | None = None) -> None:
        """Looks at the screens soon; the request's acknowledgement goes with its board."""
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
        """Returns when nothing is left to show."""
        while tasks := [chat.task for chat in self._chats.values() if chat.task is not None]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stops at once; what is unshown is shown at the next start."""
        tasks = [chat.task for chat in self._chats.values() if chat.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, room: Room, chat: _Chat) -> None:
        """Shows this chat's dirty screens, oldest first, until there are none."""
        try:
            while chat.dirty:
                (id, index), ack = next(iter(chat.dirty.items()))
                del chat.dirty[(id, index)]
                await self._screen(id, index, ack)
        finally:
            chat.task = None
            self._chats.pop((room.platform, room.chat), None)

    async def _screen(self, id: MatchId, index: int, ack: ResponseHandle | None) -> None:
        """One screen until it is shown or given up. A task's root: logs what fails.

        A match that is there no more went with whoever played it: nothing is left to show.
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
            log.info("match %s was deleted while it was being shown", id)
        except Exception:
            log.exception("screen %d of match %s could not be shown", index, id)

    async def _show(
        self, id: MatchId, index: int, ack: ResponseHandle | None, pause: float
    ) -> float | None:
        """One try. None when done, else the seconds to wait before the next."""
        session = await self._sessions.load(id)
        if index >= len(session.screens):
            return None  # fewer since somebody left for good; those that stayed are shown apart
        screen = session.screens[index]
        if screen.shown >= session.version:
            return None
        front_end = self._front_ends[screen.room.platform]
        if ack is None and self._presence is not None and self._presence.is_closed(screen.room):
            await self._pass_over(session, index)
            return None
        if ack is None:
            await front_end.wait_for_slot(screen)
            session = await self._sessions.load(id)  # newer ones may have come while waiting
            if not session.is_at(index, screen.room):
                return 0.0
            screen = session.screens[index]
        self._step("showing")
        try:
            message = await front_end.show(session, screen, ack)
        except DeliveryError as fault:
            return await self._mend(fault, session, index, pause)
        self._step("shown")
        await self._sessions.mark_shown(id, index, session.version, message, screen.room)
        self._step("marked")
        newest = await self._sessions.load(id)
        return 0.0 if newest.version > session.version else None

    async def _pass_over(self, session: Session, index: int) -> None:
        """What cannot be shown there is not tried again."""
        screen = session.screens[index]
        id, message = session.match.id, screen.message or ""
        await self._sessions.mark_shown(id, index, session.version, message, screen.room)

    async def _mend(
        self, fault: DeliveryError, session: Session, index: int, pause: float
    ) -> float | None:
        """What follows from a failure: seconds to wait, or None to give this screen up."""
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
                log.warning("match %s is no longer shown in %s", id, screen.room.in_logs)
                closed = isinstance(fault, RoomClosed) and screen.room.thread is None
                if closed and self._presence is not None:
                    await self._presence.refused(screen.room)
                await self._pass_over(session, index)
                self.wake(await self._sessions.load(id))  # it may have moved to another place
                return None
            case Unreachable() | DeliveryError():
                return pause
