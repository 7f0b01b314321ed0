"""Room settings, bans, and subscriptions to offers.

Every request reads a room's settings, and every press of a banned player the ban, so both are
cached; all changes go through here. `bot/app/model/room_settings.py` interprets the settings.
"""

from collections.abc import Mapping, Sequence

import aiosqlite

from bot.app.lru import LRUDict
from bot.app.model.room import Room
from bot.app.model.room_settings import EVERYWHERE, RoomSettings, scopes, settings_of
from bot.app.ports.system import Now
from bot.storage.players.players import REMEMBERED, number_of, player_id
from bot.storage.reader import Reader
from bot.storage.room_columns import columns, room_of
from bot.storage.writer import Writer
from core.types import MatchId, Millis, PlayerId

Choice = tuple[Room, str, str | None]
Barring = tuple[Room, int, Millis | None]
"""Room, player, since when; None removes the ban."""
Listening = tuple[Room, int, Millis | None]
"""Room, player, since when; None ends the subscription."""
Hearing = tuple[Room, Millis]
"""Room, and the creation time of the latest offer announced."""


class SqliteRoomSettingsRepository:
    """Implements `bot.app.ports.repositories.RoomSettingsRepository`."""

    def __init__(self, reader: Reader, writer: Writer, now: Now) -> None:
        self._reader = reader
        self._writer = writer
        self._now = now
        self._known: LRUDict[Room, Mapping[str, str]] = LRUDict(REMEMBERED)
        self._bars: LRUDict[PlayerId, frozenset[Room]] = LRUDict(REMEMBERED)
        self._changes = 0

    # --- settings

    async def settings(self, room: Room) -> RoomSettings:
        chosen: dict[str, str] = {}
        for house in scopes(room):
            chosen |= await self.chosen(house)
        return settings_of(chosen)

    async def chosen(self, house: Room) -> Mapping[str, str]:
        if (cached := self._known.recall(house)) is not None:
            return cached
        before = self._changes
        rows = await self._reader.rows(_CHOSEN, columns(house))
        chosen: dict[str, str] = dict(rows)
        if self._changes == before:  # otherwise it may have been read before the change
            self._known[house] = chosen
        return chosen

    async def choose(self, house: Room, key: str, value: str | None) -> None:
        await self._writer.do(_choose, (house, key, value))
        self.forget()

    async def daily(self) -> Sequence[tuple[Room, int]]:
        rows = await self._reader.rows(
            "SELECT platform, space, chat, thread, value FROM room_settings"
            " WHERE key = 'daily' AND value <> 'no' ORDER BY 1, 2, 3, 4"
        )
        return [(room_of(*place), int(hour)) for *place, hour in rows]

    # --- bars

    async def bar(self, house: Room, player: PlayerId) -> None:
        await self._bar(house, player, self._now())

    async def unbar(self, house: Room, player: PlayerId) -> None:
        await self._bar(house, player, None)

    async def is_barred(self, room: Room, player: PlayerId) -> bool:
        barred = await self._barred_from(player)
        return EVERYWHERE in barred or scopes(room)[0] in barred

    async def barred(self, house: Room) -> Sequence[PlayerId]:
        rows = await self._reader.rows(
            f"SELECT player FROM bars WHERE {_AT} ORDER BY since, player", columns(house)[:3]
        )
        return [player_id(number) for (number,) in rows]

    async def playing_barred(self) -> Sequence[PlayerId]:
        rows = await self._reader.rows(
            "SELECT DISTINCT player FROM bars"
            " WHERE 'p' || player IN (SELECT player FROM seats) ORDER BY player"
        )
        return [player_id(number) for (number,) in rows]

    async def _bar(self, house: Room, player: PlayerId, since: Millis | None) -> None:
        number = number_of(player)
        assert number is not None  # only people are banned
        await self._writer.do(_set_bar, (house, number, since))
        self.forget()

    async def _barred_from(self, player: PlayerId) -> frozenset[Room]:
        if (cached := self._bars.recall(player)) is not None:
            return cached
        before = self._changes
        rows = await self._reader.rows(_BARRED_FROM, (number_of(player),))
        banned_from = frozenset(
            room_of(platform, space, chat, "") for platform, space, chat in rows
        )
        if self._changes == before:
            self._bars[player] = banned_from
        return banned_from

    # --- matches

    async def finished(self, room: Room, most: int) -> Sequence[MatchId]:
        rows = await self._reader.rows(
            "SELECT session FROM results WHERE platform = ? AND chat = ?"
            " GROUP BY session ORDER BY max(at) DESC, session LIMIT ?",
            (room.platform, room.chat, most),
        )
        return [MatchId(id) for (id,) in rows]

    # --- who listens

    async def listen(self, house: Room, player: PlayerId, wants: bool) -> None:
        number = number_of(player)
        assert number is not None
        await self._writer.do(_listen, (house, number, self._now() if wants else None))

    async def listeners(self, room: Room) -> Sequence[PlayerId]:
        rows = await self._reader.rows(
            f"SELECT player FROM listeners WHERE {_AT} AND thread = ? ORDER BY player",
            columns(scopes(room)[-1]),
        )
        return [player_id(number) for (number,) in rows]

    async def heard(self, room: Room, offered: Millis) -> None:
        await self._writer.do(_hear, (scopes(room)[-1], offered))

    async def listening(self) -> Sequence[tuple[Room, Millis]]:
        rows = await self._reader.rows(
            "SELECT platform, space, chat, thread, min(heard) FROM listeners"
            " GROUP BY platform, space, chat, thread ORDER BY 1, 2, 3, 4"
        )
        return [(room_of(*place), Millis(heard)) for *place, heard in rows]

    def forget(self) -> None:
        """Drop the caches: something was written."""
        self._changes += 1
        self._known.clear()
        self._bars.clear()


