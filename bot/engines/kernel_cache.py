"""The folder of compiled kernels, and the settings a process needs before importing them.

Compiling takes seconds, so numba caches the result in a folder. It does not notice when a kernel
that another kernel inlines was edited, so the folder's name contains a checksum of all kernel
sources. It also keys its files by processor: all processes compile for a generic one, so that an
image filled on one machine (`tavola warm`) works on any.

Numba reads its settings on import, so a process gets them from outside (`process.py`), or calls
`adopt` before the import (benchmarks, training and tests).
"""

import hashlib
import os
import platform
import shutil
import stat
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import core

if sys.platform != "win32":
    import pwd

FOLDER = "NUMBA_CACHE_DIR"
"""The variable that names the folder; it holds one subfolder per state of the sources."""


def settings(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return the environment variables for a process that runs engines.

    The folder is created; if that fails, or others could write to it, a temporary one is used.
    """
    folder = wanted(environment)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        is_usable = is_private(folder)
    except OSError:
        is_usable = False
    if not is_usable:
        folder = Path(_passing(folder).name)
    return {FOLDER: str(folder), "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": _features()}


def wanted(environment: Mapping[str, str]) -> Path:
    """Return the folder where kernels should be cached, writable or not."""
    name = f"tavola-kernels-{fingerprint()}"
    asked = Path(environment[FOLDER]) if environment.get(FOLDER) else _usual(environment)
    return asked if asked.name == name else asked / name


def adopt() -> None:
    """Apply the settings to this process. Call it before anything imports a kernel."""
    os.environ.update(settings(os.environ))
    from bot.engines import kernel_files

    kernel_files.install()


def is_private(folder: Path) -> bool:
    """Return whether only we, or root, can have put files there.

    Numba unpickles what it finds in its cache, so a folder that another account made or can write
    to would run that account's code.
    """
    if sys.platform == "win32":
        return True  # the user's own folder, protected by access control lists
    folder = folder.resolve()
    status = folder.stat()
    if status.st_mode & 0o022 or status.st_uid not in (os.geteuid(), 0):
        return False
    return all(_keeps_its_names(parent) for parent in folder.parents)


def _keeps_its_names(folder: Path) -> bool:
    """Return whether other accounts cannot replace what lies in this folder."""
    status = folder.stat()
    is_open = status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
    return not is_open and status.st_uid in (os.geteuid(), 0)


@cache
def fingerprint() -> str:
    """Return a checksum of everything that can be part of a kernel."""
    root = Path(core.__path__[0])
    sources = sorted([root / "kernels.py", *root.glob("games/*/kernels/*.py")])
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:12]


def _usual(environment: Mapping[str, str]) -> Path:
    """Return the user's cache folder on this system."""
    if environment.get("XDG_CACHE_HOME"):
        return Path(environment["XDG_CACHE_HOME"])
    if environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"])
    return Path(environment.get("HOME") or _account_home()) / ".cache"


def _account_home() -> str:
    """Return the account's home, never a shared folder that others could have created first.

    For an account without a home, as in some containers, it is a path that cannot be a folder.
    """
    if sys.platform == "win32":
        return os.devnull
    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return os.devnull


@cache
def _passing(folder: Path) -> "tempfile.TemporaryDirectory[str]":
    """Return a folder that is removed with this process, for when the right one cannot be used.

    Numba needs to write even in order to read, so the contents of a read-only folder (as in an
    image) are copied, unless other accounts could have put them there.
    """
    passing = tempfile.TemporaryDirectory(prefix="tavola-kernels-")
    if folder.is_dir() and is_private(folder):
        shutil.copytree(folder, passing.name, dirs_exist_ok=True)
    return passing


def _features() -> str:
    """Return the feature of every processor of this family since 2008 beyond the generic one:
    counting bits in one instruction."""
    return "+popcnt" if platform.machine().lower() in ("x86_64", "amd64") else ""
