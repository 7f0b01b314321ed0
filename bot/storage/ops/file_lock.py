"""One process for one database file.

SQLite would let two bots write to one file; they would then answer the same presses, and on many
versions of SQLite could even damage the file (see `sqlite.py`). A lock beside the file, which the
system drops when its holder dies, makes the second one say so instead.
"""

from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from bot.storage.errors import CannotOpen


def take(path: Path) -> BaseFileLock:
    """The lock of this database file, held until `release`. Makes the folder where it is missing.

    Links are followed, so that a file has one lock by whatever name it is opened.

    Raises:
        CannotOpen: another process holds it, or the folder cannot be written.
    """
    path = path.resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{path}.lock", thread_local=False)
        lock.acquire(blocking=False)
    except Timeout:
        raise CannotOpen(
            f"{path} is in use by another running Tavola: stop that one first,"
            " or give this one a database of its own"
        ) from None
    except OSError as error:
        raise CannotOpen(f"{path}: its folder cannot be written ({error.strerror})") from error
    return lock
