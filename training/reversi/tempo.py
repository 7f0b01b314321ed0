"""Sets what each number of empty squares adds, so that the evaluation leans to nobody.

    python -m training.reversi.tempo FOLDER --weights W.npy --out W.npy [--install]

Who moves at an odd number of empty squares usually moves last. What games led to shows that only
dimly, and a few hundred positions with the score of a deep search (`label.py`) show it well: the
weight of a number of empty squares (`patterns.TEMPO`) is moved by the mean of what is missing
there. Numbers without a position stay as they were.
"""

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.games.reversi.kernels.evaluation import DISC
from core.games.reversi.kernels.patterns import SHARED, STAGE_OF, TEMPI, TEMPO
from training.reversi.fit import TARGET, Positions, packed


def settled(different: NDArray[np.int16], positions: Positions) -> NDArray[np.int16]:
    """The weights, 64ths of a disc, with the means of those positions met."""
    moved = different.copy()
    stages = STAGE_OF[positions.empties]
    said = different[stages[:, None], positions.found].sum(axis=1, dtype=np.int64) / DISC
    for empty in np.unique(positions.empties):
        here = positions.empties == empty
        missing = (positions.margins[here] - said[here]).mean()
        weight = SHARED[TEMPO + empty % TEMPI]
        moved[STAGE_OF[empty], weight] += round(DISC * missing)
        print(f"{empty} empty: {missing:+.2f} discs, {here.sum()} positions")
    return moved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--install", action="store_true")
    asked = parser.parse_args()
    different = settled(np.load(asked.weights), Positions.read([asked.folder]))
    np.save(asked.out, different)
    if asked.install:
        TARGET.write_bytes(packed(different))


if __name__ == "__main__":
    main()
