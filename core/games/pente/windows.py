"""Where fives and captures can be: all windows of five points, all runs of four, computed once.

A five fills a window; a pair is taken between the ends of a run. What a window or run holds is one
small number, its code. A stone changes it by a fixed step, so codes are kept up to date by addition
(`kernels/`, which have these tables in their own form).
"""

from core.games.pente.points import LINES, POINTS
from core.games.pente.rules import IN_A_ROW

_RUN = 4  # a stone, a pair, a stone


def _rows(length: int) -> tuple[tuple[int, ...], ...]:
    """Return every straight row of `length` points."""
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
