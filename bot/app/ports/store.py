"""The store: sessions, and repositories for everything else.

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
    """The session was saved by another writer since it was loaded: reload and decide again."""


class StoreUnavailable(Exception):
    """The store is temporarily unavailable (disk full, read-only, locked); nothing was changed."""


class UnreadableMatch(StoreUnavailable):
    """A stored match that this release cannot read: damaged, or in a newer format."""


@dataclass(frozen=True, slots=True)
class Pending:
    """Pending work in the saved state (see `core/match/pending.py`)."""

    unshown: tuple[MatchId, ...]  # a screen displays an older version
    thinking: tuple[MatchId, ...]  # a computer is to move
    due: tuple[MatchId, ...]  # a deadline has passed
    next_due: Millis | None  # the earliest future deadline


class Store(Protocol):
    """The database. Every write is durable when its call returns."""

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
        """Insert as version 1, or return the stored session of this match id."""
        ...

    async def load(self, id: MatchId) -> Session:
        """Return a session. Raises Refused(UNKNOWN_MATCH)."""
        ...

    async def save(
        self,
        session: Session,
        results: Sequence[Result] = (),
        born: Sequence[Session] = (),
        bout: RatedResult | None = None,
    ) -> Session:
        """Write the next version if the stored one is `session.version`, else raise
        VersionConflict.

        One transaction includes the results and standings, the rating changes of `bout` (at the
        instant of the results), and the sessions `born` (a rematch, or the matches of a contest's
        new entry), inserted unless they exist. It also includes the next version of the contest to
        which a finished match belongs, which becomes due if that was its last running match.
        Returns the session as stored: screens already stored keep their `message` and `shown` (only
        `mark_shown` and `repost` change these), further screens are added as given, and none is
        ever removed.
        """
        ...

    async def mark_shown(
        self, id: MatchId, screen: int, version: int, message: str, where: Room
    ) -> None:
        """Record that screen number `screen` displays `version` in `message`; never goes backwards.

        Only if that screen is still the one in the room `where`: numbers change when a player's
        data are deleted, and rooms when a chat migrates.
        """
        ...

    async def repost(self, id: MatchId, screen: int) -> None:
        """Forget the screen's message, so that the board is posted again."""
        ...

    async def code_for(self, id: MatchId, make: Callable[[], str]) -> str:
        """Return the match's code, created on first use; `make` is called again on a collision."""
        ...

    async def by_code(self, code: str) -> MatchId | None:
        """Return the match of a code."""
        ...

    async def move_room(self, old: Room, new: Room) -> None:
        """Move every screen, home and log of a chat to its new id, in one transaction.

        Messages of the old chat cannot be edited in the new one, so they are forgotten (their ids
        may denote other messages there). Versions rise, so that a save begun before the move raises
        VersionConflict instead of undoing it.
        """
        ...

    async def in_room(self, room: Room) -> Sequence[MatchId]:
        """Return open and running matches with a screen in this room, oldest first.

        Excludes daily boards. Here and below rooms are compared by platform, chat and thread, not
        by space.
        """
        ...

    async def of_player(self, player: PlayerId) -> Sequence[MatchId]:
        """Return open and running matches in which this player has a seat, oldest first."""
        ...

    async def last_finished(self, room: Room, player: PlayerId) -> MatchId | None:
        """Return the player's last finished match among those displayed in this room."""
        ...

    async def pending(self, now: Millis) -> Pending: ...

    async def player_for(self, actor: Actor) -> Player:
        """Return the player of an account, created on first use; updates the name."""
        ...

    async def players(self, ids: Sequence[PlayerId]) -> Mapping[PlayerId, Player]:
        """Return those of the players that exist."""
        ...

    async def accounts(self, platform: str, ids: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        """Return the account ids (`Actor.user`) on this platform of those who have one, for
        mentions."""
        ...

    async def settings(self, player: PlayerId) -> Settings:
        """Return the player's settings, with defaults for anything not chosen."""
        ...

    async def choose_setting(self, player: PlayerId, key: str, value: str) -> Settings:
        """Store one of `settings.KEYS`; return all settings."""
        ...

    async def leaderboard(
        self, game: GameId, scope: Scope, period: Period, page: int, viewer: PlayerId | None
    ) -> Standings:
        """Return page `page` (from 1) of ten rows; `mine` is the viewer's own row on any page.

        Out-of-range pages give the nearest one. A room without a server is its own scope.
        """
        ...

    async def ratings(self, game: GameId, players: Sequence[PlayerId]) -> Mapping[PlayerId, Rating]:
        """Return current ratings, the initial rating for players without one.

        Cached until one of them changes.
        """
        ...

    async def changes(self, match: MatchId) -> Mapping[PlayerId, RatingChange]:
        """Return the rating changes of a match; empty if it was unrated."""
        ...

    async def history(self, player: PlayerId, page: int) -> History:
        """Return page `page` (from 1) of ten finished matches; out-of-range pages give the nearest
        one."""
        ...

    async def profile(self, player: PlayerId, game: GameId) -> Profile:
        """Return a player's statistics in that game."""
        ...

    async def have_met(self, one: PlayerId, other: PlayerId, here: Room) -> bool:
        """Return whether two players have met.

        They have if they finished a match against each other or in the same room, or if `other` has
        finished one in the room `here`, where `one` is now.
        """
        ...

    async def annul(self, match: MatchId) -> None:
        """Remove the match from every statistic.

        Ratings of that game become as if it had never been played; the match itself is kept.
        """
        ...

    async def recompute(self, game: GameId) -> int:
        """Recompute all ratings of a game; return how many differed from the stored ones."""
        ...

    async def scores(
        self, game: GameId, scope: Scope, period: Period, page: int, viewer: PlayerId | None
    ) -> Scores:
        """Return a page of scores of a solo game, without players who only abandoned it."""
        ...

    async def say(
        self, room: Room, player: PlayerId, text: str, at: Millis, request: str | None = None
    ) -> LogEntry:
        """Add a line to a web room's log, once for each `request` that is given."""
        ...

    async def post(self, room: Room, session: MatchId, screen: int, at: Millis) -> LogEntry:
        """Append a screen to a web room's log; an earlier entry of the screen is moved there."""
        ...

    async def log(self, room: Room, last: int, before: int | None = None) -> Sequence[LogEntry]:
        """Return the last entries of a web room, oldest first; with `before`, of those with a lower
        id."""
        ...

    async def web_rooms(self) -> Sequence[Room]:
        """Return web rooms with a log, the most recently active first."""
        ...

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Return the bot's secret of this name, created on first use."""
        ...

    async def backup(self, to: Path) -> None:
        """Write a consistent copy of everything, concurrently with other writes."""
        ...

    async def close(self) -> None: ...
