"""Stochastic gradient descent on the weights of the patterns, compiled.

A position is the list of the different weights that its patterns use (`index`); what is expected of
it is their sum. Weights are in discs.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.games.reversi.kernels.evaluation import begin
from core.games.reversi.kernels.patterns import CENTRES, COUNT, LANES, TEMPI, TEMPO
from core.kernels import kernel, part, popcount

USED = COUNT + 1
"""Weights of a position: one of each instance, and the one of its number of empty squares."""

_TEMPO, _TEMPI = np.int64(TEMPO), np.int64(TEMPI)


@kernel("void(uint64[:, ::1], int32[::1], int32[:, ::1], int64[::1])")
def index(
    boards: NDArray[np.uint64],
    shared: NDArray[np.int32],
    found: NDArray[np.int32],
    empties: NDArray[np.int64],
) -> None:
    """Fills in each position's weights, and its number of empty squares."""
    lanes = np.zeros((65, LANES), np.int16)
    for i in range(boards.shape[0]):
        own, opp = boards[i, 0], boards[i, 1]
        empty = np.int64(64) - popcount(own | opp)
        empties[i] = empty
        begin(lanes, own, opp, np.int64(1), empty)
        for lane in range(COUNT):
            found[i, lane] = shared[CENTRES[lane] + np.int64(lanes[empty, lane])]
        found[i, COUNT] = shared[_TEMPO + empty % _TEMPI]


@part
def _expected(found: NDArray[np.int32], i: int, weights: NDArray[np.float32]) -> Any:
    total = np.float32(0)
    for lane in range(USED):
        total += weights[found[i, lane]]
    return total


@kernel("void(int32[:, ::1], int64[::1], float32[::1])")
def tally(found: NDArray[np.int32], order: NDArray[np.int64], counts: NDArray[np.float32]) -> None:
    """Counts how often each weight is used."""
    for at in range(order.size):
        for lane in range(USED):
            counts[found[order[at], lane]] += np.float32(1)


@kernel(
    "float64(int32[:, ::1], float32[::1], int64[::1], float32[::1], float32[::1], float64, float64)"
)
def descend(
    found: NDArray[np.int32],
    margins: NDArray[np.float32],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    counts: NDArray[np.float32],
    rate: float,
    decay: float,
) -> float:
    """One pass in that order; the mean absolute error on the way. A weight is drawn towards zero by
    `decay`, shared out over its uses, so that what few positions speak for stays small."""
    total = 0.0
    for at in range(order.size):
        i = order[at]
        error = margins[i] - _expected(found, i, weights)
        total += abs(error)
        step = np.float32(rate) * error
        for lane in range(USED):
            used = found[i, lane]
            weights[used] += step - np.float32(decay * rate) / counts[used] * weights[used]
    return total / max(order.size, 1)


@kernel("float64(int32[:, ::1], float32[::1], int64[::1], float32[::1])")
def error_of(
    found: NDArray[np.int32],
    margins: NDArray[np.float32],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
) -> float:
    """The mean absolute error on those positions."""
    total = 0.0
    for at in range(order.size):
        total += abs(margins[order[at]] - _expected(found, order[at], weights))
    return total / max(order.size, 1)


@kernel("void(int32[:, ::1], float32[::1], float32[::1])")
def remain(
    found: NDArray[np.int32], weights: NDArray[np.float32], margins: NDArray[np.float32]
) -> None:
    """Takes from each margin what those weights expect."""
    for i in range(margins.size):
        margins[i] -= _expected(found, i, weights)
