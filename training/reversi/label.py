"""Gives positions of self-play the score that a search finds.

    python -m training.reversi.label FROM... --to FOLDER --empty 21 24 --each 1000 --depth 8
        [--astray 2] [--end 12] [--weights W.npz] [--seed 1]

What a game led to says little of one of its positions: both sides went wrong later. A search says
far more, and most where what it reaches is known already; with at most `--end` empty squares it
goes to the last disc. So this is done from the end backwards.

Of each file so many positions are drawn, and each is played on for some plies by someone who
misjudges every move by some discs, so that positions come that no game went through: the fit learns
more from those than from its own games once more. With `--astray 0` they are those of the games. As
many squares as are asked for are empty then. Positions by which the evaluation is judged
(`error.py`) are left out. What was asked for is in the name of each file that is made; a file that
is there is not made again.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from core.engine import Stop
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC
from core.games.reversi.kernels.search import INFINITE
from core.games.reversi.kernels.search_table import EXACT as SURE
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.searcher import played
from training.reversi.error import kept
from training.reversi.openings import images
from training.reversi.selfplay import ENDLESS, weights_of

MISJUDGED = 4 * DISC
"""By how much moves are misjudged (standard deviation)."""
SOLVED = 14
"""From this many empty squares a score is proved; before, shallower searches are used."""
BELIEVING = 1
"""How sure those are (`margins.py` of the kernels)."""

Board = tuple[int, int]


def drawn_from(
    table: SearchTable, file: Path, empty: range, astray: int, count: int, rng: random.Random
) -> Iterator[Board]:
    """Return at most `each` positions some plies after those of a file; the player to move has a
    choice in each."""
    with np.load(file) as held:
        boards = held["boards"].tolist()
    rng.shuffle(boards)
    for own, opp in boards:
        if count == 0:
            return
        if 64 - (own | opp).bit_count() - astray in empty:
            board = strayed(table, (own, opp), astray, rng)
            if board is not None and len(squares(mobility(*board))) > 1:
                count -= 1
                yield board


def strayed(table: SearchTable, board: Board, plies: int, rng: random.Random) -> Board | None:
    """A position some plies on; None where the one to move has to pass on the way."""
    for _ in range(plies):
        choices = squares(mobility(*board))
        if not choices:
            return None
        table.begin(*board, ENDLESS, Stop())
        scored = table.look(choices, 2, reach=2 * int(INFINITE))
        _, square = max((entry.score + rng.gauss(0, MISJUDGED), entry.square) for entry in scored)
        board = played(*board, square)
    return board


def score(table: SearchTable, board: Board, depth: int, end: int) -> float:
    """What the one to move is expected to win by, in discs; with at most `end` empty squares the
    search goes on to the last disc, with at most SOLVED it proves the score."""
    own, opp = board
    order, empty = squares(mobility(own, opp)), 64 - (own | opp).bit_count()
    searches = [(ahead, BELIEVING) for ahead in range(1, min(depth, empty) + 1)]
    if empty <= end:
        searches.append((empty, SURE if empty <= SOLVED else BELIEVING))
    table.begin(own, opp, ENDLESS, Stop())
    best = 0
    for ahead, sure in searches:
        known = [entry for entry in table.look(order, ahead, sure) if entry.known]
        found = max(known, key=lambda entry: entry.score)
        order.remove(found.square)
        order.insert(0, found.square)
        best = found.score
    return best / DISC


def judging() -> set[Board]:
    """The positions that no weight may be fitted to, turned in every way a game can turn them."""
    return {image for own, opp, _ in kept() for image in images((own, opp))}


def label(table: SearchTable, boards: list[Board], depth: int, end: int, target: Path) -> None:
    """Scores them into a file."""
    margins = [score(table, board, depth, end) for board in boards]
    unfinished = target.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.savez(
            file,
            boards=np.array(boards, np.uint64).reshape(-1, 2),
            margins=np.array(margins, np.float32),
        )
    unfinished.rename(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--empty", type=int, nargs=2, required=True)
    parser.add_argument("--each", type=int, required=True)
    parser.add_argument("--depth", type=int, required=True)
    parser.add_argument("--astray", type=int, default=2)
    parser.add_argument("--end", type=int, default=12)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    table = SearchTable(weights_of(asked.weights), 1 << 16)
    least, most = asked.empty
    files = sorted(file for folder in asked.folders for file in folder.glob("*.npz"))
    left_out = judging()
    request = f"{least}-{most}-a{asked.astray}-d{asked.depth}-e{asked.end}-s{asked.seed}"
    for number, source in enumerate(files):
        target = asked.to / f"{request}-{source.parent.name}-{source.name}"
        if not target.exists():
            rng = random.Random(f"{asked.seed}/{least}/{source.name}")
            boards = drawn_from(
                table, source, range(least, most + 1), asked.astray, asked.each, rng
            )
            fit = [board for board in boards if board not in left_out]
            label(table, fit, asked.depth, asked.end, target)
        sys.stderr.write(f"\r{number + 1} of {len(files)} files, {time.process_time():.0f} s")
    sys.stderr.write("\n")


if __name__ == "__main__":
    main()
