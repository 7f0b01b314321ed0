"""What can lie on a point of a Pente board: stones with their marks, crosses, names of points.

Owns the names of these sprites and what each looks like. Knows no position.
"""

from dataclasses import replace

from PIL import Image, ImageDraw

from renderers import sprite
from renderers.canvas import lettering
from renderers.theme import Color, Theme, Tone

STONES = "OX"
"""As in `core.games.pente.rules.View.cells`, by side: White begins. Also names of sprites."""

LAST, FIVE, TAKEN = "!", "*", "-"
"""Marks, which follow a stone in the name of its sprite: `O*!` is a white one with two."""

SHUT, LABEL = "#", "?"
"""A point where no stone may go; before the name of a point, that name to be picked."""

_BODY = 0.93  # diameter of a stone by the distance of the lines
_FADED = 0.5


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
