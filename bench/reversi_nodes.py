"""How fast Reversi's computer player is: `reversi-nodes`.

Endings solved against leaves counted in the same run, because both turn discs; positions that are
evaluated; and the start of a fresh process on an empty folder of compiled kernels, and on a filled
one, up to its first move.
"""

import tempfile
import time
from collections.abc import Iterator

from bench import children, form
from bench.reversi_ffo import made
from bench.reversi_perft import counted
from core.engine import Stop
from core.game import Setup
from core.games.reversi.bits import mobility, squares
from core.games.reversi.rules import REVERSI
from core.types import Move

GAME = "d3c5e6d2c6d6b5f5e7f6f4f3g4g6g3h4h3h5h6c7g5f7d7e8d8g7c8c4c3a5b4b6a6a3a4a7h8c2b3f8g8b7"
"""A game of the strongest level against itself, up to eighteen empty squares."""

MIDDLE = 18
"""Plies after which the evaluation is asked."""

DEPTH = 10
"""Plies that perft counts."""
AHEAD = 10
STARTS = 3
ROUNDS = 3
_THINKER = made()

FIRST_MOVE = """
from bot.engines.registry import ENGINES
from core.engine import Limit, Stop
from core.game import Setup
from core.games.reversi.rules import REVERSI
view = REVERSI.look(REVERSI.start(Setup(2)))
ENGINES[REVERSI.id].engine.choose(view, REVERSI.levels[-1], Limit(1_000, 0), b"", Stop())
"""


def run(args: list[str]) -> Iterator[str]:
    """`solver.rate` and `perft.leaves` with `solver.share`, `search.rate`, `reversi.cold` and
    `reversi.cached`."""
    form.nothing(args)
    yield from form.ratio(
        "solver.share", ("solver.rate", solving()), ("perft.leaves", counting()), "/s"
    )
    yield form.line("search.rate", searching(), "/s")
    with tempfile.TemporaryDirectory() as folder:
        yield form.line("reversi.cold", starting(folder), "s")
        yield form.line("reversi.cached", min(starting(folder) for _ in range(STARTS)), "s")


def solving() -> float:
    """Nodes a second in an ending, searched to the last disc and in no other way; the best of some
    rounds, the first of which takes its memory."""
    return max(_rate(board(GAME)) for _ in range(ROUNDS))


def counting() -> float:
    """Leaves a second."""
    count, seconds = counted(DEPTH)
    return count / seconds


def searching() -> float:
    """Nodes a second where the evaluation speaks."""
    return _rate(board(GAME[: 2 * MIDDLE]), AHEAD)


def _rate(position: tuple[int, int], depth: int = 64) -> float:
    own, opp = position
    _THINKER.begin(own, opp, 1 << 60, Stop())
    begun = time.process_time()
    _THINKER.look(squares(mobility(own, opp)), min(depth, 64 - (own | opp).bit_count()))
    return _THINKER.nodes / (time.process_time() - begun)


def board(line: str) -> tuple[int, int]:
    """Own and opposing discs after those moves, as the one to move sees them."""
    position = REVERSI.start(Setup(seats=2))
    for at in range(0, len(line), 2):
        position = REVERSI.play(position, Move(line[at : at + 2]))
    assert position.to_act is not None
    return position.of(position.to_act)


def starting(folder: str) -> float:
    """CPU seconds of a process from its start to its first move, with kernels in that folder."""
    return children.first_move(FIRST_MOVE, folder)
