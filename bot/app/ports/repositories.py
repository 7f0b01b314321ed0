"""Parts of the store other than sessions, one repository per subject.

`Store` in `bot/app/ports/store.py` holds them as attributes; `bot/storage` has a class for each.
Every write is durable when its call returns.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from bot.app.model.account_link import Joined, Link
from bot.app.model.daily import DayEntry, DayRecords, DayTable
from bot.app.model.leaderboard import ScopeKind
from bot.app.model.notification import DueNotifications, NotificationChange, NotificationRecord
from bot.app.model.player import OfferCounts, Player
from bot.app.model.presence import Absent, Closed, Outage
from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.model.room_settings import RoomSettings
from core.day import Day
from core.review import Review
from core.types import MatchId, Millis, PlayerId


class NotificationRepository(Protocol):
    """Notifications: due, sent, and where their messages are (`bot/app/model/notification.py`)."""

    async def ask(
        self, player: PlayerId, room: Room | None, at: Millis, kind: str, arg: str = ""
    ) -> None:
        """Schedule a notification in a room or (None) privately; the kind's handler renders it.

        A repeated kind and argument reschedules it.
        """
        ...

    async def drop(self, player: PlayerId, kind: str, arg: str = "") -> None:
        """Delete a scheduled notification, if it exists."""
        ...

    async def due(self, now: Millis) -> DueNotifications:
        """Return the players to check."""
        ...

    async def known(self, player: PlayerId) -> NotificationRecord:
        """Return everything stored about one player."""
        ...

    async def standing(self) -> Sequence[PlayerId]:
        """Return the players with a notification displayed or pending."""
        ...

    async def change(self, change: NotificationChange) -> None:
        """Store the changes of one pass, in one transaction."""
        ...

    async def place(self, player: PlayerId, session: MatchId, room: Room) -> None:
        """Store where a player last acted in a match."""
        ...

    async def shut(self, player: PlayerId, platform: str, is_shut: bool) -> None:
        """Store whether a player cannot receive private messages and knows it."""
        ...

    async def tidy(self) -> None:
        """Delete the state of finished matches."""
        ...


class RoomSettingsRepository(Protocol):
    """Settings of rooms, bans, and subscriptions to offers."""

    async def settings(self, room: Room) -> RoomSettings:
        """Return the room's effective settings: its own, else those of its server or group."""
        ...

    async def chosen(self, house: Room) -> Mapping[str, str]:
        """Return the settings chosen for this place itself, by key."""
        ...

    async def choose(self, house: Room, key: str, value: str | None) -> None:
        """Store one of `room_settings.KEYS`; None resets it."""
        ...

    async def daily(self) -> Sequence[tuple[Room, int]]:
        """Return the rooms in which the daily dice are posted, each with its hour (UTC)."""
        ...

    async def bar(self, house: Room, player: PlayerId) -> None:
        """Ban a player from a whole server or group, or from `room_settings.EVERYWHERE`."""
        ...

    async def unbar(self, house: Room, player: PlayerId) -> None: ...

    async def is_barred(self, room: Room, player: PlayerId) -> bool:
        """Return whether the player is banned there."""
        ...

    async def playing_barred(self) -> Sequence[PlayerId]:
        """Return the players who are banned somewhere and have an open or running match."""
        ...

    async def barred(self, house: Room) -> Sequence[PlayerId]:
        """Return the players banned from that server or group, oldest ban first."""
        ...

    async def finished(self, room: Room, most: int) -> Sequence[MatchId]:
        """Return valid finished matches of this chat, newest first."""
        ...

    async def listen(self, house: Room, player: PlayerId, wants: bool) -> None:
        """Subscribe or unsubscribe a player to offers there."""
        ...

    async def listeners(self, room: Room) -> Sequence[PlayerId]:
        """Return the subscribers to offers made in this very room."""
        ...

    async def heard(self, room: Room, offered: Millis) -> None:
        """Record that subscribers were notified of offers made up to then."""
        ...

    async def listening(self) -> Sequence[tuple[Room, Millis]]:
        """Return the rooms with subscribers, and up to when these were notified."""
        ...

    def forget(self) -> None:
        """Drop cached rows after another component wrote to the tables."""
        ...


class DailyRepository(Protocol):
    """Entries and leaderboards of the daily dice (`bot/app/model/daily.py`)."""

    async def enter(
        self, day: Day, player: PlayerId, match: MatchId, *, ranked: bool, room: Room | None
    ) -> DayEntry:
        """Return the player's only entry of that day, created with this match if there is none.

        It counts in the leaderboards of `room`, the room of the request; None: only in the global
        one.
        """
        ...

    async def entry(self, day: Day, player: PlayerId) -> DayEntry | None: ...

    async def is_told(self, day: Day, room: Room) -> bool:
        """Return whether the room displays that day's post and the day is still open."""
        ...

    async def unfinished(self, day: Day) -> Sequence[MatchId]:
        """Return that day's unfinished matches, including the computer's."""
        ...

    async def entries(self, day: Day) -> Sequence[MatchId]:
        """Return the matches of ranked players."""
        ...

    async def streak(self, player: PlayerId, day: Day) -> int:
        """Return the number of consecutive days finished up to that one; 0 if it was not."""
        ...

    async def table(
        self, day: Day, kind: ScopeKind, room: Room, page: int, viewer: PlayerId | None
    ) -> DayTable:
        """Return a page of the day's leaderboard, or the nearest; closed days include the
        computer."""
        ...

    async def stands(self, day: Day, kind: ScopeKind, room: Room, player: PlayerId) -> bool:
        """Return whether the player's entry counts in that leaderboard."""
        ...

    async def last_closed(self) -> Day | None: ...

    async def records(
        self, kind: ScopeKind, room: Room, page: int, viewer: PlayerId | None
    ) -> DayRecords:
        """Return a page of the records over closed days."""
        ...


