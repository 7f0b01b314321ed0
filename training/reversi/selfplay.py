"""Games that the computer plays against itself, as positions with the score they led to.

    python -m training.reversi.selfplay FOLDER --games 20000 --seed 1 --depth 3 --weights W.npz
        [--balanced]

A game begins with 8 to 20 random plies, goes on at a fixed depth, and its score is exact from
`--exact` empty squares. From there on every position is solved, and one move in three is drawn, so
that endings are seen too that good play avoids. With `--balanced` it begins with a balanced opening
instead; so that no two games are the same, each misjudges its moves by up to two discs (standard
deviation) as long as many squares are empty. Everything follows from the seed and the weights.
Games come in batches of a thousand, a file each; a batch whose file is there is not played again,
so a run that was broken off goes on where it was.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.engine import Stop
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC, ROWS, UNITS, Network
from core.games.reversi.kernels.patterns import DIFFERENT
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.openings import BALANCED
from core.games.reversi.rules import NAMES
from core.games.reversi.searcher import played
from core.types import Move
from training.reversi.fit import Learned

START = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)
"""Black's and white's discs (`docs/rules.md` 1); black moves."""

BATCH = 1000
FEWEST, MOST = 8, 20
"""Random plies at the beginning."""
STRAY = 0.33
"""How often a move of a solved ending is drawn."""
MISJUDGED = (0.3, 2.0)
"""Discs by which a game from a balanced opening misjudges its moves: between these."""
SETTLED = 30
"""Empty squares from which they no longer are."""
ENDLESS = 1 << 60

Sample = tuple[int, int, int, int]
"""Own discs, the other's, the margin in discs for the one to move, and what the search said, in
64ths of a disc."""


class Player:
    """Plays both sides of a game, `depth` plies ahead, exact from `exact` empty squares, from a
    balanced opening or from random plies."""

    def __init__(
        self, table: SearchTable, depth: int, exact: int, *, balanced: bool = False
    ) -> None:
        self._table = table
        self._depth = depth
        self._exact = exact
        self._balanced = balanced

    def game(self, rng: random.Random) -> list[Sample]:
        """The positions in which there was something to choose, without the random plies."""
        (own, opp), left, stray = START, rng.randint(FEWEST, MOST), 0.0
        if self._balanced:
            (own, opp), left = opened(rng.choice(BALANCED)), 0
            stray = rng.uniform(*MISJUDGED) * DISC
        colour, margin = 1, 0
        before: list[tuple[int, int, int, int]] = []
        solved: list[Sample] = []
        while True:
            choices = squares(mobility(own, opp))
            if not choices:
                if not mobility(opp, own):
                    break
                own, opp, colour = opp, own, -colour
                continue
            rng.shuffle(choices)
            square, empty = choices[0], 64 - (own | opp).bit_count()
            if left > 0:
                left -= 1
            elif empty > self._exact:
                if stray and empty > SETTLED:
                    square, said = self._near(own, opp, choices, stray, rng)
                else:
                    square, said = self._best(own, opp, choices, self._depth)
                before.append((own, opp, colour, said))
            else:
                square, said = self._best(own, opp, choices, empty)
                score = said // DISC
                margin = margin if solved else score * colour
                solved.append((own, opp, score, said))
                if rng.random() < STRAY:
                    square = choices[0]
            own, opp = played(own, opp, square)
            colour = -colour
        if not solved:
            margin = final(own, opp) * colour
        seen = [(mine, theirs, margin * side, said) for mine, theirs, side, said in before]
        return seen + solved

    def _near(
        self, own: int, opp: int, choices: Sequence[int], stray: float, rng: random.Random
    ) -> tuple[int, int]:
        """The move that seems best to one who misjudges each by so much, in 64ths of a disc, and
        the score of the best."""
        self._table.begin(own, opp, ENDLESS, Stop())
        scored = self._table.look(choices, self._depth, reach=round(2 * stray))
        known = [entry for entry in scored if entry.known]
        _, square = max((entry.score + rng.gauss(0, stray), entry.square) for entry in known)
        return square, max(entry.score for entry in known)

    def _best(self, own: int, opp: int, choices: Sequence[int], depth: int) -> tuple[int, int]:
        """The best move and its score in 64ths of a disc; of equals the first."""
        self._table.begin(own, opp, ENDLESS, Stop())
        known = [entry for entry in self._table.look(choices, depth) if entry.known]
        best = max(known, key=lambda entry: entry.score)
        return best.square, best.score


def opened(line: str) -> tuple[int, int]:
    """The board after an opening, as the one to move sees it."""
    own, opp = START
    for at in range(0, len(line), 2):
        own, opp = played(own, opp, NAMES.index(Move(line[at : at + 2])))
    return own, opp


def final(own: int, opp: int) -> int:
    """Discs ahead in a game that is over: empty squares go to the winner."""
    mine, theirs = own.bit_count(), opp.bit_count()
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64


def batch(player: Player, seed: int, number: int, size: int, file: Path) -> int:
    """Plays a batch into its file; how many positions it gave."""
    samples: list[Sample] = []
    for game in range(size):
        samples += player.game(random.Random(f"{seed}/{number}/{game}"))
    unfinished = file.with_suffix(".part")
    with unfinished.open("wb") as target:
        np.savez(
            target,
            boards=np.array([sample[:2] for sample in samples], np.uint64),
            margins=np.array([sample[2] for sample in samples], np.int8),
            values=np.array([sample[3] for sample in samples], np.int16),
        )
    unfinished.rename(file)
    return len(samples)


def weights_of(file: Path | None) -> NDArray[np.uint64]:
    """Those of an earlier round (`fit.py`); none at all for the first."""
    if file is not None:
        return Learned.load(file).network.spread()
    rows = np.zeros((ROWS, UNITS), np.int16)
    weights = np.zeros((DIFFERENT, UNITS), np.int8)
    return Network(weights, rows, rows, np.zeros(ROWS, np.int16)).spread()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--depth", type=int, required=True)
    parser.add_argument("--exact", type=int, default=12)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--balanced", action="store_true")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    table = SearchTable(weights_of(asked.weights), 1 << 16)
    player = Player(table, asked.depth, asked.exact, balanced=asked.balanced)
    batches = -(-asked.games // BATCH)
    for number in range(batches):
        file = asked.folder / f"{asked.seed}-{number:05}.npz"
        if not file.exists():
            batch(player, asked.seed, number, BATCH, file)
        done = "#" * (40 * (number + 1) // batches)
        took = time.process_time()
        sys.stderr.write(f"\r[{done:40}] {number + 1} of {batches} thousand games, {took:.0f} s")
    sys.stderr.write("\n")


if __name__ == "__main__":
    main()
