"""Compiled kernels as files: what is damaged is compiled anew, what cannot be written is not kept.

Numba believes what it finds: a file that a power cut left empty, or half written, would end every
worker at its start until somebody deletes it, and a full disk one that has compiled all it needs.
So `install` gives numba files that end with a checksum of what is before it. Must not know which
kernels there are, nor where the folder is (`cache.py`). To be imported when numba's settings are
made, because it imports numba.
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
    """From now on kernels are kept so, in this process."""
    caching.IndexDataCacheFile = ChecksummedCacheFile  # type: ignore[misc]  # numba has no other way in


class ChecksummedCacheFile(caching.IndexDataCacheFile):
    """The files of one function: an index, and one for each signature and processor. Numba reads
    them up to the end of what it wrote.

    Args:
        cache_path: where they are.
        filename_base: what their names begin with.
        source_stamp: another one where the function's source has changed.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: object) -> None:
        super().__init__(cache_path, filename_base, source_stamp)

    def load(self, key: object) -> Any:
        """None where there is nothing, or nothing whole."""
        return super().load(key)

    def save(self, key: object, data: object) -> None:
        """A warning where it cannot be written."""
        try:
            super().save(key, data)
        except OSError as fault:
            warnings.warn(f"{self._index_name} is not kept: {fault}", stacklevel=2)

    def _load_index(self) -> Any:
        return super()._load_index() if _is_whole(self._index_path) else {}

    def _load_data(self, name: str) -> Any:
        path = self._data_path(name)
        if not _is_whole(path):
            raise OSError(f"{path} is damaged")  # to numba it is not there
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[BytesIO]:
        """Written in one go, when all of it is known."""
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
