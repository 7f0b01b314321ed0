"""How fast Pente's computer player searches, how deep, and how soon it can: `pente-nodes`.

Plain search, without the solving of forced wins before it, on four quiet positions, as deep as one
second of CPU time goes. Starts are those of a fresh process on an empty folder of compiled kernels,
and on a filled one, up to its first move.
"""

import tempfile
import time
from collections.abc import Iterator

from bench import children, form
from core.engine import Limit, Stop
from core.game import Setup
from core.games.pente.evaluation import WEIGHTS
from core.games.pente.kernels.board import Board
from core.games.pente.kernels.search import WON
from core.games.pente.rules import PENTE
from core.types import Move

QUIET = (
    "k10 l9 n10 m11 k7",
    "k10 l11 g10 j12 k13 m9",
    "k10 j9 k14 l12 h12 g10",
    "k10 l10 n10 m12 l13 j8 h11",
)
SECONDS = 1.0
STARTS = 3
_ENDLESS = Limit(1 << 60, 0)

FIRST_MOVE = """
from core.engine import Limit, Stop
from core.game import Setup
from core.games.pente.engine import ENGINE
from core.games.pente.rules import PENTE
view = PENTE.look(PENTE.start(Setup(2, opening=PENTE.opening({}, b""))))
ENGINE.choose(view, PENTE.levels[-1], Limit(1_000, 0), b"", Stop())
"""


def run(args: list[str]) -> Iterator[str]:
    """`pente.rate`, `pente.depth_1s` (the least of the four), `pente.cold`, `pente.cached`."""
    form.nothing(args)
    searched = [searching(moves) for moves in QUIET]
    for moves, (depth, nodes, seconds) in zip(QUIET, searched, strict=True):
        yield f"# {moves}: depth {depth}, {nodes} nodes in {seconds:.2f} s"
    nodes, seconds = (sum(each) for each in list(zip(*searched, strict=True))[1:])
    yield form.line("pente.rate", nodes / seconds, "/s")
    yield form.line("pente.depth_1s", min(depth for depth, _, _ in searched), "n")
    with tempfile.TemporaryDirectory() as folder:
        yield form.line("pente.cold", starting(folder), "s")
        yield form.line("pente.cached", min(starting(folder) for _ in range(STARTS)), "s")


def searching(moves: str) -> tuple[int, int, float]:
    """The last depth finished within the time, and nodes and CPU seconds up to the first beyond."""
    position = PENTE.start(Setup(2))
    for move in moves.split():
        position = PENTE.play(position, Move(move))
    board = Board.of(position.cells, position.side, position.pairs, WEIGHTS, _ENDLESS, Stop())
    begun, depth, spent = time.process_time(), 0, 0.0
    while spent < SECONDS:
        depth += 1
        board.search(depth, -2 * WON, 2 * WON)
        spent = time.process_time() - begun
    return depth - 1, board.nodes, spent


def starting(folder: str) -> float:
    """CPU seconds of a process from its start to its first move, with kernels in that folder."""
    return children.first_move(FIRST_MOVE, folder)
