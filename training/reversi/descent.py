"""Stochastic gradient descent on the network of the evaluation, compiled.

A position is the list of the different indices that its patterns use (`index`). What is expected of
it is what `kernels/evaluation.py` says, in discs and in floating point: the tempo of its number of
empty squares, and of each unit, where it is above zero, its slope times its bias and weights.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.games.reversi.kernels.evaluation import UNITS, begin
from core.games.reversi.kernels.patterns import CENTRES, COUNT, LANES
from core.kernels import kernel, part, popcount

_PULL = np.float32(0.1)
"""How much slower than its share of an error a tempo moves; it sees every position."""
_LEAN = np.float32(0.03)
"""The same of slopes, which move by heights of many discs."""


@kernel("void(uint64[:, ::1], int32[::1], int32[:, ::1], int64[::1])")
def index(
    boards: NDArray[np.uint64],
    shared: NDArray[np.int32],
    found: NDArray[np.int32],
    empties: NDArray[np.int64],
) -> None:
    """Fills in each position's indices, and its number of empty squares."""
    lanes = np.zeros((65, LANES), np.int16)
    for i in range(boards.shape[0]):
        own, opp = boards[i, 0], boards[i, 1]
        empty = np.int64(64) - popcount(own | opp)
        empties[i] = empty
        begin(lanes, own, opp, np.int64(1), empty)
        for lane in range(COUNT):
            found[i, lane] = shared[CENTRES[lane] + np.int64(lanes[empty, lane])]


@kernel("void(int32[:, ::1], int64[::1], float32[::1])")
def tally(found: NDArray[np.int32], order: NDArray[np.int64], counts: NDArray[np.float32]) -> None:
    """Counts how often each index is used."""
    for at in range(order.size):
        for lane in range(COUNT):
            counts[found[order[at], lane]] += np.float32(1)


@part
def _expected(
    used: NDArray[np.int32],
    empty: int,
    weights: NDArray[np.float32],
    biases: NDArray[np.float32],
    slopes: NDArray[np.float32],
    tempi: NDArray[np.float32],
    heights: NDArray[np.float32],
) -> Any:
    """Return the expected margin; stores the heights of the units on the way."""
    for unit in range(UNITS):
        heights[unit] = biases[empty, unit]
    for lane in range(COUNT):
        row = used[lane]
        for unit in range(UNITS):
            heights[unit] += weights[row, unit]
    total = tempi[empty]
    for unit in range(UNITS):
        total += slopes[empty, unit] * max(heights[unit], np.float32(0))
    return total


@kernel(
    "void(int32[:, ::1], int64[::1], int64[::1], float32[:, ::1], float32[:, ::1],"
    " float32[:, ::1], float32[::1], float32[::1])"
)
def expect(
    found: NDArray[np.int32],
    empties: NDArray[np.int64],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    biases: NDArray[np.float32],
    slopes: NDArray[np.float32],
    tempi: NDArray[np.float32],
    expected: NDArray[np.float32],
) -> None:
    """Fills in what is expected of the positions of `order`."""
    heights = np.zeros(UNITS, np.float32)
    for at in range(order.size):
        i = order[at]
        expected[at] = _expected(found[i], empties[i], weights, biases, slopes, tempi, heights)


@kernel(
    "float64(int32[:, ::1], int64[::1], float32[::1], int64[::1], float32[:, ::1],"
    " float32[:, ::1], float32[:, ::1], float32[::1], float32[::1], float64, float64, float64)"
)
def descend(
    found: NDArray[np.int32],
    empties: NDArray[np.int64],
    margins: NDArray[np.float32],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    biases: NDArray[np.float32],
    slopes: NDArray[np.float32],
    tempi: NDArray[np.float32],
    counts: NDArray[np.float32],
    rate: float,
    share: float,
    decay: float,
) -> float:
    """One pass in that order; the mean absolute error on the way.

    Args:
        rate, share: weights and biases move by `rate * share`, slopes and tempi by parts of `rate`.
        decay: draws an index towards zero, shared out over its uses (`counts`), so that what few
            positions speak for stays small.
    """
    heights, moves = np.zeros(UNITS, np.float32), np.zeros(UNITS, np.float32)
    step, total = np.float32(rate * share), 0.0
    for at in range(order.size):
        i = order[at]
        empty = empties[i]
        said = _expected(found[i], empty, weights, biases, slopes, tempi, heights)
        error = margins[i] - said
        total += abs(error)
        tempi[empty] += np.float32(rate) * _PULL * error
        for unit in range(UNITS):
            moves[unit] = np.float32(0)
            if heights[unit] > np.float32(0):
                moves[unit] = step * error * slopes[empty, unit]
                slopes[empty, unit] += step * _LEAN * error * heights[unit]
                biases[empty, unit] += moves[unit]
        for lane in range(COUNT):
            row = found[i, lane]
            drawn = np.float32(decay) * step / counts[row]
            for unit in range(UNITS):
                weights[row, unit] += moves[unit] - drawn * weights[row, unit]
    return total / max(order.size, 1)
