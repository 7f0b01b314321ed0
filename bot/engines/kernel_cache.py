"""Where compiled kernels are kept, and the settings a process needs before it imports them.

Compiling takes seconds, so numba keeps what it compiled in a folder. It does not see when a kernel
that another one contains was edited: the folder's name therefore carries a checksum of all kernel
sources. It also keys what it keeps by the processor: all processes compile for a generic one, so
that an image filled on one machine (`tavola warm`) serves on any.

Numba reads its settings when it is imported, so they are given to a process from outside
(`process.py`), or taken over before the import (`adopt`, for benches, training and tests).
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
"""The variable that names the folder; one within it is used for each state of the sources."""


def settings(environment: Mapping[str, str]) -> Mapping[str, str]:
    """The variables for a process that thinks. Makes the folder, and finds another if it cannot."""
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
    """The folder where kernels are to be kept, whether or not it can be written to."""
    name = f"tavola-kernels-{fingerprint()}"
    asked = Path(environment[FOLDER]) if environment.get(FOLDER) else _usual(environment)
    return asked if asked.name == name else asked / name


def adopt() -> None:
    """Has this process use them. Before anything imports a kernel."""
    os.environ.update(settings(os.environ))
    from bot.engines import kernel_files

    kernel_files.install()


def is_private(folder: Path) -> bool:
    """Return whether only we, or root, can have put files there.

    Numba unpickles what it finds in its cache, so a folder that another account made or can write
    to would run that account's code.
    """
    if sys.platform == "win32":
        return True  # the user's own folder, by the system's access lists
    folder = folder.resolve()
    found = folder.stat()
    if found.st_mode & 0o022 or found.st_uid not in (os.geteuid(), 0):
        return False
    return all(_keeps_its_names(parent) for parent in folder.parents)


def _keeps_its_names(folder: Path) -> bool:
    """Return whether other accounts cannot replace what lies in this folder."""
    found = folder.stat()
    is_open = found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX
    return not is_open and found.st_uid in (os.geteuid(), 0)


@cache
def fingerprint() -> str:
    """A checksum of everything that can be part of a kernel."""
    root = Path(core.__path__[0])
    sources = sorted([root / "kernels.py", *root.glob("games/*/kernels/*.py")])
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:12]


def _usual(environment: Mapping[str, str]) -> Path:
    """The user's folder for what can be made again, on this system."""
    if environment.get("XDG_CACHE_HOME"):
        return Path(environment["XDG_CACHE_HOME"])
    if environment.get("LOCALAPPDATA"):
        return Path(environment["LOCALAPPDATA"])
    return Path(environment.get("HOME") or _account_home()) / ".cache"


def _account_home() -> str:
    """Return the account's home, never a shared folder that others could have made first.

    For an account without one, as in some containers, it is a path that can be no folder.
    """
    if sys.platform == "win32":
        return os.devnull
    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return os.devnull


@cache
def _passing(folder: Path) -> "tempfile.TemporaryDirectory[str]":
    """A folder that goes with this process, for where the right one cannot be written to, which
    numba wants even to read it: with what is there, as in an image with a read-only file system."""
    passing = tempfile.TemporaryDirectory(prefix="tavola-kernels-")
    if folder.is_dir() and is_private(folder):
        shutil.copytree(folder, passing.name, dirs_exist_ok=True)
    return passing


def _features() -> str:
    """What every processor of this family made since 2008 can, beyond the generic one: counting
    bits in one instruction."""
    return "+popcnt" if platform.machine().lower() in ("x86_64", "amd64") else ""
