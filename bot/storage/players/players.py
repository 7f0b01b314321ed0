"""Players and their accounts on platforms.

A player gets a number when first seen; outside this package it is a `PlayerId` such as "p1". One
person may have several accounts. Players are cached here, because every request and every board
needs them; all changes go through `PlayerRepository`, so the cache is never stale.

A player with accounts on several platforms has a name on each: the main one from where they were
first seen, and the others in `also`.

A handle (`@bo`) is an additional account of the person who used it last. A handle can be challenged
before its owner was ever seen: it is then the only account of a player, and the first person to
arrive with it becomes that player.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import aiosqlite
import msgspec

from bot.app.lru import LRUDict
from bot.app.model.player import Player
from bot.app.model.request import Actor
from bot.app.ports.store import VersionConflict
from bot.app.ports.system import Now
from bot.storage.reader import Reader
from bot.storage.writer import Writer
from core.types import Millis, PlayerId

REMEMBERED = 5_000
"""How many accounts and players are cached, a few hundred bytes each."""

_PERSON = re.compile(r"p([1-9][0-9]{0,17})")
HANDLE = "@"
"""Prefix of handles. No platform's own ids start with it."""

FIELDS = "players.id, players.name, players.platform, players.locale, players.also"


def player_id(number: int) -> PlayerId:
    return PlayerId(f"p{number}")


def number_of(player: PlayerId) -> int | None:
    """Return the inverse of `player_id`; None for the computer and other ids without a number."""
    matched = _PERSON.fullmatch(player)
    return int(matched[1]) if matched else None


def record(number: int, name: str, platform: str, locale: str | None, also: str = "") -> Player:
    """Build a player from the columns `FIELDS`."""
    names = tuple(sorted(_names.decode(also).items())) if also else ()
    return Player(player_id(number), name, platform, locale, names)


_names = msgspec.json.Decoder(dict[str, str])


class PlayerRepository:
    """Resolve accounts to players."""

    def __init__(self, reader: Reader, writer: Writer, now: Now) -> None:
        self._reader = reader
        self._writer = writer
        self._now = now
        self._known: LRUDict[tuple[str, str], tuple[Player, str]] = LRUDict(REMEMBERED)
        self._records: LRUDict[PlayerId, Player] = LRUDict(REMEMBERED)
        self._changes = 0
        self._forgotten = 0  # how many times a player was dropped
        self._gone: set[PlayerId] = set()  # since startup: pending requests may still name them

    async def player_for(self, actor: Actor) -> Player:
        """Return the player, created at first sight. Writes only what is new."""
        account = (actor.platform, actor.user)
        before = self._forgotten
        person, handle = self._known.get(account) or await self._find(actor)
        called = None if person is None else person.on(actor.platform)
        renamed = called != actor.name and not _by_handle(actor)
        if person is None or renamed or handle != actor.handle:
            person = await self._writer.do(meet, (actor, self._now()))
            if before == self._forgotten:
                self._changed(person)
            self._known.pop(
                (actor.platform, actor.handle), None
            )  # it may have belonged to another player
        if before == self._forgotten:  # otherwise this player may have been erased meanwhile
            self._known[account] = (person, actor.handle)
        return person

    async def find(self, actor: Actor) -> Player | None:
        """Return the player without creating one, also if only their handle is cached."""
        cached = self._known.get((actor.platform, actor.user)) or await self._find(actor)
        if cached[0] is not None or not actor.handle:
            return cached[0]
        row = await self._reader.row(
            f"SELECT {FIELDS} FROM accounts JOIN players ON players.id = accounts.player"
            f" WHERE accounts.platform = ? AND accounts.user = ? AND {_SPOKEN_OF}",
            (actor.platform, actor.handle),
        )
        return None if row is None else record(*row)

    def forget(self, player: PlayerId) -> None:
        """Drop a player from the cache: their accounts now belong to another player, or to none."""
        self._changes += 1
        self._forgotten += 1
        self._records.pop(player, None)
        accounts = [each for each, (person, _) in self._known.items() if person.id == player]
        for account in accounts:
            del self._known[account]

    async def players(self, ids: Sequence[PlayerId]) -> Mapping[PlayerId, Player]:
        """Return the players that exist."""
        cached = {id: self._records[id] for id in ids if id in self._records}
        missing = [id for id in ids if id not in cached]
        if not missing:
            return cached
        before = self._changes
        loaded = await players(self._reader, missing)
        if self._changes == before:  # otherwise they may have been read before the change
            for person in loaded.values():
                self._records[person.id] = person
        return {**cached, **loaded}

    def _changed(self, person: Player) -> None:
        self._changes += 1
        self._records[person.id] = person

    def speaks(self, player: PlayerId, locale: str | None) -> None:
        """Apply a stored change of language to the cache."""
        self._changes += 1
        if (person := self._records.get(player)) is not None:
            self._records[player] = replace(person, locale=locale)
        for account, (person, handle) in tuple(self._known.items()):
            if person.id == player:
                self._known[account] = (replace(person, locale=locale), handle)

    @contextmanager
    def leaving(self, player: PlayerId) -> Iterator[None]:
        """Refuse writes about this player from now on, unless leaving fails."""
        self._gone.add(player)
        try:
            yield
        except BaseException:
            self._gone.discard(player)
            raise

    def has_gone(self, player: PlayerId) -> bool:
        """Return whether this player has left since startup."""
        return player in self._gone

    def must_be_here(self, people: Iterable[PlayerId]) -> None:
        """Raise VersionConflict if one of them is leaving; a retry will meet a new player."""
        if not self._gone.isdisjoint(people):
            raise VersionConflict

    async def _find(self, actor: Actor) -> tuple[Player | None, str]:
        """Return the player, and the actor's handle if it is cached to be theirs."""
        row = await self._reader.row(
            f"SELECT {FIELDS}, EXISTS (SELECT 1 FROM accounts AS other"
            " WHERE other.platform = accounts.platform AND other.user = ?"
            " AND other.player = players.id)"
            " FROM accounts JOIN players ON players.id = accounts.player"
            " WHERE accounts.platform = ? AND accounts.user = ?",
            (actor.handle, actor.platform, actor.user),
        )
        if row is None:
            return None, ""
        *person, theirs = row
        return record(*person), actor.handle if theirs else ""


