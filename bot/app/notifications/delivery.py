"""Deliver notifications and handle failed deliveries.

Stores where each notification is displayed before and after each platform call, so a crash in
between repeats a notification at worst, under the same nonce. A player who cannot receive private
messages gets one explanation in the room used instead; a room that cannot be written to is replaced
by the private chat.
"""

import contextlib
import hashlib
import logging
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from dataclasses import replace

from bot.app.model.card import Card
from bot.app.model.notification import BOARDS, DisplayedNotification, NotificationChange
from bot.app.model.room import Room
from bot.app.notifications import policy
from bot.app.notifications.content import NotificationContent
from bot.app.notifications.recipients import Recipient, RecipientResolver, private_chat
from bot.app.ports.frontend import (
    DeliveryError,
    DeliveryUnknown,
    FrontEnd,
    MessageGone,
    Notification,
    RoomGone,
    RoomMoved,
    SlowDown,
    Unreachable,
)
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation.player_name import name
from bot.app.session_cache import SessionCache
from bot.text import notices as words
from bot.text.catalog import nearest, texts
from core.match.clock import SECOND
from core.types import MatchId, Millis, PlayerId

log = logging.getLogger(__name__)

PAUSE = 30 * SECOND
"""Milliseconds before retrying an unknown outcome, and the maximum while nothing gets through."""

MOST_TRIES = 5
"""Retries while a platform is unreachable, as right after startup; the delay doubles from 1 s."""

NONCE = 20
"""Length of a nonce in characters."""


