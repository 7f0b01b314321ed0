"""Lock one database file for one process.

SQLite would let two bots write to one file; both would then answer the same presses, and on many
versions of SQLite they could even damage the file (see `store.py`). Two locks make the second bot
refuse to start, and the system drops both when their holder dies:

- a file beside the database, which works on every system and before the database exists;
- where the system has `flock`, the database file itself, by device and inode. It holds when the
  lock file was deleted, or when the database is reached by another name.

`flock` and the record locks SQLite uses do not interact. Closing any descriptor of a file does drop
the process's record locks on it, so the descriptor stays open until SQLite has closed the file, and
a file this process holds already is never opened a second time.
"""

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from bot.storage.errors import CannotOpen

if sys.platform != "win32":
    import fcntl

PRIVATE = 0o600
"""Mode of the database and its lock file: one holds secrets, the other could be locked by others.
"""

_OURS = set[tuple[int, int]]()
"""Registry of the files this process has locked, by device and inode."""


class DatabaseLock:
    """A held lock on the file at `path`, links followed. Release it after SQLite has closed it."""

    def __init__(self, path: Path, beside: BaseFileLock) -> None:
        self.path = path
        self._beside = beside
        self._descriptor: int | None = None
        self._identity: tuple[int, int] | None = None

    def lock_file(self) -> None:
        """Lock the database file itself, if it exists and is not locked yet.

        Raises:
            CannotOpen: it is in use under another name, or has several names.
        """
        if self._identity is not None or sys.platform == "win32" or not self.path.is_file():
            return
        status = self.path.stat()
        identity = (status.st_dev, status.st_ino)
        if identity in _OURS:
            raise CannotOpen(_renamed(self.path))
        if status.st_nlink > 1:
            raise CannotOpen(
                f"{self.path} has another name (a hard link), under which its latest writes"
                " would be missing: keep one name, or copy the file with `tavola backup`"
            )
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise CannotOpen(f"{self.path} cannot be read ({error.strerror})") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise CannotOpen(_renamed(self.path)) from None
        except OSError:  # a file system without flock: the file beside it has to do
            os.close(descriptor)
            return
        self._descriptor, self._identity = descriptor, identity
        _OURS.add(identity)

    def release(self) -> None:
        """Release both locks. May be called twice."""
        if self._descriptor is not None and self._identity is not None:
            os.close(self._descriptor)
            _OURS.discard(self._identity)
            self._descriptor = self._identity = None
        self._beside.release()


def take(path: Path) -> DatabaseLock:
    """Take the lock of this database file; its folder is made if missing.

    Links are followed, so that a file has one lock by whatever name it is opened.

    Raises:
        CannotOpen: another process holds it, or the folder cannot be written.
    """
    path = path.resolve()
    beside = Path(f"{path}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(beside, mode=PRIVATE, thread_local=False)
        lock.acquire(blocking=False)
    except Timeout:
        raise CannotOpen(_of_another_user(beside) or _in_use(path)) from None
    except OSError as error:
        line = f"{path}: its folder cannot be written ({error.strerror})"
        raise CannotOpen(_of_another_user(beside) or line) from error
    make_private(beside)
    held = DatabaseLock(path, lock)
    try:
        held.lock_file()
    except CannotOpen:
        held.release()
        raise
    return held


def make_private(file: Path) -> None:
    """Take away the rights of others, as far as the file is ours."""
    with suppress(OSError):
        if stat.S_IMODE(file.stat().st_mode) & ~PRIVATE:
            file.chmod(PRIVATE)


def _in_use(path: Path) -> str:
    return (
        f"{path} is in use by another running Tavola: stop that one first,"
        " or give this one a database of its own"
    )


def _renamed(path: Path) -> str:
    return (
        f"{path} is in use by another running Tavola, which opened it under another name"
        " or whose lock file was deleted: stop that one first"
    )


def _of_another_user(beside: Path) -> str | None:
    """Return the line for a lock file that another account made, if that is the obstacle."""
    try:
        owner = beside.stat().st_uid
    except OSError:
        return None
    if sys.platform == "win32" or owner == os.geteuid():
        return None
    return (
        f"{beside} belongs to another user (uid {owner}): run Tavola as that user,"
        " or have them remove the file"
    )
