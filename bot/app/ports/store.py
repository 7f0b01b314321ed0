"""The store: sessions, and through its repositories everything else that is kept.

Every write is durable when its call returns. `bot/storage` implements it with SQLite.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.app.model.leaderboard import (
    History,
    Period,
    Profile,
    RatingChange,
    Result,
    Scope,
    Scores,
    Standings,
)
from bot.app.model.player import Player
from bot.app.model.request import Actor
from bot.app.model.room import LogEntry, Room
from bot.app.model.session import Session
from bot.app.model.settings import Settings
from bot.app.ports.repositories import (
    AccountLinkRepository,
    ContactRepository,
    DailyRepository,
    NotificationRepository,
    PersonalDataRepository,
    PresenceRepository,
    ReviewRepository,
    RoomSettingsRepository,
)
from core.rating import RatedResult, Rating
from core.types import GameId, MatchId, Millis, PlayerId


class VersionConflict(Exception):
    """Somebody else saved since this session was loaded: load again and decide again."""


class StoreUnavailable(Exception):
    """The store could not do it now (disk full, read-only, locked); nothing was changed."""


class UnreadableMatch(StoreUnavailable):
    """A stored match that this release cannot read: damaged, or in a newer format."""


@dataclass(frozen=True, slots=True)
class Pending:
    """What saved state still asks for (see `core/match/pending.py`)."""

    unshown: tuple[MatchId, ...]  # some screen shows an older version
    thinking: tuple[MatchId, ...]  # a computer has to move
    due: tuple[MatchId, ...]  # a deadline has passed
    next_due: Millis | None  # the earliest deadline still to come


class Store(Protocol):
    """Where everything is kept. Every write is durable when its call returns."""

    @property
    def notices(self) -> NotificationRepository: ...

    @property
    def houses(self) -> RoomSettingsRepository: ...

    @property
    def days(self) -> DailyRepository: ...

    @property
    def presence(self) -> PresenceRepository: ...

    @property
    def belongings(self) -> PersonalDataRepository: ...

    @property
    def links(self) -> AccountLinkRepository: ...

    @property
    def contacts(self) -> ContactRepository: ...

    @property
    def reviews(self) -> ReviewRepository: ...

    async def create(self, session: Session) -> Session:
        """Inserts it as version 1, or returns what is there under this match id."""
        ...

    async def load(self, id: MatchId) -> Session:
        """Refused(UNKNOWN_MATCH) where there is none."""
        ...

    async def save(
        self,
        session: Session,
        results: Sequence[Result] = (),
        born: Sequence[Session] = (),
        bout: RatedResult | None = None,
    ) -> Session:
        """Writes the next version if the stored one is `session.version`, else VersionConflict.

        Results and standings, the ratings that follow from `bout` (at the instant of the results),
        and `born` (a rematch, or the matches of who enters a contest, inserted unless they are
        there), go into the same transaction. So does the next version of the contest whose match
        ends here, which is due if that was the last match that went on. The answer is the session
        as it is stored now: `message` and `shown` of screens already stored stay as they are there
        (only `mark_shown` and `repost` change them), screens beyond the stored ones are added as
        given, and none is ever removed.
        """
        ...

    async def mark_shown(
        self, id: MatchId, screen: int, version: int, message: str, where: Room
    ) -> None:
        """Notes that screen number `screen` shows `version` in `message`; never goes backwards.

        Only if that screen is still the one in the room `where`: numbers change when somebody has
        their data deleted, and rooms when a chat moves.
        """
        ...

    async def repost(self, id: MatchId, screen: int) -> None:
        """Forgets the screen's message, so that the board is posted anew."""
        ...

    async def code_for(self, id: MatchId, make: Callable[[], str]) -> str:
        """The match's code, made at the first call; `make` is called again where it is taken."""
        ...

    async def by_code(self, code: str) -> MatchId | None:
        """The match with this code."""
        ...

    async def move_room(self, old: Room, new: Room) -> None:
        """A chat has a new id: every screen, home and log of it follows, in one transaction.

        Messages of the old chat cannot be edited in the new one, so they are forgotten (a number
        may mean another message there); versions rise, so that a save that began before the move
        is a VersionConflict and not a way back.
        """
        ...

    async def in_room(self, room: Room) -> Sequence[MatchId]:
        """Matches open or running with a screen in this room, oldest first. What it shows of a day
        of the daily dice is none.

        Here and below a room is told by platform, chat and thread; its space is not compared.
        """
        ...

    async def of_player(self, player: PlayerId) -> Sequence[MatchId]:
        """Matches open or running with this person on a seat, oldest first."""
        ...

    async def last_finished(self, room: Room, player: PlayerId) -> MatchId | None:
        """The match of this person that finished last among those this room saw."""
        ...

    async def pending(self, now: Millis) -> Pending: ...

    async def player_for(self, actor: Actor) -> Player:
        """The person behind an account, made at first sight; the name is kept up to date."""
        ...

    async def players(self, ids: Sequence[PlayerId]) -> Mapping[PlayerId, Player]:
        """Those of the ids that exist."""
        ...

    async def accounts(self, platform: str, ids: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """The accounts (`Actor.user`) on this platform of those who have one: to mention them."""
        ...

    async def settings(self, player: PlayerId) -> Settings:
        """What this person prefers; the usual of everything for whoever chose nothing."""
        ...

    async def choose_setting(self, player: PlayerId, key: str, value: str) -> Settings:
        """Keeps one of `settings.KEYS`, and gives all as they are now."""
        ...

    async def leaderboard(
        self, game: GameId, scope: Scope, period: Period, page: int, viewer: PlayerId | None
    ) -> Standings:
        """Page `page` (from 1) of ten rows; `mine` is the viewer's own row wherever it stands.

        A page that is not there gives the nearest one. A room without a server counts as its own.
        """
        ...

    async def ratings(self, game: GameId, players: Sequence[PlayerId]) -> Mapping[PlayerId, Rating]:
        """What each is rated now, a newcomer's rating for who has none; costs nothing when asked
        again before one changes."""
        ...

    async def changes(self, match: MatchId) -> Mapping[PlayerId, RatingChange]:
        """What that match did to the ratings of those who played it; empty where nothing."""
        ...

    async def history(self, player: PlayerId, page: int) -> History:
        """Page `page` (from 1) of ten finished matches; one that is not there gives the nearest."""
        ...

    async def profile(self, player: PlayerId, game: GameId) -> Profile:
        """How somebody plays that game."""
        ...

    async def have_met(self, one: PlayerId, other: PlayerId, here: Room) -> bool:
        """Whether two people have finished a match against each other, or in the same room, or the
        other one in this room, where the first just is."""
        ...

    async def annul(self, match: MatchId) -> None:
        """Takes the match out of every table it counted for. Ratings of that game are as if it had
        never been played; the match itself stays."""
        ...

    async def recompute(self, game: GameId) -> int:
        """All ratings of a game anew from what is kept; how many differed from what was stored."""
        ...

    async def scores(
        self, game: GameId, scope: Scope, period: Period, page: int, viewer: PlayerId | None
    ) -> Scores:
        """The same for a game that is played alone. Who abandoned all of theirs is on no page."""
        ...

    async def say(self, room: Room, player: PlayerId, text: str, at: Millis) -> LogEntry:
        """Adds a line to a web room's log."""
        ...

    async def post(self, room: Room, session: MatchId, screen: int, at: Millis) -> LogEntry:
        """Puts a screen at the end of a web room's log; an earlier entry of it is moved there."""
        ...

    async def log(self, room: Room, last: int, before: int | None = None) -> Sequence[LogEntry]:
        """Return the last entries of a web room, oldest first; with `before`, of those with a lower
        id."""
        ...

    async def web_rooms(self) -> Sequence[Room]:
        """Web rooms with something in their log, the one with the newest line first."""
        ...

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The bot's own secret of this name; made and kept when it is asked for first."""
        ...

    async def backup(self, to: Path) -> None:
        """A consistent copy of everything, made while others write."""
        ...

    async def close(self) -> None: ...
