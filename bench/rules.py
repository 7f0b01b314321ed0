"""How long the rules take: folding whole games, listing legal moves. CPU time.

The game of Reversi is a fixed one, drawn at random, that fills the board without a pass, that of
Solitaire Dice takes the middle one of its choices each time; what is folded is what the store
keeps, plies.
"""

from collections.abc import Iterator

from bench import form
from core.chance import Chance
from core.game import Setup
from core.games.dice.rules import ALONE, DICE
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
    """Lines `reversi.fold_60` and `dice.fold` (us a fold), `reversi.legal` (us a position)."""
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

    solo, choices = _dice_game()

    def solos() -> None:
        for _ in range(REPEATS):
            fold(DICE, solo, choices)

    timings = form.interleaved({"fold": folds, "legal": lists, "solo": solos})
    yield form.line("reversi.fold_60", timings["fold"].best / REPEATS * 1e6, "us")
    yield form.line("reversi.legal", timings["legal"].best / REPEATS / len(passed) * 1e6, "us")
    yield f"# dice: {len(choices)} rounds"
    yield form.line("dice.fold", timings["solo"].best / REPEATS * 1e6, "us")
    yield form.spread(timings)


def _dice_game() -> tuple[Setup, list[Ply]]:
    setup = Setup(seats=1, chance=Chance(bytes(32), "bench", ""))
    position, plies = DICE.start(setup), list[Ply]()
    while legal := DICE.legal_moves(position):
        plies.append(Ply(ALONE, legal[len(legal) // 2], Millis(len(plies))))
        position = DICE.play(position, plies[-1].move)
    return setup, plies
