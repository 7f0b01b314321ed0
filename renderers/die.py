"""One die as it lies on the table, seen from above; its pips are slightly sunk.

Knows no game: everything comes back as a transparent image. Slow, so callers keep results.
"""

from PIL import Image, ImageDraw, ImageFilter

from renderers.sprite import OVERSIZE, lay, lit
from renderers.theme import Color, Ivory, mix

BODY = 0.86
"""Side of a die by the side of its image; the rest is its shadow."""

_PIPS = {
    1: "....x....",
    2: "x.......x",
    3: "x...x...x",
    4: "x.x...x.x",
    5: "x.x.x.x.x",
    6: "x.xx.xx.x",
}
"""Three rows of three places."""


def die(ivory: Ivory, value: int, side: int) -> Image.Image:
    """That value on top, in an image of `side` x `side` pixels."""
    big = side * OVERSIZE
    image = Image.new("RGBA", (big, big))
    shadow = _square(big, 0.02, 0.045).filter(ImageFilter.GaussianBlur(0.028 * big))
    lay(image, (0, 0, 0), shadow.point(lambda v: v * 0.55))
    lay(image, mix(ivory.edge, ivory.shade, 0.35), _square(big, 0, 0.012))
    lay(image, ivory.edge, _square(big))
    lay(image, lit(big, 0.3 * big, 0.25 * big, 0.95 * big, ivory.light, ivory.shade), _face(big))
    for x, y in _places(value):
        lay(image, mix(ivory.light, (255, 255, 255), 0.7), _pip(big, x + 0.008, y + 0.012, 0.096))
        lay(image, ivory.pip, _pip(big, x, y, 0.092))
    return image.reduce(OVERSIZE)


def outline(color: Color, side: int) -> Image.Image:
    """Where a die would lie."""
    big = side * OVERSIZE
    image = Image.new("RGBA", (big, big))
    mask = _square(big)
    mask.paste(0, (0, 0), _square(big, shrink=0.035))
    lay(image, color, mask)
    return image.reduce(OVERSIZE)


def cross(ink: Color, side: int) -> Image.Image:
    """The sign of the die left over."""
    big = side * OVERSIZE
    image = Image.new("RGBA", (big, big))
    lay(image, ink, _cross(big, big / 2, big / 2, 0.42 * big))
    return image.reduce(OVERSIZE)


def crossed(image: Image.Image, ground: Color, ink: Color) -> Image.Image:
    """The die with a small badge at its lower edge: a cross, for a die that may be left over."""
    side = image.width
    big = side * OVERSIZE
    badge = Image.new("RGBA", (big, big))
    x, y, radius = 0.5 * big, 0.865 * big, 0.13 * big
    mask = Image.new("L", (big, big))
    ImageDraw.Draw(mask).ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    lay(badge, ground, mask)
    lay(badge, ink, _cross(big, x, y, 0.55 * radius))
    return Image.alpha_composite(image, badge.reduce(OVERSIZE))


def _square(side: int, right: float = 0, down: float = 0, shrink: float = 0) -> Image.Image:
    """Mask of the body, moved and shrunk by shares of the side."""
    mask = Image.new("L", (side, side))
    low, high = side * (0.5 - BODY / 2 + shrink), side * (0.5 + BODY / 2 - shrink)
    x, y = right * side, (down - 0.015) * side
    box = (low + x, low + y, high + x, high + y)
    ImageDraw.Draw(mask).rounded_rectangle(box, (0.19 * BODY - shrink) * side, fill=255)
    return mask


def _face(side: int) -> Image.Image:
    return _square(side, shrink=0.018)


def _places(value: int) -> list[tuple[float, float]]:
    """Middles of the pips, by the side of the image."""
    step = 0.265 * BODY
    return [
        (0.5 + step * (i % 3 - 1), 0.485 + step * (i // 3 - 1))
        for i, place in enumerate(_PIPS[value])
        if place == "x"
    ]


def _pip(side: int, x: float, y: float, radius: float) -> Image.Image:
    mask = Image.new("L", (side, side))
    box = tuple(side * part for part in (x - radius, y - radius, x + radius, y + radius))
    ImageDraw.Draw(mask).ellipse(box, fill=255)
    return mask


def _cross(side: int, x: float, y: float, reach: float) -> Image.Image:
    mask = Image.new("L", (side, side))
    draw, width = ImageDraw.Draw(mask), max(1, round(0.42 * reach))
    draw.line((x - reach, y - reach, x + reach, y + reach), 255, width)
    draw.line((x - reach, y + reach, x + reach, y - reach), 255, width)
    return mask
