"""Discs that can never turn again.

A disc cannot turn along an axis where the line through it is full, or where its neighbour on one
side is the edge of the board or a disc of its own that is itself stable. Where that holds of all
four axes it is stable. Not every stable disc is found, but those found are certain.
"""

import numpy as np

from core.kernels import part, popcount

_STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def _leaving(right: int, down: int, length: int) -> int:
    """Return the squares from which `length` steps in that direction leave the board."""
    found = 0
    for square in range(64):
        column, row = square % 8 + right * length, square // 8 + down * length
        if not (0 <= column < 8 and 0 <= row < 8):
            found |= 1 << square
    return found


_SHIFTS = np.array([right + 8 * down for right, down in _STEPS], np.uint64)
_AHEAD = np.array(
    [[_leaving(right, down, length) for length in (1, 2, 4)] for right, down in _STEPS], np.uint64
)
_BACK = np.array(
    [[_leaving(-right, -down, length) for length in (1, 2, 4)] for right, down in _STEPS], np.uint64
)


@part
def _full(taken, axis):
    """The squares whose whole line on that axis is taken: doubling, one, two, four steps."""
    ahead, back, shift = taken, taken, _SHIFTS[axis]
    for step in range(3):
        ahead &= (ahead >> shift) | _AHEAD[axis, step]
        back &= (back << shift) | _BACK[axis, step]
        shift += shift
    return ahead & back


@part
def stable(own, opp):
    """The stable discs of `own` that this finds."""
    taken = own | opp
    full0, full1 = _full(taken, 0), _full(taken, 1)
    full2, full3 = _full(taken, 2), _full(taken, 3)
    safe = own & full0 & full1 & full2 & full3
    while True:
        grown = own
        grown &= full0 | _AHEAD[0, 0] | _BACK[0, 0] | (safe >> _SHIFTS[0]) | (safe << _SHIFTS[0])
        grown &= full1 | _AHEAD[1, 0] | _BACK[1, 0] | (safe >> _SHIFTS[1]) | (safe << _SHIFTS[1])
        grown &= full2 | _AHEAD[2, 0] | _BACK[2, 0] | (safe >> _SHIFTS[2]) | (safe << _SHIFTS[2])
        grown &= full3 | _AHEAD[3, 0] | _BACK[3, 0] | (safe >> _SHIFTS[3]) | (safe << _SHIFTS[3])
        if grown == safe:
            return grown
        safe = grown


@part
def most_possible(own, opp, alpha):
    """A bound of the score for the owner of `own`, in discs, looked for only as far as it takes to
    see whether it is above alpha: what the other cannot lose any more is lost."""
    best = np.int64(64) - popcount(opp) - popcount(opp)
    if best <= alpha:
        safe = popcount(stable(opp, own))
        best = np.int64(64) - safe - safe
    return best