class NotificationDelivery:
    """Send due notifications and withdraw obsolete ones."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        front_ends: Mapping[str, FrontEnd],
        whereabouts: RecipientResolver,
        letters: NotificationContent,
        now: Now,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._front_ends = front_ends
        self._recipients = whereabouts
        self._content = letters
        self._now = now
        self.listeners: list[Callable[[PlayerId, Room], Awaitable[None]]] = []
        self._sent: set[tuple[Room, str]] = set()  # sent to platforms that forget them on restart
        self._failed: dict[Hashable, int] = {}  # failures per target after the first

    async def send(
        self, to: Recipient, changed: Sequence[DisplayedNotification]
    ) -> tuple[bool, Millis | None]:
        """Deliver every notification; `changed` are those just decided on.

        Returns:
            Whether any notification is displayed now, and when to retry if something failed.
        """
        new = {(notice.kind, notice.room): notice for notice in changed}
        every = {(notice.kind, notice.room): notice for notice in to.known.notices} | new
        standing = False
        pauses: list[int] = []
        for key, notice in every.items():
            if notice.is_done:
                continue
            is_at_rest = notice.message and notice.former is None and key not in new
            if is_at_rest and not self._is_forgotten(notice):
                standing = True
                continue
            try:
                left = await self._deliver(to, notice)
                self.reached((notice.player, notice.kind, notice.room))
                standing = standing or not left.is_done
            except DeliveryError as fault:
                standing = True
                pauses.append(await self._handle_failure(fault, notice))
        again = Millis(self._now() + min(pauses)) if pauses else None
        return standing, again

    def _is_forgotten(self, notice: DisplayedNotification) -> bool:
        """Return whether a restarted platform needs the notification again."""
        front_end = self._front_ends.get(notice.room.platform)
        if front_end is None or front_end.remembers or not notice.message:
            return False
        return (notice.room, notice.message) not in self._sent

    async def _deliver(
        self, to: Recipient, notice: DisplayedNotification, *, instead: bool = False
    ) -> DisplayedNotification:
        """Post or edit one notification, then withdraw the one it replaces; return it as displayed.

        With `instead` it already replaces an undeliverable one and is tried only once.
        """
        platform = notice.room.platform
        user = (await self._recipients.accounts(to.record)).get(platform)
        front_end = self._front_ends.get(platform)
        if front_end is None or user is None:
            return await self._kept(replace(notice, message="", former=None))
        language = texts(nearest(to.record.locale))
        letter = Notification(
            to.record.id,
            user,
            name(language, to.record, platform),
            notice.room,
            Card(words.nothing(language)),
            private=notice.room == await private_chat(front_end, user),
            nonce=_nonce(notice),
        )
        if notice.message != "":
            notice = await self._post(to, notice, front_end, letter, instead=instead)
        if notice.former is not None:
            with contextlib.suppress(MessageGone, RoomGone):
                await front_end.withdraw(replace(letter, message=notice.former))
            notice = await self._kept(replace(notice, former=None))
        return notice

    async def _post(
        self,
        to: Recipient,
        notice: DisplayedNotification,
        front_end: FrontEnd,
        letter: Notification,
        *,
        instead: bool,
    ) -> DisplayedNotification:
        """Post or edit it, or move it to another room if this one is unreachable."""
        shut = to.known.shut
        is_shut = (
            to.settings.notices == policy.PRIVATE
            and not letter.private
            and notice.kind == BOARDS
            and front_end.platform not in shut
            and (instead or await private_chat(front_end, letter.user) is None)
        )  # an older one displayed here is merely in the wrong room
        card = await self._content.card(to, notice, is_shut)
        if card is None:
            former = notice.former or notice.message or None
            return await self._kept(replace(notice, message="", former=former))
        try:
            message = await front_end.notify(replace(letter, card=card, message=notice.message))
        except MessageGone:  # deleted by a user, so it was seen
            return await self._kept(replace(notice, message=""))
        except RoomGone as fault:
            where, why = notice.room.in_logs, type(fault).__name__
            log.info("%s cannot be notified in %s: %s", to.record.id, where, why)
            others = {} if instead else await self._fallbacks(to, notice, letter.private)
            for listener in self.listeners:
                await listener(to.record.id, notice.room)
            gone = await self._kept(replace(notice, message="", former=None))
            for room, ids in others.items():
                other = replace(notice, room=room, boards=ids, message=None, former=None)
                await self._deliver(to, await self._kept(other), instead=True)
            return gone
        if is_shut or (letter.private and front_end.platform in shut):
            await self._store.notices.shut(to.record.id, front_end.platform, is_shut)
        self._sent.add((notice.room, message))
        return await self._kept(replace(notice, message=message))

    async def _fallbacks(
        self, to: Recipient, notice: DisplayedNotification, was_private: bool
    ) -> Mapping[Room, tuple[MatchId, ...]]:
        """Return the fallback rooms of an undeliverable notification with the boards each lists."""
        asked = [a for a in to.known.asks if (a.kind, a.arg) == (notice.kind, notice.arg)]
        tried = replace(to.settings, notices=policy.HERE if was_private else policy.PRIVATE)
        rooms: dict[Room, tuple[MatchId, ...]] = {}
        if notice.kind == BOARDS:
            listed = [board for board in to.boards if board.id in notice.boards]
            for id, room in (await self._recipients.rooms(to, tried, listed)).items():
                rooms[room] = (*rooms.get(room, ()), id)
        elif (
            asked and (fallback := await self._recipients.room_of(to, tried, asked[0])) is not None
        ):
            rooms[fallback] = ()
        rooms.pop(notice.room, None)
        return rooms

    async def _kept(self, notice: DisplayedNotification) -> DisplayedNotification:
        await self._store.notices.change(NotificationChange(notice.player, notices=(notice,)))
        return notice

    async def _handle_failure(self, fault: DeliveryError, notice: DisplayedNotification) -> int:
        """Handle a failure; return the milliseconds to wait before the next attempt."""
        match fault:
            case RoomMoved():
                await self._sessions.move_room(notice.room, fault.to)
                return 1
            case SlowDown() | Unreachable() | DeliveryUnknown():
                return self.pause(fault, (notice.player, notice.kind, notice.room))
            case _:
                log.error("a notification of %s was rejected: %s", notice.player, fault)
                await self._kept(replace(notice, message="", former=None))
                return PAUSE

    def pause(self, fault: DeliveryError, what: Hashable) -> int:
        """Return the back-off in milliseconds after a temporary failure."""
        match fault:
            case SlowDown():
                return int(fault.seconds * SECOND)
            case Unreachable():
                tries = self._failed[what] = self._failed.get(what, -1) + 1
                return min(PAUSE, SECOND << min(tries, MOST_TRIES))
            case _:
                return PAUSE

    def reached(self, what: Hashable) -> None:
        """Reset the back-off after a success."""
        self._failed.pop(what, None)


def _nonce(notice: DisplayedNotification) -> str:
    """Return a nonce that is stable across repeated posts of the same notification."""
    parts = (notice.player, notice.kind, notice.room, notice.at, notice.arg)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:NONCE]
