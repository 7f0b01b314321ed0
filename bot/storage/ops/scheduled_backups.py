"""Back up the database at intervals while the bot runs, and delete the oldest copies.

The schedule follows from the file names in the folder, which contain the time of each copy; the
only state is when one last failed. Other files in the folder are left alone.
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
"""Delay after a failed backup, in milliseconds."""

_MADE = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"-(\d{8}T\d{6}Z)\.db")


class ScheduledBackups:
    """Keep a number of copies at fixed intervals."""

    def __init__(self, database: Path, folder: Path, every: int, keep: int, now: Now) -> None:
        """Configure the schedule.

        Args:
            database: the file to copy.
            folder: where the copies go.
            every: milliseconds from one copy to the next.
            keep: how many copies are kept, at least one.
            now: the clock.
        """
        self._database = database
        self._folder = folder
        self._every = every
        self._keep = keep
        self._now = now
        self._failed: Millis | None = None

    async def run(self) -> Millis:
        """Make the copy that is due, if any, and return when to look again."""
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
            log.error("the backup failed: %s", fault)
            self._failed = now
            return Millis(now + PAUSE)
        self._failed = None
        log.info("the database was backed up to %s", copy)
        await asyncio.to_thread(self._forget, [path for _, path in kept])
        return Millis(now + self._every)

    def _kept(self) -> Sequence[tuple[int, Path]]:
        """Return the existing copies with their times, oldest first."""
        stem = self._database.stem
        copies = []
        for path in self._folder.glob(f"{stem}-*.db"):
            if (made := _NAME.fullmatch(path.name.removeprefix(stem))) is not None:
                copies.append((_read(made[1]), path))
        return sorted(copies)

    def _forget(self, older: Sequence[Path]) -> None:
        """Delete the oldest copies; with the newest one, `keep` remain."""
        for path in older[: max(0, len(older) - self._keep + 1)]:
            path.unlink(missing_ok=True)


def _written(at: Millis) -> str:
    return datetime.fromtimestamp(at / SECOND, UTC).strftime(_MADE)


def _read(made: str) -> int:
    """Return milliseconds; 0, the oldest possible, for a name that contains no date."""
    try:
        return int(datetime.strptime(made, _MADE).replace(tzinfo=UTC).timestamp()) * SECOND
    except ValueError:
        return 0
