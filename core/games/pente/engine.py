"""The computer player of Pente.

Implements `core.engine.Engine[View]`. Owns the levels, how a request becomes a choice, and what no
level ever misses: a win with one stone, and the last chance to prevent the opponent's. It plays for
a colour, independent of the number of players; the opening rule shows in the legal moves.

Lower levels lack what people lack: they search less deeply, see no wins by consecutive threats,
misjudge (`core/noise.py`), and underestimate an open three.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.engine import Choice, Limit, Stop
from core.games.pente.evaluation import WEIGHTS
from core.games.pente.kernels.board import Board
from core.games.pente.kernels.search import WON
from core.games.pente.points import NAMES, POINT_OF
from core.games.pente.rules import BLACK, EMPTY, WHITE, View
from core.games.pente.search import INFINITE, SearchResult, Sight, deepen, holding, proved, sound
from core.noise import draw_noise
from core.types import Level


@dataclass(frozen=True, slots=True)
class Strength:
    """A level: plies ahead, nodes, misjudgement (standard deviation, in the unit of scores), how
    far forced wins are seen, None where they are not, and how much a loss weighs at most that is
    seen coming."""

    depth: int
    nodes: int
    error: int
    sight: Sight | None
    dread: int = INFINITE


STRENGTHS: Mapping[Level, Strength] = {
    Level("novice"): Strength(depth=1, nodes=1_000, error=46, sight=None),
    Level("amateur"): Strength(depth=2, nodes=3_000, error=62, sight=None, dread=235),
    Level("club"): Strength(depth=3, nodes=8_000, error=74, sight=None, dread=420),
    Level("league"): Strength(depth=3, nodes=8_000, error=37, sight=Sight(2, 2, 500)),
    Level("expert"): Strength(depth=4, nodes=20_000, error=27, sight=Sight(4, 3, 1_000)),
    Level("master"): Strength(depth=5, nodes=40_000, error=18, sight=Sight(5, 4, 2_000)),
    Level("grandmaster"): Strength(depth=7, nodes=120_000, error=14, sight=Sight(9, 6, 4_000)),
    Level("champion"): Strength(depth=30, nodes=400_000, error=2, sight=Sight(12, 8, 5_000)),
}
_SAFETY = 5_000
"""Milliseconds after which even a very slow machine has to answer."""

WIDTH = 24
"""How many moves are considered."""

_CELLS = {".": EMPTY, "O": WHITE, "X": BLACK}


class PenteEngine:
    """Holds nothing between calls."""

    def limit(self, level: Level) -> Limit:
        return Limit(nodes=STRENGTHS[level].nodes, millis=_SAFETY)

    def choose(self, view: View, level: Level, limit: Limit, salt: bytes, stop: Stop) -> Choice:
        """The move to play; `score` as `search.py` says, None where there was no choice."""
        board = board_of(view, limit, stop)
        if won := board.wins(board.side):
            move = NAMES[won[0]]
            return Choice(move, score=WON - 1, line=(move,), depth=1, nodes=0, cut=False)
        points = sound(board, [POINT_OF[move] for move in view.legal], WIDTH)
        result = _thought(board, points, STRENGTHS[level], salt)
        if result is None:
            only = NAMES[points[0]]
            return Choice(only, score=None, line=(only,), depth=0, nodes=board.nodes, cut=False)
        line = tuple(NAMES[point] for point in result.line)
        return Choice(line[0], result.score, line, result.depth, board.nodes, board.cut)


def board_of(view: View, limit: Limit, stop: Stop) -> Board:
    """Return the board of a view with the search budget. ValueError if the match is over."""
    if view.to_act is None:
        raise ValueError("nobody is to act")
    cells = [_CELLS[cell] for cell in view.cells]
    return Board.of(cells, view.to_act % 2, view.pairs, WEIGHTS, limit, stop)


def _thought(
    board: Board, points: Sequence[int], strength: Strength, salt: bytes
) -> SearchResult | None:
    """What a level thinks of these moves; None where there is one only, and no win in sight."""
    sight = strength.sight
    if sight and (won := proved(board, sight)):
        return won
    if len(points) == 1:
        return None
    if sight:
        points = holding(board, points, sight)
    noise = draw_noise(salt, points, strength.error)
    return deepen(board, points, strength.depth, noise, strength.dread)


ENGINE = PenteEngine()
