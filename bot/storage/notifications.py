"""Notifications as rows: what is pending, what was sent, and where.

Everything about one player is read at once, and everything one pass over them changes is written at
once. A notification is kept as long as it is displayed; what a player was notified of goes with the
match.
"""

from collections.abc import Sequence

import aiosqlite
import msgspec

from bot.app.model.notification import (
    DisplayedNotification,
    DueNotifications,
    NotificationChange,
    NotificationRecord,
    ReminderState,
    ScheduledNotification,
)
from bot.app.model.room import Room
from bot.storage.players.players import PlayerRepository
from bot.storage.reader import Reader
from bot.storage.room_columns import columns, place, room_of
from bot.storage.writer import Writer
from core.types import MatchId, Millis, PlayerId

DUE = (
    "SELECT 'match', id, NULL FROM sessions WHERE untold = 1"
    " UNION ALL SELECT DISTINCT 'unsent', player, NULL FROM notices"
    "  WHERE message IS NULL OR former IS NOT NULL"
    " UNION ALL SELECT 'player', player, NULL FROM told WHERE next_at <= ?"
    " UNION ALL SELECT 'player', player, NULL FROM asks WHERE at <= ?"
    " UNION ALL SELECT 'next', NULL, min(next_at) FROM told WHERE next_at > ?"
    " UNION ALL SELECT 'next', NULL, min(at) FROM asks WHERE at > ?"
)

_KNOWN = (
    "SELECT 'told', session, turn, step, next_at, '', '', '', '', NULL, NULL"
    "  FROM told WHERE player = ?1"
    " UNION ALL SELECT 'notice', kind, at, arg, boards, platform, space, chat, thread, message,"
    "  former FROM notices WHERE player = ?1"
    " UNION ALL SELECT 'ask', kind, at, arg, NULL, platform, space, chat, thread, NULL, NULL"
    "  FROM asks WHERE player = ?1"
    " UNION ALL SELECT 'place', session, NULL, NULL, NULL, platform, space, chat, thread,"
    "  NULL, NULL FROM places WHERE player = ?1"
    " UNION ALL SELECT 'shut', platform, NULL, NULL, NULL, '', '', '', '', NULL, NULL"
    "  FROM shut WHERE player = ?1"
)


class SqliteNotificationRepository:
    """Implements `bot.app.ports.repositories.NotificationRepository`. Nothing is written about a
    player who has left, so work in progress for them is discarded."""

    def __init__(self, reader: Reader, writer: Writer, people: PlayerRepository) -> None:
        self._reader = reader
        self._writer = writer
        self._people = people

    async def ask(
        self, player: PlayerId, room: Room | None, at: Millis, kind: str, arg: str = ""
    ) -> None:
        await self.change(
            NotificationChange(player, asks=(ScheduledNotification(player, room, at, kind, arg),))
        )

    async def drop(self, player: PlayerId, kind: str, arg: str = "") -> None:
        never = ScheduledNotification(player, None, Millis(0), kind, arg)
        await self._writer.do(_change, NotificationChange(player, done=(never,)))

    async def due(self, now: Millis) -> DueNotifications:
        matches: list[MatchId] = []
        players: dict[PlayerId, None] = {}
        unsent: list[PlayerId] = []
        coming: list[Millis] = []
        for what, id, at in await self._reader.rows(DUE, (now, now, now, now)):
            match what:
                case "match":
                    matches.append(id)
                case "player":
                    players[id] = None
                case "unsent":
                    unsent.append(id)
                case _ if at is not None:
                    coming.append(at)
        next = min(coming, default=None)
        return DueNotifications(tuple(matches), tuple(players), tuple(unsent), next)

    async def known(self, player: PlayerId) -> NotificationRecord:
        told: dict[MatchId, ReminderState] = {}
        notices: list[DisplayedNotification] = []
        asks: list[ScheduledNotification] = []
        places: dict[MatchId, Room] = {}
        shut: set[str] = set()
        rows = await self._reader.rows(_KNOWN, (player,))
        for what, key, at, arg, more, *where, message, former in rows:
            match what:
                case "told":
                    told[key] = ReminderState(key, at, arg, more)
                case "notice":
                    boards = tuple(msgspec.json.decode(more, type=list[MatchId]))
                    room = room_of(*where)
                    notices.append(
                        DisplayedNotification(player, room, key, at, arg, boards, message, former)
                    )
                case "ask":
                    asks.append(
                        ScheduledNotification(
                            player, room_of(*where) if where[0] else None, at, key, arg
                        )
                    )
                case "place":
                    places[key] = room_of(*where)
                case _:
                    shut.add(key)
        asks.sort(key=lambda ask: ask.at)
        return NotificationRecord(told, tuple(notices), tuple(asks), places, frozenset(shut))

    async def standing(self) -> Sequence[PlayerId]:
        rows = await self._reader.rows("SELECT DISTINCT player FROM notices ORDER BY player")
        return [PlayerId(player) for (player,) in rows]

    async def change(self, change: NotificationChange) -> None:
        if not self._people.has_gone(change.player):
            await self._writer.do(_change, change)

    async def place(self, player: PlayerId, session: MatchId, room: Room) -> None:
        if not self._people.has_gone(player):
            await self._writer.do(_place, (player, session, room))

    async def shut(self, player: PlayerId, platform: str, is_shut: bool) -> None:
        if not self._people.has_gone(player):
            await self._writer.do(_shut, (player, platform, is_shut))

    async def tidy(self) -> None:
        await self._writer.do(_tidy, None)