class PresenceRepository(Protocol):
    """Absent players, closed chats, and outages of the bot."""

    async def absent(self) -> Sequence[Absent]: ...

    async def closed(self) -> Sequence[Closed]: ...

    async def who(self, platform: str, user: str) -> PlayerId | None:
        """Return the player of an account, or None; creates no player."""
        ...

    async def leave(self, gone: Absent) -> None:
        """Record an absence, which removes the player from that place's leaderboards."""
        ...

    async def come_back(self, back: Absent) -> None: ...

    async def close(self, place: Closed) -> None: ...

    async def open(self, place: Closed) -> None: ...

    async def live_in(self, platform: str, place: str) -> Sequence[MatchId]:
        """Return open and running matches with a screen in that space or chat."""
        ...

    async def live_rooms(self, platform: str) -> Sequence[Room]:
        """Return the rooms that display open or running matches."""
        ...

    async def running(self, *, timed: bool) -> Sequence[MatchId]:
        """Return running matches with a deadline; `timed`: only those with a clock."""
        ...

    async def warned(self) -> Sequence[MatchId]:
        """Return running matches with a warned player, which end within a day."""
        ...

    async def frozen(self) -> Sequence[MatchId]:
        """Return matches frozen because a platform is down."""
        ...

    async def playing_absent(self) -> Sequence[PlayerId]:
        """Return players who are absent somewhere and seated in an open or running match."""
        ...

    async def note_alive(self) -> None:
        """Store a heartbeat: the time until the next start is downtime."""
        ...

    async def began(self) -> Sequence[Outage]:
        """Record the start; return outages not credited yet, oldest first."""
        ...

    async def note_outage(self, outage: Outage) -> None:
        """Store an outage of the running bot until every match is credited."""
        ...

    async def credited(self, outage: Outage) -> None:
        """Delete an outage once every match is credited."""
        ...


class ReviewRepository(Protocol):
    """Reviews of finished matches; missing ones can be redone."""

    async def of(self, match: MatchId) -> Review | None: ...

    async def keep(self, review: Review) -> None:
        """Store a review, replacing an older one; does nothing if the match was deleted."""
        ...


class PersonalDataRepository(Protocol):
    """A player's personal data: exported for them, erased when they leave."""

    async def known(self, actor: Actor) -> Player | None:
        """Return the player of an account, or None; creates no player."""
        ...

    async def tables(self, player: PlayerId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return all data except matches, by subject, as rows of plain values."""
        ...

    async def matches(self, player: PlayerId) -> Sequence[MatchId]:
        """Return every match and contest of the player, oldest first. Scans all sessions."""
        ...

    async def live(self, player: PlayerId) -> Sequence[MatchId]:
        """Return those that are open or running."""
        ...

    async def own_room(self, player: PlayerId, room: Room) -> None:
        """Mark a room as the player's own, so that it is deleted with them."""
        ...

    async def leave(
        self, player: PlayerId, rooms: Sequence[Room] = (), ended: Iterable[MatchId] = ()
    ) -> frozenset[MatchId]:
        """Erase the player's identity and their private `rooms` in one transaction.

        Other players keep their matches, with a player without a name. Returns the sessions to
        reload; cards of matches just `ended` are rendered once more. Raises VersionConflict while a
        match or an offer of the player is live.
        """
        ...


class AccountLinkRepository(Protocol):
    """Linked accounts of one player."""

    async def ask(self, player: PlayerId, make: Callable[[], str]) -> Link:
        """Store a new code made by `make`, replacing an older one of the player."""
        ...

    async def of(self, player: PlayerId) -> Link | None:
        """Return the player's last code."""
        ...

    async def by_code(self, code: str) -> Link | None: ...

    async def type(self, code: str, other: PlayerId) -> bool:
        """Record who typed a code; return False if another player already has."""
        ...

    async def agree(self, code: str, other: PlayerId) -> bool:
        """Record the typist's confirmation."""
        ...

    async def drop(self, code: str) -> None: ...

    async def is_linked(self, player: PlayerId) -> bool:
        """Return whether the player has several accounts."""
        ...

    async def join(self, one: PlayerId, other: PlayerId) -> Joined:
        """Merge two players into the older one."""
        ...

    async def split(self, player: PlayerId, actor: Actor) -> bool:
        """Make the actor's account a new player; return False if it is the player's only one."""
        ...


class ContactRepository(Protocol):
    """Blocks between players, and open offers."""

    async def block(self, player: PlayerId, other: PlayerId) -> None: ...

    async def unblock(self, player: PlayerId, other: PlayerId) -> None: ...

    async def blocked(self, player: PlayerId) -> Sequence[PlayerId]:
        """Return the players blocked by this one, oldest block first."""
        ...

    async def blocking(self, player: PlayerId, others: Iterable[PlayerId]) -> Sequence[PlayerId]:
        """Return those of `others` who have blocked this player."""
        ...

    async def have_played(self, one: PlayerId, other: PlayerId) -> bool:
        """Return whether the two have played in a match, finished or running."""
        ...

    async def asking(self, player: PlayerId) -> Sequence[MatchId]:
        """Return the matches offered to this player by name, oldest first."""
        ...

    async def named(self, platform: str, name: str) -> Actor | None:
        """Return the only account there of that name, ignoring case, or None.

        None too if several accounts have the name: names are not unique.
        """
        ...

    async def offers(
        self, host: PlayerId, since: Millis, to: PlayerId | None, but: MatchId
    ) -> OfferCounts:
        """Count the player's offers since then, except for match `but`."""
        ...
