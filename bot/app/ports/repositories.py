"""Parts of the store other than sessions, one repository per subject.

`Store` in `bot/app/ports/store.py` holds them as attributes; `bot/storage` has a class for each.
Every write is durable when its call returns.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from bot.app.model.account_link import Joined, Link
from bot.app.model.daily import DayEntry, DayRecords, DayTable
from bot.app.model.leaderboard import ScopeKind
from bot.app.model.notification import Change, Due, Known
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
        """Has somebody told something at that instant, in a room or (None) privately; who serves
        the kind says what (`notices.py`). The same kind and argument once more only moves it."""
        ...

    async def drop(self, player: PlayerId, kind: str, arg: str = "") -> None:
        """Forgets such a wish, if it stands."""
        ...

    async def due(self, now: Millis) -> Due:
        """Who has to be looked at."""
        ...

    async def known(self, player: PlayerId) -> Known:
        """All about one person."""
        ...

    async def standing(self) -> Sequence[PlayerId]:
        """Everybody of whom a notice stands somewhere, or shall."""
        ...

    async def change(self, change: Change) -> None:
        """Keeps what one look at a person changes, in one transaction."""
        ...

    async def place(self, player: PlayerId, session: MatchId, room: Room) -> None:
        """Where somebody last acted in a match."""
        ...

    async def shut(self, player: PlayerId, platform: str, is_shut: bool) -> None:
        """Whether somebody cannot be written to privately, and was told so."""
        ...

    async def tidy(self) -> None:
        """Forgets what was known of matches that are over."""
        ...


class RoomSettingsRepository(Protocol):
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

    async def playing_barred(self) -> Sequence[PlayerId]:
        """Who is barred from anywhere and has a match open or running."""
        ...

    async def barred(self, house: Room) -> Sequence[PlayerId]:
        """Who is barred from that house, the longest first."""
        ...

    async def finished(self, room: Room, most: int) -> Sequence[MatchId]:
        """Matches that count and were at home in this chat, the last one first."""
        ...

    async def listen(self, house: Room, player: PlayerId, wants: bool) -> None:
        """Whether this person wants to hear of offers there."""
        ...

    async def listeners(self, room: Room) -> Sequence[PlayerId]:
        """Who wants to hear of an offer made in this very room."""
        ...

    async def heard(self, room: Room, offered: Millis) -> None:
        """They have been told of the offers made there up to then."""
        ...

    async def listening(self) -> Sequence[tuple[Room, Millis]]:
        """Where somebody listens, and up to when all who do have been told."""
        ...

    def forget(self) -> None:
        """Somebody else wrote to the tables: nothing that was read before holds."""
        ...


class DailyRepository(Protocol):
    """Entries and tables of the days of the daily dice (`bot/app/model/daily.py`)."""

    async def enter(
        self, day: Day, player: PlayerId, match: MatchId, *, ranked: bool, room: Room | None
    ) -> DayEntry:
        """The person's only entry of that day: with this match, unless there is one already. It
        stands in the tables of the room it is asked for in; None: only in that of everywhere."""
        ...

    async def entry(self, day: Day, player: PlayerId) -> DayEntry | None: ...

    async def is_told(self, day: Day, room: Room) -> bool:
        """Whether that day's news stand in the room, as long as the day has not closed."""
        ...

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
        """A page of the day's table, or the nearest; the computer is in it once it has closed."""
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


class PresenceRepository(Protocol):
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

    async def live_rooms(self, platform: str) -> Sequence[Room]:
        """Where open or running matches are shown."""
        ...

    async def running(self, *, timed: bool) -> Sequence[MatchId]:
        """Running matches in which some term runs; `timed`: only those with a clock."""
        ...

    async def warned(self) -> Sequence[MatchId]:
        """Running matches in which somebody was warned: something happens within a day."""
        ...

    async def frozen(self) -> Sequence[MatchId]:
        """Running matches that stand still because a platform is down."""
        ...

    async def playing_absent(self) -> Sequence[PlayerId]:
        """Who is absent somewhere and has a seat in a match that is open or running."""
        ...

    async def note_alive(self) -> None:
        """The bot runs. Whatever time passes until the next start, nobody could play."""
        ...

    async def began(self) -> Sequence[Outage]:
        """The bot starts: outages that matches were not credited for yet, the oldest first."""
        ...

    async def note_outage(self, outage: Outage) -> None:
        """The bot did not serve though it ran: kept until every match was credited for it."""
        ...

    async def credited(self, outage: Outage) -> None:
        """Every match was credited for this one: it is forgotten."""
        ...


