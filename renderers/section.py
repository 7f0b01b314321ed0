"""A rectangle of points of a Pente board, to be drawn enlarged.

A value without Pillow, because the cards of the application hold it.
"""

from dataclasses import dataclass

from core.games.pente.points import SIZE


@dataclass(frozen=True, slots=True)
class Section:
    """A number of columns and rows, from that column and row on; counted from 0, at a1."""

    column: int = 0
    row: int = 0
    columns: int = SIZE
    rows: int = SIZE

    def __post_init__(self) -> None:
        for start, count in ((self.column, self.columns), (self.row, self.rows)):
            if start < 0 or count < 1 or start + count > SIZE:
                raise ValueError(f"{self} is not on the board")


WHOLE = Section()
