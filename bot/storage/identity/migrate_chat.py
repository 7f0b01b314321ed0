"""Move everything that names a chat to the chat's new id.

Messages of the old chat are forgotten, because they cannot be edited in the new one. Every session
concerned gets a new version, so that a save that began before becomes a conflict. What the new room
already has (a leaderboard, a log) is merged with what arrives.
"""

from collections.abc import Sequence

import aiosqlite

from bot.app.model.leaderboard import ScopeKind
from bot.app.model.room import Room
from bot.storage import notifications
from bot.storage.daily import updates
from bot.storage.rankings.standings import recount, scope_key
from bot.storage.room_columns import columns, place
from bot.storage.rooms import presence, settings

Move = tuple[Room, Room]
"""Old and new room."""

_OLD = "platform = ? AND chat = ? AND thread = ?"
_NEW = "platform = ?, space = ?, chat = ?, thread = ?"


async def move_rooms(db: aiosqlite.Connection, moves: Sequence[Move]) -> list[None]:
    for old, new in moves:
        if place(old) != place(new):
            await _move_sessions(db, old, new)
            await presence.move(db, old, new)
            await _move_results(db, old, new)
            await _move_log(db, old, new)
            await notifications.move(db, old, new)
            await settings.move(db, old, new)
            await updates.move(db, old, new)
    return [None] * len(moves)


async def _move_sessions(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    at_home = "home_platform = ? AND home_chat = ? AND home_thread = ?"
    shown = f"id IN (SELECT session FROM screens WHERE {_OLD})"
    await db.execute(
        f"UPDATE sessions SET version = version + 1 WHERE {shown} OR {at_home}",
        (*place(old), *place(old)),
    )
    await db.execute(f"UPDATE sessions SET unshown = 1 WHERE {shown}", place(old))
    await db.execute(
        "UPDATE sessions SET home_platform = ?, home_space = ?, home_chat = ?, home_thread = ?"
        f" WHERE {at_home}",
        (*columns(new), *place(old)),
    )
    await db.execute(
        f"UPDATE screens SET {_NEW}, message = NULL, shown = 0 WHERE {_OLD}",
        (*columns(new), *place(old)),
    )


async def _move_results(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    """Move the results, the room's leaderboards, and the last finished matches."""
    await db.execute(f"UPDATE results SET {_NEW} WHERE {_OLD}", (*columns(new), *place(old)))
    for kind in (ScopeKind.ROOM, ScopeKind.SPACE):
        keys = tuple(scope_key(kind, room) for room in (new, old))
        if keys[0] != keys[1]:
            await _move_board(db, *keys)
    await db.execute(
        "INSERT INTO last_finished (platform, chat, thread, player, session)"
        f" SELECT ?, ?, ?, player, session FROM last_finished WHERE {_OLD}"
        " ON CONFLICT DO NOTHING",
        (*place(new), *place(old)),
    )
    await db.execute(f"DELETE FROM last_finished WHERE {_OLD}", place(old))


async def _move_board(db: aiosqlite.Connection, new: str, old: str) -> None:
    """Move one leaderboard, identified by its scope."""
    await db.execute(
        "INSERT INTO standings (game, scope, period, player, won, drew, lost, rating, away)"
        " SELECT game, ?, period, player, won, drew, lost, rating, away"
        " FROM standings WHERE scope = ?"
        " ON CONFLICT DO UPDATE SET won = won + excluded.won, drew = drew + excluded.drew,"
        " lost = lost + excluded.lost",
        (new, old),
    )
    await db.execute("DELETE FROM standings WHERE scope = ?", (old,))
    for game, player in await db.execute_fetchall(
        "SELECT DISTINCT game, player FROM scores WHERE scope = ?", (old,)
    ):
        await recount(db, game, player)


async def _move_log(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    await db.execute(
        f"UPDATE web_log SET platform = ?, chat = ?, thread = ? WHERE {_OLD}",
        (*place(new), *place(old)),
    )
    await db.execute(
        "INSERT INTO web_rooms (platform, space, chat, thread, newest)"
        f" SELECT ?, ?, ?, ?, newest FROM web_rooms WHERE {_OLD}"
        " ON CONFLICT DO UPDATE SET newest = max(newest, excluded.newest)",
        (*columns(new), *place(old)),
    )
    await db.execute(f"DELETE FROM web_rooms WHERE {_OLD}", place(old))
