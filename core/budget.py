"""How much one request may be thought about.

Nodes decide, so that the same question gets the same answer on any machine; the given `stop` is
only asked now and then, as the safety net for slow ones.
"""

from collections.abc import Callable

from core.engine import Limit

_POLL = 1_000
"""Nodes between two questions: five milliseconds in Reversi, thirty in Pente, on one slow core."""


class Ended(Exception):
    """The nodes are spent or the time is up: unwinds a search to where its result so far is."""


class Budget:
    """Counts nodes: positions that a search looked at, as each engine says."""

    __slots__ = ("_next", "_stop", "cut", "most", "nodes")

    def __init__(self, limit: Limit, stop: Callable[[], bool]) -> None:
        self.nodes = 0
        self.most = limit.nodes
        self.cut = False  # whether `stop` ended it
        self._stop = stop
        self._next = 0

    def spend(self, nodes: int) -> None:
        """Takes so many nodes. Ended where there are no more."""
        self.nodes += nodes
        if self.nodes >= self._next:
            self._check()

    def _check(self) -> None:
        if self.nodes > self.most:
            raise Ended
        if self._stop():
            self.cut = True
            raise Ended
        self._next = min(self.most + 1, self.nodes + _POLL)
