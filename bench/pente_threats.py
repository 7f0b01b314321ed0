"""How often Pente's computer players see an open three coming: `pente-threats [POSITIONS]`.

Every level is asked in the same positions from games of the amateur against itself: neither side
wins at once, the opponent threatens to win by force with two stones, and a defence exists. The
threat counts as overlooked if it persists after the move. Beginners overlook it often.
"""

import random
from collections.abc import Iterator
from itertools import count, islice

from bench import form
from core.engine import Limit, Stop
from core.games.pente.engine import ENGINE
from core.games.pente.evaluation import WEIGHTS
from core.games.pente.kernels.board import Board
from core.games.pente.rules import PENTE, Position
from core.types import Level, Move
from training.pente.selfplay import opened

USUAL = 200
PLAYED_BY = Level("amateur")
_STONES = 2
_NODES = 40_000
_ENDLESS = Limit(1 << 60, 0)


def run(args: list[str]) -> Iterator[str]:
    """`threats.LEVEL`: how many in a hundred it answered."""
    positions = list(islice(threatened(), int(args[0]) if args else USUAL))
    for level in PENTE.levels:
        seen = sum(answered(position, level) for position in positions)
        yield form.line(f"threats.{level}", 100 * seen / len(positions), "%")


def threatened() -> Iterator[Position]:
    """Such positions, without end; the same ones every time."""
    for number in count():
        lots = random.Random(f"threats {number}")
        position = opened(lots)
        while PENTE.to_act(position) is not None:
            if stands(position):
                yield position
            position = PENTE.play(position, _move(position, PLAYED_BY, lots.randbytes(32)))


def stands(position: Position) -> bool:
    """Whether the one to move has to answer such a threat, and can."""
    board = _board(position)
    at_once = board.wins(0) or board.wins(1)
    threat = not at_once and board.threatens(_STONES, _NODES)
    return threat and not board.forced(_STONES, _NODES) and board.escapes(_STONES, _NODES)


def answered(position: Position, level: Level) -> bool:
    """Whether the other can no longer win so after that level's move."""
    after = PENTE.play(position, _move(position, level, bytes(32)))
    return not _board(after).forced(_STONES, _NODES)


def _move(position: Position, level: Level, salt: bytes) -> Move:
    limit = ENGINE.limit(level)
    return ENGINE.choose(PENTE.look(position), level, limit, salt, Stop()).move


def _board(position: Position) -> Board:
    return Board.of(position.cells, position.side, position.pairs, WEIGHTS, _ENDLESS, Stop())
