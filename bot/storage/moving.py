"""A chat has a new id: everything that names the old room names the new one.

Messages of the old chat are forgotten, because they cannot be edited in the new one. Every session
concerned gets a new version, so that a save which began before is a conflict and not a way back.
What the new room has already (a leaderboard, a log) is joined with what comes.
"""

from collections.abc import Sequence

import aiosqlite

from bot.app.ports import ScopeKind
from bot.app.session import Room
from bot.storage.rooms import columns, place
from bot.storage.standings import scope_key

Move = tuple[Room, Room]
"""From, to."""

_OLD = "platform = ?5 AND chat = ?6 AND thread = ?7"
_NEW = "platform = ?1, space = ?2, chat = ?3, thread = ?4"


async def move_rooms(db: aiosqlite.Connection, moves: Sequence[Move]) -> list[None]:
    for old, new in moves:
        if place(old) != place(new):
            await _move_sessions(db, (*columns(new), *place(old)))
            await _move_results(db, old, new)
            await _move_log(db, (*columns(new), *place(old)))
    return [None] * len(moves)


async def _move_sessions(db: aiosqlite.Connection, rooms: tuple[str, ...]) -> None:
    await db.execute(
        "UPDATE sessions SET version = version + 1"
        " WHERE id IN (SELECT session FROM screens WHERE platform = ?1 AND chat = ?2"
        " AND thread = ?3)"
        " OR home_platform = ?1 AND home_chat = ?2 AND home_thread = ?3",
        rooms[4:],
    )
    await db.execute(
        "UPDATE sessions SET unshown = 1 WHERE id IN (SELECT session FROM screens"
        " WHERE platform = ?1 AND chat = ?2 AND thread = ?3)",
        rooms[4:],
    )
    await db.execute(
        "UPDATE sessions SET home_platform = ?1, home_space = ?2, home_chat = ?3, home_thread = ?4"
        " WHERE home_platform = ?5 AND home_chat = ?6 AND home_thread = ?7",
        rooms,
    )
    await db.execute(f"UPDATE screens SET {_NEW}, message = NULL, shown = 0 WHERE {_OLD}", rooms)


async def _move_results(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    """The results themselves, the leaderboard of the room, and who finished what there last."""
    await db.execute(f"UPDATE results SET {_NEW} WHERE {_OLD}", (*columns(new), *place(old)))
    keys = tuple(scope_key(ScopeKind.ROOM, room) for room in (new, old))
    await db.execute(
        "INSERT INTO standings (game, scope, period, player, won, drew, lost)"
        " SELECT game, ?1, period, player, won, drew, lost FROM standings WHERE scope = ?2"
        " ON CONFLICT DO UPDATE SET won = won + excluded.won, drew = drew + excluded.drew,"
        " lost = lost + excluded.lost",
        keys,
    )
    await db.execute("DELETE FROM standings WHERE scope = ?", keys[1:])
    await db.execute(
        "INSERT INTO last_finished (platform, chat, thread, player, session)"
        " SELECT ?1, ?2, ?3, player, session FROM last_finished"
        " WHERE platform = ?4 AND chat = ?5 AND thread = ?6 ON CONFLICT DO NOTHING",
        (*place(new), *place(old)),
    )
    await db.execute(
        "DELETE FROM last_finished WHERE platform = ? AND chat = ? AND thread = ?", place(old)
    )


async def _move_log(db: aiosqlite.Connection, rooms: tuple[str, ...]) -> None:
    await db.execute(
        "UPDATE web_log SET platform = ?1, chat = ?3, thread = ?4"
        " WHERE platform = ?5 AND chat = ?6 AND thread = ?7",
        rooms,
    )
    await db.execute(
        "INSERT INTO web_rooms (platform, space, chat, thread, newest)"
        f" SELECT ?1, ?2, ?3, ?4, newest FROM web_rooms WHERE {_OLD}"
        " ON CONFLICT DO UPDATE SET newest = max(newest, excluded.newest)",
        rooms,
    )
    await db.execute(
        "DELETE FROM web_rooms WHERE platform = ? AND chat = ? AND thread = ?", rooms[4:]
    )
