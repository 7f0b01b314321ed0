"""Copies of the database that are made now and then while the bot runs, and the oldest forgotten.

What is to be done follows from the names in the folder, which tell when each copy was made; nothing
is remembered but that one has failed. Other files there are left alone. Must not know how a copy is
made (`backup.py`).
"""

import asyncio
import logging
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bot.app.ports.system import Now
from bot.storage.errors import CannotOpen
from bot.storage.ops.backup import backup
from core.match.clock import HOUR, SECOND
from core.types import Millis

log = logging.getLogger(__name__)

PAUSE = 1 * HOUR
"""After a copy that failed, in milliseconds."""

_MADE = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"-(\d{8}T\d{6}Z)\.db")


class ScheduledBackups:
    """Keeps so many copies, so long apart."""

    def __init__(self, database: Path, folder: Path, every: int, keep: int, now: Now) -> None:
        """`every`: milliseconds from one copy to the next. `keep`: how many stay, at least one."""
        self._database = database
        self._folder = folder
        self._every = every
        self._keep = keep
        self._now = now
        self._failed: Millis | None = None

    async def run(self) -> Millis:
        """Makes the copy that is due, if one is. Returns when to look again."""
        kept, now = await asyncio.to_thread(self._kept), self._now()
        due = kept[-1][0] + self._every if kept else now
        if self._failed is not None:
            due = max(due, self._failed + PAUSE)
        if due > now:
            return Millis(due)
        copy = self._folder / f"{self._database.stem}-{_written(now)}.db"
        try:
            await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
            await backup(self._database, copy)
        except (CannotOpen, OSError) as fault:
            log.error("no copy of the database was made: %s", fault)
            self._failed = now
            return Millis(now + PAUSE)
        self._failed = None
        log.info("the database was copied to %s", copy)
        await asyncio.to_thread(self._forget, [path for _, path in kept])
        return Millis(now + self._every)

    def _kept(self) -> Sequence[tuple[int, Path]]:
        """The copies that are there, the oldest first, each with when it was made."""
        stem = self._database.stem
        found = []
        for path in self._folder.glob(f"{stem}-*.db"):
            if (made := _NAME.fullmatch(path.name.removeprefix(stem))) is not None:
                found.append((_read(made[1]), path))
        return sorted(found)

    def _forget(self, older: Sequence[Path]) -> None:
        """Beside the newest copy so many of these stay."""
        for path in older[: max(0, len(older) - self._keep + 1)]:
            path.unlink(missing_ok=True)


def _written(at: Millis) -> str:
    return datetime.fromtimestamp(at / SECOND, UTC).strftime(_MADE)


def _read(made: str) -> int:
    """In milliseconds; a name that is no date was made at the beginning of time."""
    try:
        return int(datetime.strptime(made, _MADE).replace(tzinfo=UTC).timestamp()) * SECOND
    except ValueError:
        return 0
