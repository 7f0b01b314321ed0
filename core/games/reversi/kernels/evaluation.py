"""How good a position is, from the patterns of its squares.

Indices are kept up to date move by move, as black sees them (`lanes`: a row for each number of
empty squares, `patterns.LANES` columns); `sign` is 1 where black is to move, else -1. A weight is
in 64ths of a disc, a stage's weights lie together, and the sum is the margin expected for the one
to move.
"""

import zlib

import numpy as np
from numpy.typing import NDArray

from core.games.reversi.kernels.board import FIRST, NONE, first_of
from core.games.reversi.kernels.patterns import (
    CENTRES,
    COUNT,
    DIFFERENT,
    LANES,
    SHARED,
    SIZE,
    STAGE_OF,
    STAGES,
    TEMPI,
    TEMPO,
    WORTH,
)
from core.kernels import part

DISC = 64
"""Scores are 64ths of a disc."""

STORED = 8
"""Weights are kept in eighths."""

_MOST = np.int64(63 * DISC)
_WIDTH = np.int64(LANES)
_TEMPO, _TEMPI = np.int64(TEMPO), np.int64(TEMPI)


def unpacked(stored: bytes) -> NDArray[np.int16]:
    """The weights as kernels read them, from the file that `training/reversi` writes: compressed,
    a signed byte in eighths of a disc for each different weight, stage by stage."""
    packed = np.frombuffer(zlib.decompress(stored), np.int8).reshape(STAGES, DIFFERENT)
    return spread(packed.astype(np.int16) * np.int16(DISC // STORED))


def spread(different: NDArray[np.int16]) -> NDArray[np.int16]:
    """Each weight at every index that shares it, stage after stage."""
    return np.ascontiguousarray(different[:, SHARED]).ravel()


@part
def place(lanes, empty, board, sign):
    """Adds discs to a row: 1 for black's, -1 for white's."""
    while board != NONE:
        square = first_of(board)
        board &= board - FIRST
        for lane in range(_WIDTH):
            lanes[empty, lane] += np.int16(sign) * WORTH[square, lane]


@part
def begin(lanes, own, opp, sign, empty):
    """Makes the row of a position."""
    for lane in range(_WIDTH):
        lanes[empty, lane] = 0
    place(lanes, empty, own, sign)
    place(lanes, empty, opp, -sign)


@part
def follow(lanes, empty, square, turned, sign):
    """Makes the row after a move of the one whose sign it is, from the row before it."""
    after = empty - np.int64(1)
    one, two = np.int16(sign), np.int16(sign + sign)
    for lane in range(_WIDTH):
        lanes[after, lane] = lanes[empty, lane] + one * WORTH[square, lane]
    while turned != NONE:
        disc = first_of(turned)
        turned &= turned - FIRST
        for lane in range(_WIDTH):
            lanes[after, lane] += two * WORTH[disc, lane]


@part
def evaluate(lanes, empty, sign, weights):
    """The expected margin for the one to move, whose sign it is."""
    start = STAGE_OF[empty] * np.int64(SIZE)
    total = np.int64(weights[start + _TEMPO + empty % _TEMPI])
    for lane in range(COUNT):
        total += weights[start + CENTRES[lane] + sign * np.int64(lanes[empty, lane])]
    return min(max(total, -_MOST), _MOST)
