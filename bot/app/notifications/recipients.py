"""Where a person is told things: in which room, at which screen, in which private chat.

Where they acted last comes first, then their own platform. "Nobody knows for the moment", as right
after a start, is something else than "there is no such place": the one is raised, the other None.
Must not know what is told, nor how it is sent.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.app.model.notification import Ask, Known
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind
from bot.app.model.settings import Settings
from bot.app.notifications import policy
from bot.app.notifications.policy import Waiting
from bot.app.ports.frontend import DeliveryError, DeliveryUnknown, FrontEnd, SlowDown, Unreachable
from bot.app.ports.store import Store
from bot.app.session_cache import SessionCache
from core.types import MatchId

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recipient:
    """A person, what they chose, the boards that wait for them and what was kept of them before."""

    record: Player
    settings: Settings
    boards: Sequence[Waiting]
    known: Known


class RecipientResolver:
    """Finds rooms, screens and private chats. What it awaits of platforms may raise NotShown."""

    def __init__(
        self, store: Store, sessions: SessionCache, front_ends: Mapping[str, FrontEnd]
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._front_ends = front_ends

    async def rooms(
        self, to: Recipient, settings: Settings, boards: Sequence[Waiting]
    ) -> Mapping[MatchId, Room]:
        """Where each board is told of; those that cannot be told of anywhere are left out. Raises
        NotShown where that cannot be known for the moment."""
        places, near = to.known.places, list(to.known.places.values())
        if settings.notices == policy.PRIVATE:
            private = await self._private(to.record, near)
            if private is not None:
                return dict.fromkeys((board.id for board in boards), private)
        found: dict[MatchId, Room] = {}
        accounts = await self.accounts(to.record)
        for board in boards:
            screen = await self.screen(board, places.get(board.id), accounts)
            room = await self._private(to.record, near) if screen is None else screen.room
            if room is not None:
                found[board.id] = room
        return found

    async def room_of(self, to: Recipient, settings: Settings, ask: Ask) -> Room | None:
        """Where an ask is told. Raises NotShown where that cannot be known for the moment."""
        if ask.room is None or settings.notices == policy.PRIVATE:
            near = [ask.room] if ask.room else []
            return await self._private(to.record, near) or ask.room
        return ask.room

    async def accounts(self, person: Player) -> Mapping[str, str]:
        """This person's account on each platform, their own first."""
        order = sorted(self._front_ends, key=lambda platform: platform != person.platform)
        found = {}
        for platform in order:
            accounts = await self._store.accounts(platform, [person.id])
            if person.id in accounts:
                found[platform] = accounts[person.id]
        return found

    async def _private(self, person: Player, near: Sequence[Room]) -> Room | None:
        """The chat with them alone, on the platform where they are to be met."""
        accounts = await self.accounts(person)
        acted = [room.platform for room in near if room.platform in accounts]
        for platform in dict.fromkeys((*acted[-1:], *accounts)):
            chat = await private_chat(self._front_ends[platform], accounts[platform])
            if chat is not None:
                return chat
        return None

    async def screen(
        self, board: Waiting, place: Room | None, accounts: Mapping[str, str]
    ) -> Screen | None:
        """The screen at which this person plays the board: where they acted last, or its thread;
        else the first on their own platform."""
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
    """None where there is none. That it cannot be known for the moment, as right after a start, is
    something else: the room would be told that somebody cannot be written to."""
    try:
        return await front_end.private(user)
    except (SlowDown, Unreachable, DeliveryUnknown):
        raise
    except DeliveryError as fault:
        log.info("no private chat on %s: %r", front_end.platform, fault)
        return None
