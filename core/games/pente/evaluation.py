"""What a position is worth: the numbers, which `training/pente` found.

An open three is worth about 200. All are for the one to move; what is said of the other counts
against it. Read by `kernels/search.py` in this order.
"""

TEMPO = 28
"""Worth of being the one to move."""

MINE, THEIRS = (1, 14, 62), (0, 14, 66)
"""Worth of a window with 1, 2, 3 stones of one side and none of the other's."""

PAIRS = (0, 87, 142, 230, 376)
"""Value of captured pairs, by their number; five win."""

MINE_OPEN, THEIRS_OPEN = (100, 90, 108, 125, 275), (70, 60, 81, 110, 155)
"""By pairs captured so far: worth of a pair that could be taken at once."""

MINE_LOOSE, THEIRS_LOOSE = (28, 27, 34, 52, 58), (8, 15, 26, 32, 56)
"""By pairs captured so far: worth of a pair that is open at both ends."""

WEIGHTS = (
    TEMPO,
    *MINE,
    *THEIRS,
    *PAIRS,
    *MINE_OPEN,
    *THEIRS_OPEN,
    *MINE_LOOSE,
    *THEIRS_LOOSE,
)
