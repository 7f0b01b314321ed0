"""The parts of the store that are no sessions, a noun each: what the application asks of them.

`bot/app/ports.py` names them as attributes of `Store`; `bot/storage` has a class for each. Every
write is durable when its call returns, as there. Must not know SQL.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.app.houses import RoomSettings
from bot.app.session import Room
from core.types import PlayerId


class Houses(Protocol):
    """What rooms say, who is barred from them, who wants to hear of offers there."""

    async def settings(self, room: Room) -> RoomSettings:
        """What holds in this room: its own word, else that of its server or group."""
        ...

    async def chosen(self, house: Room) -> Mapping[str, str]:
        """What was said for this house itself, by key."""
        ...

    async def choose(self, house: Room, key: str, value: str | None) -> None:
        """Keeps one of `houses.KEYS`; None forgets it."""
        ...

    async def daily(self) -> Sequence[tuple[Room, int]]:
        """Rooms where the throws of the day are to be offered, each with its hour (UTC)."""
        ...

    async def bar(self, house: Room, player: PlayerId) -> None:
        """From the whole of a house, or from `houses.EVERYWHERE`."""
        ...

    async def unbar(self, house: Room, player: PlayerId) -> None: ...

    async def is_barred(self, room: Room, player: PlayerId) -> bool:
        """Whether this person may not play there."""
        ...

    async def barred(self, house: Room) -> Sequence[PlayerId]:
        """Who is barred from that house, the longest first."""
        ...

    async def listen(self, house: Room, player: PlayerId, wants: bool) -> None:
        """Whether this person wants to hear of offers there."""
        ...

    async def listeners(self, room: Room) -> Sequence[PlayerId]:
        """Who wants to hear of an offer made in this very room."""
        ...

    def forget(self) -> None:
        """Somebody else wrote to the tables: nothing that was read before holds."""
        ...
