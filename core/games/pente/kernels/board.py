"""One position with everything a search needs: the kernels' edge, in plain typed functions.

Owns the arrays. A board is made for one request and dropped with it, so nothing learned for one
request can change the answer to another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.engine import Limit, Stop
from core.games.pente.kernels.forced import answers, escapes, forced
from core.games.pente.kernels.layout import (
    CELLS,
    ENDED,
    FOUND,
    FOUR_NODES,
    HASH,
    KILLER,
    LIST,
    MOST,
    NODES,
    NOWHERE,
    PLIES,
    SIDE,
    SIDE_KEY,
    TIME_UP,
    TOP,
    WEIGHTS,
    WIDTH,
    blank,
    tables,
)
from core.games.pente.kernels.search import promising, run
from core.games.pente.kernels.stones import can_win, count, credit, make, unmake, wins_at
from core.games.pente.points import POINTS
from core.games.pente.rules import EMPTY
from core.kernels import kernel

_BLANK, _TABLES = blank(), tables()
_UNBOUNDED = 1 << 62
_ENTRIES = 18  # log2 of the table's size; half of the entries are about forced wins


@kernel("void(int64[::1], int32[::1], uint8[::1], int64, int64, int64)")
def _set_up(S, T, cells, side, white, black):
    for point in range(POINTS):
        if cells[point] != 0:
            S[CELLS + point] = cells[point]
            count(S, T, point, cells[point] - 1, 1)
    credit(S, 0, white)
    credit(S, 1, black)
    if side != 0:
        S[SIDE] = side
        S[HASH] ^= S[SIDE_KEY]


_WINS, _ANSWERS, _PROMISING = 0, 1, 2


@kernel("int64(int64[::1], int64, int64, int64)")
def _list(S, what, side, most):
    start = LIST + S[TOP] * WIDTH
    length = np.int64(0)
    if what == _ANSWERS:
        length = answers(S, start, side)
    elif what == _PROMISING:
        length = promising(S, start, side, most, np.int64(NOWHERE))
    elif can_win(S, side):
        for point in range(POINTS):
            if S[CELLS + point] == 0 and wins_at(S, point, side) and length < WIDTH:
                S[start + length] = point
                length += 1
    return length


@dataclass(frozen=True, slots=True)
class Board:
    """A position; sides are 0, White, and 1, Black. Points are numbers below 361."""

    state: NDArray[np.int64]
    table: NDArray[np.int64]
    stop: NDArray[np.uint8]

    @staticmethod
    def of(
        cells: Sequence[int],
        side: int,
        pairs: tuple[int, int],
        weights: Sequence[int],
        limit: Limit,
        stop: Stop,
    ) -> "Board":
        """A board that may be thought about so much."""
        state = _BLANK.copy()
        state[WEIGHTS : WEIGHTS + len(weights)] = weights
        state[KILLER : KILLER + 2 * PLIES] = NOWHERE
        state[MOST] = limit.nodes
        _set_up(state, _TABLES, np.frombuffer(bytearray(cells), dtype=np.uint8), side, *pairs)
        table = np.zeros(2 << _ENTRIES, dtype=np.int64)
        return Board(state, table, np.frombuffer(stop.cell, dtype=np.uint8))

    def unbounded(self) -> "Board":
        """Return the same position, with its table, without a budget."""
        state = self.state.copy()
        state[[NODES, ENDED]] = 0
        state[MOST] = _UNBOUNDED
        return Board(state, self.table, np.zeros(1, dtype=np.uint8))

    @property
    def side(self) -> int:
        return int(self.state[SIDE])

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self.state[NODES])

    @property
    def ended(self) -> bool:
        """Whether the budget is spent; the last result of a search is then meaningless."""
        return bool(self.state[ENDED])

    @property
    def cut(self) -> bool:
        """Whether the time was up, not the nodes spent."""
        return bool(self.state[ENDED] == TIME_UP)

    def empty(self, point: int) -> bool:
        return bool(self.state[CELLS + point] == EMPTY)

    def put(self, point: int) -> None:
        """A stone of the one to move; what it takes is taken off."""
        make(self.state, _TABLES, point)

    def back(self) -> None:
        """Takes the last stone back."""
        unmake(self.state, _TABLES)

    def wins(self, side: int) -> list[int]:
        """Where a stone of that side would win."""
        return self._listed(_WINS, side, WIDTH)

    def answers(self) -> list[int]:
        """Every stone that could prevent a win of the other's, where one threatens."""
        return self._listed(_ANSWERS, self.side, WIDTH)

    def promising(self, most: int) -> list[int]:
        """Return at most `most` points (64 or fewer), the most promising first."""
        return self._listed(_PROMISING, self.side, most)

    def _listed(self, what: int, side: int, most: int) -> list[int]:
        length = _list(self.state, what, side, most)
        start = LIST + int(self.state[TOP]) * WIDTH
        return [int(word) & 511 for word in self.state[start : start + length]]

    def forced(self, left: int, nodes: int = _UNBOUNDED) -> int:
        """Return with how many own stones, `left` or fewer, the player to move wins by threats that
        leave no choice; 0 if none was found within `nodes`. A result above 0 is proved."""
        if self.ended:
            return 0
        self.state[FOUR_NODES] = nodes
        return int(forced(self.state, _TABLES, self.table, self.stop, left))

    @property
    def found(self) -> int:
        """The first stone of the win that `forced` found."""
        return int(self.state[FOUND])

    def escapes(self, left: int, nodes: int) -> bool:
        """Whether the player to move has a stone that stops every win by threats in `left` stones.
        False is proved; when `nodes` run out the answer is True."""
        self.state[FOUR_NODES] = nodes
        return bool(escapes(self.state, _TABLES, self.table, self.stop, left))

    def threatens(self, left: int, nodes: int) -> bool:
        """Whether the other, if it were to move, would win by threats in `left` stones."""
        self._pass()
        found = self.forced(left, nodes)
        self._pass()
        return found > 0

    def _pass(self) -> None:
        self.state[SIDE] = 1 - self.state[SIDE]
        self.state[HASH] ^= self.state[SIDE_KEY]

    def search(self, depth: int, alpha: int, beta: int) -> int:
        """The score for the one to move, exact between the bounds (`search.py`)."""
        return int(run(self.state, _TABLES, self.table, self.stop, depth, alpha, beta))

    def expected(self) -> int | None:
        """The best point as the last search of this position knows it."""
        key = int(self.state[HASH])
        slot = 2 * (key & (len(self.table) // 4 - 1))
        point = int(self.table[slot + 1]) >> 10 & 511
        known = self.table[slot] == key and point != NOWHERE and self.empty(point)
        return point if known else None
