"""The one writer: many callers, one transaction.

Whoever writes hands a wish to the writer and waits. The writer begins a transaction, takes all that
wait by then, carries them out kind by kind, commits once and answers all of them. One fsync thus
serves everybody, which is what makes `synchronous=FULL` affordable, and an answer always means that
the write is on the disk.

One caller's failure must not hurt another's: when something in the batch fails, the batch is
rolled back and each wish gets a transaction of its own, so the error finds the one who caused it.
Where the database itself is out of order (locked, full, read-only) all who wait are told so;
nothing has changed, and the next batch simply tries again.

Knows nothing of tables: what a wish does is a `Kind`. Wishes of one kind keep their order; who
needs an order between kinds waits for the first answer, as any caller of the store does. What can
be no part of a transaction (`VACUUM`) is done `between` two of them.
"""

import asyncio
import logging
import sqlite3
import traceback
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import aiosqlite

from bot.app.ports import StoreUnavailable
from bot.storage.errors import outage

log = logging.getLogger(__name__)

Item = TypeVar("Item")
Answer = TypeVar("Answer")
Kind = Callable[[aiosqlite.Connection, Sequence[Item]], Awaitable[Sequence[Answer]]]
"""Carries out several wishes of one sort inside a transaction; answers in order, or raises."""


@dataclass(frozen=True, slots=True, eq=False)
class _Wish:
    kind: Kind[Any, Any]
    item: Any
    answer: asyncio.Future[Any]

    def fulfil(self, answer: Any) -> None:
        if not self.answer.done():  # the caller may have been cancelled
            self.answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


Between = Callable[[aiosqlite.Connection], Awaitable[None]]
"""Does something outside of any transaction, or raises."""


class Writer:
    """Owns a connection that nobody else writes with. To be closed by `close`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: deque[_Wish] = deque()
        self._taken: Sequence[_Wish] = ()
        self._between: deque[tuple[Between, asyncio.Future[None]]] = deque()
        self._work = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def do(self, kind: Kind[Item, Answer], item: Item) -> Answer:
        """The answer of `kind` to this item, after its commit.

        A caller that is cancelled does not know whether it was written.

        Raises:
            StoreUnavailable: the database is locked, full, read-only, damaged or closed.
        """
        if self._closing or self._task.done():
            raise StoreUnavailable("the store is closed")
        wish = _Wish(kind, item, asyncio.get_running_loop().create_future())
        self._waiting.append(wish)
        self._work.set()
        answer: Answer = await wish.answer
        return answer

    async def between(self, what: Between) -> None:
        """Done when no transaction is open, and all who write wait for it.

        Raises:
            StoreUnavailable: as above.
        """
        if self._closing or self._task.done():
            raise StoreUnavailable("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._between.append((what, done))
        self._work.set()
        await done

    async def close(self) -> None:
        """Carries out what waits and takes nothing more. May be called twice."""
        self._closing = True
        self._work.set()
        await asyncio.wait((self._task,))  # whoever cancels this does not cancel the writer

    async def _run(self) -> None:
        try:
            while await self._has_work():
                if self._waiting:
                    await self._serve()
                if self._between:
                    await self._do_between()
        finally:
            closed = StoreUnavailable("the store was closed before this was written")
            for wish in (*self._taken, *self._waiting):
                wish.fail(closed)
            for _, done in self._between:
                if not done.done():
                    done.set_exception(closed)

    async def _has_work(self) -> bool:
        while not (self._waiting or self._between or self._closing):
            self._work.clear()
            await self._work.wait()
        return bool(self._waiting or self._between)

    async def _do_between(self) -> None:
        what, done = self._between.popleft()
        fault: Exception | None = None
        try:
            await what(self._connection)
        except Exception as error:  # whatever goes wrong with it is its caller's; the writer lives
            traceback.clear_frames(error.__traceback__)
            fault = outage(error) or error
        if done.done():
            return  # the caller was cancelled
        if fault is None:
            done.set_result(None)
        else:
            done.set_exception(fault)

    async def _serve(self) -> None:
        """One transaction for all who wait; one for each where something failed in the first."""
        error = await self._begin()
        batch = self._take()
        if error is None:
            error = await self._carry_out(batch)
        if error is not None and (len(batch) == 1 or outage(error) is not None):
            self._refuse(batch, error)
        elif error is not None:
            await self._one_by_one(batch)
        self._taken = ()

    async def _one_by_one(self, batch: Sequence[_Wish]) -> None:
        down: Exception | None = None
        for wish in batch:
            error = down or await self._begin() or await self._carry_out((wish,))
            if error is not None:
                self._refuse((wish,), error)
                down = outage(error)

    def _take(self) -> Sequence[_Wish]:
        """All that wait and still want an answer."""
        self._taken = [wish for wish in self._waiting if not wish.answer.done()]
        self._waiting.clear()
        return self._taken

    async def _begin(self) -> Exception | None:
        """Begins a transaction, or gives the reason why not."""
        try:
            await self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            await self._undo()
            return error
        return None

    async def _carry_out(self, batch: Sequence[_Wish]) -> Exception | None:
        """Does all, commits and answers; or undoes all and gives the reason."""
        kinds: dict[Kind[Any, Any], list[_Wish]] = {}
        for wish in batch:
            kinds.setdefault(wish.kind, []).append(wish)
        answered: list[tuple[_Wish, Any]] = []
        try:
            for kind, wishes in kinds.items():
                answers = await kind(self._connection, [wish.item for wish in wishes])
                answered += zip(wishes, answers, strict=True)
            await self._connection.commit()
        except Exception as error:  # any fault of one wish; it is answered, and the writer lives on
            traceback.clear_frames(error.__traceback__)  # whoever keeps it shall not keep cursors
            await self._undo()
            return error
        for wish, answer in answered:
            wish.fulfil(answer)
        return None

    async def _undo(self) -> None:
        try:
            await self._connection.rollback()  # does nothing where SQLite has already rolled back
        except sqlite3.Error as error:
            log.error("rolling back failed: %s", error)

    def _refuse(self, wishes: Sequence[_Wish], error: Exception) -> None:
        if wishes and (down := outage(error)) is not None:
            log.error("%d writes refused: %s", len(wishes), down)
        for wish in wishes:
            wish.fail(outage(error) or error)
