"""The daily dice as rows: who entered a day, in which tables, what closed days come to.

A table is told by its scope (`standings.scope_key`). An entry ends in the transaction of the save
that ends its match, a day in that of the save that ends its contest (`note`): so no table ever
knows more or less than the matches do, and nothing is counted twice. Must not know who
may be shown what.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import aiosqlite

from bot.app.daybook import DayEntry, DayPlace, DayRecord, DayRecords, DayTable
from bot.app.session import Room, ScreenKind, Session
from bot.app.tables import ScopeKind
from bot.storage import standings
from bot.storage.paging import PAGE, Leaf
from bot.storage.people import FIELDS, People, number_of, record
from bot.storage.reader import Reader
from bot.storage.rooms import place, room_of
from bot.storage.standings import scope_key
from bot.storage.writer import Writer
from core.day import Day, day_at
from core.match.model import Match
from core.registry import GAMES
from core.types import COMPUTER, MatchId, PlayerId

_COMPUTER = 0
"""Stands for the computer's player number, which no person has."""


@dataclass(frozen=True, slots=True)
class Entering:
    """Somebody comes in, or asks for their entry in one more room (None: privately)."""

    day: Day
    player: PlayerId
    match: MatchId
    ranked: bool
    room: Room | None


class DayBook:
    """Implements `bot.app.books.Days`."""

    def __init__(self, reader: Reader, writer: Writer, people: People) -> None:
        self._reader = reader
        self._writer = writer
        self._people = people

    async def enter(
        self, day: Day, player: PlayerId, match: MatchId, *, ranked: bool, room: Room | None
    ) -> DayEntry:
        self._people.must_be_here([player])
        return await self._writer.do(_enter, Entering(day, player, match, ranked, room))

    async def entry(self, day: Day, player: PlayerId) -> DayEntry | None:
        row = await self._reader.row(
            "SELECT session, ranked, over, total FROM day_entries WHERE player = ? AND day = ?",
            (_number(player), day.number),
        )
        return None if row is None else _entry(*row)

    async def is_told(self, day: Day, room: Room) -> bool:
        row = await self._reader.row(
            "SELECT 1 FROM screens JOIN sessions ON sessions.id = screens.session"
            " WHERE platform = ? AND chat = ? AND thread = ? AND live = 1 AND kind = ?"
            " AND json_extract(contest, '$.chance.label') = ?",
            (*place(room), ScreenKind.NOTICE, day.label),
        )
        return row is not None

    async def unfinished(self, day: Day) -> Sequence[MatchId]:
        rows = await self._reader.rows(
            "SELECT session FROM day_entries WHERE day = ? AND NOT over ORDER BY player",
            (day.number,),
        )
        return [MatchId(id) for (id,) in rows]

    async def entries(self, day: Day) -> Sequence[MatchId]:
        rows = await self._reader.rows(
            "SELECT session FROM day_entries WHERE day = ? AND ranked AND player <> ?"
            " ORDER BY player",
            (day.number, _COMPUTER),
        )
        return [MatchId(id) for (id,) in rows]

    async def streak(self, player: PlayerId, day: Day) -> int:
        number = _number(player)
        row = await self._reader.row(
            "WITH RECURSIVE run (day) AS (SELECT day FROM day_entries WHERE player = ?1"
            " AND day = ?2 AND total IS NOT NULL AND ranked UNION ALL SELECT before.day FROM run"
            " JOIN day_entries AS before ON before.player = ?1 AND before.day = run.day - 1"
            " AND before.total IS NOT NULL AND before.ranked) SELECT count(*) FROM run",
            (number, day.number),
        )
        return int(row[0]) if row else 0

    async def table(
        self, day: Day, kind: ScopeKind, room: Room, page: int, viewer: PlayerId | None
    ) -> DayTable:
        key = (day.number, scope_key(kind, room))
        of = await self._count(f"SELECT count(*) FROM day_places WHERE {_RANKED}", key)
        leaf = Leaf.of(page, of)
        rows = await self._reader.rows(
            f"SELECT total, day_places.player, {FIELDS} FROM day_places"
            " LEFT JOIN players ON players.id = day_places.player"
            f" WHERE {_RANKED} ORDER BY total DESC, day_places.player LIMIT ? OFFSET ?",
            (*key, PAGE, leaf.offset),
        )
        places: list[DayPlace] = []
        for position, (total, number, *person) in enumerate(rows, leaf.offset + 1):
            rank = position
            if places and places[-1].total == total:
                rank = places[-1].rank
            elif not places:
                rank = await self._rank(key, total)
            who = None if number == _COMPUTER else record(*person)
            places.append(DayPlace(rank, who, total))
        mine = None if viewer is None else await self._own(key, viewer)
        return DayTable(places, leaf.number, leaf.pages, of, mine)

    async def _own(self, key: tuple[Any, ...], viewer: PlayerId) -> DayPlace | None:
        row = await self._reader.row(
            f"SELECT total, {FIELDS} FROM day_places"
            " JOIN players ON players.id = day_places.player"
            f" WHERE {_RANKED} AND day_places.player = ?",
            (*key, _number(viewer)),
        )
        if row is None:
            return None
        total, *person = row
        return DayPlace(await self._rank(key, total), record(*person), total)

    async def _rank(self, key: tuple[Any, ...], total: int) -> int:
        sql = f"SELECT count(*) FROM day_places WHERE {_RANKED} AND total > ?"
        return 1 + await self._count(sql, (*key, total))

    async def stands(self, day: Day, kind: ScopeKind, room: Room, player: PlayerId) -> bool:
        row = await self._reader.row(
            "SELECT 1 FROM day_places WHERE day = ? AND scope = ? AND player = ?",
            (day.number, scope_key(kind, room), _number(player)),
        )
        return row is not None

    async def last_closed(self) -> Day | None:
        row = await self._reader.row("SELECT max(day) FROM days_closed")
        return None if row is None or row[0] is None else Day(row[0])

    async def records(
        self, kind: ScopeKind, room: Room, page: int, viewer: PlayerId | None
    ) -> DayRecords:
        scope = scope_key(kind, room)
        people = await self._count("SELECT count(*) FROM day_records WHERE scope = ?", (scope,))
        leaf = Leaf.of(page, people)
        rows = await self._reader.rows(
            f"{_RECORD} WHERE scope = ? ORDER BY best DESC, day_records.player LIMIT ? OFFSET ?",
            (scope, PAGE, leaf.offset),
        )
        mine: Sequence[Any] = ()
        if viewer is not None:
            mine = await self._reader.rows(
                f"{_RECORD} WHERE scope = ? AND day_records.player = ?", (scope, _number(viewer))
            )
        last = await self.last_closed()
        found = [await self._recorded(scope, last, *row) for row in (*rows, *mine)]
        own = found[-1] if mine else None
        return DayRecords(found[: len(rows)], leaf.number, leaf.pages, own)

    async def _recorded(
        self,
        scope: str,
        closed: Day | None,
        best: int,
        points: int,
        days: int,
        streak: int,
        longest: int,
        last: int,
        *person: Any,
    ) -> DayRecord:
        sql = "SELECT count(*) FROM day_records WHERE scope = ? AND best > ?"
        rank = 1 + await self._count(sql, (scope, best))
        going_on = closed is not None and last == closed.number
        now = streak if going_on else 0
        return DayRecord(rank, record(*person), best, points / days, days, now, longest)

    async def _count(self, sql: str, values: Iterable[Any]) -> int:
        row = await self._reader.row(sql, values)
        return int(row[0]) if row else 0


