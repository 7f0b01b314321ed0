"""How far a shallow search is from a deep one, for multi-ProbCut.

A position is assumed to be outside the window if the shallow search puts it that many deviations
outside. The deviations are set by hand; `training/reversi/margins.py` measures them.
"""

import numpy as np
from numpy.typing import NDArray

from core.games.reversi.kernels.evaluation import DISC

FACTORS = (1.0, 1.3, 1.6, 2.0, 2.4, 2.8, 3.3, 4.0, 5.0)
"""By sureness: how many deviations."""

PROBES = np.array([0, 0, 0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 4, 5, 6, 5, 6, 7] + [6, 7] * 24, np.int64)
"""By depth: the shallower one, of the same parity; 0 where there is none."""

_MIDDLE, _END = (2.5, 0.1), (3.5, 0.12)
"""The deviation in discs: to begin with, and for each ply between both depths."""


def _margins() -> NDArray[np.int64]:
    plies = np.arange(len(PROBES)) - PROBES
    return np.array(
        [
            [DISC * factor * (least + each * plies) for least, each in (_MIDDLE, _END)]
            for factor in FACTORS
        ]
    ).astype(np.int64)


MARGINS = _margins()
"""By sureness, whether the deep search reaches the end, and its depth: 64ths of a disc."""