_SPOKEN_OF = (
    "NOT EXISTS (SELECT 1 FROM accounts AS other WHERE other.player = players.id"
    f" AND other.user NOT LIKE '{HANDLE}%')"
)
"""No account but the handle is cached yet."""


def _by_handle(actor: Actor) -> bool:
    return actor.user.startswith(HANDLE)


async def meet(db: aiosqlite.Connection, met: Sequence[tuple[Actor, Millis]]) -> list[Player]:
    """Return the players of these accounts: new ones are inserted, names updated."""
    people = []
    for actor, at in met:
        account = (actor.platform, actor.user)
        await _claim(db, actor)
        [*cached] = await db.execute_fetchall(
            "UPDATE players SET name = iif(?1 AND players.platform = ?3, ?2, name),"
            " also = iif(?1 AND players.platform <> ?3,"
            " json_set(iif(also = '', '{}', also), '$.' || ?3, ?2), also) FROM accounts"
            " WHERE accounts.player = players.id AND accounts.platform = ?3"
            f" AND accounts.user = ?4 RETURNING {FIELDS}",
            (not _by_handle(actor), actor.name, *account),
        )
        if not cached:
            [*cached] = await db.execute_fetchall(
                f"INSERT INTO players (name, platform, met) VALUES (?, ?, ?) RETURNING {FIELDS}",
                (actor.name, actor.platform, at),
            )
            await db.execute("INSERT INTO accounts VALUES (?, ?, ?)", (*account, cached[0][0]))
        if actor.handle:
            await db.execute(
                "INSERT INTO accounts VALUES (?, ?, ?)"
                " ON CONFLICT DO UPDATE SET player = excluded.player",
                (actor.platform, actor.handle, cached[0][0]),
            )
        people.append(record(*cached[0]))
    return people


async def _claim(db: aiosqlite.Connection, actor: Actor) -> None:
    """Claim a player cached by handle only for a new account that arrives with it."""
    await db.execute(
        "INSERT INTO accounts SELECT platform, ?, player FROM accounts AS spoken"
        " WHERE platform = ? AND user = ? AND NOT EXISTS (SELECT 1 FROM accounts"
        "  WHERE player = spoken.player AND user NOT LIKE ?)"
        " ON CONFLICT DO NOTHING",
        (actor.user, actor.platform, actor.handle, f"{HANDLE}%"),
    )


async def players(reader: Reader, ids: Sequence[PlayerId]) -> Mapping[PlayerId, Player]:
    """Return the players that exist."""
    rows = await reader.rows(
        f"SELECT {FIELDS} FROM players WHERE id IN (SELECT value FROM json_each(?))",
        (_numbers(ids),),
    )
    return {player.id: player for player in (record(*row) for row in rows)}


async def accounts(
    reader: Reader, platform: str, ids: Sequence[PlayerId]
) -> Mapping[PlayerId, str]:
    """Return the account of each player on a platform; of several, always the same one."""
    rows = await reader.rows(
        "SELECT player, min(user) FROM accounts"
        " WHERE player IN (SELECT value FROM json_each(?)) AND platform = ? GROUP BY player",
        (_numbers(ids), platform),
    )
    return {player_id(number): user for number, user in rows}


def _numbers(ids: Sequence[PlayerId]) -> str:
    """Return the numbers of those that have one, as a JSON list."""
    return str([number for id in ids if (number := number_of(id)) is not None])
