"""Positions of Reversi that the tests of pictures share."""

from core.game import Setup
from core.games.reversi.rules import REVERSI, Position, View
from core.types import Move

OPENING = ""
MIDDLE = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5"
WIPE_OUT = "e6f4e3f6g5d6e7f5c5"
FULL = (
    "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5"
    "b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1"
)


def position(transcript: str) -> Position:
    """The position after moves without passes, written without separators."""
    reached = REVERSI.start(Setup(seats=2))
    for i in range(0, len(transcript), 2):
        reached = REVERSI.play(reached, Move(transcript[i : i + 2]))
    return reached


def view(transcript: str) -> View:
    return REVERSI.look(position(transcript))
