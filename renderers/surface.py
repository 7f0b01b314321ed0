"""What boards are made of: felt and wood, frames, grid lines, rounded panels; in true colour.

Everything here is drawn once for a theme and size and then kept, so it may take its time. Nothing
is random: the same theme and size give the same pixels.
"""

from functools import lru_cache
from itertools import pairwise
from math import sin

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from renderers.sprite import rounded
from renderers.theme import Color, Ground, Theme

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom lie outside."""


def material(theme: Theme, ends: tuple[Color, Color], size: tuple[int, int]) -> Image.Image:
    """A sheet of felt, or a plank whose grain runs from left to right between two tones."""
    if theme.ground is Ground.FELT:
        return Image.new("RGB", size, ends[0])
    return ImageOps.colorize(_grain(size), ends[1], ends[0])


def recess(image: Image.Image, box: Box, depth: int) -> None:
    """Lets `box` lie lower than what is around it: shadow from the upper left edge inwards."""
    soft = _shadow(image.size, box, depth)
    image.paste(Image.new("RGB", soft.size), box[:2], soft)


@lru_cache(maxsize=16)
def _shadow(size: tuple[int, int], box: Box, depth: int) -> Image.Image:
    """Kept, for boards of one size differ in what lies on them. Not to be drawn into."""
    shadow = Image.new("L", size)
    ImageDraw.Draw(shadow).rectangle((0, 0, *size), fill=120)
    left, top, right, bottom = box
    ImageDraw.Draw(shadow).rectangle((left + depth // 3, top + depth // 2, right, bottom), fill=0)
    return shadow.filter(ImageFilter.GaussianBlur(depth / 2)).crop(box)


def ruled(image: Image.Image, box: Box, cells: int, width: int, color: Color) -> None:
    """Grid lines on the edges of `cells` x `cells` squares, the outermost ones included."""
    left, top, right, bottom = box
    draw = ImageDraw.Draw(image)
    step = (right - left) // cells
    before = width // 2
    for i in range(cells + 1):
        x, y = left + i * step - before, top + i * step - before
        draw.rectangle((x, top - before, x + width - 1, bottom - before + width - 1), fill=color)
        draw.rectangle((left - before, y, right - before + width - 1, y + width - 1), fill=color)


def panel(
    image: Image.Image, box: Box, radius: float, fill: Color, outline: Color, line: float
) -> None:
    """A rounded plate with an outline `line` pixels thick."""
    size = (box[2] - box[0], box[3] - box[1])
    image.paste(Image.new("RGB", size, fill), box[:2], rounded(size, radius))
    image.paste(Image.new("RGB", size, outline), box[:2], rounded(size, radius, line))


@lru_cache(maxsize=16)
def _grain(size: tuple[int, int]) -> Image.Image:
    """Values 0 to 255 that wander with the height and bend slowly along the width.

    Kept; not to be drawn into.
    """
    width, height = size
    reach = height + height // 4
    column = Image.new("L", (1, reach))
    column.putdata([round(127 + 127 * _year(y / height)) for y in range(reach)])
    plank = column.resize((width, reach))
    slabs = 24
    edges = [round(i * width / slabs) for i in range(slabs + 1)]
    mesh = []
    for left, right in pairwise(edges):
        a, b = (height / 8 * (1 + _bend(x / width)) for x in (left, right))
        quad = (left, a, left, a + height, right, b + height, right, b)
        mesh.append(((left, 0, right, height), quad))
    return plank.transform(size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)


def _year(y: float) -> float:
    """Rings of unequal width, each fading slowly and ending in a dark edge; -1 to 1."""
    age = (5.4 * y + 0.5 * sin(5 * y) + 0.16 * sin(17 * y)) % 1
    return 1 - 2 * age**3


def _bend(x: float) -> float:
    """How far the rings are shifted at `x`, -1 to 1."""
    return 0.14 * sin(2.2 * x + 0.4) + 0.05 * sin(5.1 * x + 2)
