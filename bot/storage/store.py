"""The embedded store: one SQLite file.

This module owns the two connections, the lock, and the order in which they open and close. The
queries and updates are in the modules named after them; here they are combined into the `Store`
contract.

One process, one connection that writes and checkpoints (`writer.py`), one that only reads
(`reader.py`). That is not only for speed: SQLite 3.7.0 to 3.51.2 can lose committed data when two
connections write or checkpoint in WAL mode at the wrong moment (the "WAL-reset bug", sqlite.org,
"Write-Ahead Logging", fixed in 3.51.3, 3.50.7 and 3.44.6).
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import aiosqlite

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
from bot.app.ports.store import Pending
from bot.app.ports.system import Now
from bot.storage import room_columns
from bot.storage.daily import updates
from bot.storage.daily.queries import SqliteDailyRepository
from bot.storage.errors import EMPTY, CannotOpen, cannot_open
from bot.storage.identity import migrate_chat, vacuum
from bot.storage.identity.account_links import SqliteAccountLinkRepository
from bot.storage.identity.personal_data import SqlitePersonalDataRepository
from bot.storage.matches import invite_codes, queries, screens, sessions
from bot.storage.matches.reviews import SqliteReviewRepository
from bot.storage.matches.screens import ScreenUpdate
from bot.storage.migrate import migrate
from bot.storage.notifications import SqliteNotificationRepository
from bot.storage.ops import file_lock, secrets
from bot.storage.ops.backup import backup, put
from bot.storage.players import players as player_rows
from bot.storage.players.blocks import SqliteContactRepository
from bot.storage.players.players import PlayerRepository
from bot.storage.players.settings import SettingsRepository
from bot.storage.rankings import profiles, ratings
from bot.storage.rankings.ratings import RatingRepository
from bot.storage.rankings.solo_scores import SoloLeaderboard
from bot.storage.rankings.standings import Leaderboard, board_key
from bot.storage.reader import Reader
from bot.storage.rooms.presence import SqlitePresenceRepository
from bot.storage.rooms.settings import SqliteRoomSettingsRepository
from bot.storage.writer import Writer
from core.rating import RatedResult, Rating
from core.types import GameId, MatchId, Millis, PlayerId

OLDEST = (3, 37, 0)
"""The oldest SQLite that supports our statements (STRICT tables)."""

PATIENCE = 5.0
"""Seconds a write waits for a lock that another program holds on the file."""

_CACHE = 8_000
"""Kilobytes of pages the writer caches, those of a few hundred running matches. With a large file,
SQLite's default of 2 MB rereads the same pages over and over, a fifth of the cost of a move."""


