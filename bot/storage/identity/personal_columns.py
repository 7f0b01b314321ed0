"""Every table and column that can refer to a person, as one literal.

Data exports, erasure and merging read their rules here, so an undeclared table cannot be missed: a
test compares `TABLES` with the schema. Matches and contests refer to players within their JSON;
`rewrite_ids.py` changes those, and `erase.py` and `merge.py` handle sums.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import aiosqlite
import msgspec

from bot.storage.players.players import player_id
from bot.storage.reader import Reader
from core.types import MatchId


class Leaving(Enum):
    """What happens to a row when its player leaves."""

    GOES = auto()
    STAYS = auto()  # kept under a nameless player


@dataclass(frozen=True, slots=True)
class IdColumn:
    """A column that identifies a player, by number or by id.

    `told`: whether that player may see the row. A blocked player may not see who blocked them.
    """

    column: str
    leaving: Leaving = Leaving.GOES
    told: bool = True
    by_id: bool = False


@dataclass(frozen=True, slots=True)
class PersonalTable:
    """A table. `plain` lists the columns that reveal nothing about a person.

    `session` names the column with a match; the row is deleted with it. `chat` names the column
    that, with `platform`, identifies a chat; the row is deleted with a player's private chat.
    """

    plain: str = ""
    who: tuple[IdColumn, ...] = ()
    session: str = ""
    chat: str = ""

    @property
    def columns(self) -> set[str]:
        """Return all declared columns."""
        named = {each.column for each in self.who} | {self.session, self.chat} - {""}
        return named | set(self.plain.split())


_MINE = IdColumn("player")
_MINE_BY_ID = IdColumn("player", by_id=True)

TABLES: Mapping[str, PersonalTable] = {
    # people
    "players": PersonalTable("name platform locale met also", (IdColumn("id"),)),
    "accounts": PersonalTable("platform user", (_MINE,)),
    "settings": PersonalTable("key value", (_MINE,)),
    "own_rooms": PersonalTable("platform", (_MINE,), chat="chat"),
    "links": PersonalTable("code made agreed", (_MINE, IdColumn("other"))),
    "blocks": PersonalTable("at", (_MINE, IdColumn("other", told=False))),
    # matches; for bodies, homes and screens see `rewrite_ids.py` and `erase.py`
    "sessions": PersonalTable(
        "version status format body created people unshown thinking due_at contest untold"
        " home_platform home_space home_chat home_thread",
        session="id",
    ),
    "screens": PersonalTable(
        "number platform space chat thread kind locale live message shown", session="session"
    ),
    "seats": PersonalTable("", (_MINE_BY_ID,), session="session"),
    "last_finished": PersonalTable(
        "platform thread", (_MINE_BY_ID,), session="session", chat="chat"
    ),
    "codes": PersonalTable("code", session="session"),
    "reviews": PersonalTable("format body", session="match"),
    # results of matches
    "results": PersonalTable(
        "game ending rated platform space chat thread at points",
        (_MINE, IdColumn("against", Leaving.STAYS, told=False, by_id=True)),
        session="session",
    ),
    "standings": PersonalTable("game scope period won drew lost rating away", (_MINE,)),
    "scores": PersonalTable(
        "game scope period best mean latest games won abandoned away", (_MINE,)
    ),
    "tiers": PersonalTable("board game scope period tier people"),
    "duels": PersonalTable(
        "game won drew lost",
        (_MINE, IdColumn("against", Leaving.STAYS, told=False, by_id=True)),
    ),
    "streaks": PersonalTable("game running longest", (_MINE,)),
    "ratings": PersonalTable("game mu sigma shown", (IdColumn("player", Leaving.STAYS),)),
    "bouts": PersonalTable(
        "number session game at annulled"
    ),  # other players' ratings depend on them
    "rating_events": PersonalTable(
        "bout side rank mu_before sigma_before mu sigma", (IdColumn("player", Leaving.STAYS),)
    ),
    # the page
    "web_log": PersonalTable(
        "id platform thread at said screen chat request", (_MINE_BY_ID,), session="session"
    ),
    "web_rooms": PersonalTable("platform space chat thread newest"),
    # presence
    "absent": PersonalTable("platform place since", (_MINE,)),
    "closed": PersonalTable("platform kind since", chat="place"),
    "alive": PersonalTable("id at"),
    "outages": PersonalTable("ended began"),
    # notices
    "told": PersonalTable("turn step next_at", (_MINE_BY_ID,), session="session"),
    "notices": PersonalTable(
        "kind platform space thread at arg boards message former", (_MINE_BY_ID,), chat="chat"
    ),
    "asks": PersonalTable("kind arg at platform space thread", (_MINE_BY_ID,), chat="chat"),
    "places": PersonalTable(
        "platform space thread", (_MINE_BY_ID,), session="session", chat="chat"
    ),
    "shut": PersonalTable("platform", (_MINE_BY_ID,)),
    # the daily dice
    "day_entries": PersonalTable("day ranked over total", (_MINE,), session="session"),
    "day_places": PersonalTable("day scope total", (_MINE,)),
    "day_records": PersonalTable("scope days points best streak longest last", (_MINE,)),
    "days_closed": PersonalTable("day"),
    # rooms
    "room_settings": PersonalTable("platform space thread key value", chat="chat"),
    "bars": PersonalTable("platform space since", (_MINE,), chat="chat"),
    "listeners": PersonalTable("platform space thread heard", (_MINE,), chat="chat"),
    # the installation
    "secrets": PersonalTable("name value"),
    "wipes": PersonalTable("asked"),
}
"""By table name."""


def value(who: IdColumn, number: int) -> int | str:
    """Return the player as this column stores them."""
    return player_id(number) if who.by_id else number


async def told(reader: Reader, number: int) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return all rows a player may see, by table; tables without any are left out.

    The private chat of another person is not named: its id may be theirs.
    """
    rows_by_table: dict[str, list[dict[str, Any]]] = {}
    chats = {(platform, chat) for platform, chat in await reader.rows(_OPEN, (number,))}
    for name, table in TABLES.items():
        own_columns = [who for who in table.who if who.told]
        if not own_columns:
            continue
        named = [
            row[0] for row in await reader.rows(f"SELECT name FROM pragma_table_info('{name}')")
        ]
        where = " OR ".join(f"{who.column} = ?" for who in own_columns)
        rows = await reader.rows(
            f"SELECT {', '.join(named)} FROM {name} WHERE {where}",
            [value(who, number) for who in own_columns],
        )
        if rows:
            rows_by_table[name] = [
                _shown(dict(zip(named, row, strict=True)), chats) for row in rows
            ]
    return rows_by_table


