"""The last so many things and no more: what is remembered to spare work, or to know a repetition.

What is here may be forgotten at any time and is by a restart; whatever must not be is the store's.
So a bot that serves for months needs no more room than it did on its first day.
"""

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LRUDict(OrderedDict[K, V]):
    """A dictionary of at most `most` entries; what was put in or recalled longest ago goes first.

    Putting something in moves entries: to do so while going through them, go through a copy.
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
        """What is remembered under that key, which is as good as new now; None where nothing is."""
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]
