"""Blocked players, past opponents, and how many challenges a player made lately.

Challenges are counted from the sessions themselves, by an index over open and aborted ones, so
those from before a restart count as well.
"""

from collections.abc import Iterable, Sequence

import aiosqlite

from bot.app.model.display_names import plain
from bot.app.model.player import OfferCounts
from bot.app.model.request import Actor
from bot.app.ports.system import Now
from bot.storage.codec import field
from bot.storage.players.players import number_of, player_id
from bot.storage.reader import Reader
from bot.storage.writer import Writer
from core.types import MatchId, Millis, PlayerId

Change = tuple[PlayerId, PlayerId, Millis | None]
"""Player, blocked player, since when; None removes the block."""

_OFFERS = (
    "SELECT total(status = 'open'), total(created > ?2 AND invited IS NOT NULL),"
    " total(created > ?2 AND invited = ?3) FROM (SELECT status, created,"
    f" {field('$.invited')} AS invited FROM sessions"
    " WHERE status IN ('open', 'aborted') AND json_extract(body, '$.host') = ?1 AND created > ?2"
    " AND id <> ?4"
    f" AND {field('$.turn')} = 0 AND {field('$.begun', 'contest')} IS NULL"
    f" AND {field('$.setup.seats')} <> 1)"
)
"""Count a player's untaken offers since an instant: open ones, to named players, and to one.

A solo game that waits for its player's first throw is not an offer.
"""


class SqliteContactRepository:
    """Implements `bot.app.ports.repositories.ContactRepository`."""

    def __init__(self, reader: Reader, writer: Writer, now: Now) -> None:
        self._reader = reader
        self._writer = writer
        self._now = now

    async def block(self, player: PlayerId, other: PlayerId) -> None:
        await self._writer.do(_change, (player, other, self._now()))

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        await self._writer.do(_change, (player, other, None))

    async def blocked(self, player: PlayerId) -> Sequence[PlayerId]:
        rows = await self._reader.rows(
            "SELECT other FROM blocks WHERE player = ? ORDER BY at, other", (number_of(player),)
        )
        return [player_id(number) for (number,) in rows]

    async def blocking(self, player: PlayerId, others: Iterable[PlayerId]) -> Sequence[PlayerId]:
        numbers = [number for other in others if (number := number_of(other)) is not None]
        rows = await self._reader.rows(
            "SELECT player FROM blocks WHERE other = ?"
            " AND player IN (SELECT value FROM json_each(?))",
            (number_of(player), str(numbers)),
        )
        return [player_id(number) for (number,) in rows]

    async def have_played(self, one: PlayerId, other: PlayerId) -> bool:
        row = await self._reader.row(
            "SELECT EXISTS (SELECT 1 FROM duels WHERE player = ?1 AND against = ?4)"
            " OR EXISTS (SELECT 1 FROM results AS mine JOIN results AS theirs"
            " ON theirs.session = mine.session AND theirs.player = ?2 WHERE mine.player = ?1)"
            " OR EXISTS (SELECT 1 FROM seats AS mine JOIN seats AS theirs"
            " ON theirs.session = mine.session AND theirs.player = ?4 WHERE mine.player = ?3)",
            (number_of(one), number_of(other), one, other),
        )
        return bool(row and row[0])

    async def asking(self, player: PlayerId) -> Sequence[MatchId]:
        rows = await self._reader.rows(
            "SELECT id FROM sessions WHERE due_at IS NOT NULL AND status = 'open'"
            f" AND {field('$.invited')} = ? ORDER BY created, rowid",
            (player,),
        )
        return [MatchId(id) for (id,) in rows]

    async def named(self, platform: str, name: str) -> Actor | None:
        rows = await self._reader.rows(
            "SELECT user,"
            " iif(players.platform = ?1, name, json_extract(nullif(also, ''), '$.' || ?1))"
            " FROM accounts JOIN players ON players.id = player WHERE accounts.platform = ?1",
            (platform,),
        )
        same_name = [
            (user, called) for user, called in rows if called and plain(called) == plain(name)
        ]
        if len(same_name) != 1:
            return None
        [(user, called)] = same_name
        return Actor(platform, user, called)

    async def offers(
        self, host: PlayerId, since: Millis, to: PlayerId | None, but: MatchId
    ) -> OfferCounts:
        row = await self._reader.row(_OFFERS, (host, since, to, but))
        return OfferCounts(*(int(count) for count in row or (0, 0, 0)))


async def _change(db: aiosqlite.Connection, changes: Sequence[Change]) -> list[None]:
    for player, other, since in changes:
        pair = (number_of(player), number_of(other))
        if since is None:
            await db.execute("DELETE FROM blocks WHERE player = ? AND other = ?", pair)
        else:
            await db.execute(
                "INSERT INTO blocks VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (*pair, since)
            )
    return [None for _ in changes]
