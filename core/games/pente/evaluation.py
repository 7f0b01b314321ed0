"""A position as a search sees it, and how good it is.

Owns what follows from the stones and is dear to count anew: what every window holds, what all that
is worth, and for each point how much a stone of either side would be worth there. `after` gives the
next position; nothing has to be taken back, for the old one is still there. Scores are whole, so
that they repeat everywhere; an open three is worth about 150. That a game is won is not said here
but in `search.py`.
"""

from collections.abc import Sequence
from heapq import nlargest

from core.games.pente.points import POINTS
from core.games.pente.rules import BLACK, EMPTY, PAIRS_TO_WIN, WHITE, take
from core.games.pente.windows import (
    CODES,
    FOURS,
    NEAR,
    OPEN_PAIRS,
    RUNS,
    RUNS_OF,
    STEPS,
    WINDOWS,
    WINDOWS_OF,
)

ROW = (0, 1, 8, 40, 150, 1000)
"""Worth of a window with so many stones, all of one side."""

PAIRS = (0, 60, 140, 250, 450, 1000)
"""Worth of so many captured pairs."""

TEMPO = 40
"""Percent of the best stone's worth that it is worth to be the one to move."""

MINE, THEIRS = 50, 20
"""Percent of their worth that pairs are worth before they are taken: to the one to move, to the
other."""

_OCCUPIED, _FAR = 1 << 26, 1 << 20
"""By how much less a point is rated where there is a stone, where none ever was near."""

_NUMBERS = range(POINTS)
_Change = tuple[int, int, int]


def _worth(code: int) -> int:
    """Of a window, to White."""
    black, white = divmod(code, STEPS[1])
    return 0 if black and white else ROW[white] - ROW[black]


def _gain(code: int, side: int) -> int:
    """Of one more stone in a window, to that side; 0 where it is full."""
    if sum(divmod(code, STEPS[1])) >= len(ROW) - 1:
        return 0
    change = _worth(code + STEPS[side]) - _worth(code)
    return -change if side else change


def _change(old: int, new: int) -> _Change | None:
    """What another code of a window changes: its worth, and either side's gain on its points."""
    white, black = (_gain(new, side) - _gain(old, side) for side in (0, 1))
    change = (_worth(new) - _worth(old), white, black)
    return change if any(change) else None


_CHANGES = {
    step: tuple(_change(code, (code + step) % CODES) for code in range(CODES))
    for step in (*STEPS, *(-step for step in STEPS))
}
"""By the step, then by the code before it; codes that cannot take the step do not matter."""


