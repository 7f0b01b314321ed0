"""Measures how far a shallow search is from a deep one, for the kernels' `margins.py`.

    python -m training.reversi.margins FOLDER --each 60

Takes positions of self-play (`selfplay.py`), an equal number for each number of empty squares, and
searches them to each depth with nothing left out. Prints, for the middle game and for endings, the
factors of a plane through the standard deviations: discs, discs a ply of the shallow search, a ply
between both, an empty square.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from core.engine import Stop
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC, unpacked
from core.games.reversi.kernels.margins import PROBES
from core.games.reversi.kernels.search_table import SearchTable
from training.reversi.fit import TARGET
from training.reversi.selfplay import ENDLESS

MIDDLE = range(20, 53, 4)
"""Empty squares at which the middle game is measured."""
DEPTHS = range(3, 10)
ENDINGS = range(12, 20)

Board = tuple[int, int]
Row = tuple[float, float, float, float]  # shallow depth, plies between, empty squares, deviation


def boards(folder: Path, empty: int, count: int) -> list[Board]:
    """Return the first `count` positions with that many empty squares, each from another game."""
    found: list[Board] = []
    for file in sorted(folder.glob("*.npz")):
        with np.load(file) as held:
            for own, opp in held["boards"].tolist():
                if 64 - (own | opp).bit_count() == empty:
                    found.append((own, opp))
                if len(found) == count:
                    return found
    return found


def score(table: SearchTable, board: Board, depth: int) -> int:
    """The value of a position to that depth, 64ths of a disc."""
    table.begin(*board, ENDLESS, Stop())
    scored = table.look(squares(mobility(*board)), depth)
    return max(entry.score for entry in scored if entry.known)


def deviations(
    table: SearchTable, positions: Sequence[Board], empty: int, depths: Sequence[int]
) -> Iterator[Row]:
    """Return the deviations of each depth from the depth it approximates."""
    wanted = sorted({int(PROBES[depth]) for depth in depths} | set(depths))
    scores = {
        depth: np.array([score(table, board, depth) for board in positions]) for depth in wanted
    }
    for depth in depths:
        probe = int(PROBES[depth])
        error = (scores[depth] - scores[probe]) / DISC
        yield probe, depth - probe, empty, float(np.sqrt(np.mean(error**2)))


def plane(rows: Sequence[Row]) -> list[float]:
    """Least squares."""
    table = np.array(rows)
    factors = np.column_stack([np.ones(len(table)), table[:, :3]])
    return [float(each) for each in np.linalg.lstsq(factors, table[:, 3], rcond=None)[0]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=60)
    asked = parser.parse_args()
    table = SearchTable(unpacked(TARGET.read_bytes()))
    middle: list[Row] = []
    endings: list[Row] = []
    for empty in MIDDLE:
        positions = boards(asked.folder, empty, asked.each)
        middle += deviations(table, positions, empty, list(DEPTHS))
        print(f"{empty} empty: {middle[-1]}", file=sys.stderr)
    for empty in ENDINGS:
        positions = boards(asked.folder, empty, asked.each)
        endings += deviations(table, positions, empty, [empty])
        print(f"{empty} empty, to the end: {endings[-1]}", file=sys.stderr)
    for name, rows in (("middle", middle), ("endings", endings)):
        print(name, " ".join(f"{factor:.3f}" for factor in plane(rows)))


if __name__ == "__main__":
    main()
