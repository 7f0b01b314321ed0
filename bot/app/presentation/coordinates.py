"""How boards name their points, where these lie, and which of them fit what was typed.

For games whose moves are a letter and a number. Pure; knows no buttons and no rules: what is legal
is in the view.
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
from renderers import RENDERERS

ZONES = 3
"""Zones in a row, and rows of zones."""

COMPLETIONS = 25
RECENT = 4
"""How many of the last stones the action is taken to be at."""

_POINT = re.compile(r"([a-z])([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Grid:
    """A letter for the column, a number for the row; both are counted from 0 here."""

    columns: str
    rows: int
    upwards: bool  # whether row 1 is the lowest
    zoomed: bool  # whether a section of it can be drawn enlarged

    def where(self, move: Move) -> tuple[int, int]:
        """Column and row. ValueError for what is no point."""
        return _where(self.columns, move)

    def name(self, column: int, row: int) -> Move:
        return Move(f"{self.columns[column]}{row + 1}")

    def downwards(self, rows: range) -> Sequence[int]:
        """These rows as they are seen, from above."""
        return rows[::-1] if self.upwards else rows

    def zone(self, number: int) -> tuple[range, range]:
        """Columns and rows of a zone; they are counted from 0 at the upper left."""
        down, right = divmod(number, ZONES)
        below = ZONES - 1 - down if self.upwards else down
        return _third(len(self.columns), right), _third(self.rows, below)


def grid_of(game: GameId) -> Grid | None:
    """Return the grid of the game's board; None where moves are no points."""
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
    """Kept, for a board's points are looked up many times at each step."""
    found = _POINT.fullmatch(move)
    if found is None:
        raise ValueError(f"{move} is no point")
    return columns.index(found[1]), int(found[2]) - 1


def free(view: MatchView) -> list[Move]:
    """The points that can be chosen, in board order."""
    return [move for move in view.moves if move != PASS]


def made(view: MatchView) -> list[Move]:
    """The moves so far in their order, the setup's too."""
    moves = [*view.match.setup.opening, *(ply.move for ply in view.match.plies)]
    return [move for move in moves if move != PASS]


def complete(view: MatchView, typed: str, limit: int = COMPLETIONS) -> list[Move]:
    """The legal moves that begin as typed, in either order of letter and number.

    What is typed in full comes first, then what is nearest to the action. A game without points
    keeps its own order.
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
    """Letters and digits alone, in small letters of the usual width."""
    plain = unicodedata.normalize("NFKC", text).lower()
    return "".join(sign for sign in plain if sign.isalnum())


def _turned(move: Move) -> str:
    """The number before the letter."""
    letters = "".join(sign for sign in move if sign.isalpha())
    return "".join(sign for sign in move if sign.isdigit()) + letters


def _remoteness(view: MatchView) -> Callable[[Move], tuple[int, int]]:
    """How far a point is from the last stones, and then from the very last."""
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
    """6, 7 and 6 of 19; 3, 2 and 3 of 8."""
    return range(round(size * part / ZONES), round(size * (part + 1) / ZONES))
