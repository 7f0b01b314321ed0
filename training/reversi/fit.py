"""Fits the network of the evaluation to positions from self-play.

    python -m training.reversi.fit FOLDER... --out W.npz [--start W.npz] [--passes 14]
        [--rate 0.003] [--decay 60] [--seed 1] [--install]

What a position was worth is what its game led to, mixed with what was said on the way
(`hindsight.py`), or what a search said of it (`label.py`). With `--start` it goes on from those
weights, and numbers of empty squares without positions stay as they were. One position in fifty is
held back, whole stretches of the files together, and says what the weights are worth on what they
have not seen (but for labelled positions that are two plies from one of those). `--install` writes
`core/games/reversi/weights.bin` too.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.games import reversi
from core.games.reversi.kernels.evaluation import DISC, ROWS, SLOPE, UNITS, WEIGHT, Network
from core.games.reversi.kernels.patterns import COUNT, DIFFERENT, SHARED
from training.reversi import descent, hindsight

TARGET = Path(reversi.__path__[0]) / "weights.bin"
RATE, LAST_RATE, SHARE, DECAY = 0.003, 0.00002, 0.3, 60.0
STRETCH, HELD_BACK = 2000, 50
LABELLED = 3
"""How often a position counts that a search looked at (`label.py`): it says more than a game."""
RANGE = 4
FEWEST = 100
"""A number of empty squares that so few positions have takes over the row of its neighbour."""


_Floats = NDArray[np.float32]
_WIDEST = 32_767
"""The largest number that `evaluation.Network` has room for beside weights."""


@dataclass(frozen=True, slots=True)
class Positions:
    """`found`: the different indices that each uses; `margins` in discs for the one to move;
    `times`: how often each counts."""

    found: NDArray[np.int32]
    margins: NDArray[np.float32]
    empties: NDArray[np.int64]
    times: NDArray[np.int64]

    @staticmethod
    def read(folders: Sequence[Path]) -> "Positions":
        boards, margins, times = [], [], []
        for file in sorted(file for folder in folders for file in folder.glob("*.npz")):
            with np.load(file) as held:
                boards.append(held["boards"])
                margins.append(held["margins"])
                times.append(np.full(len(held["boards"]), LABELLED))
                if "values" in held:
                    margins[-1] = hindsight.mixed(held["boards"], margins[-1], held["values"])
                    times[-1][:] = 1
        found = Positions.of(np.concatenate(boards), np.concatenate(margins))
        return replace(found, times=np.concatenate(times))

    @staticmethod
    def of(boards: NDArray[np.uint64], margins: NDArray[Any]) -> "Positions":
        found = np.empty((len(boards), COUNT), np.int32)
        empties = np.empty(len(boards), np.int64)
        descent.index(boards, SHARED, found, empties)
        return Positions(found, margins.astype(np.float32), empties, np.ones(len(boards), np.int64))

    @property
    def held_back(self) -> NDArray[np.bool_]:
        """Which of them no weight is fitted to."""
        stretch = np.arange(len(self.margins)) // STRETCH
        return np.asarray(stretch % HELD_BACK == HELD_BACK - 1)


@dataclass(frozen=True, slots=True)
class Learned:
    """A network in floating point and discs: see `evaluation.Network`."""

    weights: _Floats
    biases: _Floats
    slopes: _Floats
    tempi: _Floats

    @staticmethod
    def begun(rng: np.random.Generator) -> "Learned":
        """Before anything was learned: half of the units speak for the one to move, half against,
        and a little chance makes them differ."""
        weights = (rng.standard_normal((DIFFERENT, UNITS)) * 0.1).astype(np.float32)
        slopes = np.tile(np.where(np.arange(UNITS) % 2 == 0, 1, -1), (ROWS, 1)).astype(np.float32)
        biases = np.full((ROWS, UNITS), 0.5, np.float32)
        return Learned(weights, biases, slopes, np.zeros(ROWS, np.float32))

    @staticmethod
    def of(network: Network) -> "Learned":
        """From whole numbers."""

        def discs(whole: NDArray[Any], unit: int) -> _Floats:
            return np.ascontiguousarray(whole / unit, np.float32)

        return Learned(
            discs(network.weights, WEIGHT),
            discs(network.biases, WEIGHT),
            discs(network.slopes, SLOPE),
            discs(network.tempi, DISC),
        )

    @staticmethod
    def load(file: Path) -> "Learned":
        with np.load(file) as held:
            return Learned(*(held[name].copy() for name in Learned.__slots__))

    def save(self, file: Path) -> None:
        unfinished = file.with_suffix(".part")
        with unfinished.open("wb") as target:
            np.savez(
                target,
                weights=self.weights,
                biases=self.biases,
                slopes=self.slopes,
                tempi=self.tempi,
            )
        unfinished.rename(file)

    @property
    def arrays(self) -> tuple[_Floats, _Floats, _Floats, _Floats]:
        return self.weights, self.biases, self.slopes, self.tempi

    @property
    def network(self) -> Network:
        """In whole numbers. What does not fit is cut off; ValueError where a fit went astray."""
        if not all(np.isfinite(each).all() for each in self.arrays):
            raise ValueError("there are weights that are no numbers")
        return Network(
            _whole(self.weights, WEIGHT, 127).astype(np.int8),
            _whole(self.biases, WEIGHT, _WIDEST).astype(np.int16),
            _whole(self.slopes, SLOPE, _WIDEST).astype(np.int16),
            _whole(self.tempi, DISC, _WIDEST).astype(np.int16),
        )

    def expected(self, positions: Positions, order: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the expected margins of those positions, in discs."""
        said = np.empty(len(order), np.float32)
        descent.expect(positions.found, positions.empties, order, *self.arrays, said)
        return said


