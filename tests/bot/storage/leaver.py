"""A process that is killed while it deletes somebody: `python -m tests.bot.storage.leaver PATH AT`.

It kills itself by the signal that cannot be caught, right before the first statement that begins
with AT, or before the AT-th one where that is a number.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

from bot.storage.store import open_sqlite
from core.types import PlayerId
from tests.fakes.clock import FixedNow

ANN = PlayerId("p1")


class Doomed(sqlite3.Connection):
    """Dies where it is told to, once it is armed."""

    at: str | int | None = None
    done = 0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        _count(sql)
        return super().execute(sql, *values)

    def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
        _count(sql)
        return super().executemany(sql, *values)

    def commit(self) -> None:
        _count("COMMIT")
        super().commit()


def _count(sql: str) -> None:
    if Doomed.at is None:
        return
    Doomed.done += 1
    if Doomed.done == Doomed.at or (isinstance(Doomed.at, str) and sql.startswith(Doomed.at)):
        os.kill(os.getpid(), signal.SIGKILL)


async def main(path: Path, at: str) -> None:
    store = await open_sqlite(path, FixedNow(), connection=Doomed)
    Doomed.at = int(at) if at.isdecimal() else at
    await store.belongings.leave(ANN)
    print(f"not killed in {Doomed.done} statements", flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
