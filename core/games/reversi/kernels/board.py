"""Boards as two `uint64`: where one may move, what turns, and perft.

The same squares as `core/games/reversi/bits.py`: a1 = bit 0, h8 = bit 63. The rules there remain
the referee; `tests/core/games/reversi/kernels/test_board.py` compares. A kernel works with
`np.uint64` alone: with a plain number it would become `int64`.
"""

import numpy as np

from core.kernels import ONE, kernel, leading, lowest, part, popcount

NONE = np.uint64(0)
FIRST = np.uint64(1)
_TOP = np.uint64(1 << 63)
_COLUMNS = np.uint64(0x7E7E7E7E7E7E7E7E)


def _rays(steps: tuple[tuple[int, int], ...]) -> "np.ndarray[tuple[int, int], np.dtype[np.uint64]]":
    """By square, for each step (columns, rows): the squares of the line that leaves it."""
    rays = np.zeros((64, len(steps)), np.uint64)
    for square in range(64):
        for at, (right, down) in enumerate(steps):
            column, row, line = square % 8 + right, square // 8 + down, 0
            while 0 <= column < 8 and 0 <= row < 8:
                line |= 1 << 8 * row + column
                column, row = column + right, row + down
            rays[square, at] = line
    return rays


_UP = _rays(((1, 0), (0, 1), (1, 1), (-1, 1)))
_DOWN = _rays(((-1, 0), (0, -1), (-1, -1), (1, -1)))
_UP_FIRST = _UP & (~_UP + FIRST)
BESIDE = np.bitwise_or.reduce(
    np.array([[_UP_FIRST[s, a] for a in range(4)] + [0] * 4 for s in range(64)], np.uint64), axis=1
)
for _square in range(64):
    for _line in _DOWN[_square]:
        if _line:
            BESIDE[_square] |= np.uint64(1 << int(_line).bit_length() - 1)
"""By square: the squares that touch it. Where none of them is the other's, nothing turns."""


@part
def bit(square):
    return FIRST << np.uint64(square)


@part
def first_of(board):
    """The number of the lowest square, as an index."""
    return lowest(board)


@part
def _along(own, between, step):
    """Squares at which a line of `between` discs from an own disc ends, both ways."""
    twice = step + step
    up = between & (own << step)
    down = between & (own >> step)
    up |= between & (up << step)
    down |= between & (down >> step)
    above = between & (between << step)
    below = between & (between >> step)
    up |= above & (up << twice)
    down |= below & (down >> twice)
    up |= above & (up << twice)
    down |= below & (down >> twice)
    return (up << step) | (down >> step)


@part
def mobility(own, opp):
    """The empty squares on which the owner of `own` turns something."""
    inner = opp & _COLUMNS
    moves = _along(own, inner, np.uint64(1))
    moves |= _along(own, opp, np.uint64(8))
    moves |= _along(own, inner, np.uint64(7))
    moves |= _along(own, inner, np.uint64(9))
    return moves & ~(own | opp)


@part
def flips(own, opp, square):
    """The discs that turn when the owner of `own` plays the empty `square`."""
    turned = NONE
    for axis in range(4):
        line = _UP[square, axis]
        end = ((opp | ~line) + _UP_FIRST[square, axis]) & own & line
        turned |= (end - np.uint64(end != NONE)) & line
        line = _DOWN[square, axis]
        rest = (line & ~opp) | FIRST  # the first square represents a line without an end
        end = (_TOP >> np.uint64(leading(rest))) & own & line
        turned |= (NONE - (end + end)) & line
    return turned


@part
def final(own, opp):
    """Return the disc difference when neither side can move: empty squares go to the winner."""
    mine, theirs = popcount(own), popcount(opp)
    if mine > theirs:
        return np.int64(64) - theirs - theirs
    if mine < theirs:
        return mine + mine - np.int64(64)
    return np.int64(0)


@kernel("int64(uint64, uint64, int64)")
def _perft(own, opp, depth):
    moves = mobility(own, opp)
    if moves == NONE:
        if mobility(opp, own) == NONE:
            return ONE
        if depth == ONE:
            return ONE
        return _perft(opp, own, depth - ONE)
    if depth == ONE:
        return popcount(moves)
    total = np.int64(0)
    while moves != NONE:
        square = first_of(moves)
        moves &= moves - FIRST
        turned = flips(own, opp, square)
        total += _perft(opp ^ turned, own ^ turned ^ bit(square), depth - ONE)
    return total


def perft(own: int, opp: int, depth: int) -> int:
    """The leaves `depth` (1 or more) plies on: a forced pass is a ply, a finished game a leaf."""
    return int(_perft(np.uint64(own), np.uint64(opp), np.int64(depth)))
