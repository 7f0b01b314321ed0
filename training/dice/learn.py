"""Learns a table of values for Solitaire Dice by playing it.

    python -m training.dice.learn mean --keep FOLDER [--games 4000000] [--seed 1] [--install]
    python -m training.dice.learn win --keep FOLDER

`mean` learns points, `win` the chance of 500. Nothing goes in but the rules. A line a round goes to
`FOLDER/AIM.csv`: games so far, CPU seconds, and what the table then scored on games that it did not
learn from (`playing.py`). What is kept is the mean of the tables of the last rounds, which has
less noise than any of them. A run that was broken off goes on where it was; the same seed gives the
same table. `--install` writes `core/games/dice/AIM.bin` besides.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.games import dice
from core.games.dice.layout import SIZE
from core.games.dice.rules import WIN
from core.games.dice.throws import ALL
from core.games.dice.values import LOGIT_UNIT, POINT_UNIT
from training.dice import descent, pack, playing
from training.dice.descent import LONGEST
from training.dice.throwing import COUNT, FIVES

AIMS = ("mean", "win")
ROUND = 20_000
"""Games between two looks at how it goes."""
TRACE, STRAYS, PACE = 0.8, 0.02, 1.0
UNITS = {"mean": POINT_UNIT, "win": LOGIT_UNIT}
TRIALS = 2_000
"""Games of a trial, the same throws each time."""
AVERAGED = 0.5
"""The share of rounds, the last ones, whose tables are averaged."""


@dataclass(slots=True)
class Pupil:
    """A table that learns, and all that is needed to go on."""

    table: NDArray[np.float32]
    drift: NDArray[np.float32]
    travel: NDArray[np.float32]
    mean: NDArray[np.float32]
    state: NDArray[np.uint64]
    rounds: int
    cpu: float

    @staticmethod
    def new(seed: int) -> "Pupil":
        table, drift, travel, mean = (np.zeros(SIZE, np.float32) for _ in range(4))
        return Pupil(table, drift, travel, mean, np.array([seed], np.uint64), rounds=0, cpu=0.0)

    @staticmethod
    def read(file: Path) -> "Pupil":
        with np.load(file) as held:
            names = ("table", "drift", "travel", "mean", "state")
            table, drift, travel, mean, state = (held[name] for name in names)
            rounds, cpu = int(held["rounds"]), float(held["cpu"])
        return Pupil(table, drift, travel, mean, state, rounds, cpu)

    def write(self, file: Path) -> None:
        """Whole or not at all."""
        fresh = file.with_suffix(".new.npz")
        np.savez(
            fresh, table=self.table, drift=self.drift, travel=self.travel, mean=self.mean,
            state=self.state, rounds=self.rounds, cpu=self.cpu,
        )  # fmt: skip
        fresh.replace(file)

    def learn(self, aim: int, games: int, averaged: int) -> None:
        """A round; `averaged` is the how manieth table of the mean its own will be, 0 for none."""
        begin = time.process_time()
        descent.learn(
            self.table, self.drift, self.travel, self.state, aim, games, TRACE, STRAYS, PACE
        )
        if averaged:
            self.mean += (self.table - self.mean) / np.float32(averaged)
        self.rounds += 1
        self.cpu += time.process_time() - begin


def tried(table: NDArray[np.float32], aim: int, games: int = TRIALS) -> tuple[float, float]:
    """What a table scores, points or chance of 500, and half the width of the 95 % interval."""
    totals, luck = np.empty(games), np.empty(games)
    lots = np.random.default_rng(0).choice(FIVES, (games, LONGEST), p=COUNT / ALL)
    playing.play(table, lots.astype(np.int16), aim, 1, totals, luck)
    scores = (totals >= WIN) * 1.0 if aim else totals
    left = scores - luck
    return float(left.mean()), float(1.96 * left.std() / games**0.5)


def main(args: Sequence[str]) -> None:
    given = _arguments(args)
    aim, rounds = AIMS.index(given.aim), -(-given.games // given.round)
    given.keep.mkdir(parents=True, exist_ok=True)
    kept, curve = given.keep / f"{given.aim}.npz", given.keep / f"{given.aim}.csv"
    pupil = Pupil.read(kept) if kept.exists() else Pupil.new(given.seed)
    averaged = int(rounds * AVERAGED)
    while pupil.rounds < rounds:
        pupil.learn(aim, given.round, max(0, pupil.rounds + 1 - (rounds - averaged)))
        pupil.write(kept)
        score, within = tried(pupil.table, aim)
        games = pupil.rounds * given.round
        with curve.open("a") as log:
            log.write(f"{games},{pupil.cpu:.1f},{score:.4f},{within:.4f}\n")
        done = 40 * pupil.rounds // rounds
        bar = f"[{'#' * done}{'.' * (40 - done)}] {games:,} of {rounds * given.round:,} games"
        print(f"\r{bar}, {score:.3f} +- {within:.3f}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    score, within = tried(pupil.mean, aim)
    print(f"the mean of {averaged} tables: {score:.4f} +- {within:.4f}")
    if given.install:
        target = Path(dice.__path__[0]) / f"{given.aim}.bin"
        target.write_bytes(pack.packed(pupil.mean, UNITS[given.aim]))


def _arguments(args: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.dice.learn")
    parser.add_argument("aim", choices=AIMS)
    parser.add_argument("--keep", type=Path, required=True, help="folder to go on from")
    parser.add_argument("--games", type=int, default=4_000_000)
    parser.add_argument("--round", type=int, default=ROUND)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--install", action="store_true")
    return parser.parse_args(args)


if __name__ == "__main__":
    main(sys.argv[1:])
