"""The strip above a board: who plays what, how much they have, whose turn it is.

Two plates as wide as the board. Outwards stands the side's token, so that a name no font can draw
still has its colour; inwards its count. The plate of who is to move is lit and outlined. Shared by
the two-sided games.
"""

from dataclasses import dataclass

from PIL import Image

from renderers import sprite, surface, typeset
from renderers.canvas import Canvas
from renderers.surface import Box
from renderers.theme import Color, Theme, Tone

_NAME, _COUNT = 0.48, 0.60  # text by the height of a plate


@dataclass(frozen=True, slots=True)
class Plate:
    """Where one side's plate lies. `mirrored`: its token is at the right end."""

    box: Box
    mirrored: bool

    @property
    def height(self) -> int:
        return self.box[3] - self.box[1]


def beside(left: int, right: int, top: int, height: int) -> tuple[Plate, Plate]:
    """Two plates side by side between two edges, with a gap."""
    gap = height // 4
    middle = (left + right) // 2
    return (
        Plate((left, top, middle - gap // 2, top + height), mirrored=False),
        Plate((middle + gap - gap // 2, top, right, top + height), mirrored=True),
    )


def paint(image: Image.Image, theme: Theme, plate: Plate, tone: Tone, *, lit: bool) -> None:
    """The plate with its token, without name and count, on a true-colour image."""
    fill, outline = (theme.lit, theme.accent) if lit else (theme.plate, theme.plate)
    line = max(1.5, plate.height / 20)
    surface.panel(image, plate.box, plate.height / 4, fill, outline, line)
    token = sprite.token(tone, round(plate.height * 0.86))
    inset = (plate.height - token.height) // 2
    x = plate.box[2] - inset - token.width if plate.mirrored else plate.box[0] + inset
    image.paste(token, (x, plate.box[1] + inset), token)


def colors(theme: Theme, *, lit: bool, over: bool) -> tuple[Color, Color]:
    """Ground and ink of a plate; once it is over nobody waits and all stand out."""
    ground = theme.lit if lit else theme.plate
    return ground, theme.text if lit or over else theme.muted


def inscribe(
    canvas: Canvas, plate: Plate, name: str, count: str, colors: tuple[Color, Color]
) -> None:
    """Writes name and count on a plate, in `colors` (ground, ink)."""
    height = plate.height
    ground, ink = colors
    number = typeset.line(count, round(height * _COUNT), 700)
    pixels = round(height * _NAME)
    inset = round(height * 0.32)
    past_token = round(height * 1.06)
    room = plate.box[2] - plate.box[0] - past_token - number.width - 2 * inset
    written = typeset.line(name, pixels, 600, room)
    at_name, at_count = plate.box[0] + past_token, plate.box[2] - inset - number.width
    if plate.mirrored:
        at_name, at_count = plate.box[2] - past_token - written.width, plate.box[0] + inset
    middle = (plate.box[1] + plate.box[3]) // 2
    canvas.write(written, (at_name, middle + typeset.capitals(pixels) // 2), ground, ink)
    big = typeset.capitals(round(height * _COUNT))
    canvas.write(number, (at_count, middle + big // 2), ground, ink)
