"""Bounded LRU caches.

Entries may be evicted at any time and are lost on restart; anything else belongs in the store. This
keeps memory constant over months of service.
"""

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LRUDict(OrderedDict[K, V]):
    """A dictionary of at most `most` entries that evicts the least recently used one.

    Inserting evicts and reorders entries, so iterate over a copy if the loop inserts.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)

    def recall(self, key: K) -> V | None:
        """Return the value and mark it most recently used; None if the key is absent."""
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]
