"""Evaluation of a position from the patterns of its squares.

A small network. Each pattern's index adds its weight to each of `UNITS` sums; a sum counts where it
is above zero, with a slope that, like the bias it starts from, belongs to the number of empty
squares; the result is the expected margin of the player to move. A sum of patterns alone (M. Buro
1997) cannot express that one feature matters only with another; units can.

Indices are updated move by move, from black's view (`lanes`: a row for each number of empty
squares, `patterns.LANES` columns); `sign` is 1 where black is to move, else -1. The weights of an
index are in four whole numbers of 64 bits, four in each, none below zero (`_ZERO` represents
nothing) and so small that no sum runs over into the next.
"""

import zlib
from dataclasses import dataclass

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
    WORTH,
)
from core.kernels import part

DISC = 64
"""Scores are 64ths of a disc."""

UNITS = 16
WEIGHT, SLOPE = 16, 128
"""Weights and biases are 16ths of a disc, slopes 128ths."""

ROWS = 65
"""Numbers of empty squares."""

_WORDS = 4
"""Words per index: four units in each, 16 bits for a unit."""
_ZERO = 128
"""Added to a weight, so that none is below zero; 46 of them stay below 16 bits."""

_MOST = np.int64(63 * DISC)
_WIDTH = np.int64(LANES)
_SUM, _NEXT = np.uint64(0xFFFF), np.uint64(16)
_ROW = np.int64(1 + 2 * UNITS)
_ROWS = np.int64(_WORDS * SIZE)
_SHIFT = np.int64((WEIGHT * SLOPE // DISC).bit_length() - 1)


@dataclass(frozen=True, slots=True)
class Network:
    """What was learned.

    Args:
        weights: by different index (`patterns.DIFFERENT`) and unit, 16ths of a disc.
        biases: by number of empty squares and unit, 16ths of a disc.
        slopes: the same, 128ths.
        tempi: by number of empty squares, 64ths of a disc, because it matters who moves last.
    """

    weights: NDArray[np.int8]
    biases: NDArray[np.int16]
    slopes: NDArray[np.int16]
    tempi: NDArray[np.int16]

    @staticmethod
    def of(stored: bytes) -> "Network":
        """From the file that `training/reversi` writes (`packed`)."""
        raw, size = zlib.decompress(stored), UNITS * DIFFERENT
        weights = np.frombuffer(raw[:size], np.int8).reshape(UNITS, DIFFERENT)
        rows = np.frombuffer(raw[size:], np.dtype("<i2")).reshape(ROWS, _ROW)
        return Network(
            np.ascontiguousarray(weights.T),
            rows[:, 1 : 1 + UNITS],
            rows[:, 1 + UNITS :],
            rows[:, 0],
        )

    @property
    def rows(self) -> NDArray[np.int16]:
        """By number of empty squares: its tempo, its biases, its slopes."""
        return np.column_stack((self.tempi, self.biases, self.slopes)).astype(np.dtype("<i2"))

    def packed(self) -> bytes:
        """The file of the package: compressed, a unit's weights together."""
        return zlib.compress(self.weights.T.tobytes() + self.rows.tobytes(), 9)

    def spread(self) -> NDArray[np.uint64]:
        """As kernels read it: the weights of every index, then a row for each number of empty
        squares."""
        table = (self.weights.astype(np.int16) + _ZERO).astype(np.dtype("<u2"))[SHARED]
        rows = self.rows.astype(np.int64)
        rows[:, 0] <<= _SHIFT
        rows[:, 1 : 1 + UNITS] -= COUNT * _ZERO
        words = np.ascontiguousarray(table).view(np.dtype("<u8")).astype(np.uint64)
        return np.concatenate((words.ravel(), rows.view(np.uint64).ravel()))


def unpacked(stored: bytes) -> NDArray[np.uint64]:
    """The weights as kernels read them, from the file of the package."""
    return Network.of(stored).spread()


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
def _unit(total, weights, row):
    """What a unit adds, from its sum of weights and the place of its bias."""
    height = np.int64(total & _SUM) + np.int64(weights[row])
    return max(height, np.int64(0)) * np.int64(weights[row + np.int64(UNITS)])


@part
def evaluate(lanes, empty, sign, weights):
    """The expected margin for the one to move, whose sign it is."""
    first, second, third, fourth = np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)
    for lane in range(COUNT):
        at = (CENTRES[lane] + sign * np.int64(lanes[empty, lane])) * np.int64(_WORDS)
        first += weights[at]
        second += weights[at + np.int64(1)]
        third += weights[at + np.int64(2)]
        fourth += weights[at + np.int64(3)]
    row = _ROWS + empty * _ROW
    total = np.int64(weights[row])
    for nth in range(4):
        unit = row + np.int64(1) + np.int64(nth)
        total += _unit(first, weights, unit)
        total += _unit(second, weights, unit + np.int64(4))
        total += _unit(third, weights, unit + np.int64(8))
        total += _unit(fourth, weights, unit + np.int64(12))
        first >>= _NEXT
        second >>= _NEXT
        third >>= _NEXT
        fourth >>= _NEXT
    return min(max(total >> _SHIFT, -_MOST), _MOST)
