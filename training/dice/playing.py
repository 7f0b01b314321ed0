"""How a table plays, compiled: games on given throws, and the luck in them.

The luck foreseen by a table (each throw's best, less the mean over all throws) has a mean of nought
for every way to choose. Taken off the result it leaves the value of the play with a seventh of the
noise: a control variate.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.games.dice.layout import SUMS, VALUES
from core.games.dice.rules import WIN
from core.kernels import kernel, part
from training.dice.throwing import FIVES, REST, WAYS, allowed, choose, left_over, mark
from training.dice.worths import KINDS, Table, outlook, worth, worth_of


@part
def points_of(marks: NDArray[np.int64]) -> Any:
    points = np.int64(0)
    for i in range(SUMS):
        points += worth(i, marks[i])
    return points


@part
def choose_far(
    table: Table,
    marks: NDArray[np.int64],
    rejects: NDArray[np.int64],
    throw: int,
    aim: int,
    chosen: NDArray[np.int64],
) -> None:
    """The best split of a throw by all throws that can follow."""
    values = np.empty((VALUES + 1, KINDS))
    best = np.empty(FIVES)
    each = np.empty(2, np.int64)
    most = -1e9
    may = allowed(rejects)
    for at in range(5):
        each[0] = left_over(may, throw, at)
        if each[0] < 0:
            continue
        for way in range(3):
            each[1] = WAYS[REST[throw, at], way]
            next_marks = marks.copy()
            next_rejects = rejects.copy()
            if mark(next_marks, next_rejects, each):
                value = np.float64(points_of(next_marks))
                if aim:
                    value = np.float64(value >= WIN)
            else:
                value = outlook(table, next_marks, next_rejects, aim, values, best)
            if value > most:
                most = value
                chosen[0] = each[0]
                chosen[1] = each[1]


@kernel("void(float32[::1], int16[:, ::1], int64, int64, float64[::1], float64[::1])")
def play(
    table: Table,
    throws: NDArray[np.int16],
    aim: int,
    steps: int,
    totals: NDArray[np.float64],
    luck: NDArray[np.float64],
) -> None:
    """Plays a game on each row of throws (by number), one step or two ahead.

    Fills in the points, or nan where a game did not end with its throws, and the luck that the
    table foresaw at one step (points, or chances of 500).
    """
    values = np.empty((VALUES + 1, KINDS))
    best = np.empty(FIVES)
    chosen = np.empty(2, np.int64)
    state = np.zeros(1, np.uint64)
    for game in range(throws.shape[0]):
        marks = np.zeros(SUMS, np.int64)
        rejects = np.zeros(VALUES, np.int64)
        luck[game] = 0.0
        totals[game] = np.nan
        for at in range(throws.shape[1]):
            throw = int(throws[game, at])
            mean = outlook(table, marks, rejects, aim, values, best)
            luck[game] += worth_of(aim, best[throw]) - mean
            if steps > 1:
                choose_far(table, marks, rejects, throw, aim, chosen)
            else:
                choose(values, rejects, throw, False, state, chosen)
            if mark(marks, rejects, chosen):
                totals[game] = points_of(marks)
                break
