"""Name, locate and complete the points of a board.

For games whose moves are a letter and a number. Pure; knows neither buttons nor rules: the view
lists the legal moves.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.errors import Refused
from core.game import PASS
from core.match.view import MatchView
from core.registry import GAMES
from core.types import GameId, Move
from renderers.registry import RENDERERS

ZONES = 3
"""Zones per row, and rows of zones."""

COMPLETIONS = 25
RECENT = 4
"""Number of last stones that define where the action is."""

_POINT = re.compile(r"([a-z])([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Grid:
    """Coordinates: a letter for the column, a number for the row; both counted from 0 here."""

    columns: str
    rows: int
    upwards: bool  # whether row 1 is the lowest
    zoomed: bool  # whether a section can be drawn enlarged

    def where(self, move: Move) -> tuple[int, int]:
        """Return column and row. Raise ValueError if `move` is not a point."""
        return _where(self.columns, move)

    def name(self, column: int, row: int) -> Move:
        return Move(f"{self.columns[column]}{row + 1}")

    def downwards(self, rows: range) -> Sequence[int]:
        """Return these rows from top to bottom as displayed."""
        return rows[::-1] if self.upwards else rows

    def zone(self, number: int) -> tuple[range, range]:
        """Return columns and rows of a zone; zones are counted from 0 at the upper left."""
        down, right = divmod(number, ZONES)
        below = ZONES - 1 - down if self.upwards else down
        return _third(len(self.columns), right), _third(self.rows, below)


def grid_of(game: GameId) -> Grid | None:
    """Return the grid of the game's board, or None if its moves are not points."""
    board = GAMES[game].coordinates
    if board is None:
        return None
    zoomed = RENDERERS[game].zoom is not None
    return Grid(board.columns, board.rows, upwards=board.upwards, zoomed=zoomed)


def must_have_grid(game: GameId) -> Grid:
    """Return the grid of a game whose moves are points."""
    grid = grid_of(game)
    assert grid is not None
    return grid


@lru_cache(maxsize=1_024)
def _where(columns: str, move: Move) -> tuple[int, int]:
    """Parse a point; cached because each step looks up every point of the board."""
    parsed = _POINT.fullmatch(move)
    if parsed is None:
        raise ValueError(f"{move} is no point")
    return columns.index(parsed[1]), int(parsed[2]) - 1


def free(view: MatchView) -> list[Move]:
    """Return the points that can be chosen, in board order."""
    return [move for move in view.moves if move != PASS]


def made(view: MatchView) -> list[Move]:
    """Return the moves so far in order, including those of the setup."""
    moves = [*view.match.setup.opening, *(ply.move for ply in view.match.plies)]
    return [move for move in moves if move != PASS]


def complete(view: MatchView, typed: str, limit: int = COMPLETIONS) -> list[Move]:
    """Return the legal moves that start with the typed text, letter and number in either order.

    Exact matches come first, then those nearest to the action. Games without points keep their own
    order.
    """
    start = squeezed(typed)
    fits = [m for m in free(view) if squeezed(m).startswith(start) or _turned(m).startswith(start)]
    try:
        meant = GAMES[view.match.game].read_move(typed)
    except Refused:
        meant = PASS
    remote = _remoteness(view)
    fits.sort(key=lambda move: (move != meant, remote(move)))
    return fits[:limit]


def squeezed(text: str) -> str:
    """Normalize to letters and digits, lower case and half width."""
    plain = unicodedata.normalize("NFKC", text).lower()
    return "".join(sign for sign in plain if sign.isalnum())


def _turned(move: Move) -> str:
    """Return the point with its number before its letter."""
    letters = "".join(sign for sign in move if sign.isalpha())
    return "".join(sign for sign in move if sign.isdigit()) + letters


def _remoteness(view: MatchView) -> Callable[[Move], tuple[int, int]]:
    """Return a sort key: distance to the recent stones, then to the last one."""
    grid = grid_of(view.match.game)
    stones = made(view)[-RECENT:]
    if grid is None or not stones:
        return lambda _: (0, 0)
    recent = [grid.where(stone) for stone in stones]

    def remoteness(move: Move) -> tuple[int, int]:
        column, row = grid.where(move)
        steps = [max(abs(column - x), abs(row - y)) for x, y in recent]
        x, y = recent[-1]
        return min(steps), (column - x) ** 2 + (row - y) ** 2

    return remoteness


def _third(size: int, part: int) -> range:
    """Split a size into three parts: 19 into 6, 7 and 6; 8 into 3, 2 and 3."""
    return range(round(size * part / ZONES), round(size * (part + 1) / ZONES))
