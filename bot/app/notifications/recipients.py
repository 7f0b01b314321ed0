"""Choose where to notify a player: the room, the screen, and the private chat.

Prefers the room of the player's last action, then their own platform. "Unknown for now", as right
after startup, differs from "no such place": the former raises, the latter is None.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.app.model.notification import NotificationRecord, ScheduledNotification
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind
from bot.app.model.settings import Settings
from bot.app.notifications import policy
from bot.app.notifications.policy import WaitingBoard
from bot.app.ports.frontend import DeliveryError, DeliveryUnknown, FrontEnd, SlowDown, Unreachable
from bot.app.ports.store import Store
from bot.app.session_cache import SessionCache
from core.types import MatchId

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recipient:
    """A player with their settings, waiting boards, and stored notifications."""

    record: Player
    settings: Settings
    boards: Sequence[WaitingBoard]
    known: NotificationRecord


class RecipientResolver:
    """Resolve rooms, screens and private chats. Platform calls may raise DeliveryError."""

    def __init__(
        self, store: Store, sessions: SessionCache, front_ends: Mapping[str, FrontEnd]
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._front_ends = front_ends

    async def rooms(
        self, to: Recipient, settings: Settings, boards: Sequence[WaitingBoard]
    ) -> Mapping[MatchId, Room]:
        """Return the room of each board's notification; boards without one are left out.

        Raises DeliveryError if that is unknown for now.
        """
        places, near = to.known.places, list(to.known.places.values())
        if settings.notices == policy.PRIVATE:
            private = await self._private(to.record, near)
            if private is not None:
                return dict.fromkeys((board.id for board in boards), private)
        rooms: dict[MatchId, Room] = {}
        accounts = await self.accounts(to.record)
        for board in boards:
            screen = await self.screen(board, places.get(board.id), accounts)
            room = await self._private(to.record, near) if screen is None else screen.room
            if room is not None:
                rooms[board.id] = room
        return rooms

    async def room_of(
        self, to: Recipient, settings: Settings, ask: ScheduledNotification
    ) -> Room | None:
        """Return the room of a scheduled notification. Raises DeliveryError if unknown for now."""
        if ask.room is None or settings.notices == policy.PRIVATE:
            near = [ask.room] if ask.room else []
            return await self._private(to.record, near) or ask.room
        return ask.room

    async def accounts(self, person: Player) -> Mapping[str, str]:
        """Return the player's account on each platform, their own first."""
        order = sorted(self._front_ends, key=lambda platform: platform != person.platform)
        by_platform = {}
        for platform in order:
            accounts = await self._store.accounts(platform, [person.id])
            if person.id in accounts:
                by_platform[platform] = accounts[person.id]
        return by_platform

    async def _private(self, person: Player, near: Sequence[Room]) -> Room | None:
        """Return the private chat on the platform where the player is active."""
        accounts = await self.accounts(person)
        acted = [room.platform for room in near if room.platform in accounts]
        for platform in dict.fromkeys((*acted[-1:], *accounts)):
            chat = await private_chat(self._front_ends[platform], accounts[platform])
            if chat is not None:
                return chat
        return None

    async def screen(
        self, board: WaitingBoard, place: Room | None, accounts: Mapping[str, str]
    ) -> Screen | None:
        """Return the screen where the player plays the board.

        That is where they acted last, or its thread; else the first on their own platform.
        """
        shown = await self._sessions.shown(board.session)
        screens = [
            screen
            for screen in shown.screens
            if screen.kind is ScreenKind.BOARD and screen.room.platform in accounts
        ]
        order = list(accounts)

        def nearness(screen: Screen) -> tuple[bool, bool, bool, int]:
            room = screen.room
            same = place is not None and (place.platform, place.chat) == (room.platform, room.chat)
            return (not same, room.thread is None, room != place, order.index(room.platform))

        return min(screens, key=nearness, default=None)


async def private_chat(front_end: FrontEnd, user: str) -> Room | None:
    """Return the private chat with a user, or None if there is none.

    Raises if that is unknown for now, as right after startup; treating that as None would announce
    in the room that the player cannot be written to.
    """
    try:
        return await front_end.private(user)
    except (SlowDown, Unreachable, DeliveryUnknown):
        raise
    except DeliveryError as fault:
        log.info("no private chat on %s: %r", front_end.platform, fault)
        return None
