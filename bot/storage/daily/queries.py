"""Query and enter the daily dice: entries of a day, its tables page by page, records of closed
days.

A table is identified by its scope (`standings.scope_key`). `updates.py` changes entries and tables
when matches and days end. The caller decides who may see what.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import aiosqlite

from bot.app.model.daily import DayEntry, DayPlace, DayRecord, DayRecords, DayTable
from bot.app.model.leaderboard import ScopeKind
from bot.app.model.room import Room
from bot.app.model.session import ScreenKind
from bot.storage.codec import field
from bot.storage.daily.updates import COMPUTERS, scopes_of
from bot.storage.pagination import PAGE, Page
from bot.storage.players.players import FIELDS, PlayerRepository, number_of, record
from bot.storage.rankings.standings import scope_key
from bot.storage.reader import Reader
from bot.storage.room_columns import place
from bot.storage.writer import Writer
from core.day import Day
from core.types import COMPUTER, MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """A player's first entry, or a request for it from one more room (None: privately)."""

    day: Day
    player: PlayerId
    match: MatchId
    ranked: bool
    room: Room | None


class SqliteDailyRepository:
    """Implements `bot.app.ports.repositories.DailyRepository`."""

    def __init__(self, reader: Reader, writer: Writer, people: PlayerRepository) -> None:
        self._reader = reader
        self._writer = writer
        self._people = people

    async def enter(
        self, day: Day, player: PlayerId, match: MatchId, *, ranked: bool, room: Room | None
    ) -> DayEntry:
        self._people.must_be_here([player])
        return await self._writer.do(_enter, EntryRequest(day, player, match, ranked, room))

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
            f" AND {field('$.chance.label', 'contest')} = ?",
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
            (day.number, COMPUTERS),
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
        current = Page.of(page, of)
        rows = await self._reader.rows(
            f"SELECT total, day_places.player, {FIELDS} FROM day_places"
            " LEFT JOIN players ON players.id = day_places.player"
            f" WHERE {_RANKED} ORDER BY total DESC, day_places.player LIMIT ? OFFSET ?",
            (*key, PAGE, current.offset),
        )
        places: list[DayPlace] = []
        for position, (total, number, *person) in enumerate(rows, current.offset + 1):
            rank = position
            if places and places[-1].total == total:
                rank = places[-1].rank
            elif not places:
                rank = await self._rank(key, total)
            player = None if number == COMPUTERS else record(*person)
            places.append(DayPlace(rank, player, total))
        own = None if viewer is None else await self._own(key, viewer)
        return DayTable(places, current.number, current.pages, of, own)

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
        current = Page.of(page, people)
        rows = await self._reader.rows(
            f"{_RECORD} WHERE scope = ? ORDER BY best DESC, day_records.player LIMIT ? OFFSET ?",
            (scope, PAGE, current.offset),
        )
        own_rows: Sequence[Any] = ()
        if viewer is not None:
            own_rows = await self._reader.rows(
                f"{_RECORD} WHERE scope = ? AND day_records.player = ?", (scope, _number(viewer))
            )
        last = await self.last_closed()
        records = [await self._recorded(scope, last, *row) for row in (*rows, *own_rows)]
        own = records[-1] if own_rows else None
        return DayRecords(records[: len(rows)], current.number, current.pages, own)

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
    return COMPUTERS if player == COMPUTER else number_of(player)


def _entry(session: str, ranked: int, over: int, total: int | None) -> DayEntry:
    return DayEntry(MatchId(session), bool(ranked), bool(over), total)


async def _enter(db: aiosqlite.Connection, entering: Sequence[EntryRequest]) -> list[DayEntry]:
    """Return each player's entry; the first one is kept, however often it is requested."""
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
        if ranked and number != COMPUTERS:
            await db.executemany(
                "INSERT INTO day_places (day, scope, player, total) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                [(new.day.number, scope, number, total) for scope in scopes_of(new.room)],
            )
        entries.append(_entry(session, ranked, over, total))
    return entries
