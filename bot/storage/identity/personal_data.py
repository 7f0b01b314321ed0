"""Export and erase everything stored about one player."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import aiosqlite

from bot.app.model.player import Player
from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.ports.store import StoreUnavailable
from bot.app.ports.system import Now
from bot.storage.identity import personal_columns, vacuum
from bot.storage.identity.erase import Erasure, as_own_batch, leave_each
from bot.storage.identity.rewrite_ids import naming
from bot.storage.players.players import PlayerRepository, number_of
from bot.storage.reader import Reader
from bot.storage.writer import Writer
from core.types import MatchId, PlayerId

log = logging.getLogger(__name__)

Forget = Callable[[PlayerId], None]


class SqlitePersonalDataRepository:
    """Implements `bot.app.ports.repositories.PersonalDataRepository`.

    `forgets` are called with each player whose rows changed behind their caches.
    """

    def __init__(
        self,
        reader: Reader,
        writer: Writer,
        people: PlayerRepository,
        now: Now,
        forgets: Sequence[Forget],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._people = people
        self._now = now
        self._forgets = (people.forget, *forgets)

    async def known(self, actor: Actor) -> Player | None:
        return await self._people.find(actor)

    async def tables(self, player: PlayerId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        number = number_of(player)
        return {} if number is None else await personal_columns.told(self._reader, number)

    async def matches(self, player: PlayerId) -> Sequence[MatchId]:
        return await self._naming(player, "true")

    async def live(self, player: PlayerId) -> Sequence[MatchId]:
        return await self._naming(player, "status IN ('open', 'playing')")

    async def _naming(self, player: PlayerId, which: str) -> list[MatchId]:
        rows = await self._reader.rows(
            "SELECT id, body, contest FROM sessions"
            f" WHERE {which} AND (instr(body, ?1) OR instr(ifnull(contest, ''), ?1))"
            " ORDER BY created, rowid",
            (f'"{player}"',),
        )
        return list(naming(player, rows))

    async def own_room(self, player: PlayerId, room: Room) -> None:
        await self._writer.do(_own_room, (player, room))

    async def leave(
        self, player: PlayerId, rooms: Sequence[Room] = (), ended: Iterable[MatchId] = ()
    ) -> frozenset[MatchId]:
        chats = frozenset((room.platform, room.chat) for room in rooms)
        request = Erasure(player, chats, frozenset(ended), self._now())
        with self._people.leaving(player):
            changed = await self._writer.do(as_own_batch(leave_each), request)
        self.forget(player)
        await self._wipe()
        return changed

    async def _wipe(self) -> None:
        """Rewrite the file. If that fails now, for lack of space for example, it remains due."""
        try:
            if await vacuum.is_due(self._reader):
                await self._writer.run_outside_transaction(vacuum.wipe)
        except StoreUnavailable as fault:
            log.error("the file could not be rewritten: %s", fault)

    def forget(self, player: PlayerId) -> None:
        """Drop cached data of this player."""
        for forget in self._forgets:
            forget(player)


async def _own_room(db: aiosqlite.Connection, rooms: Sequence[tuple[PlayerId, Room]]) -> list[None]:
    await db.executemany(
        "INSERT INTO own_rooms (platform, chat, player) VALUES (?, ?, ?)"
        " ON CONFLICT DO UPDATE SET player = excluded.player",
        [(room.platform, room.chat, number_of(player)) for player, room in rooms],
    )
    return [None for _ in rooms]