_AT = "platform = ? AND space = ? AND chat = ?"
_BARRED_FROM = (
    "SELECT platform, space, chat FROM bars WHERE player = ?1"
    " UNION SELECT bars.platform, bars.space, bars.chat"
    " FROM accounts AS own JOIN accounts AS near ON near.platform = 'web'"
    " AND near.user > substr(own.user, 1, 17) AND near.user < substr(own.user, 1, 16) || '.'"
    " JOIN bars ON bars.player = near.player"
    " WHERE own.player = ?1 AND own.platform = 'web' AND substr(own.user, 17, 1) = '-'"
)
"""A guest of the page is barred with every other guest of the browser, which is the first 16
characters of the account: anybody can become a new guest at will."""
_CHOSEN = f"SELECT key, value FROM room_settings WHERE {_AT} AND thread = ?"


async def _choose(db: aiosqlite.Connection, choices: Sequence[Choice]) -> list[None]:
    for house, key, value in choices:
        if value is None:
            await db.execute(
                f"DELETE FROM room_settings WHERE {_AT} AND thread = ? AND key = ?",
                (*columns(house), key),
            )
        else:
            await db.execute(
                "INSERT INTO room_settings VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET value = excluded.value",
                (*columns(house), key, value),
            )
    return [None] * len(choices)


async def _set_bar(db: aiosqlite.Connection, barrings: Sequence[Barring]) -> list[None]:
    for house, number, since in barrings:
        key = (number, *columns(house)[:3])
        if since is None:
            await db.execute(f"DELETE FROM bars WHERE player = ? AND {_AT}", key)
        else:
            await db.execute(
                "INSERT INTO bars VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", (*key, since)
            )
    return [None] * len(barrings)


async def _listen(db: aiosqlite.Connection, requests: Sequence[Listening]) -> list[None]:
    for house, number, since in requests:
        if since is not None:
            await db.execute(
                "INSERT INTO listeners VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (*columns(house), number, since),
            )
        else:
            await db.execute(
                f"DELETE FROM listeners WHERE {_AT} AND thread = ? AND player = ?",
                (*columns(house), number),
            )
    return [None] * len(requests)


async def _hear(db: aiosqlite.Connection, offers: Sequence[Hearing]) -> list[None]:
    await db.executemany(
        f"UPDATE listeners SET heard = max(heard, ?) WHERE {_AT} AND thread = ?",
        [(offered, *columns(house)) for house, offered in offers],
    )
    return [None] * len(offers)


async def move(db: aiosqlite.Connection, old: Room, new: Room) -> None:
    """Move settings, bans and subscriptions to a group's new id. What the new room already has is
    kept."""
    places = (*columns(new)[:3], *columns(old)[:3])
    for table in ("room_settings", "bars", "listeners"):
        await db.execute(
            f"UPDATE OR IGNORE {table} SET platform = ?, space = ?, chat = ? WHERE {_AT}", places
        )
        await db.execute(f"DELETE FROM {table} WHERE {_AT}", places[3:])