async def _change(db: aiosqlite.Connection, changes: Sequence[NotificationChange]) -> list[None]:
    for change in changes:
        await _write_told(db, change)
        await _write_notices(db, change)
        await _write_asks(db, change)
    return [None] * len(changes)


async def _write_told(db: aiosqlite.Connection, change: NotificationChange) -> None:
    await db.executemany(
        "INSERT INTO told VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET turn = excluded.turn,"
        " step = excluded.step, next_at = excluded.next_at",
        [(change.player, t.session, t.turn, t.step, t.next_at) for t in change.told],
    )
    await db.executemany(
        "DELETE FROM told WHERE player = ? AND session = ?",
        [(change.player, id) for id in change.over],
    )
    await db.executemany(
        "UPDATE sessions SET untold = 0 WHERE id = ? AND version = ?", change.settled
    )


async def _write_notices(db: aiosqlite.Connection, change: NotificationChange) -> None:
    await db.executemany(
        "DELETE FROM notices"
        " WHERE player = ? AND kind = ? AND platform = ? AND chat = ? AND thread = ?",
        [(n.player, n.kind, *place(n.room)) for n in change.notices if n.is_done],
    )
    await db.executemany(
        "INSERT INTO notices VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET space = excluded.space, at = excluded.at, arg = excluded.arg,"
        " boards = excluded.boards, message = excluded.message, former = excluded.former",
        [
            (
                *(n.player, n.kind, *columns(n.room), n.at, n.arg),
                *(msgspec.json.encode(n.boards).decode(), n.message, n.former),
            )
            for n in change.notices
            if not n.is_done
        ],
    )


async def _write_asks(db: aiosqlite.Connection, change: NotificationChange) -> None:
    await db.executemany(
        "INSERT INTO asks VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET at = excluded.at, platform = excluded.platform,"
        " space = excluded.space, chat = excluded.chat, thread = excluded.thread",
        [
            (a.player, a.kind, a.arg, a.at, *(("",) * 4 if a.room is None else columns(a.room)))
            for a in change.asks
        ],
    )
    await db.executemany(
        "DELETE FROM asks WHERE player = ? AND kind = ? AND arg = ?",
        [(a.player, a.kind, a.arg) for a in change.done],
    )


async def _place(
    db: aiosqlite.Connection, acts: Sequence[tuple[PlayerId, MatchId, Room]]
) -> list[None]:
    await db.executemany(
        "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " platform = excluded.platform, space = excluded.space, chat = excluded.chat,"
        " thread = excluded.thread",
        [(player, session, *columns(room)) for player, session, room in acts],
    )
    return [None] * len(acts)


async def _shut(db: aiosqlite.Connection, news: Sequence[tuple[PlayerId, str, bool]]) -> list[None]:
    for player, platform, is_shut in news:
        if is_shut:
            await db.execute(
                "INSERT INTO shut VALUES (?, ?) ON CONFLICT DO NOTHING", (player, platform)
            )
        else:
            await db.execute(
                "DELETE FROM shut WHERE player = ? AND platform = ?", (player, platform)
            )
    return [None] * len(news)


async def _tidy(db: aiosqlite.Connection, requests: Sequence[None]) -> list[None]:
    """Forget what was recorded about matches that are over."""
    for table in ("told", "places"):
        await db.execute(
            f"DELETE FROM {table} WHERE NOT EXISTS (SELECT 1 FROM seats"
            f" WHERE seats.player = {table}.player AND seats.session = {table}.session)"
        )
    return [None] * len(requests)


async def move(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    """Move pending notifications to a chat's new id; messages in the old chat can no longer be
    edited."""
    where = "platform = ? AND chat = ? AND thread = ?"
    to = "platform = ?, space = ?, chat = ?, thread = ?"
    await db.execute(f"DELETE FROM notices WHERE {where}", place(new))
    await db.execute(
        f"UPDATE notices SET {to}, message = iif(message = '', '', NULL), former = NULL"
        f" WHERE {where}",
        (*columns(new), *place(old)),
    )
    for table in ("asks", "places"):
        await db.execute(f"UPDATE {table} SET {to} WHERE {where}", (*columns(new), *place(old)))