_RANKED = "day_places.day = ? AND scope = ? AND total IS NOT NULL"
_RECORD = (
    f"SELECT best, points, days, streak, longest, last, {FIELDS} FROM day_records"
    " JOIN players ON players.id = day_records.player"
)


def _number(player: PlayerId) -> int | None:
    return _COMPUTER if player == COMPUTER else number_of(player)


def _entry(session: str, ranked: int, over: int, total: int | None) -> DayEntry:
    return DayEntry(MatchId(session), bool(ranked), bool(over), total)


async def _enter(db: aiosqlite.Connection, entering: Sequence[Entering]) -> list[DayEntry]:
    """The entry that is theirs: the first one stays, whatever asked for it again."""
    entries = []
    for new in entering:
        number = _number(new.player)
        await db.execute(
            "INSERT INTO day_entries (player, day, session, ranked) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (number, new.day.number, new.match, new.ranked),
        )
        [(session, ranked, over, total)] = await db.execute_fetchall(
            "SELECT session, ranked, over, total FROM day_entries WHERE player = ? AND day = ?",
            (number, new.day.number),
        )
        if ranked and number != _COMPUTER:
            await db.executemany(
                "INSERT INTO day_places (day, scope, player, total) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                [(new.day.number, scope, number, total) for scope in _scopes(new.room)],
            )
        entries.append(_entry(session, ranked, over, total))
    return entries


