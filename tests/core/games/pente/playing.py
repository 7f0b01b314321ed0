"""Positions to search in: crowded, so that rows, threats and captures come often."""

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from core.engine import Limit, Stop
from core.game import Setup
from core.games.pente.evaluation import WEIGHTS
from core.games.pente.kernels.board import Board
from core.games.pente.points import NAMES, POINTS, SIZE
from core.games.pente.rules import PENTE, Position
from core.types import Move

START = PENTE.start(Setup(2, opening=PENTE.opening({}, b"")))


def game(seed: int, rule: str = "tournament", seats: int = 2) -> Iterator[tuple[Move, Position]]:
    """Random moves and the positions after them, in a part of the board that the seed chooses, to
    the end or until that part is full."""
    lots = random.Random(seed)
    size, left, low = lots.randint(5, 11), lots.randint(0, 8), lots.randint(0, 8)
    inside = [
        name
        for i, name in enumerate(NAMES)
        if left <= i % SIZE < left + size and low <= i // SIZE < low + size
    ]
    position = PENTE.start(Setup(seats, {"rule": rule}, opening=PENTE.opening({}, b"")))
    while legal := [name for name in inside if PENTE.is_legal(position, name)]:
        move = lots.choice(legal)
        position = PENTE.play(position, move)
        yield move, position


def wander(seed: int, stones: int) -> Position:
    """Somewhere in such a game, with a move to make; so many stones or fewer were placed."""
    reached = START
    for _, position in game(seed):
        if position.over or position.stones > stones:
            break
        reached = position
    return reached


def board_of(position: Position, nodes: int = 1_000_000, stop: Stop | None = None) -> Board:
    return Board.of(
        position.cells,
        position.side,
        position.pairs,
        WEIGHTS,
        Limit(nodes, 0),
        Stop() if stop is None else stop,
    )


def winning(position: Position) -> set[int]:
    """The points where the one to move wins at once, by the rules."""
    return {
        point
        for point in range(POINTS)
        if PENTE.is_legal(position, NAMES[point]) and _wins(PENTE.play(position, NAMES[point]))
    }


def _wins(position: Position) -> bool:
    outcome = PENTE.outcome(position)
    return outcome is not None and outcome.winner is not None


POSITIONS = st.builds(wander, st.integers(0, 2**32), st.integers(1, 90))
