"""Games that the computer plays against itself, as material for the other scripts here.

A game begins with four stones drawn by lot near the centre, the opening rule kept, so that no two
are alike, and goes on with a fixed number of nodes a move. Everything follows from the seed.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.engine import Limit, Stop
from core.game import Setup
from core.games.pente.kernels.board import Board
from core.games.pente.points import CENTRE, NAMES, POINT_OF, POINTS, distance
from core.games.pente.rules import PENTE, Position
from core.games.pente.search import DECIDED, Sight, deepen, holding, proved, sound
from core.noise import Noise

SIGHT = Sight(mine=8, theirs=5, nodes=800)
_CLEAR = Noise(offsets=dict.fromkeys(range(POINTS), 0), reach=0)
_DEPTH, _WIDTH = 30, 30
_NEAR, _SECOND, _REPLY = (1, 2), (3, 4), (1, 3)
"""How far from the centre the stones drawn by lot are: Black's, White's second, Black's second."""


@dataclass(frozen=True, slots=True)
class Move:
    """A point, and whether the position before it was quiet: then its worth was judged, not a win
    or a loss that was seen."""

    point: int
    quiet: bool


def opened(rng: random.Random) -> Position:
    """A position after four stones."""
    position = PENTE.start(Setup(2, opening=PENTE.opening({}, b"")))
    for low, high in (_NEAR, _SECOND, _REPLY):
        found = [
            name
            for point, name in enumerate(NAMES)
            if low <= distance(point, CENTRE) <= high and PENTE.is_legal(position, name)
        ]
        position = PENTE.play(position, rng.choice(found))
    return position


def board_of(position: Position, weights: Sequence[int], nodes: int) -> Board:
    limit = Limit(nodes, 0)
    return Board.of(position.cells, position.side, position.pairs, weights, limit, Stop())


def choose(position: Position, weights: Sequence[int], nodes: int) -> Move:
    """Return the engine's move for these weights and this many nodes."""
    board = board_of(position, weights, nodes)
    if wins := board.wins(board.side):
        return Move(wins[0], quiet=False)
    points = sound(board, [POINT_OF[name] for name in PENTE.legal_moves(position)], _WIDTH)
    if won := proved(board, SIGHT):
        return Move(won.line[0], quiet=False)
    threatened = bool(board.wins(1 - board.side))
    if len(points) == 1:
        return Move(points[0], quiet=not threatened)
    result = deepen(board, holding(board, points, SIGHT), _DEPTH, _CLEAR)
    return Move(result.line[0], quiet=not threatened and abs(result.score) < DECIDED)


def games(position: Position, sides: Sequence[Sequence[int]], nodes: int) -> Iterator[Position]:
    """The quiet positions of a game between two sets of weights, White's first, then the end."""
    while position.over is None:
        move = choose(position, sides[position.side], nodes)
        if move.quiet:
            yield position
        position = PENTE.play(position, NAMES[move.point])
    yield position
