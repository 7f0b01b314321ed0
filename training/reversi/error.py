"""How far the evaluation is from the truth.

    python -m training.reversi.error [--weights W.npz] [--positions 1000]

The positions are the computer's own: a game begins with a balanced opening drawn by lot and is
played by both sides six plies ahead, every move misjudged a little so that no two games are the
same; of each game one position is taken, with 20 to 24 empty squares, and solved. No weight is ever
fitted to them (`label.py`). Prints the mean absolute difference, in discs, between what the
evaluation says at once, without looking ahead, and the exact score.

They are kept beside this file with their scores; a run that asks for more adds to it.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.engine import Stop
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC, Network, unpacked
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.openings import BALANCED
from core.games.reversi.searcher import Searcher, played
from core.noise import draw_noise
from training.reversi.fit import TARGET, Learned, Positions
from training.reversi.selfplay import ENDLESS, opened

KEPT = Path(__file__).with_name("exact.jsonl")
EMPTY = (20, 21, 22, 20, 21, 22, 20, 21, 23, 24)
"""Empty squares, in turns; fewer of the last, which take many times as long to solve."""
AHEAD, STRAY = 6, DISC
"""How the games are played: plies, and the standard deviation of misjudgement."""

Board = tuple[int, int]
Solved = tuple[int, int, int]
"""Own discs, the other's, and the exact score in discs for the one to move."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path)
    asked = parser.parse_args()
    solved = list(positions(asked.positions, asked.seed))
    network = Network.of(TARGET.read_bytes())
    if asked.weights is not None:
        network = Learned.load(asked.weights).network
    errors = np.abs(differences(network, solved))
    for empty in sorted(set(EMPTY)):
        chosen = [64 - (own | opp).bit_count() == empty for own, opp, _ in solved]
        print(f"{empty} empty: {errors[chosen].mean():.2f} discs, {sum(chosen)} positions")
    sure = 1.96 * errors.std() / np.sqrt(len(errors))
    print(f"all: {errors.mean():.2f} +- {sure:.2f} discs, {len(solved)} positions")


def positions(count: int, seed: int) -> Iterator[Solved]:
    """As many as are asked for: those of the file first, then new ones, which are added to it."""
    known = kept()
    yield from known[:count]
    if count <= len(known):
        return
    table = SearchTable(unpacked(TARGET.read_bytes()), 1 << 20)
    for number in range(len(known), count):
        board = reached(table, f"{seed}/{number}", EMPTY[number % len(EMPTY)])
        found = *board, exact(table, board)
        with KEPT.open("a") as file:
            file.write(json.dumps(found) + "\n")
        sys.stderr.write(f"\r{number + 1} of {count} positions")
        yield found


def kept() -> list[Solved]:
    """Those of the file."""
    found = []
    for text in KEPT.read_text().splitlines() if KEPT.exists() else ():
        own, opp, score = json.loads(text)
        found.append((own, opp, score))
    return found


def reached(table: SearchTable, lot: str, empty: int) -> Board:
    """Return a position of a game with `empty` empty squares where the player to move has a
    choice."""
    attempt = 0
    while (board := _game(table, random.Random(f"{lot}/{attempt}"), empty)) is None:
        attempt += 1
    return board


def _game(table: SearchTable, rng: random.Random, empty: int) -> Board | None:
    """None where the game was over before, or there is no choice."""
    own, opp = opened(rng.choice(BALANCED))
    while choices := squares(mobility(own, opp)):
        if 64 - (own | opp).bit_count() == empty:
            return (own, opp) if len(choices) > 1 else None
        own, opp = played(own, opp, _move(table, (own, opp), choices, rng.randbytes(32)))
        if not mobility(own, opp):
            own, opp = opp, own
    return None


def _move(table: SearchTable, board: Board, choices: list[int], salt: bytes) -> int:
    table.begin(*board, ENDLESS, Stop())
    return (
        Searcher(table, *board, choices, draw_noise(salt, choices, STRAY)).think(AHEAD, 0).line[0]
    )


def exact(table: SearchTable, board: Board) -> int:
    """The score in discs for the one to move, proved."""
    choices = squares(mobility(*board))
    table.begin(*board, ENDLESS, Stop())
    result = Searcher(table, *board, choices, draw_noise(b"", choices, 0)).think(0, 64)
    assert result.exact
    return result.score // DISC


def differences(network: Network, solved: list[Solved]) -> NDArray[np.float64]:
    """What the evaluation says, less the exact score, in discs."""
    boards = np.array([(own, opp) for own, opp, _ in solved], np.uint64)
    held = Positions.of(boards, np.array([score for *_, score in solved], np.int8))
    said = Learned.of(network).expected(held, np.arange(len(solved)))
    return np.asarray(np.clip(said, -63, 63) - held.margins, np.float64)


if __name__ == "__main__":
    main()
