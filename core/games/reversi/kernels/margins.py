"""How far a shallow search is from a deep one.

For multi-ProbCut: the depth that stands for a deeper one, and the standard deviation of the
difference between both, in 64ths of a disc, by depth and number of empty squares.
"""

import numpy as np

FACTORS = np.array([1.0, 1.3, 1.6, 2.0, 2.4, 2.8, 3.3, 4.0, 5.0, 99.0])
"""By sureness: how many standard deviations a position has to lie outside the window."""

PROBES = np.array([0, 0, 0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 4, 5, 6, 5, 6, 7] + [6, 7] * 24, np.int64)
"""By depth: the shallower one, of the same parity; 0 where there is none."""


def _margins():
    found = np.zeros((2, 66, 66))
    for depth in range(66):
        for empty in range(66):
            found[0, depth, empty] = 64 * (2.5 + 0.1 * (depth - PROBES[min(depth, 65)]))
            found[1, depth, empty] = 64 * (3.5 + 0.12 * (depth - PROBES[min(depth, 65)]))
    return found


MARGINS = _margins()