class Field:
    """One position. Sides are 0, White, and 1, Black; `side` is to move.

    `gains` are by side and point: what a stone there would change for that side. `worth` is that of
    all windows, to White.
    """

    __slots__ = ("cells", "gains", "near", "pairs", "runs", "side", "windows", "worth")

    def __init__(self, cells: Sequence[int], side: int, pairs: tuple[int, int]) -> None:
        self.side = side
        self.pairs = pairs
        self.cells = bytearray(POINTS)
        self.near = bytearray(POINTS)
        self.windows = bytearray(len(WINDOWS))
        self.runs = bytearray(len(RUNS))
        self.worth = 0
        first = [_gain(0, 0) * len(windows) - _FAR for windows in WINDOWS_OF]
        self.gains = (first, first.copy())
        for point, cell in enumerate(cells):
            if cell != EMPTY:
                self._put(point, cell)

    def after(self, point: int) -> "Field":
        """The position after a stone of the one to move; what it captures is taken off."""
        side, own = self.side, WHITE + self.side
        child = Field.__new__(Field)
        child.side = 1 - side
        child.pairs = self.pairs
        child.cells = self.cells.copy()
        child.near = self.near.copy()
        child.windows = self.windows.copy()
        child.runs = self.runs.copy()
        child.worth = self.worth
        child.gains = (self.gains[0].copy(), self.gains[1].copy())
        child._put(point, own)
        if taken := take(child.cells, point, own):
            for each in taken:
                child._count(each, BLACK - side, -1)
            white, black = self.pairs
            gained = len(taken) // 2
            child.pairs = (white, black + gained) if side else (white + gained, black)
        return child

    def _put(self, point: int, cell: int) -> None:
        self.cells[point] = cell
        self._count(point, cell, 1)
        near, (white, black) = self.near, self.gains
        for each in NEAR[point]:
            if not near[each]:
                near[each] = 1
                white[each] += _FAR
                black[each] += _FAR

    def _count(self, point: int, cell: int, sign: int) -> None:
        """Counts a stone in, or out where `sign` is -1. The loop is where searches spend their
        time, so it is written out."""
        windows, runs = self.windows, self.runs
        white, black = self.gains
        white[point] -= sign * _OCCUPIED
        black[point] -= sign * _OCCUPIED
        step = sign * STEPS[cell - WHITE]
        changes = _CHANGES[step]
        for i, a, b, c, d, e in WINDOWS_OF[point]:
            code = windows[i]
            windows[i] = code + step
            if change := changes[code]:
                worth, for_white, for_black = change
                self.worth += worth
                white[a] += for_white
                white[b] += for_white
                white[c] += for_white
                white[d] += for_white
                white[e] += for_white
                black[a] += for_black
                black[b] += for_black
                black[c] += for_black
                black[d] += for_black
                black[e] += for_black
        digit = sign * cell
        for i, place in RUNS_OF[point]:
            runs[i] += digit * place

    def captures(self, side: int) -> dict[int, int]:
        """Where a stone of that side would take how many pairs."""
        found: dict[int, int] = {}
        for code, place in OPEN_PAIRS[side]:
            i = self.runs.find(code)
            while i >= 0:
                point = RUNS[i][place]
                found[point] = found.get(point, 0) + 1
                i = self.runs.find(code, i + 1)
        return found

    def wins(self, side: int) -> tuple[int, ...]:
        """Where a stone of that side would win: by a five, or by the fifth pair."""
        found: dict[int, None] = {}
        i = self.windows.find(FOURS[side])
        while i >= 0:
            found[next(each for each in WINDOWS[i] if not self.cells[each])] = None
            i = self.windows.find(FOURS[side], i + 1)
        missing = PAIRS_TO_WIN - self.pairs[side]
        for point, pairs in self.captures(side).items():
            if pairs >= missing:
                found[point] = None
        return tuple(found)

    def best(self, count: int) -> list[int]:
        """So many empty points for the one to move, the most promising first, and among them all
        where either side could take a pair."""
        side, gains = self.side, self.gains[self.side]
        points = nlargest(count, _NUMBERS, key=gains.__getitem__)
        while points and self.cells[points[-1]]:
            points.pop()  # a board that is nearly full
        mine, theirs = self.captures(side), self.captures(1 - side)
        if not mine and not theirs:
            return points
        rated = {point: gains[point] for point in (*points, *mine, *theirs)}
        for whose, pairs in ((side, mine), (1 - side, theirs)):
            for point, taken in pairs.items():
                rated[point] += self._pairs_more(whose, taken)
        return sorted(rated, key=rated.__getitem__, reverse=True)

    def judge(self) -> int:
        """The score, for the one to move, of a position in which nobody wins at once."""
        side, other = self.side, 1 - self.side
        best = max(self.gains[side])
        if best < -_OCCUPIED // 2:
            return 0  # a full board is a draw
        score = -self.worth if side else self.worth
        score += (
            _pairs_worth(self.pairs[side]) - _pairs_worth(self.pairs[other]) + TEMPO * best // 100
        )
        if mine := self.captures(side):
            score += MINE * self._pairs_more(side, sum(mine.values())) // 100
        if theirs := self.captures(other):
            score -= THEIRS * self._pairs_more(other, sum(theirs.values())) // 100
        return score

    def _pairs_more(self, side: int, count: int) -> int:
        """What so many more would be worth to that side."""
        taken = self.pairs[side]
        return _pairs_worth(taken + count) - _pairs_worth(taken)


def _pairs_worth(pairs: int) -> int:
    """Of so many captured pairs; one stone can take more than the fifth."""
    return PAIRS[min(pairs, PAIRS_TO_WIN)]
