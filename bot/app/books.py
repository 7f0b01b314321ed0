"""The parts of the store that are no sessions, a noun each: what the application asks of them.

`bot/app/ports.py` names them as attributes of `Store`; `bot/storage` has a class for each. Every
write is durable when its call returns, as there. Must not know SQL.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.app.daybook import DayEntry, DayRecords, DayTable
from bot.app.houses import RoomSettings
from bot.app.session import Room
from bot.app.tables import ScopeKind
from core.day import Day
from core.types import MatchId, Millis, PlayerId


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


@dataclass(frozen=True, slots=True)
class Absent:
    """Somebody is no longer in a server or group, or has barred the bot from their private chat.

    `place` is the space of the rooms there, or the chat where they have none.
    """

    player: PlayerId
    platform: str
    place: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The bot is no longer in a whole server or group (`is_space`), or not in one chat of it."""

    platform: str
    is_space: bool
    place: str


@dataclass(frozen=True, slots=True)
class Outage:
    """The bot was not running, from its last sign of life on."""

    began: Millis
    ended: Millis


class Days(Protocol):
    """Who entered which day of the daily dice, and the tables of that (`bot/app/daybook.py`)."""

    async def enter(
        self, day: Day, player: PlayerId, match: MatchId, *, ranked: bool, room: Room | None
    ) -> DayEntry:
        """The person's only entry of that day: with this match, unless there is one already. It
        stands in the tables of the room it is asked for in; None: only in that of everywhere."""
        ...

    async def entry(self, day: Day, player: PlayerId) -> DayEntry | None: ...

    async def unfinished(self, day: Day) -> Sequence[MatchId]:
        """Matches of that day that may go on, the computer's too."""
        ...

    async def entries(self, day: Day) -> Sequence[MatchId]:
        """Matches of those who are in the tables."""
        ...

    async def streak(self, player: PlayerId, day: Day) -> int:
        """How many days in a row were finished up to that one; 0 where it was not."""
        ...

    async def table(
        self, day: Day, kind: ScopeKind, room: Room, page: int, viewer: PlayerId | None
    ) -> DayTable:
        """A page of the day's table, or the nearest there is. The computer is in it once the day
        has closed."""
        ...

    async def stands(self, day: Day, kind: ScopeKind, room: Room, player: PlayerId) -> bool:
        """Whether this person's entry counts in that table."""
        ...

    async def last_closed(self) -> Day | None: ...

    async def records(
        self, kind: ScopeKind, room: Room, page: int, viewer: PlayerId | None
    ) -> DayRecords:
        """A page of what closed days come to."""
        ...


class Presences(Protocol):
    """Who and what is where no longer, and when the bot was not there at all."""

    async def absent(self) -> Sequence[Absent]: ...

    async def closed(self) -> Sequence[Closed]: ...

    async def who(self, platform: str, user: str) -> PlayerId | None:
        """The person of an account; None for whoever never played: they are not made."""
        ...

    async def leave(self, gone: Absent) -> None:
        """From now on they are on none of that place's leaderboards."""
        ...

    async def come_back(self, back: Absent) -> None: ...

    async def close(self, place: Closed) -> None: ...

    async def open(self, place: Closed) -> None: ...

    async def live_in(self, platform: str, place: str) -> Sequence[MatchId]:
        """Matches open or running with a screen in that space or chat."""
        ...

    async def running(self) -> Sequence[MatchId]:
        """Running matches in which some term runs."""
        ...

    async def note_alive(self) -> None:
        """The bot runs. Whatever time passes until the next start, nobody could play."""
        ...

    async def began(self) -> Sequence[Outage]:
        """The bot starts: outages that matches were not credited for yet, the oldest first."""
        ...

    async def credited(self, outage: Outage) -> None:
        """Every match was credited for this one: it is forgotten."""
        ...
