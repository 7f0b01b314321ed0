"""Who has left, where the bot was removed, and when it was not running.

These are facts as platforms report them; `bot/app/presence/tracker.py` draws the consequences for
matches. A player absent from a server or group keeps their rows on its leaderboards, marked `away`:
such a row appears on no page and has no rank until they return.

The bot records regularly that it runs. The time between the last record and the next start is an
outage; it is kept until every match has been credited with it, however often that is interrupted.
"""

from collections.abc import Sequence

import aiosqlite

from bot.app.model.leaderboard import ScopeKind
from bot.app.model.presence import Absent, Closed, Outage
from bot.app.model.room import Room
from bot.app.ports.system import Now
from bot.storage.codec import field
from bot.storage.players.players import number_of, player_id
from bot.storage.rankings.standings import scope_key
from bot.storage.reader import Reader
from bot.storage.room_columns import room_of
from bot.storage.writer import Writer
from core.match.model import PauseCause
from core.types import MatchId, Millis, PlayerId

_BOARDS = ("standings", "scores")

PUT_BACK = 20_000
"""A last sign of life this many milliseconds after startup means the clock was set back."""
_LIVE = (
    "SELECT DISTINCT session FROM screens WHERE live = 1 AND platform = ?1 AND space = ?2"
    " UNION SELECT session FROM screens WHERE live = 1 AND platform = ?1 AND chat = ?2"
)

_RUNNING = "SELECT id FROM sessions WHERE due_at IS NOT NULL AND status = 'playing'"


class SqlitePresenceRepository:
    """Implements `bot.app.ports.repositories.PresenceRepository`."""

    def __init__(self, reader: Reader, writer: Writer, now: Now) -> None:
        self._reader = reader
        self._writer = writer
        self._now = now

    async def absent(self) -> Sequence[Absent]:
        rows = await self._reader.rows("SELECT player, platform, place FROM absent")
        return [Absent(player_id(player), *where) for player, *where in rows]

    async def closed(self) -> Sequence[Closed]:
        rows = await self._reader.rows("SELECT platform, kind, place FROM closed")
        return [Closed(platform, kind == "space", place) for platform, kind, place in rows]

    async def who(self, platform: str, user: str) -> PlayerId | None:
        row = await self._reader.row(
            "SELECT player FROM accounts WHERE platform = ? AND user = ?", (platform, user)
        )
        return None if row is None else player_id(row[0])

    async def leave(self, gone: Absent) -> None:
        await self._writer.do(_leave, (gone, self._now()))

    async def come_back(self, back: Absent) -> None:
        await self._writer.do(_come_back, back)

    async def close(self, place: Closed) -> None:
        await self._writer.do(_close, (place, self._now()))

    async def open(self, place: Closed) -> None:
        await self._writer.do(_open, place)

    async def live_in(self, platform: str, place: str) -> Sequence[MatchId]:
        return [MatchId(id) for (id,) in await self._reader.rows(_LIVE, (platform, place))]

    async def live_rooms(self, platform: str) -> Sequence[Room]:
        rows = await self._reader.rows(
            "SELECT DISTINCT platform, space, chat, thread FROM screens"
            " WHERE live = 1 AND platform = ?",
            (platform,),
        )
        return [room_of(*row) for row in rows]

    async def running(self, *, timed: bool) -> Sequence[MatchId]:
        rows = await self._reader.rows(
            f"{_RUNNING} AND (? OR {field('$.clock')} IS NOT NULL)", (not timed,)
        )
        return [MatchId(id) for (id,) in rows]

    async def warned(self) -> Sequence[MatchId]:
        rows = await self._reader.rows(
            f"{_RUNNING} AND ifnull({field('$.absences')}, '[]') <> '[]'", ()
        )
        return [MatchId(id) for (id,) in rows]

    async def frozen(self) -> Sequence[MatchId]:
        rows = await self._reader.rows(
            f"{_RUNNING} AND {field('$.paused.cause')} = ?", (PauseCause.OUTAGE,)
        )
        return [MatchId(id) for (id,) in rows]

    async def playing_absent(self) -> Sequence[PlayerId]:
        rows = await self._reader.rows(
            "SELECT DISTINCT seats.player FROM absent JOIN seats"
            " ON seats.player = 'p' || absent.player ORDER BY seats.player"
        )
        return [PlayerId(player) for (player,) in rows]

    async def note_alive(self) -> None:
        await self._writer.do(_note_alive, self._now())

    async def began(self) -> Sequence[Outage]:
        return await self._writer.do(_begin, self._now())

    async def note_outage(self, outage: Outage) -> None:
        await self._writer.do(_note_outage, outage)

    async def credited(self, outage: Outage) -> None:
        await self._writer.do(_forget, outage)


