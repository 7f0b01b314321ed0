"""Palettes: 64 colours per picture, chosen once, and the conversion to their numbers.

Drawing happens once in true colour, at the first picture of a theme and size, and is cached as
palette numbers; later pictures only copy numbers. This is why a board takes two milliseconds.
Images of numbers have Pillow's mode `L`; written, they become mode `P`.
"""

from collections.abc import Iterable, Sequence

from PIL import Image, ImageOps

from renderers.theme import Color, mix

COLORS = 64
"""With 16 or fewer Pillow would pack two pixels a byte, which is smaller and far slower."""

STEPS = 6
"""Colours from a ground to the ink on it, both included: enough for smooth letters."""


class Palette:
    """Colours by number. Equal inputs give equal numbers."""

    def __init__(self, samples: Sequence[tuple[Image.Image, int]], exact: Iterable[Color]) -> None:
        """`samples` are RGB images and how many colours each may have, `exact` comes besides."""
        colors: dict[Color, None] = dict.fromkeys(exact)
        for image, share in samples:
            colors.update(dict.fromkeys(_median_colors(image, share)))
        if len(colors) > COLORS:
            raise ValueError(f"{len(colors)} colours in a palette of {COLORS}")
        self._colors = [*colors]
        self._colors += [self._colors[-1]] * (COLORS - len(colors))
        self.data = bytes(part for color in self._colors for part in color)
        self._reference = Image.new("P", (1, 1))
        self._reference.putpalette(self.data)

    def flatten(self, image: Image.Image) -> Image.Image:
        """Convert each pixel of an RGB image to the number of its nearest colour."""
        numbers = image.quantize(palette=self._reference, dither=Image.Dither.NONE)
        return Image.frombytes("L", numbers.size, numbers.tobytes())

    def ramp(self, ground: Color, ink: Color) -> list[int]:
        """Map each coverage 0 to 255 of a mask to the colour of that much ink on that ground."""
        covers = Image.frombytes("L", (256, 1), bytes(range(256)))
        return list(self.flatten(ImageOps.colorize(covers, ground, ink)).tobytes())


def steps(ground: Color, ink: Color) -> list[Color]:
    """The colours that letters in `ink` on `ground` need."""
    return [mix(ground, ink, step / (STEPS - 1)) for step in range(STEPS)]


def _median_colors(image: Image.Image, share: int) -> list[Color]:
    chosen = image.quantize(
        share, method=Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE
    )
    flat = (chosen.getpalette() or [])[: 3 * share]
    return [(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)]
