"""What the evaluation multiplies its weights with, read from a board.

In the order of `core/games/pente/evaluation.py`: the score is the sum of the products.
"""

from core.games.pente.kernels.board import Board
from core.games.pente.kernels.layout import COUNT_BITS, COUNTS, OPEN, TOOK

COUNT = 32
_BUCKETS = 5  # of captured pairs
_MOST = 3  # cap on the number of pairs that could be captured at once


def features(board: Board) -> list[int]:
    """By weight: how often it counts for the one to move, less how often against it."""
    state, mine, theirs = board.state, board.side, 1 - board.side
    took = [min(int(state[TOOK + side]), _BUCKETS - 1) for side in (mine, theirs)]
    found = [1]
    for side, sign in ((mine, 1), (theirs, -1)):
        word = int(state[COUNTS + side])
        found += [sign * (word >> COUNT_BITS * own & (1 << COUNT_BITS) - 1) for own in range(3)]
    found += [(pairs == took[0]) - (pairs == took[1]) for pairs in range(_BUCKETS)]
    words = [int(state[OPEN + side]) for side in (mine, theirs)]
    for counts in ([min(_MOST, word & 0xFFFF) for word in words], [word >> 16 for word in words]):
        for pairs, count, sign in zip(took, counts, (1, -1), strict=True):
            found += [sign * count if pairs == bucket else 0 for bucket in range(_BUCKETS)]
    return found