async def open_sqlite(
    path: Path,
    now: Now,
    *,
    patience: float = PATIENCE,
    connection: type[sqlite3.Connection] = sqlite3.Connection,
) -> "SqliteStore":
    """Open the store in this file, created or migrated if needed. Close it with `close`.

    Args:
        path: the database file; its folder is created if missing.
        now: the clock.
        patience: see `PATIENCE`.
        connection: class of the writing connection, for tests and benchmarks that count commits.

    Raises:
        CannotOpen: in use by another process, read-only, of a newer release, no database, ...
    """
    if sqlite3.sqlite_version_info < OLDEST:
        raise CannotOpen(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or newer is needed")
    async with AsyncExitStack() as opened:
        held = file_lock.take(path)
        path = held.path
        opened.callback(held.release)
        try:
            if not await asyncio.to_thread(path.exists):
                await _create(path)
            _must_be_usable(path)
            held.lock_file()
            written = await opened.enter_async_context(_connect(path, patience, connection))
            await _prepare(written, path)
            read = await opened.enter_async_context(_connect(path, patience))
            await read.execute("PRAGMA query_only = ON")
        except (sqlite3.Error, OSError) as error:
            raise cannot_open(path, error) from error
        reader, writer = Reader(read), Writer(written)
        opened.push_async_callback(reader.close)
        opened.push_async_callback(writer.close)
        kept_open = opened.pop_all()
    return SqliteStore(path, now, reader, writer, kept_open)


async def _create(path: Path) -> None:
    """Create a database under a temporary name and rename it, so it is never visible half made.

    Only the holder of the lock calls this, so an existing file of the temporary name is a leftover.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        for leftover in (new, new.with_name(f"{new.name}-journal")):
            leftover.unlink(missing_ok=True)
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, file_lock.PRIVATE))
        async with aiosqlite.connect(new, isolation_level=None) as db:
            await db.execute("PRAGMA synchronous = FULL")
            await migrate(db, path)
        put(new, path)
    finally:
        new.unlink(missing_ok=True)


def _must_be_usable(path: Path) -> None:
    """Raise CannotOpen unless this is a file that can be written, and make it private."""
    try:
        path.open("r+b").close()  # a folder, or no rights: reported before a thread is started
    except OSError as error:
        raise CannotOpen(f"{path} cannot be written ({error.strerror})") from error
    if not path.stat().st_size:
        raise CannotOpen(EMPTY.format(path=path))
    for ending in ("", "-wal", "-shm"):
        file_lock.make_private(path.with_name(path.name + ending))


def has_wal_reset_bug(version: tuple[int, int, int]) -> bool:
    """Return whether this SQLite must not have two writing connections (see above)."""
    patched = (3, 44, 6) <= version < (3, 45, 0) or (3, 50, 7) <= version < (3, 51, 0)
    return (3, 7, 0) <= version < (3, 51, 3) and not patched


def _connect(
    path: Path, patience: float, factory: type[sqlite3.Connection] = sqlite3.Connection
) -> aiosqlite.Connection:
    return aiosqlite.connect(path, isolation_level=None, timeout=patience, factory=factory)


async def _prepare(db: aiosqlite.Connection, path: Path) -> None:
    """Apply migrations and settings. The log mode comes last, so other programs' files stay
    untouched."""
    await db.execute("PRAGMA foreign_keys = ON")
    await db.execute("PRAGMA synchronous = FULL")
    await db.execute("PRAGMA fullfsync = ON")  # on macOS an ordinary fsync stops at the drive
    await db.execute(f"PRAGMA cache_size = -{_CACHE}")
    await db.execute("BEGIN IMMEDIATE")  # fails now if the file cannot be written
    await db.rollback()
    await migrate(db, path)
    [(mode,)] = await db.execute_fetchall("PRAGMA journal_mode = WAL")
    if mode != "wal":
        raise CannotOpen(f"{path} is on a file system that cannot do write-ahead logging")
    if await vacuum.is_due(db):
        await vacuum.wipe(db)


class SqliteStore:
    """Implements `bot.app.ports.store.Store`."""

    def __init__(
        self, path: Path, now: Now, reader: Reader, writer: Writer, opened: AsyncExitStack
    ) -> None:
        self._path = path
        self._reader = reader
        self._writer = writer
        self._players = PlayerRepository(reader, writer, now)
        self._settings = SettingsRepository(reader, writer)
        self._ratings = RatingRepository(reader)
        self.notices = SqliteNotificationRepository(reader, writer, self._players)
        self.houses = SqliteRoomSettingsRepository(reader, writer, now)
        self.days = SqliteDailyRepository(reader, writer, self._players)
        self.presence = SqlitePresenceRepository(reader, writer, now)
        self.belongings = SqlitePersonalDataRepository(
            reader,
            writer,
            self._players,
            now,
            (
                self._settings.forget,
                lambda _: self.houses.forget(),
                lambda _: self._ratings.forget(),
            ),
        )
        self.links = SqliteAccountLinkRepository(
            reader, writer, self._players, self.belongings, now
        )
        self.contacts = SqliteContactRepository(reader, writer, now)
        self.reviews = SqliteReviewRepository(reader, writer)
        self._opened = opened

    # --- sessions

    async def create(self, session: Session) -> Session:
        self._players.must_be_here(sessions.people_of(session))
        stored = await self._writer.do(sessions.create, sessions.creation(session))
        return stored or await self.load(session.match.id)

    async def load(self, id: MatchId) -> Session:
        return await sessions.load(self._reader, id)

    async def save(
        self,
        session: Session,
        results: Sequence[Result] = (),
        born: Sequence[Session] = (),
        bout: RatedResult | None = None,
    ) -> Session:
        self._players.must_be_here(sessions.people_of(session))
        saving = sessions.saving(session, results, born, bout)
        saved = await self._writer.do(sessions.save, saving)
        if bout is not None:
            self._ratings.forget()
        return saved

    async def mark_shown(
        self, id: MatchId, screen: int, version: int, message: str, where: Room
    ) -> None:
        await self._writer.do(
            screens.note_screens, ScreenUpdate(id, screen, version, message, where)
        )

    async def repost(self, id: MatchId, screen: int) -> None:
        await self._writer.do(screens.note_screens, ScreenUpdate(id, screen, 0, None))

    async def code_for(self, id: MatchId, make: Callable[[], str]) -> str:
        return await self._writer.do(invite_codes.keep, (id, make))

    async def by_code(self, code: str) -> MatchId | None:
        return await invite_codes.find(self._reader, code)

    async def move_room(self, old: Room, new: Room) -> None:
        await self._writer.do(migrate_chat.move_rooms, (old, new))
        self.houses.forget()

    async def in_room(self, room: Room) -> Sequence[MatchId]:
        return await queries.in_room(self._reader, room)

    async def of_player(self, player: PlayerId) -> Sequence[MatchId]:
        return await queries.of_player(self._reader, player)

    async def last_finished(self, room: Room, player: PlayerId) -> MatchId | None:
        return await queries.last_finished(self._reader, room, player)

    async def pending(self, now: Millis) -> Pending:
        return await queries.pending(self._reader, now)

    # --- people and leaderboards

    async def player_for(self, actor: Actor) -> Player:
        return await self._players.player_for(actor)

    async def players(self, ids: Sequence[PlayerId]) -> Mapping[PlayerId, Player]:
        return await self._players.players(ids)

    async def accounts(self, platform: str, ids: Sequence[PlayerId]) -> Mapping[PlayerId, str]:
        return await player_rows.accounts(self._reader, platform, ids)

    async def settings(self, player: PlayerId) -> Settings:
        return await self._settings.of(player)

    async def choose_setting(self, player: PlayerId, key: str, value: str) -> Settings:
        settings = await self._settings.choose(player, key, value)
        self._players.speaks(player, settings.language)
        return settings

    async def leaderboard(
        self, game: GameId, scope: Scope, period: Period, page: int, viewer: PlayerId | None
    ) -> Standings:
        return await Leaderboard(self._reader, game, scope, period).page(page, viewer)

    async def ratings(self, game: GameId, players: Sequence[PlayerId]) -> Mapping[PlayerId, Rating]:
        return await self._ratings.of(game, players)

    async def changes(self, match: MatchId) -> Mapping[PlayerId, RatingChange]:
        return await ratings.changes(self._reader, match)

    async def history(self, player: PlayerId, page: int) -> History:
        return await profiles.history(self._reader, player, page)

    async def profile(self, player: PlayerId, game: GameId) -> Profile:
        return await profiles.profile(self._reader, player, game)

    async def have_met(self, one: PlayerId, other: PlayerId, here: Room) -> bool:
        return await profiles.have_met(self._reader, one, other, here)

    async def annul(self, match: MatchId) -> None:
        await self._writer.do(updates.annul, match)
        self._ratings.forget()

    async def recompute(self, game: GameId) -> int:
        changed = await self._writer.do(ratings.recompute_all, game)
        self._ratings.forget()
        return changed

    async def scores(
        self, game: GameId, scope: Scope, period: Period, page: int, viewer: PlayerId | None
    ) -> Scores:
        return await SoloLeaderboard(self._reader, board_key(game, scope, period)).page(
            page, viewer
        )

    # --- web rooms

    async def say(
        self, room: Room, player: PlayerId, text: str, at: Millis, request: str | None = None
    ) -> LogEntry:
        self._players.must_be_here([player])
        line = (room, at, player, text, None, 0, request)
        return await self._writer.do(room_columns.write_log, line)

    async def post(self, room: Room, session: MatchId, screen: int, at: Millis) -> LogEntry:
        line = (room, at, None, "", session, screen, None)
        return await self._writer.do(room_columns.write_log, line)

    async def log(self, room: Room, last: int, before: int | None = None) -> Sequence[LogEntry]:
        return await room_columns.read_log(self._reader, room, last, before)

    async def web_rooms(self) -> Sequence[Room]:
        return await room_columns.web_rooms(self._reader)

    # --- the house

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        value = await secrets.find(self._reader, name)
        if value is None:
            value = await self._writer.do(secrets.keep, (name, make()))
        return value

    async def backup(self, to: Path) -> None:
        await backup(self._path, to)

    async def close(self) -> None:
        """Finish pending writes, then close. May be called twice."""
        await self._opened.aclose()
