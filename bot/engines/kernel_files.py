"""Compiled kernels as files: damaged ones are recompiled, unwritable ones are not cached.

Numba trusts the files it finds: one left empty or half written by a power cut would crash every
worker at startup until it is deleted by hand, and a full disk would crash a worker that has already
compiled everything it needs. So `install` makes numba append a checksum to its files. Importing
this module imports numba, so numba's settings must be in place (`kernel_cache.py`).
"""

import hashlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from numba.core import caching


def install() -> None:
    """Use checksummed cache files in this process from now on."""
    caching.IndexDataCacheFile = ChecksummedCacheFile  # type: ignore[misc]  # numba has no other way in


class ChecksummedCacheFile(caching.IndexDataCacheFile):
    """The cache files of one function: an index, and one file per signature and processor. Numba
    ignores what follows its own data.

    Args:
        cache_path: the folder.
        filename_base: prefix of the file names.
        source_stamp: changes when the function's source does.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: object) -> None:
        super().__init__(cache_path, filename_base, source_stamp)

    def load(self, key: object) -> Any:
        """Return the cached kernel, or None if it is missing or damaged."""
        return super().load(key)

    def save(self, key: object, data: object) -> None:
        """Store a kernel; warn if it cannot be written."""
        try:
            super().save(key, data)
        except OSError as fault:
            warnings.warn(f"{self._index_name} is not kept: {fault}", stacklevel=2)

    def _load_index(self) -> Any:
        return super()._load_index() if _is_whole(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        if not _is_whole(path):
            raise OSError(f"{path} is damaged")  # numba treats it as missing
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BytesIO]:
        """Write the file in one go, once its contents are complete."""
        whole = BytesIO()
        yield whole
        with super()._open_for_write(filepath) as file:
            file.write(whole.getvalue() + _summed(whole.getvalue()))


_SUM = hashlib.sha256().digest_size


def _is_whole(path: str) -> bool:
    try:
        kept = Path(path).read_bytes()
    except OSError:
        return False
    return _summed(kept[:-_SUM]) == kept[-_SUM:]


def _summed(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
