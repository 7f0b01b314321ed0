"""Positions from lists of stones, for tests that begin in the middle of a game."""

from core.games.pente.points import POINT_OF, POINTS
from core.games.pente.rules import BLACK, WHITE, Position


def position(
    white: str = "",
    black: str = "",
    *,
    to_move: str = "white",
    pairs: tuple[int, int] = (0, 0),
    seats: int = 2,
) -> Position:
    """Stones by name, separated by blanks; far enough into the game for no opening rule."""
    cells = bytearray(POINTS)
    for names, colour in ((white, WHITE), (black, BLACK)):
        for name in names.split():
            cells[POINT_OF[name]] = colour  # type: ignore[index]
    return Position(bytes(cells), seats, 10 if to_move == "white" else 11, True, pairs)
