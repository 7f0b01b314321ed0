"""How long the rules take: folding whole games, listing legal moves. CPU time.

The game is a fixed one, drawn at random, that fills the board without a pass; what is folded is
what the store keeps, plies.
"""

from collections.abc import Iterator

from bench import form
from core.game import Setup
from core.games.reversi.rules import BLACK, REVERSI, WHITE
from core.match.model import Ply
from core.match.replay import fold, positions
from core.types import Millis, Move

SIXTY = (
    "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5"
    "b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1"
)
REPEATS = 50


def run(args: list[str]) -> Iterator[str]:
    """Lines `reversi.fold_60` (us a fold) and `reversi.legal` (us a position)."""
    del args
    setup = Setup(seats=2)
    moves = [Move(SIXTY[i : i + 2]) for i in range(0, len(SIXTY), 2)]
    seats = (BLACK, WHITE)
    plies = [Ply(seats[i % 2], move, Millis(i)) for i, move in enumerate(moves)]
    passed = tuple(positions(REVERSI, setup, plies))

    def folds() -> None:
        for _ in range(REPEATS):
            fold(REVERSI, setup, plies)

    def lists() -> None:
        for _ in range(REPEATS):
            for position in passed:
                REVERSI.legal_moves(position)

    timings = form.interleaved({"fold": folds, "legal": lists})
    yield form.line("reversi.fold_60", timings["fold"].best / REPEATS * 1e6, "us")
    yield form.line("reversi.legal", timings["legal"].best / REPEATS / len(passed) * 1e6, "us")
    yield form.spread(timings)