# --- people ---------------------------------------------------------------------------------------


async def _leave(db: aiosqlite.Connection, gone: Sequence[tuple[Absent, Millis]]) -> list[None]:
    for who, since in gone:
        number = number_of(who.player)
        await db.execute(
            "INSERT INTO absent VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (number, who.platform, who.place, since),
        )
        await _mark(db, who, away=True)
    return [None for _ in gone]


async def _come_back(db: aiosqlite.Connection, back: Sequence[Absent]) -> list[None]:
    for absence in back:
        await db.execute(
            "DELETE FROM absent WHERE player = ? AND platform = ? AND place = ?",
            (number_of(absence.player), absence.platform, absence.place),
        )
        await _mark(db, absence, away=False)
    return [None for _ in back]


async def _mark(db: aiosqlite.Connection, who: Absent, *, away: bool) -> None:
    """Mark a player's rows on the leaderboards of that place and of all rooms in it."""
    player = number_of(who.player)
    played = await db.execute_fetchall(
        "SELECT DISTINCT platform, space, chat, thread FROM results"
        " WHERE player = ? AND platform = ? AND iif(space = '', chat, space) = ?",
        (player, who.platform, who.place),
    )
    kinds = (ScopeKind.ROOM, ScopeKind.SPACE)
    scopes = {scope_key(kind, room_of(*room)) for room in played for kind in kinds}
    for board in _BOARDS:
        await db.executemany(
            f"UPDATE {board} SET away = ? WHERE player = ? AND scope = ?",
            [(away, player, scope) for scope in sorted(scopes)],
        )


async def move(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    """Move absences to a group's new id."""
    if not old.space or old.space == new.space:
        return
    await db.execute(
        "UPDATE OR REPLACE absent SET place = ? WHERE platform = ? AND place = ?",
        (new.space or new.chat, old.platform, old.space),
    )
    await db.execute(
        "DELETE FROM closed WHERE platform = ? AND place IN (?, ?)",
        (old.platform, old.space, old.chat),
    )


# --- places ---------------------------------------------------------------------------------------


def _key(place: Closed) -> tuple[str, str, str]:
    return place.platform, "space" if place.is_space else "chat", place.place


async def _close(db: aiosqlite.Connection, shut: Sequence[tuple[Closed, Millis]]) -> list[None]:
    await db.executemany(
        "INSERT INTO closed VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(*_key(place), since) for place, since in shut],
    )
    return [None for _ in shut]


async def _open(db: aiosqlite.Connection, opened: Sequence[Closed]) -> list[None]:
    await db.executemany(
        "DELETE FROM closed WHERE platform = ? AND kind = ? AND place = ?",
        [_key(place) for place in opened],
    )
    return [None for _ in opened]


# --- the bot itself -------------------------------------------------------------------------------


async def _note_alive(db: aiosqlite.Connection, instants: Sequence[Millis]) -> list[None]:
    """Record that the bot runs. After the clock was set back, the stored time is kept, since
    nothing went by that would be an outage."""
    await db.execute(
        "INSERT INTO alive VALUES (1, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
        (max(instants),),
    )
    return [None for _ in instants]


async def _begin(db: aiosqlite.Connection, starts: Sequence[Millis]) -> list[Sequence[Outage]]:
    """Record the gap since the last sign of life, and return all outages not credited yet."""
    for now in starts:
        await db.execute(
            "INSERT OR IGNORE INTO outages (began, ended) SELECT at, ?1 FROM alive"
            " WHERE at < ?1 OR at > ?1 + ?2",
            (now, PUT_BACK),
        )
        await _note_alive(db, [now])
    rows = await db.execute_fetchall("SELECT began, ended FROM outages ORDER BY ended")
    outages = [Outage(*row) for row in rows]
    return [outages for _ in starts]


async def _note_outage(db: aiosqlite.Connection, outages: Sequence[Outage]) -> list[None]:
    await db.executemany(
        "INSERT OR IGNORE INTO outages (began, ended) VALUES (?, ?)",
        [(each.began, each.ended) for each in outages],
    )
    return [None for _ in outages]


async def _forget(db: aiosqlite.Connection, done: Sequence[Outage]) -> list[None]:
    await db.executemany("DELETE FROM outages WHERE ended = ?", [(each.ended,) for each in done])
    return [None for _ in done]
