"""Files attached to answers: replays, plots, records.

Kept in memory for a while under unguessable names, because each is for its requester; the page
fetches them over HTTP. A file that has expired is requested again.
"""

from collections import OrderedDict
from collections.abc import Sequence

from bot.app.model.card import File
from bot.app.ports.system import RandomBytes
from bot.frontends.web.protocol import FileShown

KEPT = 32 * 1024 * 1024
"""Bytes of all of them together; the oldest go first."""

KEY_BYTES = 16


class Downloads:
    """Gives addresses to files, and files to addresses."""

    def __init__(self, fresh: RandomBytes, kept: int = KEPT) -> None:
        self._fresh = fresh
        self._kept = kept
        self._files: OrderedDict[str, File] = OrderedDict()
        self._size = 0

    def keep(self, files: Sequence[File]) -> list[FileShown]:
        """Where each of them can be had from now on; the same one has the same address again."""
        shown = []
        for file in files:
            if (known := self._key_of(file)) is not None:
                shown.append(FileShown(file.name, f"files/{known}"))
                continue
            key = self._fresh(KEY_BYTES).hex()
            self._files[key] = file
            self._size += len(file.data)
            shown.append(FileShown(file.name, f"files/{key}"))
        while self._size > self._kept and len(self._files) > len(files):
            _, oldest = self._files.popitem(last=False)
            self._size -= len(oldest.data)
        return shown

    def _key_of(self, file: File) -> str | None:
        known = next((key for key, kept in self._files.items() if kept == file), None)
        if known is not None:
            self._files.move_to_end(known)
        return known

    def get(self, key: str) -> File | None:
        """None for one that is no longer kept, or never was."""
        return self._files.get(key)
