"""Sets what each number of empty squares adds, so that the evaluation leans to nobody.

    python -m training.reversi.tempo FOLDER... --weights W.npz --out W.npz [--install]

Who moves at an odd number of empty squares usually moves last. What games led to shows that only
dimly, and a few thousand positions with the score of a deep search (`label.py`) show it well: the
tempo of a number of empty squares is moved by the mean of what is missing there, and with it those
of the numbers that the fit had no positions for and gave the same row (`fit.fill`). Others stay as
they were.
"""

import argparse
from pathlib import Path

import numpy as np

from training.reversi.fit import TARGET, Learned, Positions


def settle(learned: Learned, positions: Positions) -> None:
    """Meets the means of those positions; prints by how much, in discs."""
    missing = positions.margins - learned.expected(positions, np.arange(len(positions.margins)))
    found = np.unique(positions.empties)
    for empty in found:
        here = missing[positions.empties == empty]
        same = (learned.slopes == learned.slopes[empty]).all(axis=1)
        same[found] = False
        same[empty] = True
        learned.tempi[same] += here.mean()
        print(f"{empty} empty: {here.mean():+.2f} discs, {len(here)} positions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--install", action="store_true")
    asked = parser.parse_args()
    learned = Learned.load(asked.weights)
    settle(learned, Positions.read(asked.folders))
    learned.save(asked.out)
    if asked.install:
        TARGET.write_bytes(learned.network.packed())


if __name__ == "__main__":
    main()