def _whole(values: _Floats, unit: int, most: int) -> _Floats:
    return np.clip(np.round(values * unit), -most, most)


def fit(
    positions: Positions,
    learned: Learned,
    passes: int,
    rng: np.random.Generator,
    rate: float = RATE,
    decay: float = DECAY,
) -> None:
    """Changes what was learned; says after each pass how far it is, on standard error."""
    order = np.flatnonzero(~positions.held_back)
    order = np.repeat(order, positions.times[order])
    unseen = np.flatnonzero(positions.held_back)
    counts = np.ones(DIFFERENT, np.float32)
    descent.tally(positions.found, order, counts)
    for number in range(passes):
        rng.shuffle(order)
        step = rate * (1 - number / passes) + LAST_RATE
        error = descent.descend(
            positions.found, positions.empties, positions.margins, order,
            *learned.arrays, counts, step, SHARE, decay,
        )  # fmt: skip
        missed = np.abs(learned.expected(positions, unseen) - positions.margins[unseen])
        print(
            f"pass {number + 1} of {passes}: error {error:.2f} discs, held back"
            f" {_by_empty(missed, positions.empties[unseen])}, {time.process_time():.0f} s",
            file=sys.stderr,
        )


def _by_empty(missed: NDArray[np.float32], empties: NDArray[np.int64]) -> str:
    """Mean absolute errors, four numbers of empty squares together."""
    told = []
    for least in range(1, ROWS, RANGE):
        here = missed[(empties >= least) & (empties < least + RANGE)]
        if len(here):
            told.append(f"{least}-{least + RANGE - 1}: {here.mean():.2f}")
    return " ".join(told) or "none"


def fill(positions: Positions, learned: Learned) -> None:
    """Gives rows that were hardly seen what the nearest of the same parity learned."""
    seen = np.bincount(positions.empties, minlength=ROWS)
    known = np.flatnonzero(seen >= FEWEST)
    for empty in np.flatnonzero(seen < FEWEST):
        alike = known[known % 2 == empty % 2]
        if len(alike):
            near = alike[np.abs(alike - empty).argmin()]
            for rows in learned.arrays[1:]:
                rows[empty] = rows[near]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--passes", type=int, default=14)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--decay", type=float, default=DECAY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--install", action="store_true")
    asked = parser.parse_args()
    positions = Positions.read(asked.folders)
    print(f"{len(positions.margins)} positions", file=sys.stderr)
    rng = np.random.default_rng(asked.seed)
    learned = Learned.begun(rng) if asked.start is None else Learned.load(asked.start)
    fit(positions, learned, asked.passes, rng, asked.rate, asked.decay)
    if asked.start is None:
        fill(positions, learned)
    learned.save(asked.out)
    if asked.install:
        TARGET.write_bytes(learned.network.packed())


if __name__ == "__main__":
    main()
