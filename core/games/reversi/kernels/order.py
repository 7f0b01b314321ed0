"""In which order to try moves.

Few replies for the other come first, because such trees are small; then quarters of the board with
an odd number of empty squares, because who moves there last usually gains.
"""

import numpy as np

from core.games.reversi.kernels.board import NONE, bit, first_of
from core.kernels import ONE, part, popcount

_QUARTERS = np.array([0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32], dtype=np.uint64)
_CORNERS = np.uint64(0x8100000000000081)
_USUAL = np.int64(1 << 20)


@part
def odd(empty):
    """The quarters of the board that have an odd number of empty squares."""
    squares = NONE
    for quarter in range(4):
        mask = _QUARTERS[quarter]
        if popcount(empty & mask) & ONE:
            squares |= mask
    return squares


@part
def drawn(front, back):
    """The lowest square of the first board, of the second where that is empty."""
    return first_of(front) if front != NONE else first_of(back)


@part
def rank(replies, odds, square):
    """How early to try a move; a reply in a corner counts double."""
    order = _USUAL - np.int64(16) * (popcount(replies) + popcount(replies & _CORNERS))
    if odds & bit(square) != NONE:
        order += np.int64(7)
    if _CORNERS & bit(square) != NONE:
        order += np.int64(9)
    return order


@part
def take(lists, row, count):
    """The square of the highest of a row's first `count` entries, which must not be none; the last
    of them takes its place."""
    at = np.int64(0)
    for i in range(ONE, count):
        if lists[row, i] > lists[row, at]:
            at = np.int64(i)
    taken = lists[row, at]
    lists[row, at] = lists[row, count - ONE]
    return taken & np.int64(63)