class ReviewRepository(Protocol):
    """What was made of matches that are over; whatever is missing can be made again."""

    async def of(self, match: MatchId) -> Review | None: ...

    async def keep(self, review: Review) -> None:
        """Keeps it, in place of an older one; nothing where the match is no more."""
        ...


class PersonalDataRepository(Protocol):
    """What is kept of one person: all of it for themselves, and none of it after they have left."""

    async def known(self, actor: Actor) -> Player | None:
        """The person behind an account, if there is one; nobody is made."""
        ...

    async def tables(self, player: PlayerId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Everything but matches, by what it is about; rows of plain values."""
        ...

    async def matches(self, player: PlayerId) -> Sequence[MatchId]:
        """Every match and contest that names them, oldest first. Looks at all there are."""
        ...

    async def live(self, player: PlayerId) -> Sequence[MatchId]:
        """Those of them that are open or running."""
        ...

    async def own_room(self, player: PlayerId, room: Room) -> None:
        """Nobody else sees this room: it goes with them."""
        ...

    async def leave(
        self, player: PlayerId, rooms: Sequence[Room] = (), ended: Iterable[MatchId] = ()
    ) -> frozenset[MatchId]:
        """Takes away all that says who they were, in one transaction; their private `rooms` too.
        Others keep their matches, with a player without a name. What changed has to be read anew;
        of matches just `ended` the cards are to be drawn once more.

        VersionConflict while a match or an offer of theirs goes on.
        """
        ...


class AccountLinkRepository(Protocol):
    """Accounts of one person: how they come together, and apart."""

    async def ask(self, player: PlayerId, make: Callable[[], str]) -> Link:
        """A fresh code, made by `make`; an older one of theirs is good no more."""
        ...

    async def of(self, player: PlayerId) -> Link | None:
        """The last one they asked for."""
        ...

    async def by_code(self, code: str) -> Link | None: ...

    async def type(self, code: str, other: PlayerId) -> bool:
        """Notes who typed it; False where somebody else had."""
        ...

    async def agree(self, code: str, other: PlayerId) -> bool:
        """Who typed it means it."""
        ...

    async def drop(self, code: str) -> None: ...

    async def is_linked(self, player: PlayerId) -> bool:
        """Whether they have more accounts than one."""
        ...

    async def join(self, one: PlayerId, other: PlayerId) -> Joined:
        """They are one person from now on: the one that was met first."""
        ...

    async def split(self, player: PlayerId, actor: Actor) -> bool:
        """The actor's account is somebody new; False where it is the only one of that person."""
        ...


class ContactRepository(Protocol):
    """Who wants no challenges from whom, and who has offered how much."""

    async def block(self, player: PlayerId, other: PlayerId) -> None: ...

    async def unblock(self, player: PlayerId, other: PlayerId) -> None: ...

    async def blocked(self, player: PlayerId) -> Sequence[PlayerId]:
        """Whom they have blocked, the longest first."""
        ...

    async def blocking(self, player: PlayerId, others: Iterable[PlayerId]) -> Sequence[PlayerId]:
        """Those of the others who have blocked them."""
        ...

    async def have_played(self, one: PlayerId, other: PlayerId) -> bool:
        """Whether they have sat at one match, be it still running."""
        ...

    async def asking(self, player: PlayerId) -> Sequence[MatchId]:
        """Matches that are offered to them and nobody else, the longest first."""
        ...

    async def named(self, platform: str, name: str) -> Actor | None:
        """The only account there that is called so, however it is written; None where there is
        none, or more than one: names are anybody's."""
        ...

    async def offers(
        self, host: PlayerId, since: Millis, to: PlayerId | None, but: MatchId
    ) -> OfferCounts:
        """What this person has offered since then, but for this match."""
        ...
