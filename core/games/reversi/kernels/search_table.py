"""The kernels as Python sees them: plain numbers in, plain numbers out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.engine import Stop
from core.games.reversi.kernels import endgame, state, table
from core.games.reversi.kernels.patterns import LANES
from core.games.reversi.kernels.search import INFINITE, best_square, root

EXACT = int(endgame.EXACT)
"""The sureness of a search that believes nothing but what it has seen."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A move looked at: `known` where the score is exact for that search, else it is a bound."""

    square: int
    score: int
    known: bool


class SearchTable:
    """Memory for one search at a time. Every request begins as if it were the first.

    Args:
        weights: of the evaluation (`evaluation.unpacked`).
        entries: of the hash table, a power of two; 16 bytes each.
    """

    def __init__(self, weights: NDArray[np.uint64], entries: int = 1 << 19) -> None:
        self._weights = weights
        self._table = table.made(entries)
        self._lanes = np.zeros((65, LANES), np.int16)
        self._lists = np.zeros((65, 64), np.int64)
        self._state = np.zeros(state.CELLS, np.int64)
        self._stop = np.zeros(1, np.uint8)
        self._board = (np.uint64(0), np.uint64(0))

    def begin(self, own: int, opp: int, nodes: int, stop: Stop) -> None:
        """A new request, with its board, its nodes and what ends it early."""
        generation = int(self._state[state.GENERATION]) + 1
        if generation == table.GENERATIONS:
            self._table[:] = 0
            generation = 1
        self._state[:] = (0, nodes, 0, generation)
        self._stop = np.frombuffer(stop.cell, np.uint8)
        self._board = (np.uint64(own), np.uint64(opp))

    @property
    def nodes(self) -> int:
        """Spent since the request began."""
        return int(self._state[state.SPENT])

    @property
    def ended(self) -> bool:
        """Whether nodes or time were over before a search was."""
        return bool(self._state[state.ENDED])

    def remembered(self, own: int, opp: int) -> int | None:
        """The best square of a position that this request has searched; None where unknown."""
        found = int(
            best_square(np.uint64(own), np.uint64(opp), self._table, self._state[state.GENERATION])
        )
        return found if found < 64 else None

    def look(
        self,
        squares: Sequence[int],
        depth: int,
        sure: int = EXACT,
        reach: int = 0,
        window: tuple[int, int] = (-int(INFINITE), int(INFINITE)),
    ) -> list[Scored]:
        """Looks at moves in that order, as far as it gets: those less than `reach` behind the best
        are scored exactly. Scores are 64ths of a disc."""
        own, opp = self._board
        order = np.array(squares, np.int64)
        scores, known = np.zeros(len(squares), np.int64), np.zeros(len(squares), np.int64)
        empty = 64 - int(own).bit_count() - int(opp).bit_count()
        done = int(
            root(
                own, opp, empty, depth, sure, *window, reach, order, scores, known,
                self._table, self._lanes, self._weights, self._lists, self._state, self._stop,
            )
        )  # fmt: skip
        return [Scored(squares[i], int(scores[i]), bool(known[i])) for i in range(done)]
