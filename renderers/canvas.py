"""The canvas: palette numbers on a cached backdrop, written as PNG.

Knows no game: a game creates a `Stage` once per theme and size, and a `Canvas` on it for each
picture.

A palette holds 64 colours per picture, chosen once. Drawing happens once in true colour, at the
first picture of a theme and size, and is cached as palette numbers; later pictures only copy
numbers. This is why a board takes two milliseconds.
Images of numbers have Pillow's mode `L`; written, they become mode `P`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageOps

from renderers import typeset
from renderers.surface import Box
from renderers.theme import Color, mix
from renderers.typeset import Line

COLORS = 64
"""With 16 or fewer Pillow would pack two pixels a byte, which is smaller and far slower."""

STEPS = 6
"""Colours from a ground to the ink on it, both included: enough for smooth letters."""

Point = tuple[int, int]
"""Pixels from the left and from the top."""


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


class Stage:
    """The parts shared by all pictures of one game, theme and size.

    Tiles, sprites composited on their piece of backdrop in palette numbers, are made on first use.
    Equal pieces of backdrop share their tiles, so felt needs few of them and wood more.
    """

    def __init__(
        self, backdrop: Image.Image, palette: Palette, sprites: Mapping[str, Image.Image]
    ) -> None:
        """`backdrop` is RGB, the sprites are RGBA."""
        self.numbers = palette.flatten(backdrop)
        self.palette = palette
        self.inked = lru_cache(maxsize=512)(self._ink)
        self._backdrop = backdrop
        self._sprites = sprites
        self._piece_at: dict[Box, int] = {}
        self._pieces: dict[bytes, int] = {}
        self._tiles: dict[tuple[str, int], Image.Image] = {}

    def tile(self, name: str, at: Point) -> Image.Image:
        """Return the sprite composited with its upper left corner at `at`."""
        sprite = self._sprites[name]
        box = (*at, at[0] + sprite.width, at[1] + sprite.height)
        piece = self._piece_at.get(box)
        if piece is None:
            pixels = self._backdrop.crop(box).tobytes()
            piece = self._piece_at[box] = self._pieces.setdefault(pixels, len(self._pieces))
        tile = self._tiles.get((name, piece))
        if tile is None:
            ground = self._backdrop.crop(box)
            ground.paste(sprite, (0, 0), sprite)
            tile = self._tiles[name, piece] = self.palette.flatten(ground)
        return tile

    def _ink(self, line: Line, ground: Color, ink: Color) -> Image.Image:
        """Return text in palette numbers; `inked` caches it."""
        return line.mask.point(self.palette.ramp(ground, ink))


class Canvas:
    """One picture on a stage."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._image = stage.numbers.copy()

    def put(self, name: str, at: Point) -> None:
        """Paste a sprite of the stage with its upper left corner at `at`."""
        self._image.paste(self.stage.tile(name, at), at)

    def lay(self, numbers: Image.Image, at: Point) -> None:
        """Paste an image of palette numbers with its upper left corner at `at`."""
        self._image.paste(numbers, at)

    def write(self, line: Line, at: Point, ground: Color, ink: Color) -> None:
        """Write text on an even ground; `at` is the start of the baseline."""
        inked = self.stage.inked(line, ground, ink)
        self._image.paste(inked, (at[0] + line.left, at[1] - line.rise))

    @property
    def numbers(self) -> Image.Image:
        """Return the drawing so far in numbers of the stage's palette."""
        return self._image

    def png(self, level: int) -> bytes:
        """Compress at zlib's `level`, 1 (fast) to 9 (small). Consumes the canvas."""
        self._image.putpalette(self.stage.palette.data)
        out = BytesIO()
        self._image.save(out, "PNG", compress_level=level)
        return out.getvalue()


def lettering(image: Image.Image, text: str, middle: Point, pixels: int, ink: Color) -> None:
    """Write on a true-colour image, with the visible ink centred on `middle`."""
    line = typeset.line(text, pixels, 600)
    x = middle[0] - line.mask.width // 2
    y = middle[1] + typeset.capitals(pixels) // 2 - line.rise
    image.paste(ink, (x, y), line.mask)
