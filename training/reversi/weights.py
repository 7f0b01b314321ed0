"""Fits `core/games/reversi/weights.py` to the results of games the computer plays against itself.

    python -m training.reversi.weights --games 4000 --seed 1

Ridge regression of the final margin on the features of each position, seen by the one who has just
moved. A weight is a line between the knots, so each position bears on the two rows around it. The
games are played with the weights there are: run it again, and the second table is made from better
games. See README.md for what was run.
"""

import argparse
import random
import sys
from pathlib import Path

from core.games.reversi import weights
from core.games.reversi.evaluation import COUNTED, DISC, FEATURES, features, parity, spread
from core.games.reversi.lanes import LANES
from training.reversi import selfplay

TARGET = Path(weights.__file__)
DEPTH = 3
NOISE = 100
RIDGE = 20.0
"""Added to the diagonal: holds down weights that few positions speak for."""

MODULE = '''\
"""What the features of a position are worth, made by `training/reversi/weights.py`."""

KNOTS = {knots}
"""Empty squares for which the table has a row; between them it is interpolated."""

TABLE: tuple[tuple[int, ...], ...] = (
{rows}
)
"""A row a knot, a column a feature (`evaluation.FEATURES`), in hundredths of a disc."""
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    asked = parser.parse_args()
    fit = Fit()
    for number in range(asked.games):
        game = selfplay.play(random.Random(f"{asked.seed}/{number}"), DEPTH, NOISE)
        for (own, opp), margin in zip(game.positions, game.margins, strict=True):
            fit.add(own, opp, -margin)
        if number % 200 == 199:
            print(f"{number + 1} games", file=sys.stderr, flush=True)
    table = fit.solve()
    TARGET.write_text(source(table))
    print(f"{fit.positions} positions, standard error {fit.error(table):.2f} discs")


class Fit:
    """Normal equations, one unknown a feature and knot."""

    def __init__(self) -> None:
        self._size = len(weights.KNOTS) * len(FEATURES)
        self._matrix = [[0.0] * self._size for _ in range(self._size)]
        self._right = [0.0] * self._size
        self._squares = 0.0
        self.positions = 0

    def add(self, own: int, opp: int, margin: int) -> None:
        """A position of the one to move; `margin` is for the other, who has just moved."""
        empty = 64 - (own | opp).bit_count()
        values = measured(opp, own, empty)
        row = [
            (knot * len(FEATURES) + column, share * value)
            for knot, share in spread(empty).items()
            for column, value in enumerate(values)
            if value
        ]
        for i, left in row:
            self._right[i] += left * margin
            line = self._matrix[i]
            for j, right in row:
                line[j] += left * right
        self._squares += margin * margin
        self.positions += 1

    def solve(self) -> list[float]:
        """Discs per unit, by Gauss-Jordan elimination with pivots."""
        size = self._size
        rows = [[*line, right] for line, right in zip(self._matrix, self._right, strict=True)]
        for i in range(size):
            rows[i][i] += RIDGE
        for i in range(size):
            pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
            rows[i], rows[pivot] = rows[pivot], rows[i]
            scale = rows[i][i]
            rows[i] = [value / scale for value in rows[i]]
            for k in range(size):
                if k != i and rows[k][i]:
                    factor = rows[k][i]
                    rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
        return [row[size] for row in rows]

    def error(self, table: list[float]) -> float:
        """The standard deviation of what the table does not explain, in discs."""
        explained = 2 * sum(a * b for a, b in zip(table, self._right, strict=True))
        quadratic = sum(
            a * sum(b * value for b, value in zip(table, line, strict=True))
            for a, line in zip(table, self._matrix, strict=True)
        )
        return float(((self._squares - explained + quadratic) / self.positions) ** 0.5)


def measured(own: int, opp: int, empty: int) -> tuple[int, ...]:
    """The features of the one who has just moved, in the order of `FEATURES`."""
    lanes = LANES[2]
    seen = features(lanes, lanes.pack((own, opp)), lanes.pack((opp, own)))
    pairs = [lanes.unpack(feature) for feature in seen]
    assert len(pairs) == COUNTED
    return (*(mine.bit_count() - other.bit_count() for mine, other in pairs), 1, parity(empty))


def source(table: list[float]) -> str:
    width = len(FEATURES)
    rows = [
        "    (" + ", ".join(str(round(DISC * value)) for value in table[i : i + width]) + "),"
        for i in range(0, len(table), width)
    ]
    return MODULE.format(knots=weights.KNOTS, rows="\n".join(rows))


if __name__ == "__main__":
    main()
