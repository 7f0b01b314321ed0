"""The single writer: many callers, one transaction.

A caller submits a request and waits. The writer opens a transaction, takes every request queued by
then, runs them grouped by batch function, commits once and resolves all of them. One fsync serves
every caller in the batch, which makes `synchronous=FULL` affordable, and a resolved request always
means that the data is on disk.

A failing request must not fail its neighbours: on an error the batch is rolled back and each
request is retried in its own transaction, so the error reaches only the caller at fault. If the
database itself is unavailable (locked, full, read-only), every request in the batch is refused;
nothing has changed, and the next batch simply tries again.

The writer knows no tables; a `BatchWriter` does the work. Requests for the same function keep their
order. A caller that needs an order across functions awaits the first result, like any user of the
store. Statements that cannot be part of a transaction (`VACUUM`) run through
`run_outside_transaction`.
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

from bot.app.ports.store import StoreUnavailable
from bot.storage.errors import outage

log = logging.getLogger(__name__)

Item = TypeVar("Item")
Answer = TypeVar("Answer")
BatchWriter = Callable[[aiosqlite.Connection, Sequence[Item]], Awaitable[Sequence[Answer]]]
"""Runs several requests of one kind inside a transaction; returns results in order, or raises."""


@dataclass(frozen=True, slots=True, eq=False)
class WriteRequest:
    kind: BatchWriter[Any, Any]
    item: Any
    answer: asyncio.Future[Any]

    def fulfil(self, answer: Any) -> None:
        if not self.answer.done():  # the caller may have been cancelled
            self.answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


OutsideTransaction = Callable[[aiosqlite.Connection], Awaitable[None]]
"""Does something outside any transaction, or raises."""


class Writer:
    """Owns the only connection that writes. Close it with `close`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._waiting: deque[WriteRequest] = deque()
        self._taken: Sequence[WriteRequest] = ()
        self._outside: deque[tuple[OutsideTransaction, asyncio.Future[None]]] = deque()
        self._work = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def do(self, kind: BatchWriter[Item, Answer], item: Item) -> Answer:
        """Return the result of `kind` for this item, after its commit.

        A cancelled caller does not know whether it was written.

        Raises:
            StoreUnavailable: the database is locked, full, read-only, damaged or closed.
        """
        if self._closing or self._task.done():
            raise StoreUnavailable("the store is closed")
        request = WriteRequest(kind, item, asyncio.get_running_loop().create_future())
        self._waiting.append(request)
        self._work.set()
        answer: Answer = await request.answer
        return answer

    async def run_outside_transaction(self, what: OutsideTransaction) -> None:
        """Run `what` while no transaction is open; writes wait for it.

        Raises:
            StoreUnavailable: as above.
        """
        if self._closing or self._task.done():
            raise StoreUnavailable("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._outside.append((what, done))
        self._work.set()
        await done

    async def close(self) -> None:
        """Finish queued requests and accept no others. May be called twice."""
        self._closing = True
        self._work.set()
        await asyncio.wait((self._task,))  # cancelling the caller does not cancel the writer

    async def _run(self) -> None:
        try:
            while await self._has_work():
                if self._waiting:
                    await self._serve()
                if self._outside:
                    await self._run_outside_one()
        finally:
            closed = StoreUnavailable("the store was closed before this was written")
            for request in (*self._taken, *self._waiting):
                request.fail(closed)
            for _, done in self._outside:
                if not done.done():
                    done.set_exception(closed)

    async def _has_work(self) -> bool:
        while not (self._waiting or self._outside or self._closing):
            self._work.clear()
            await self._work.wait()
        return bool(self._waiting or self._outside)

    async def _run_outside_one(self) -> None:
        what, done = self._outside.popleft()
        fault: Exception | None = None
        try:
            await what(self._connection)
        except Exception as error:  # an error belongs to its caller; the writer continues
            traceback.clear_frames(error.__traceback__)
            fault = outage(error) or error
        if done.done():
            return  # the caller was cancelled
        if fault is None:
            done.set_result(None)
        else:
            done.set_exception(fault)

    async def _serve(self) -> None:
        """Run one transaction for all waiting requests, then one for each if any of them failed."""
        error = await self._begin()
        batch = self._take()
        if error is None:
            error = await self._carry_out(batch)
        if error is not None and (len(batch) == 1 or outage(error) is not None):
            self._refuse(batch, error)
        elif error is not None:
            await self._one_by_one(batch)
        self._taken = ()

    async def _one_by_one(self, batch: Sequence[WriteRequest]) -> None:
        down: Exception | None = None
        for request in batch:
            error = down or await self._begin() or await self._carry_out((request,))
            if error is not None:
                self._refuse((request,), error)
                down = outage(error)

    def _take(self) -> Sequence[WriteRequest]:
        """Return the queued requests that still want a result."""
        self._taken = [request for request in self._waiting if not request.answer.done()]
        self._waiting.clear()
        return self._taken

    async def _begin(self) -> Exception | None:
        """Begin a transaction, or return the error."""
        try:
            await self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            await self._undo()
            return error
        return None

    async def _carry_out(self, batch: Sequence[WriteRequest]) -> Exception | None:
        """Run all, commit and resolve; or roll back and return the error."""
        kinds: dict[BatchWriter[Any, Any], list[WriteRequest]] = {}
        for request in batch:
            kinds.setdefault(request.kind, []).append(request)
        answered: list[tuple[WriteRequest, Any]] = []
        try:
            for kind, requests in kinds.items():
                answers = await kind(self._connection, [request.item for request in requests])
                answered += zip(requests, answers, strict=True)
            await self._connection.commit()
        except (
            Exception
        ) as error:  # an error of one request is reported to it; the writer continues
            traceback.clear_frames(
                error.__traceback__
            )  # a stored error must not keep cursors alive
            await self._undo()
            return error
        for request, answer in answered:
            request.fulfil(answer)
        return None

    async def _undo(self) -> None:
        try:
            await self._connection.rollback()  # a no-op if SQLite has rolled back already
        except sqlite3.Error as error:
            log.error("rollback failed: %s", error)

    def _refuse(self, requests: Sequence[WriteRequest], error: Exception) -> None:
        if requests and (down := outage(error)) is not None:
            log.error("%d writes refused: %s", len(requests), down)
        for request in requests:
            request.fail(outage(error) or error)
