"""Fits the weights of the patterns to positions from self-play.

    python -m training.reversi.fit FOLDER... --out W.npy [--start W.npy] [--stages 9 8] [--install]

A stage is fitted to its own positions and to those of two empty squares more and fewer, so that
neighbouring stages agree. With `--start` only what those weights leave unexplained is fitted, so
that what no position speaks of stays as it was. One position in fifty is held back, whole stretches
of games together, and says what the weights are worth on what they have not seen. `--install`
writes `core/games/reversi/weights.bin` too.
"""

import argparse
import sys
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.games import reversi
from core.games.reversi.kernels.evaluation import DISC, STORED
from core.games.reversi.kernels.patterns import DIFFERENT, SHARED, STAGES, stage
from training.reversi import descent, hindsight

TARGET = Path(reversi.__path__[0]) / "weights.bin"
RATE, LAST_RATE, DECAY = 0.003, 0.0002, 10.0
OVERLAP = 2
STRETCH, HELD_BACK = 2000, 50


@dataclass(frozen=True, slots=True)
class Positions:
    """`found`: the different weights that each uses; `margins` in discs for the one to move."""

    found: NDArray[np.int32]
    margins: NDArray[np.float32]
    empties: NDArray[np.int64]

    @staticmethod
    def read(folders: Sequence[Path]) -> "Positions":
        boards, margins = [], []
        for file in sorted(file for folder in folders for file in folder.glob("*.npz")):
            with np.load(file) as held:
                boards.append(held["boards"])
                found = held["margins"]
                if "values" in held:
                    found = hindsight.mixed(held["boards"], found, held["values"])
                margins.append(found)
        return Positions.of(np.concatenate(boards), np.concatenate(margins))

    @staticmethod
    def of(boards: NDArray[np.uint64], margins: NDArray[Any]) -> "Positions":
        found = np.empty((len(boards), descent.USED), np.int32)
        empties = np.empty(len(boards), np.int64)
        descent.index(boards, SHARED, found, empties)
        return Positions(found, margins.astype(np.float32), empties)

    @property
    def held_back(self) -> NDArray[np.bool_]:
        """Which of them no weight is fitted to."""
        stretch = np.arange(len(self.margins)) // STRETCH
        return np.asarray(stretch % HELD_BACK == HELD_BACK - 1)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A stage's weights in discs, and mean absolute errors in discs."""

    weights: NDArray[np.float32]
    positions: int
    error: float
    held_back: float


def fit(
    positions: Positions,
    number: int,
    passes: int,
    rng: np.random.Generator,
    start: NDArray[np.float32] | None = None,
) -> Fitted:
    """One stage."""
    stages = np.array([stage(empty) for empty in range(65)])
    low, high = np.flatnonzero(stages == number)[[0, -1]]
    empties, held_back = positions.empties, positions.held_back
    near = (empties >= low - OVERLAP) & (empties <= high + OVERLAP)
    order = np.flatnonzero(near & ~held_back)
    unseen = np.flatnonzero((empties >= low) & (empties <= high) & held_back)
    weights, counts = np.zeros(DIFFERENT, np.float32), np.ones(DIFFERENT, np.float32)
    found, margins = positions.found, positions.margins
    if start is not None:
        margins = margins.copy()
        descent.remain(found, start, margins)
    descent.tally(found, order, counts)
    error = 0.0
    for number_of_pass in range(passes):
        rng.shuffle(order)
        rate = RATE * (1 - number_of_pass / passes) + LAST_RATE
        error = descent.descend(found, margins, order, weights, counts, rate, DECAY)
    unseen_error = descent.error_of(found, margins, unseen, weights)
    return Fitted(weights if start is None else start + weights, len(order), error, unseen_error)


def packed(different: NDArray[np.int16]) -> bytes:
    """The file of the package: see `evaluation.unpacked`. Weights in 64ths of a disc."""
    rounded = np.round(different / (DISC // STORED))
    return zlib.compress(np.clip(rounded, -127, 127).astype(np.int8).tobytes(), 9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--passes", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--stages", type=int, nargs="+", default=range(STAGES))
    parser.add_argument("--install", action="store_true")
    asked = parser.parse_args()
    positions = Positions.read(asked.folders)
    print(f"{len(positions.margins)} positions", file=sys.stderr)
    rng = np.random.default_rng(asked.seed)
    different = np.zeros((STAGES, DIFFERENT), np.int16)
    if asked.start is not None:
        different = np.load(asked.start)
    for number in asked.stages:
        start = None if asked.start is None else different[number].astype(np.float32) / DISC
        fitted = fit(positions, number, asked.passes, rng, start)
        different[number] = np.round(fitted.weights * DISC)
        print(
            f"stage {number}: {fitted.positions} positions, error {fitted.error:.2f},"
            f" held back {fitted.held_back:.2f} discs, {time.process_time():.0f} s",
            file=sys.stderr,
        )
    np.save(asked.out, different)
    if asked.install:
        TARGET.write_bytes(packed(different))


if __name__ == "__main__":
    main()
