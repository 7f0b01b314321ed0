"""The picture being made: palette numbers on a kept backdrop, written as PNG.

Owns the steps from numbers to bytes. Knows no game: a game's drawing makes a `Stage` once for a
theme and size, and a `Canvas` on it for each picture.
"""

from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO

from PIL import Image

from renderers import typeset
from renderers.palette import Palette
from renderers.surface import Box
from renderers.theme import Color
from renderers.typeset import Line

Point = tuple[int, int]
"""Pixels from the left and from the top."""


class Stage:
    """What all pictures of one game, theme and size share.

    Tiles are made when first wanted: a sprite laid on its piece of the backdrop, in palette
    numbers. Equal pieces of backdrop share their tiles, so felt needs few of them and wood more.
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
        """The sprite of that name lying with its upper left corner at `at`."""
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
        """Text in palette numbers; `inked` is the same, kept."""
        return line.mask.point(self.palette.ramp(ground, ink))


class Canvas:
    """One picture on a stage."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._image = stage.numbers.copy()

    def put(self, name: str, at: Point) -> None:
        """A sprite of the stage, its upper left corner at `at`."""
        self._image.paste(self.stage.tile(name, at), at)

    def lay(self, numbers: Image.Image, at: Point) -> None:
        """An image of palette numbers, its upper left corner at `at`."""
        self._image.paste(numbers, at)

    def write(self, line: Line, at: Point, ground: Color, ink: Color) -> None:
        """Text on an even ground; `at` is where it begins on the line the letters stand on."""
        inked = self.stage.inked(line, ground, ink)
        self._image.paste(inked, (at[0] + line.left, at[1] - line.rise))

    @property
    def numbers(self) -> Image.Image:
        """What has been drawn so far, in numbers of the stage's palette."""
        return self._image

    def png(self, level: int) -> bytes:
        """Compressed at zlib's `level`, 1 (fast) to 9 (small). The canvas is used up."""
        self._image.putpalette(self.stage.palette.data)
        out = BytesIO()
        self._image.save(out, "PNG", compress_level=level)
        return out.getvalue()


def lettering(image: Image.Image, text: str, middle: Point, pixels: int, ink: Color) -> None:
    """Writes on a true-colour image; what is seen of it is centred on `middle`."""
    line = typeset.line(text, pixels, 600)
    x = middle[0] - line.mask.width // 2
    y = middle[1] + typeset.capitals(pixels) // 2 - line.rise
    image.paste(ink, (x, y), line.mask)
