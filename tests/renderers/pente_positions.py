"""Positions of Pente that the tests of pictures share."""

from core.game import Setup
from core.games.pente.points import CENTRE, NAMES, POINTS
from core.games.pente.rules import PENTE, Position, View
from core.types import Move

SECOND_STONE = "l9"
CAPTURE = "l10 k7 m10 n10"
AFTER_CAPTURE = CAPTURE + " c3"
WIN = "k12 n10 l12 n11 m12 n12 j12 n13 a1 n14"


def position(moves: str, seats: int = 2) -> Position:
    """The position after White's first stone and these moves."""
    reached = PENTE.start(Setup(seats, opening=PENTE.opening({}, b"")))
    for move in moves.split():
        reached = PENTE.play(reached, Move(move))
    return reached


def view(moves: str, seats: int = 2) -> View:
    return PENTE.look(position(moves, seats))


def crowded(stones: int, seats: int = 2) -> View:
    """Stones all over the board: each a row and four columns on from the one before."""
    reached = position("", seats)
    for i in range(1, POINTS):
        move = NAMES[(CENTRE + i * 23) % POINTS]
        if reached.stones < stones and PENTE.is_legal(reached, move):
            reached = PENTE.play(reached, move)
    return PENTE.look(reached)
