"""What a position is worth: the numbers, which `training/pente` found.

An open three is worth about 150. All are for the one to move; what is said of the other counts
against it. Read by `kernels/search.py` in this order.
"""

TEMPO = 0
"""Worth of being the one to move."""

MINE, THEIRS = (1, 8, 50), (1, 8, 36)
"""Worth of a window with 1, 2, 3 stones of one side and none of the other's."""

PAIRS = (0, 60, 140, 250, 450)
"""Worth of so many captured pairs; five win."""

MINE_OPEN, THEIRS_OPEN = (30, 40, 55, 100, 275), (12, 16, 22, 40, 110)
"""By pairs captured so far: worth of a pair that could be taken at once."""

MINE_LOOSE, THEIRS_LOOSE = (3, 4, 5, 8, 22), (2, 2, 3, 4, 11)
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
