"""A chat has a new id: everything that names the old room names the new one.

Messages of the old chat are forgotten, because they cannot be edited in the new one. Every session
concerned gets a new version, so that a save which began before is a conflict and not a way back.
What the new room has already (a leaderboard, a log) is joined with what comes.
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
"""From, to."""

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
    """The results themselves, the leaderboard of the room, and who finished what there last."""
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
    """One leaderboard, told by its scope."""
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
