"""Codes that link two accounts to one person, and the merge they lead to."""

from collections.abc import Callable, Sequence

import aiosqlite

from bot.app.model.account_link import Joined, Link
from bot.app.model.request import Actor
from bot.app.ports.system import Now
from bot.storage.identity.merge import AccountSplit, Merge, join, split
from bot.storage.identity.personal_data import SqlitePersonalDataRepository
from bot.storage.players.players import HANDLE, PlayerRepository, number_of, player_id
from bot.storage.reader import Reader
from bot.storage.writer import Writer
from core.types import Millis, PlayerId

_LINK = "code, player, made, other, agreed"
Asked = tuple[int, Millis, Callable[[], str]]
Typed = tuple[str, int]


class SqliteAccountLinkRepository:
    """Implements `bot.app.ports.repositories.AccountLinkRepository`."""

    def __init__(
        self,
        reader: Reader,
        writer: Writer,
        people: PlayerRepository,
        belongings: SqlitePersonalDataRepository,
        now: Now,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._people = people
        self._belongings = belongings
        self._now = now

    async def ask(self, player: PlayerId, make: Callable[[], str]) -> Link:
        return await self._writer.do(_ask, (_number(player), self._now(), make))

    async def of(self, player: PlayerId) -> Link | None:
        row = await self._reader.row(
            f"SELECT {_LINK} FROM links WHERE player = ?", (_number(player),)
        )
        return None if row is None else _link(*row)

    async def by_code(self, code: str) -> Link | None:
        row = await self._reader.row(f"SELECT {_LINK} FROM links WHERE code = ?", (code,))
        return None if row is None else _link(*row)

    async def type(self, code: str, other: PlayerId) -> bool:
        return await self._writer.do(_type, (code, _number(other)))

    async def agree(self, code: str, other: PlayerId) -> bool:
        return await self._writer.do(_agree, (code, _number(other)))

    async def drop(self, code: str) -> None:
        await self._writer.do(_drop, code)

    async def is_linked(self, player: PlayerId) -> bool:
        row = await self._reader.row(
            "SELECT count(*) > 1 FROM accounts WHERE player = ? AND user NOT LIKE ?",
            (_number(player), f"{HANDLE}%"),
        )
        return bool(row and row[0])

    async def join(self, one: PlayerId, other: PlayerId) -> Joined:
        stays, gone = sorted(
            (one, other), key=_number
        )  # in the order in which they were first seen
        with self._people.leaving(gone):
            changed = await self._writer.do(join, Merge(gone, stays))
        for player in (gone, stays):
            self._belongings.forget(player)
        return Joined(gone, stays, changed)

    async def split(self, player: PlayerId, actor: Actor) -> bool:
        done = await self._writer.do(split, AccountSplit(player, actor, self._now()))
        self._belongings.forget(player)
        return done


def _number(player: PlayerId) -> int:
    number = number_of(player)
    assert number is not None  # only people have accounts
    return number


def _link(code: str, player: int, made: Millis, other: int | None, agreed: int) -> Link:
    return Link(
        code, player_id(player), made, None if other is None else player_id(other), bool(agreed)
    )


async def _ask(db: aiosqlite.Connection, asked: Sequence[Asked]) -> list[Link]:
    """Store a fresh code; the previous one becomes invalid."""
    links = []
    for player, now, make in asked:
        await db.execute("DELETE FROM links WHERE player = ?", (player,))
        while True:
            code = make()
            made = await db.execute(
                "INSERT INTO links (code, player, made) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (code, player, now),
            )
            if made.rowcount:
                break
        links.append(Link(code, player_id(player), now, None, False))
    return links


async def _type(db: aiosqlite.Connection, typed: Sequence[Typed]) -> list[bool]:
    """Return whether the code was still unused by another account."""
    answers = []
    for code, other in typed:
        done = await db.execute(
            "UPDATE links SET other = ?1 WHERE code = ?2 AND player <> ?1"
            " AND (other IS NULL OR other = ?1)",
            (other, code),
        )
        answers.append(done.rowcount > 0)
    return answers


async def _agree(db: aiosqlite.Connection, agreed: Sequence[Typed]) -> list[bool]:
    answers = []
    for code, other in agreed:
        done = await db.execute(
            "UPDATE links SET agreed = 1 WHERE code = ? AND other = ?", (code, other)
        )
        answers.append(done.rowcount > 0)
    return answers


async def _drop(db: aiosqlite.Connection, codes: Sequence[str]) -> list[None]:
    await db.executemany("DELETE FROM links WHERE code = ?", [(code,) for code in codes])
    return [None for _ in codes]
