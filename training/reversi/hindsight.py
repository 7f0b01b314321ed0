"""What a position was worth, from how its game went on.

The score of the game is right about the whole and says little of a single position; what the search
said at each move is right about the position as far as it saw. Backwards through the game both are
mixed: what a position led to is trusted by nine parts in ten, what was said there by one (temporal
differences, R. Sutton 1988).
"""

import numpy as np
from numpy.typing import NDArray

from core.games.reversi.kernels.evaluation import DISC

TRUST = np.float32(0.9)
_MOST = 64


def mixed(
    boards: NDArray[np.uint64], margins: NDArray[np.int8], values: NDArray[np.int16]
) -> NDArray[np.float32]:
    """The worth of each position in discs for the one to move.

    Args:
        boards: own and the other's discs, game after game, each game in order.
        margins: the score of the game in discs for the one to move.
        values: what the search said, 64ths of a disc; where it is the score, the position is solved
            and keeps it.
    """
    own, opp = boards[:, 0], boards[:, 1]
    occupied = np.unpackbits((own | opp).view(np.uint8)).reshape(-1, 64).sum(axis=1, dtype=np.int64)
    said = np.clip(values / np.float32(DISC), -_MOST, _MOST).astype(np.float32)
    worth = margins.astype(np.float32)
    last = said == worth
    last[:-1] |= occupied[1:] <= occupied[:-1]
    last[-1:] = True
    same = np.ones(len(worth), np.float32)
    same[:-1] = np.where(own[1:] & ~opp[:-1] == 0, -1, 1)  # a pass: the same side moves again
    at = np.arange(len(worth))
    ends = at[last]
    ahead = ends[np.searchsorted(ends, at)] - at
    for plies in range(1, int(ahead.max(initial=0)) + 1):
        here = np.flatnonzero(ahead == plies)
        worth[here] = (1 - TRUST) * said[here] + TRUST * same[here] * worth[here + 1]
    return worth
