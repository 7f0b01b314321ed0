"""Where fives and captures can be: all windows of five points, all runs of four, computed once.

A five fills a window; a pair is taken between the ends of a run. What a window or run holds is one
small number, its code. A stone changes it by a fixed step, so codes are kept up to date by addition
and one of a kind is found by looking for a byte.
"""

from core.games.pente.points import LINES, POINTS
from core.games.pente.rules import BLACK, EMPTY, IN_A_ROW, WHITE

_RUN = 4  # a stone, a pair, a stone
_REACH = 3


def _rows(length: int) -> tuple[tuple[int, ...], ...]:
    """Every straight row of so many points."""
    return tuple(
        (point, *ahead[: length - 1])
        for point in range(POINTS)
        for ahead, _ in LINES[point]
        if len(ahead) >= length - 1
    )


WINDOWS = _rows(IN_A_ROW)
RUNS = _rows(_RUN)

STEPS = (1, IN_A_ROW + 1)
"""By side: what a stone adds to a window's code, which so counts the stones of both."""

CODES = (IN_A_ROW + 1) ** 2
"""Codes of windows are less than this."""

FOURS = tuple(step * (IN_A_ROW - 1) for step in STEPS)
"""By side: the code of a window that one more of its stones makes a five."""

WINDOWS_OF = tuple(
    tuple((i, *window) for i, window in enumerate(WINDOWS) if point in window)
    for point in range(POINTS)
)
"""By point: number and points of each window that it lies in."""

RUNS_OF = tuple(
    tuple((i, 3 ** run.index(point)) for i, run in enumerate(RUNS) if point in run)
    for point in range(POINTS)
)
"""By point: number of each run that it lies in, and by what a white stone changes the run's code,
whose digits to the base of 3 are its points, the first one's the lowest."""


def _run_code(*cells: int) -> int:
    return sum(cell * 3**place for place, cell in enumerate(cells))


OPEN_PAIRS = tuple(
    ((_run_code(EMPTY, enemy, enemy, own), 0), (_run_code(own, enemy, enemy, EMPTY), _RUN - 1))
    for own, enemy in ((WHITE, BLACK), (BLACK, WHITE))
)
"""By side: the codes of runs where it could take a pair, and in which place its stone would go."""

NEAR = tuple(
    tuple(each for axis in LINES[point] for ray in axis for each in ray[:_REACH])
    for point in range(POINTS)
)
"""By point: those at most three away in a line, where a stone would have to do with it."""
