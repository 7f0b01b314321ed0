"""Two sets of weights against each other: what decides whether new ones are taken.

    python -m training.pente.duel new.json --games 200 --nodes 3000

The file holds the weights as a list, in the order of `core/games/pente/evaluation.py`; a second one
may name what they are held against, else it is those in use. Each opening is played twice with the
colours swapped. Prints the share that the first set scored, with the half width of its interval of
95 %.
"""

import argparse
import json
import math
import random
from collections.abc import Sequence
from pathlib import Path

from core.game import Termination
from core.games.pente.evaluation import WEIGHTS
from training.pente.selfplay import games, opened

_SURE = 1.96


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    first, second = [*(json.loads(path.read_text()) for path in asked.weights), WEIGHTS][:2]
    share = duel(first, second, asked.games, asked.nodes, asked.seed)
    print(f"{share:.3f} +- {_SURE * math.sqrt(share * (1 - share) / asked.games):.3f}")


def duel(
    first: Sequence[int], second: Sequence[int], count: int, nodes: int, seed: int = 0
) -> float:
    """What the first scores: 1 a win, a half a draw, divided by the games."""
    scored = 0.0
    for number in range(count):
        start = opened(random.Random(f"duel {seed} {number // 2}"))
        sides = (second, first) if number % 2 else (first, second)
        *_, end = games(start, sides, nodes)
        if end.over is Termination.FULL_BOARD:
            scored += 0.5
        else:
            scored += (1 - end.side) == number % 2
    return scored / count


if __name__ == "__main__":
    main()