_OPEN = (
    "SELECT platform, user FROM accounts WHERE player = ?1"
    " UNION SELECT platform, chat FROM own_rooms WHERE player = ?1"
    " UNION SELECT platform, chat FROM web_rooms"
    " UNION SELECT platform, chat FROM results WHERE player = ?1 AND space <> ''"
)
"""Chats the player knows."""


def _shown(row: dict[str, Any], chats: set[tuple[str, str]]) -> dict[str, Any]:
    if "chat" in row and not row.get("space") and (row["platform"], row["chat"]) not in chats:
        row["chat"] = ""
    if str(row.get("scope", "")).startswith('["room"'):
        kind, platform, chat, thread = msgspec.json.decode(row["scope"])
        if (platform, chat) not in chats:
            row["scope"] = msgspec.json.encode([kind, platform, "", thread]).decode()
    return row


async def leave(db: aiosqlite.Connection, number: int, nameless: int) -> None:
    """Delete a player's rows, or assign them to a nameless player."""
    for name, who in _columns():
        old = value(who, number)
        if who.leaving is Leaving.GOES:
            await db.execute(f"DELETE FROM {name} WHERE {who.column} = ?", (old,))
        else:
            new = value(who, nameless)
            await db.execute(
                f"UPDATE {name} SET {who.column} = ? WHERE {who.column} = ?", (new, old)
            )


async def relabel(db: aiosqlite.Connection, old: int, new: int) -> None:
    """Assign one player's rows to another; where both have one, the other's is kept."""
    for name, who in _columns():
        ends = (value(who, new), value(who, old))
        await db.execute(
            f"UPDATE OR IGNORE {name} SET {who.column} = ? WHERE {who.column} = ?", ends
        )
        await db.execute(f"DELETE FROM {name} WHERE {who.column} = ?", ends[1:])


def _columns() -> Iterator[tuple[str, IdColumn]]:
    """Yield the columns of players, with the table of players itself last, because others refer to
    it."""
    for name in sorted(TABLES, key=lambda name: name == "players"):
        for who in TABLES[name].who:
            yield name, who


async def forget_matches(db: aiosqlite.Connection, ids: Sequence[MatchId]) -> None:
    """Delete all rows of these matches, and the matches."""
    listed = msgspec.json.encode(ids).decode()
    for name in sorted(TABLES, key=lambda name: name == "sessions"):
        if column := TABLES[name].session:
            await db.execute(
                f"DELETE FROM {name} WHERE {column} IN (SELECT value FROM json_each(?))", (listed,)
            )


async def forget_chat(db: aiosqlite.Connection, platform: str, chat: str) -> None:
    """Delete all rows about this chat, in tables whose rows are about a chat."""
    for name, table in TABLES.items():
        if table.chat:
            await db.execute(
                f"DELETE FROM {name} WHERE platform = ? AND {table.chat} = ?", (platform, chat)
            )