def _scopes(room: Room | None) -> list[str]:
    """The tables of a room; where there is none, that of everywhere alone."""
    if room is None:
        return [scope_key(ScopeKind.EVERYWHERE, Room("", None, ""))]
    return sorted({scope_key(kind, room) for kind in ScopeKind})


async def note(db: aiosqlite.Connection, session: Session) -> None:
    """A session was saved: somebody's match of a day may have ended with it, or a day closed."""
    if not session.match.is_over:
        return
    if session.match.day is not None:
        await _finish(db, session.match)
    elif session.contest is not None and (day := day_at(session.match.id)) is not None:
        await _close(db, day)


async def _finish(db: aiosqlite.Connection, match: Match) -> None:
    """The total comes into the tables; there is none where it was not played to its end, or counts
    no more."""
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
    """The day has closed: the computer joins its tables, and people's records are brought up to
    date. Days close one after the other, so a streak goes on from the day before."""
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
        (_COMPUTER, day.number),
    )


async def annul(db: aiosqlite.Connection, matches: Sequence[MatchId]) -> list[None]:
    """Takes matches out of all sums and ratings, and entries out of the tables of their day and
    out of what closed days come to: they are as if they had not been finished."""
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
            if player != _COMPUTER:
                await recount(db, player)
    return await standings.annul(db, matches)


async def recount(db: aiosqlite.Connection, player: int) -> None:
    """Somebody's records anew from their days: what is best cannot be joined or taken back."""
    await db.execute("DELETE FROM day_records WHERE player = ?", (player,))
    rows = await db.execute_fetchall(
        "SELECT scope, day_places.day, total FROM day_places JOIN days_closed USING (day)"
        " WHERE player = ? AND total IS NOT NULL ORDER BY scope, day",
        (player,),
    )
    records: dict[str, list[int]] = {}
    for scope, day, total in rows:
        known = records.get(scope)
        if known is None:
            records[scope] = [1, total, total, 1, 1, day]
            continue
        days, points, best, streak, longest, last = known
        streak = streak + 1 if last == day - 1 else 1
        records[scope] = [
            days + 1, points + total, max(best, total), streak, max(longest, streak), day
        ]  # fmt: skip
    await db.executemany(
        "INSERT INTO day_records VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(scope, player, *values) for scope, values in records.items()],
    )


async def join(db: aiosqlite.Connection, gone: int, into: int) -> None:
    """Two accounts turn out to be one person's: of a day that both entered, the entry of `into`
    stays, for nobody has two. The other, while it goes on, is nobody's until the day ends it."""
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
    """Who was a guest and has an account on a platform now is in the tables of the days that go on:
    those of the room where they played, and that of everywhere."""
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
        room = next((room_of(*home) for home in homes), None)  # None: a crash came before its match
        await db.executemany(
            "INSERT INTO day_places (day, scope, player) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [(day, scope, into) for scope in _scopes(room)],
        )


async def move(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    """A group has a new id: its tables go along. Who stood in both stands once."""
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
