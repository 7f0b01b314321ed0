"""Update the daily tables and the records of closed days, in step with the matches.

An entry ends in the transaction of the save that ends its match, a day in that of the save that
ends its contest (`note`), so the tables always agree with the matches and nothing is counted twice.
Merged accounts and groups with a new id keep their places. `queries.py` reads the tables.
"""

from collections.abc import Sequence

import aiosqlite

from bot.app.model.leaderboard import ScopeKind
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.storage.rankings import standings
from bot.storage.rankings.standings import scope_key
from bot.storage.room_columns import room_of
from core.day import Day, day_at
from core.match.model import Match
from core.registry import GAMES
from core.types import MatchId

COMPUTERS = 0
"""The computer's player number, which no person has."""


def scopes_of(room: Room | None) -> list[str]:
    """Return the tables a room belongs to; without a room, only the global one."""
    if room is None:
        return [scope_key(ScopeKind.EVERYWHERE, Room("", None, ""))]
    return sorted({scope_key(kind, room) for kind in ScopeKind})


async def note(db: aiosqlite.Connection, session: Session) -> None:
    """Record a saved session: it may have ended an entry or closed a day."""
    if not session.match.is_over:
        return
    if session.match.day is not None:
        await _finish(db, session.match)
    elif session.contest is not None and (day := day_at(session.match.id)) is not None:
        await _close(db, day)


async def _finish(db: aiosqlite.Connection, match: Match) -> None:
    """Enter the total into the tables; none if the match was not finished or was annulled."""
    outcome = GAMES[match.game].outcome(match.position)
    total = None if outcome is None or match.annulled else outcome.scores[0]
    await db.execute(
        "UPDATE day_entries SET over = 1, total = ? WHERE session = ?", (total, match.id)
    )
    await db.execute(
        "UPDATE day_places SET total = ?1 FROM day_entries AS mine WHERE mine.session = ?2"
        " AND day_places.player = mine.player AND day_places.day = mine.day",
        (total, match.id),
    )


async def _close(db: aiosqlite.Connection, day: Day) -> None:
    """Close the day: add the computer to its tables and update the players' records. Days close in
    order, so a streak continues from the day before."""
    closed = await db.execute(
        "INSERT INTO days_closed VALUES (?) ON CONFLICT DO NOTHING", (day.number,)
    )
    if not closed.rowcount:
        return
    await db.execute(
        "INSERT INTO day_records (scope, player, days, points, best, streak, longest, last)"
        " SELECT scope, player, 1, total, total, 1, 1, day FROM day_places"
        " WHERE day = ? AND total IS NOT NULL ON CONFLICT DO UPDATE SET days = days + 1,"
        " points = points + excluded.points, best = max(best, excluded.best),"
        " streak = iif(last = excluded.last - 1, streak, 0) + 1,"
        " longest = max(longest, iif(last = excluded.last - 1, streak, 0) + 1),"
        " last = excluded.last",
        (day.number,),
    )
    await db.execute(
        "INSERT INTO day_places (day, scope, player, total)"
        " SELECT DISTINCT places.day, scope, computer.player, computer.total"
        " FROM day_places AS places JOIN day_entries AS computer"
        " ON computer.day = places.day AND computer.player = ? WHERE places.day = ?"
        " ON CONFLICT DO NOTHING",
        (COMPUTERS, day.number),
    )


async def annul(db: aiosqlite.Connection, matches: Sequence[MatchId]) -> list[None]:
    """Remove matches from all sums and ratings, and their entries from the tables of their day and
    from the records of closed days, as if they had not been finished."""
    for match in matches:
        rows = await db.execute_fetchall(
            "UPDATE day_entries SET total = NULL WHERE session = ? AND total IS NOT NULL"
            " RETURNING player, day",
            (match,),
        )
        for player, day in rows:
            await db.execute(
                "UPDATE day_places SET total = NULL WHERE player = ? AND day = ?", (player, day)
            )
            if player != COMPUTERS:
                await recount(db, player)
    return await standings.annul(db, matches)


