"""Boards of points, where stones lie on crossing lines: the whole board, or an enlarged section.

Owns where points lie, the bare board under them, and the sprites that can lie on a point: stones
with their marks, crosses, names of points. Independent of positions. A point is numbered as in
`core.games.pente.points`, row 0 at the bottom.
"""

from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from core.games.pente.points import COLUMNS, SIZE
from renderers import plates, sprite, surface
from renderers.canvas import Point, lettering
from renderers.plates import Plate
from renderers.section import WHOLE, Section
from renderers.surface import Box
from renderers.theme import Color, Theme, Tone

STARS = tuple(SIZE * row + column for row in (3, 9, 15) for column in (3, 9, 15))
_FRAMELESS = 0.925  # the share of the width that points take; the rest is the frame

STONES = "OX"
"""As in `core.games.pente.rules.View.cells`, by side: White begins. Also names of sprites."""

LAST, FIVE, TAKEN = "!", "*", "-"
"""Marks, which follow a stone in the name of its sprite: `O*!` is a white one with two."""

SHUT, LABEL = "#", "?"
"""A point where no stone may go; before the name of a point, that name to be picked."""

_BODY = 0.93  # diameter of a stone by the distance of the lines
_FADED = 0.5


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


def tone(theme: Theme, side: int) -> Tone:
    """Stones have one colour all through: no other face shows below."""
    disc = theme.tones[1 - side]
    return replace(disc, under=disc.rim_shade)


class Sprites(dict[str, Image.Image]):
    """By name, each as large as the cell around a point. Names of points are drawn when asked for:
    there are 361, and a picture shows a few."""

    def __init__(self, theme: Theme, cell: int) -> None:
        super().__init__(_sprites(theme, cell))
        self._theme, self._cell = theme, cell

    def __missing__(self, name: str) -> Image.Image:
        if not name.startswith(LABEL):
            raise KeyError(name)
        drawn = self[name] = _label(self._theme, self._cell, name.removeprefix(LABEL))
        return drawn


def _sprites(theme: Theme, cell: int) -> dict[str, Image.Image]:
    found = {SHUT: _cross(theme.lattice, cell)}
    five = sprite.dot(theme.accent, cell, 1.0, hollow=0.8)
    for side, name in enumerate(STONES):
        look = tone(theme, side)
        stone = found[name] = sprite.token(look, cell, _BODY)
        last = sprite.dot(look.last, cell, 0.5, hollow=0.66)
        found[name + LAST] = Image.alpha_composite(stone, last)
        found[name + FIVE] = Image.alpha_composite(stone, five)
        found[name + FIVE + LAST] = Image.alpha_composite(found[name + FIVE], last)
        faded = found[name + TAKEN] = stone.copy()
        faded.putalpha(stone.getchannel("A").point(lambda v: v * _FADED))
    return found


def gauge(
    theme: Theme, side: int, pairs: int, out_of: int, height: int, ground: Color
) -> Image.Image:
    """That many pairs of one side's stones on an even ground, and empty places for the rest."""
    small = round(height * 0.6)
    stone = sprite.token(tone(theme, side), small, _BODY)
    empty = sprite.dot(theme.muted, small, 0.34, hollow=0.6, middle=0.5)
    step, aside = round(height * 0.78), height // 6
    image = Image.new("RGB", (step * out_of, height), ground)
    for i in range(out_of):
        if i < pairs:
            for at in (
                (i * step, height - small),
                (i * step + aside, height - small - height // 4),
            ):
                image.paste(stone, at, stone)
        else:
            image.paste(empty, (i * step + aside // 2, (height - small) // 2), empty)
    return image


def _cross(ink: Color, cell: int) -> Image.Image:
    side = cell * sprite.OVERSIZE
    mask = Image.new("L", (side, side))
    draw, width = ImageDraw.Draw(mask), max(1, round(side * 0.07))
    low, high = side // 2 - round(side * 0.17), side // 2 + round(side * 0.17)
    draw.line((low, low, high, high), 255, width)
    draw.line((low, high, high, low), 255, width)
    image = Image.new("RGBA", (cell, cell), ink)
    image.putalpha(mask.reduce(sprite.OVERSIZE))
    return image


def _label(theme: Theme, cell: int, point: str) -> Image.Image:
    """The name of a point on a small plate."""
    size = (round(cell * 0.7), round(cell * 0.4))
    plate = Image.new("RGB", size, theme.plate)
    middle = (size[0] // 2, size[1] // 2)
    lettering(plate, point.upper(), middle, round(cell * 0.27), theme.text)
    image = Image.new("RGBA", (cell, cell))
    at = ((cell - size[0]) // 2, (cell - size[1]) // 2)
    image.paste(plate, at, sprite.rounded(size, size[1] / 2.6))
    return image
