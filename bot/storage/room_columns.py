"""Rooms as columns, and the log of web rooms.

A room is four columns; an absent space or thread is stored as an empty text, so that rooms compare
equal in keys. A chat's id is unique on its platform, so the space is stored but not part of keys.
"""

from collections.abc import Sequence

import aiosqlite

from bot.app.model.room import LogEntry, Room
from bot.storage.reader import Reader
from core.types import MatchId, Millis, PlayerId

NEWEST = 2**63 - 1
"""Above every id."""


def columns(room: Room) -> tuple[str, str, str, str]:
    """Return platform, space, chat, thread."""
    return room.platform, room.space or "", room.chat, room.thread or ""


def place(room: Room) -> tuple[str, str, str]:
    """Return the key of a room: platform, chat, thread."""
    return room.platform, room.chat, room.thread or ""


def room_of(platform: str, space: str, chat: str, thread: str) -> Room:
    """The inverse of `columns`."""
    return Room(platform, space or None, chat, thread or None)


Entry = tuple[Room, Millis, PlayerId | None, str, MatchId | None, int]
"""A new line of the log: room, instant, speaker, text, or else session and screen."""


async def write_log(db: aiosqlite.Connection, entries: Sequence[Entry]) -> list[LogEntry]:
    """Append lines; a screen that has a line already is moved to the end."""
    written = []
    for room, at, player, said, session, screen in entries:
        if session is not None:
            await db.execute(
                "DELETE FROM web_log WHERE session = ? AND screen = ?", (session, screen)
            )
        added = await db.execute_fetchall(
            "INSERT INTO web_log (platform, chat, thread, at, player, said, session, screen)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (*place(room), at, player, said, session, screen),
        )
        [(id,)] = added
        await db.execute(
            "INSERT INTO web_rooms (platform, space, chat, thread, newest) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET newest = excluded.newest",
            (*columns(room), id),
        )
        written.append(LogEntry(id, at, player, said, session, screen))
    return written


async def read_log(
    reader: Reader, room: Room, last: int, before: int | None = None
) -> list[LogEntry]:
    """Return the last entries, oldest first; with `before`, of those with a lower id."""
    rows = await reader.rows(
        "SELECT id, at, player, said, session, screen FROM web_log"
        " WHERE platform = ? AND chat = ? AND thread = ? AND id < ? ORDER BY id DESC LIMIT ?",
        (*place(room), NEWEST if before is None else before, last),
    )
    return [LogEntry(*row) for row in reversed(rows)]


async def web_rooms(reader: Reader) -> list[Room]:
    """Return the rooms with a log, most recently active first."""
    rows = await reader.rows(
        "SELECT platform, space, chat, thread FROM web_rooms ORDER BY newest DESC"
    )
    return [room_of(*row) for row in rows]
