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

MOST_ROOMS = 60
"""Rooms that are listed. A room without a line is not stored."""


def columns(room: Room) -> tuple[str, str, str, str]:
    """Return platform, space, chat, thread."""
    return room.platform, room.space or "", room.chat, room.thread or ""


def place(room: Room) -> tuple[str, str, str]:
    """Return the key of a room: platform, chat, thread."""
    return room.platform, room.chat, room.thread or ""


def room_of(platform: str, space: str, chat: str, thread: str) -> Room:
    """The inverse of `columns`."""
    return Room(platform, space or None, chat, thread or None)


Entry = tuple[Room, Millis, PlayerId | None, str, MatchId | None, int, str | None]
"""A new line of the log: room, instant, speaker, text, or else session and screen; and the id of
the request it was sent by."""


async def write_log(db: aiosqlite.Connection, entries: Sequence[Entry]) -> list[LogEntry]:
    """Append lines; a screen that has a line already is moved to the end.

    A line of chat that was stored by the same request is left as it is and returned.
    """
    written = []
    for room, at, player, said, session, screen, request in entries:
        if session is not None:
            await db.execute(
                "DELETE FROM web_log WHERE session = ? AND screen = ?", (session, screen)
            )
        added = await db.execute_fetchall(
            "INSERT INTO web_log"
            " (platform, chat, thread, at, player, said, session, screen, request)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (request) WHERE request IS NOT NULL DO NOTHING RETURNING id",
            (*place(room), at, player, said, session, screen, request),
        )
        if not added:
            [row] = await db.execute_fetchall(
                "SELECT id, at, player, said, session, screen FROM web_log WHERE request = ?",
                (request,),
            )
            written.append(LogEntry(*row))
            continue
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
    """Return the rooms with a log that were active last, the most recent first."""
    rows = await reader.rows(
        "SELECT platform, space, chat, thread FROM web_rooms ORDER BY newest DESC LIMIT ?",
        (MOST_ROOMS,),
    )
    return [room_of(*row) for row in rows]