async def recount(db: aiosqlite.Connection, player: int) -> None:
    """Recompute a player's records from their days; a best result can be neither merged nor
    subtracted."""
    await db.execute("DELETE FROM day_records WHERE player = ?", (player,))
    rows = await db.execute_fetchall(
        "SELECT scope, day_places.day, total FROM day_places JOIN days_closed USING (day)"
        " WHERE player = ? AND total IS NOT NULL ORDER BY scope, day",
        (player,),
    )
    records: dict[str, list[int]] = {}
    for scope, day, total in rows:
        entry = records.get(scope)
        if entry is None:
            records[scope] = [1, total, total, 1, 1, day]
            continue
        days, points, best, streak, longest, last = entry
        streak = streak + 1 if last == day - 1 else 1
        records[scope] = [
            days + 1, points + total, max(best, total), streak, max(longest, streak), day
        ]  # fmt: skip
    await db.executemany(
        "INSERT INTO day_records VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(scope, player, *values) for scope, values in records.items()],
    )


async def join(db: aiosqlite.Connection, gone: int, into: int) -> None:
    """Merge two accounts of one person. On a day that both entered, the entry of `into` is kept.
    The other entry, if still running, belongs to no player until the day ends it."""
    await db.execute("UPDATE OR IGNORE day_entries SET player = ? WHERE player = ?", (into, gone))
    await db.execute("DELETE FROM day_entries WHERE player = ? AND over", (gone,))
    await db.execute(
        "UPDATE day_entries SET player = -player, ranked = 0 WHERE player = ?", (gone,)
    )
    await db.execute("UPDATE OR IGNORE day_places SET player = ? WHERE player = ?", (into, gone))
    await db.execute("DELETE FROM day_places WHERE player = ?", (gone,))
    await _rank(db, gone, into)
    await db.execute(
        "UPDATE day_places SET total = (SELECT total FROM day_entries AS mine"
        " WHERE mine.player = day_places.player AND mine.day = day_places.day) WHERE player = ?",
        (into,),
    )
    await recount(db, gone)
    await recount(db, into)


async def _rank(db: aiosqlite.Connection, gone: int, into: int) -> None:
    """Rank a former guest who now has an account on a platform, in the tables of days still open:
    those of the room where they played, and the global one."""
    guests = await db.execute_fetchall(
        "UPDATE day_entries SET ranked = 1 WHERE player = ?1 AND NOT ranked"
        " AND day NOT IN (SELECT day FROM days_closed)"
        " AND (SELECT count(DISTINCT platform) FROM accounts WHERE player IN (?1, ?2)) > 1"
        " RETURNING day, session",
        (into, gone),
    )
    for day, session in list(guests):
        homes = await db.execute_fetchall(
            "SELECT home_platform, home_space, home_chat, home_thread FROM sessions WHERE id = ?",
            (session,),
        )
        room = next(
            (room_of(*home) for home in homes), None
        )  # None: a crash came before its match was created
        await db.executemany(
            "INSERT INTO day_places (day, scope, player) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [(day, scope, into) for scope in scopes_of(room)],
        )


async def move(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    """Move a group's tables to its new id. A player who is in both tables is kept once."""
    for kind in (ScopeKind.ROOM, ScopeKind.SPACE):
        scopes = (scope_key(kind, new), scope_key(kind, old))
        if scopes[0] == scopes[1]:
            continue
        await db.execute("UPDATE OR IGNORE day_places SET scope = ? WHERE scope = ?", scopes)
        await db.execute("DELETE FROM day_places WHERE scope = ?", scopes[1:])
        people = await db.execute_fetchall(
            "SELECT player FROM day_records WHERE scope = ?", scopes[1:]
        )
        for (player,) in list(people):
            await recount(db, player)
