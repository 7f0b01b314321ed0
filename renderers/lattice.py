"""Boards of points: stones lie where lines cross. The whole board, or a section of it enlarged.

Owns where points lie and the bare board under them. A point is numbered as in
`core.games.pente.points`, row 0 at the bottom.
"""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from core.games.pente.points import COLUMNS, SIZE
from renderers import plates, sprite, surface
from renderers.canvas import Point, lettering
from renderers.plates import Plate
from renderers.surface import Box
from renderers.theme import Theme

STARS = tuple(SIZE * row + column for row in (3, 9, 15) for column in (3, 9, 15))
_FRAMELESS = 0.925  # the share of the width that points take; the rest is the frame


@dataclass(frozen=True, slots=True)
class Section:
    """So many columns and rows, from that column and row on; the counting starts at 0, at a1."""

    column: int = 0
    row: int = 0
    columns: int = SIZE
    rows: int = SIZE

    def __post_init__(self) -> None:
        for start, count in ((self.column, self.columns), (self.row, self.rows)):
            if start < 0 or count < 1 or start + count > SIZE:
                raise ValueError(f"{self} is not on the board")


WHOLE = Section()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in a picture `size` pixels wide; `edge` is the frame around the points."""

    size: int
    height: int
    cell: int
    edge: Point  # at the left and right, at the top and bottom
    section: Section
    plates: tuple[Plate, ...]  # above the whole board only
    points: tuple[tuple[int, Point], ...]  # number, and upper left corner of the cell around it

    @staticmethod
    def of(size: int, section: Section) -> "Layout":
        cell = int(size * _FRAMELESS / max(section.columns, section.rows))
        aside = (size - cell * section.columns) // 2
        around = min(aside, max(round(size * 0.04), cell // 2))
        plate = round(size * 0.058) if section == WHOLE else 0
        head = plate + round(size * 0.018) if plate else 0
        bottom = head + around + section.rows * cell
        points = (
            (
                SIZE * (section.row + row) + section.column + column,
                (aside + column * cell, bottom - (row + 1) * cell),
            )
            for row in reversed(range(section.rows))
            for column in range(section.columns)
        )
        return Layout(
            size=size,
            height=bottom + around,
            cell=cell,
            edge=(aside, around),
            section=section,
            plates=plates.beside(aside, size - aside, head - plate, plate) if plate else (),
            points=tuple(points),
        )

    @property
    def head(self) -> int:
        """The height of the strip with the plates."""
        return self.field[1] - self.edge[1]

    @property
    def field(self) -> Box:
        """The board without its frame."""
        left, bottom = self.edge[0], self.height - self.edge[1]
        width, height = self.section.columns * self.cell, self.section.rows * self.cell
        return left, bottom - height, left + width, bottom


def backdrop(theme: Theme, layout: Layout) -> Image.Image:
    """Frame, lines, star points, and coordinates on all four sides."""
    image = surface.material(theme, theme.frame, (layout.size, layout.height))
    left, top, right, bottom = layout.field
    sheet = surface.material(theme, theme.field, (right - left, bottom - top))
    image.paste(sheet, (left, top))
    surface.recess(image, layout.field, max(3, layout.edge[1] // 5))
    _rule(image, theme, layout)
    _letter(image, theme, layout)
    return image


def _rule(image: Image.Image, theme: Theme, layout: Layout) -> None:
    """Lines end at the board's own border, and run on where only the section ends."""
    draw, section, cell = ImageDraw.Draw(image), layout.section, layout.cell
    width, color = max(1, round(cell / 44)), theme.lattice
    left, top, right, bottom = layout.field
    first, last = cell // 2, cell - cell // 2
    x0 = left + (first if section.column == 0 else 0)
    x1 = right - (last if section.column + section.columns == SIZE else 0)
    y0 = top + (first if section.row + section.rows == SIZE else 0)
    y1 = bottom - (last if section.row == 0 else 0)
    for i in range(section.columns):
        x = left + i * cell + first - width // 2
        draw.rectangle((x, y0 - width // 2, x + width - 1, y1 - width // 2 + width - 1), color)
    for i in range(section.rows):
        y = top + i * cell + first - width // 2
        draw.rectangle((x0 - width // 2, y, x1 - width // 2 + width - 1, y + width - 1), color)
    star = sprite.dot(color, cell, 0.24, middle=0.5)
    for point, at in layout.points:
        if point in STARS:
            image.paste(star, at, star)


def _letter(image: Image.Image, theme: Theme, layout: Layout) -> None:
    section, cell = layout.section, layout.cell
    left, top, right, bottom = layout.field
    aside, around = layout.edge
    pixels = min(round(around * 0.62), round(cell * 0.56))
    for i in range(section.columns):
        x = left + i * cell + cell // 2
        for y in (top - around // 2, bottom + around // 2):
            letter = COLUMNS[section.column + i].upper()
            lettering(image, letter, (x, y), pixels, theme.muted)
    for i in range(section.rows):
        y = bottom - i * cell - cell + cell // 2
        for x in (left - aside // 2, right + aside // 2):
            lettering(image, str(section.row + i + 1), (x, y), pixels, theme.muted)
