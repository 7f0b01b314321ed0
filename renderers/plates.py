"""The strip above a board: the players, their counts, and whose turn it is.

Two plates as wide as the board. The outer end has the side's token, so that a name no font can draw
still has its colour; the inner end its count. The plate of the player to move is lit and outlined.
Shared by the two-sided games.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from renderers import sprite, surface, typeset
from renderers.canvas import Canvas
from renderers.surface import Box
from renderers.theme import Color, Theme, Tone

_NAME, _PARTNER, _COUNT = 0.48, 0.35, 0.60  # text by the height of a plate
_TOKEN, _INSET = 1.06, 0.32  # room for the token, and at the other end


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
    """Return the ground and ink of a plate; all plates are lit once the match is over."""
    ground = theme.lit if lit else theme.plate
    return ground, theme.text if lit or over else theme.muted


def inscribe(
    canvas: Canvas,
    plate: Plate,
    ground: Color,
    names: Sequence[tuple[str, Color]],
    count: tuple[str, Color],
    *,
    between: int = 0,
) -> int:
    """Writes names and count on a plate whose ground is `ground`, each in its own ink.

    Returns:
        Where the `between` pixels begin that are left free beside the count.
    """
    height, inset = plate.height, round(plate.height * _INSET)
    number = typeset.line(count[0], round(height * _COUNT), 700)
    big = typeset.capitals(round(height * _COUNT))
    left, right = plate.box[0] + round(height * _TOKEN), plate.box[2] - inset - number.width
    at_count, at_between = right, right - inset // 2 - between
    room = (left, at_between - inset // 2)
    if plate.mirrored:
        left, right = plate.box[0] + inset, plate.box[2] - round(height * _TOKEN)
        at_count, at_between = left, left + number.width + inset // 2
        room = (at_between + between + inset // 2, right)
    middle = (plate.box[1] + plate.box[3]) // 2
    canvas.write(number, (at_count, middle + big // 2), ground, count[1])
    _write_names(canvas, plate, ground, names, room)
    return at_between


def _write_names(
    canvas: Canvas,
    plate: Plate,
    ground: Color,
    names: Sequence[tuple[str, Color]],
    room: tuple[int, int],
) -> None:
    """In one line, or partners' names one above the other; smaller where the width of `room` asks
    for it, and then cut."""
    width, small = room[1] - room[0], round(plate.height * _PARTNER)
    alone = round(plate.height * _NAME)
    pitch = plate.height * 0.41
    middle = (plate.box[1] + plate.box[3]) / 2 - pitch * (len(names) - 1) / 2
    for name, ink in names:
        fits = len(names) == 1 and typeset.line(name, alone, 600).width <= width
        pixels = alone if fits else small
        line = typeset.line(name, pixels, 600, width)
        at = room[1] - line.width if plate.mirrored else room[0]
        base = round(middle) + typeset.capitals(pixels) // 2
        canvas.write(line, (at, base), ground, ink)
        middle += pitch
