"""Fits the weights of the evaluation to the results of games.

    python -m training.pente.weights --games 3000 --seed 1 --nodes 2000 --keep games.jsonl

Plays games (`selfplay.py`), keeps what they teach in a file that a later run goes on from, and fits
the chance to win to the features of every quiet position: logistic regression by Newton's method,
drawn a little towards the weights in use, in their unit. Prints what `evaluation.py` then holds.
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.games.pente.evaluation import WEIGHTS
from training.pente.features import COUNT, features
from training.pente.selfplay import board_of, games, opened

UNIT = 200.0
"""A score of so much doubles and a bit more (e) the odds of winning, to begin with."""
_DRAWN = 2.0
"""How strongly weights stay where they were: in positions that would move one by a unit."""
_STEPS = 30

_Array = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--keep", type=Path, required=True)
    asked = parser.parse_args()
    play(asked.games, asked.seed, asked.nodes, asked.keep)
    lessons = [json.loads(line) for line in asked.keep.read_text().splitlines()]
    rows = np.array([row for lesson in lessons for row in lesson["rows"]], dtype=np.float64)
    won = np.array([side for lesson in lessons for side in lesson["won"]], dtype=np.float64)
    print(f"# {len(lessons)} games, {len(rows)} positions")
    show(fit(rows, won))


def play(count: int, seed: int, nodes: int, keep: Path) -> None:
    """Adds what is missing to the file, a line a game, so that it can be broken off at any time."""
    done = len(keep.read_text().splitlines()) if keep.exists() else 0
    with keep.open("a") as file:
        for number in range(done, count):
            start = opened(random.Random(f"{seed} {number}"))
            *seen, end = games(start, (WEIGHTS, WEIGHTS), nodes)
            winner = 1 - end.side
            lesson = {
                "rows": [features(board_of(position, WEIGHTS, nodes)) for position in seen],
                "won": [int(position.side == winner) for position in seen],
            }
            file.write(json.dumps(lesson, separators=(",", ":")) + "\n")
            file.flush()


def fit(rows: _Array, won: _Array) -> _Array:
    """The weights under which what happened was most likely, in the unit of those in use."""
    before = np.array(WEIGHTS, dtype=np.float64) / UNIT
    scale = np.maximum(rows.std(axis=0), 1e-3)
    inputs, start = rows / scale, before * scale
    found = start.copy()
    pull = np.full(COUNT, _DRAWN)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-inputs @ found))
        slope = inputs.T @ (won - chance) - pull * (found - start)
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + np.diag(pull)
        found += np.linalg.solve(bend, slope)
    chance = 1 / (1 + np.exp(-inputs @ found))
    said = np.clip(chance, 1e-9, 1 - 1e-9)
    loss = -np.mean(won * np.log(said) + (1 - won) * np.log(1 - said))
    print(f"# loss {loss:.4f}, right {np.mean((chance > 0.5) == (won > 0.5)):.3f}")
    weights: _Array = found / scale
    return weights * UNIT


def show(weights: _Array) -> None:
    """By name, as `evaluation.py` has them."""
    at = 0
    for name, length in (
        ("TEMPO", 1),
        ("MINE", 3),
        ("THEIRS", 3),
        ("PAIRS", 5),
        ("MINE_OPEN", 5),
        ("THEIRS_OPEN", 5),
        ("MINE_LOOSE", 5),
        ("THEIRS_LOOSE", 5),
    ):
        print(name, "=", tuple(round(float(each), 1) for each in weights[at : at + length]))
        at += length


if __name__ == "__main__":
    main()
