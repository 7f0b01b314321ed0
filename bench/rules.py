"""CPU time of the rules: folding whole games, listing legal moves.

The games are fixed and were drawn at random: one of Reversi that fills the board without a pass,
and one of Pente with seven captured pairs, undecided after 150 moves. The game of Solitaire Dice
takes the middle choice each time. Plies are folded, as the store keeps them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bench import form
from core.chance import Chance
from core.game import Game, Setup
from core.games.dice.rules import ALONE, DICE
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.match.model import Ply
from core.match.replay import fold, positions
from core.types import Millis, Move, Seat

SIXTY = (
    "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5"
    "b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1"
)
HUNDRED_AND_FIFTY = (
    "c4 l6 p3 d14 e3 g7 m4 d9 d3 q8 e16 q12 p9 o10 e14 m17 o12 l5 h14 l9 d4 f11 h10 h6 p12 g8 "
    "d7 j14 d15 l14 k17 p6 q11 f10 h3 e11 j3 l12 j16 g12 m8 m15 l15 m3 m12 n14 k6 d17 o4 l4 q14 "
    "g11 h11 k15 l13 p16 q16 f12 r7 e15 o14 m7 e13 m16 n15 n12 j11 m13 g13 p5 h8 d6 g17 q4 g6 "
    "f4 m10 o3 r14 l8 k4 c3 k13 c7 f13 n10 j9 n4 c13 h5 e6 h9 c15 h17 k16 j5 k10 e9 r3 q9 q5 n6 "
    "h12 n11 r10 d5 e12 r13 d8 j10 c11 g10 m6 f15 k11 c5 o12 p13 k9 k5 o16 r12 n8 r16 g9 k12 q7 "
    "o13 r6 q10 j6 p11 r9 j17 f6 l17 d11 j4 k14 g4 l7 l16 f12 d12 g5 m9 m11 l11 j7 n15"
)
FOLDS, LISTS = 50, 5  # a round


def run(args: list[str]) -> Iterator[str]:
    """Lines `reversi.fold_60`, `pente.fold_150` and `dice.fold` (us a fold), `reversi.legal` and
    `pente.legal` (us a position)."""
    form.nothing(args)
    reversi = Setup(seats=2), plies([SIXTY[i : i + 2] for i in range(0, len(SIXTY), 2)], first=0)
    pente = Setup(seats=2, opening=PENTE.opening({}, b"")), plies(HUNDRED_AND_FIFTY.split(), 1)
    dice = dice_game()
    timings = form.interleaved(
        {
            "reversi.fold_60": _folds(REVERSI, *reversi),
            "reversi.legal": _lists(REVERSI, *reversi),
            "pente.fold_150": _folds(PENTE, *pente),
            "pente.legal": _lists(PENTE, *pente),
            "dice.fold": _folds(DICE, *dice),
        }
    )
    listed = {
        "reversi.legal": LISTS * (len(reversi[1]) + 1),
        "pente.legal": LISTS * (len(pente[1]) + 1),
    }
    for name, timing in timings.items():
        yield form.line(name, timing.best / listed.get(name, FOLDS) * 1e6, "us")
    yield f"# dice: {len(dice[1])} rounds"
    yield form.spread(timings)


def plies(moves: Sequence[str], first: int) -> list[Ply]:
    """Moves in turn, beginning with that seat."""
    return [Ply(Seat((first + i) % 2), Move(move), Millis(i)) for i, move in enumerate(moves)]


def _folds(game: Game[Any, Any], setup: Setup, plies: Sequence[Ply]) -> Callable[[], None]:
    def folds() -> None:
        for _ in range(FOLDS):
            fold(game, setup, plies)

    return folds


def _lists(game: Game[Any, Any], setup: Setup, plies: Sequence[Ply]) -> Callable[[], None]:
    passed = tuple(positions(game, setup, plies))

    def lists() -> None:
        for _ in range(LISTS):
            for position in passed:
                game.legal_moves(position)

    return lists


def dice_game() -> tuple[Setup, list[Ply]]:
    setup = Setup(seats=1, chance=Chance(bytes(32), "bench", ""))
    position, plies = DICE.start(setup), list[Ply]()
    while legal := DICE.legal_moves(position):
        plies.append(Ply(ALONE, legal[len(legal) // 2], Millis(len(plies))))
        position = DICE.play(position, plies[-1].move)
    return setup, plies
