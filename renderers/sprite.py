"""Tokens and marks with soft edges: drawn four times too large, then reduced.

Owns light and shadow. Knows no game and no board; everything comes back as a transparent RGBA image
of the wanted size. Light falls from the upper left. Slow (a few ms each), so callers keep results.
"""

from collections.abc import Callable

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from renderers.theme import Color, Shape, Tone

OVERSIZE = 4
BODY = 0.83
"""Diameter of a token by the width of its cell, where nothing else is said."""

_MIDDLE = (
    0.49  # of the height of a token's face, from the top of the cell: its thickness shows below
)

Outline = Callable[[int, float, float, float], Image.Image]
"""Mask of a shape: side of the square image, middle x and y, radius, in oversized pixels."""


def token(tone: Tone, cell: int, body: float = BODY) -> Image.Image:
    """A lying token of that tone, `body` of a cell wide, in the middle of a cell of pixels."""
    side = cell * OVERSIZE
    radius = side * body / 2
    x, y = side / 2, side * _MIDDLE
    outline = _diamond if tone.shape is Shape.DIAMOND else _circle
    image = Image.new("RGBA", (side, side))
    shadow = outline(side, x + 0.02 * side, y + 0.055 * side, radius)
    soft = shadow.filter(ImageFilter.GaussianBlur(0.03 * side)).point(lambda v: v * 0.5)
    lay(image, (0, 0, 0), soft)
    lay(image, tone.under, outline(side, x, y + 0.03 * side, radius))
    rim = sloped(side, x, y, radius, tone.rim_light, tone.rim_shade)
    lay(image, rim, outline(side, x, y, radius))
    face = lit(side, x - 0.3 * radius, y - 0.38 * radius, 1.6 * radius, tone.light, tone.shade)
    lay(image, face, outline(side, x, y, radius * 0.92))
    if tone.shape is not Shape.DISC:
        lay(image, tone.inlay, _band(outline, side, x, y, radius * 0.66, radius * 0.56))
    if tone.gloss:
        lay(image, (255, 255, 255), _gloss(side, x, y, radius, tone.gloss))
    return image.reduce(OVERSIZE)


def dot(
    color: Color, cell: int, width: float, *, hollow: float = 0.0, middle: float = _MIDDLE
) -> Image.Image:
    """Return a spot `width` cells wide in the middle of a token's face; `hollow` is the share left
    open."""
    side = cell * OVERSIZE
    radius = side * width / 2
    image = Image.new("RGBA", (side, side))
    lay(image, color, _band(_circle, side, side / 2, side * middle, radius, radius * hollow))
    return image.reduce(OVERSIZE)


def ghost(tone: Tone, fill: Color, cell: int) -> Image.Image:
    """Where a token of that tone may go: a small one, faint with `fill`, in a ring."""
    side = cell * OVERSIZE
    image = Image.new("RGBA", (side, side))
    outline = _diamond if tone.shape is Shape.DIAMOND else _circle
    x, y, radius = side / 2, side * 0.495, side * 0.215
    lay(image, fill, outline(side, x, y, radius))
    lay(image, tone.hint, _band(outline, side, x, y, radius, radius - 0.042 * side))
    return image.reduce(OVERSIZE)


def rounded(size: tuple[int, int], radius: float, line: float = 0.0) -> Image.Image:
    """Mask of a rounded rectangle, filled, or only its outline `line` pixels thick."""
    big = (size[0] * OVERSIZE, size[1] * OVERSIZE)
    mask = Image.new("L", big)
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, big[0] - 1, big[1] - 1),
        radius * OVERSIZE,
        fill=0 if line else 255,
        outline=255,
        width=round(line * OVERSIZE),
    )
    return mask.reduce(OVERSIZE)


def _circle(side: int, x: float, y: float, radius: float) -> Image.Image:
    mask = Image.new("L", (side, side))
    ImageDraw.Draw(mask).ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask


def _diamond(side: int, x: float, y: float, radius: float) -> Image.Image:
    """Corners are rounded by blurring and cutting at half."""
    reach = radius * 1.12
    mask = Image.new("L", (side, side))
    corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    blurred = mask.filter(ImageFilter.GaussianBlur(radius * 0.09))
    return blurred.point(lambda v: 255 if v >= 128 else 0)


def _band(
    outline: Outline, side: int, x: float, y: float, outer: float, inner: float
) -> Image.Image:
    mask = outline(side, x, y, outer)
    if inner:
        mask.paste(0, (0, 0), outline(side, x, y, inner))
    return mask


def _gloss(side: int, x: float, y: float, radius: float, strength: float) -> Image.Image:
    mask = Image.new("L", (side, side))
    box = (x - 0.62 * radius, y - 0.8 * radius, x + 0.3 * radius, y - 0.2 * radius)
    ImageDraw.Draw(mask).ellipse(box, fill=round(255 * strength))
    turned = mask.rotate(20, Image.Resampling.BICUBIC, center=(x, y))
    return turned.filter(ImageFilter.GaussianBlur(0.1 * radius))


def lit(side: int, x: float, y: float, reach: float, light: Color, shade: Color) -> Image.Image:
    """Falls off from `light` at a point to `shade` at `reach` pixels from it."""
    fall = Image.radial_gradient("L").resize((round(2 * reach),) * 2, Image.Resampling.BICUBIC)
    values = Image.new("L", (side, side), 255)
    values.paste(fall, (round(x - reach), round(y - reach)))
    return ImageOps.colorize(values, light, shade)


def sloped(side: int, x: float, y: float, radius: float, light: Color, shade: Color) -> Image.Image:
    """Falls off along the diagonal, from `light` at the upper left."""
    slope = Image.linear_gradient("L").rotate(35, Image.Resampling.BICUBIC)
    values = Image.new("L", (side, side), 128)
    box = slope.crop((40, 40, 216, 216)).resize((round(2 * radius),) * 2)
    values.paste(box, (round(x - radius), round(y - radius)))
    return ImageOps.colorize(values, light, shade)


def lay(image: Image.Image, paint: Image.Image | Color, mask: Image.Image) -> None:
    """Paints over `image` where `mask` says."""
    if isinstance(paint, tuple):
        paint = Image.new("RGB", image.size, paint)
    layer = paint.convert("RGBA")
    layer.putalpha(mask)
    image.alpha_composite(layer)
