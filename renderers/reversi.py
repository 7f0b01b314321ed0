"""The picture and the text of a Reversi board, from `core.games.reversi.rules.View`.

Owns where things lie and which mark means what: a filled spot on the disc just placed, a small ring
on the discs it turned, a larger ring on the squares open to who is to move.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from core.games.reversi.notation import COLUMNS
from core.games.reversi.rules import NAMES, SIZE, View
from core.types import Move
from renderers import plates, sprite, surface, text
from renderers.canvas import Canvas, Palette, Point, Stage, lettering, steps
from renderers.plates import Plate
from renderers.surface import Box
from renderers.theme import LOOKS, Theme

DISCS = "XO"
"""As in `View.cells`, by seat; also the names of sprites, followed by their mark."""

LAST, TURNED, OPEN = "!", "~", "?"

_SQUARE = {name: square for square, name in enumerate(NAMES)}
_SHARES = 10, 17, 15
"""Palette colours for the bare board and for the discs of either side."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in a picture `size` pixels wide; `edge` is the frame around the squares."""

    size: int
    height: int
    cell: int
    edge: int
    top: int
    plates: tuple[Plate, Plate]
    squares: tuple[Point, ...]  # upper left corners, a1 first

    @staticmethod
    def of(size: int) -> "Layout":
        cell = round(size * 0.912 / SIZE)
        edge = (size - cell * SIZE) // 2
        plate = round(size * 0.074)
        head = plate + round(size * 0.0225)
        top = head + edge
        return Layout(
            size=size,
            height=size + head,
            cell=cell,
            edge=edge,
            top=top,
            plates=plates.beside(edge, edge + cell * SIZE, head - plate, plate),
            squares=tuple(
                (edge + i % SIZE * cell, top + i // SIZE * cell) for i in range(SIZE * SIZE)
            ),
        )

    @property
    def field(self) -> Box:
        span = self.cell * SIZE
        return self.edge, self.top, self.edge + span, self.top + span


@dataclass(frozen=True, slots=True)
class Board:
    """Everything of one theme and size that stays the same from move to move.

    `heads` are the strip with the plates in palette numbers: match over, seat 0 to move, seat 1 to
    move.
    """

    theme: Theme
    layout: Layout
    stage: Stage
    heads: tuple[Image.Image, ...]


def draw(view: View, names: tuple[str, ...], theme: str, size: int) -> Canvas:
    """See `renderers.registry.render`."""
    board = _board(theme, size)
    canvas = Canvas(board.stage)
    canvas.lay(board.heads[0 if view.to_act is None else view.to_act + 1], (0, 0))
    for seat, plate in enumerate(board.layout.plates):
        ground, ink = plates.colors(board.theme, lit=view.to_act == seat, over=view.to_act is None)
        count = (str(view.discs[seat]), ink)
        plates.inscribe(canvas, plate, ground, [(names[seat], ink)], count)
    for name, at in zip(_sprite_names(view), board.layout.squares, strict=True):
        if name:
            canvas.put(name, at)
    return canvas


def text_board(view: View) -> str:
    """Return the text of `renderers.registry.text_board`.

    `+` is open to the side to move; the last move is in brackets.
    """
    cells = list(view.cells)
    for move in _open(view):
        cells[_SQUARE[move]] = "+"
    marked = _SQUARE.get(view.last) if view.last else None
    board = text.grid(cells, COLUMNS, [str(row + 1) for row in range(SIZE)], marked)
    return f"{board}\n\n{text.tally(DISCS, view.discs, view.to_act)}"


def _sprite_names(view: View) -> list[str]:
    """What lies on each square, a1 first; empty where nothing does."""
    found = [cell.strip(".") for cell in view.cells]
    for move in view.flipped:
        found[_SQUARE[move]] += TURNED
    if view.last in _SQUARE:
        found[_SQUARE[view.last]] += LAST
    for move in _open(view):
        found[_SQUARE[move]] = f"{DISCS[view.to_act or 0]}{OPEN}"
    return found


def _open(view: View) -> tuple[Move, ...]:
    """Return the legal moves, or none once the match is over."""
    return () if view.to_act is None else view.legal


@lru_cache(maxsize=8)
def _board(name: str, size: int) -> Board:
    theme, layout = LOOKS[name], Layout.of(size)
    sprites = _sprites(theme, layout.cell)
    backdrop = _backdrop(theme, layout)
    exact = [*steps(theme.plate, theme.text), *steps(theme.lit, theme.text)[:3], theme.accent]
    for seat, tone in enumerate(theme.tones):
        exact += [tone.last, tone.turned, tone.hint, theme.faint(seat)]
    palette = Palette(_samples(layout, backdrop, sprites), exact)
    heads = (_head(theme, layout, backdrop, lit) for lit in (None, 0, 1))
    return Board(
        theme,
        layout,
        Stage(backdrop, palette, sprites),
        tuple(palette.flatten(head) for head in heads),
    )


def _backdrop(theme: Theme, layout: Layout) -> Image.Image:
    """Frame, squares and coordinates."""
    image = surface.material(theme, theme.frame, (layout.size, layout.height))
    cell, edge, box = layout.cell, layout.edge, layout.field
    image.paste(surface.material(theme, theme.field, (cell * SIZE, cell * SIZE)), box[:2])
    surface.recess(image, box, max(3, cell // 10))
    surface.ruled(image, box, SIZE, max(1, round(cell / 48)), theme.line)
    spot = sprite.dot(theme.line, cell, 0.13, middle=0.5)
    for column, row in ((2, 2), (6, 2), (2, 6), (6, 6)):
        at = (edge + column * cell - cell // 2, layout.top + row * cell - cell // 2)
        image.paste(spot, at, spot)
    pixels = round(edge * 0.64)
    for i, letter in enumerate(COLUMNS):
        along = i * cell + cell // 2
        lettering(image, letter, (edge + along, layout.top - edge // 2), pixels, theme.muted)
        lettering(image, str(i + 1), (edge // 2, layout.top + along), pixels, theme.muted)
    return image


def _head(theme: Theme, layout: Layout, backdrop: Image.Image, lit: int | None) -> Image.Image:
    image = backdrop.crop((0, 0, layout.size, layout.top - layout.edge))
    for seat, plate in enumerate(layout.plates):
        plates.paint(image, theme, plate, theme.tones[seat], lit=lit == seat)
    return image


def _sprites(theme: Theme, cell: int) -> dict[str, Image.Image]:
    found = {}
    for seat, (disc, tone) in enumerate(zip(DISCS, theme.tones, strict=True)):
        token = found[disc] = sprite.token(tone, cell)
        marks = {LAST: sprite.dot(tone.last, cell, 0.22)}
        marks[TURNED] = sprite.dot(tone.turned, cell, 0.17, hollow=0.6)
        for mark, drawn in marks.items():
            found[disc + mark] = Image.alpha_composite(token, drawn)
        found[disc + OPEN] = sprite.ghost(tone, theme.faint(seat), cell)
    return found


def _samples(
    layout: Layout, backdrop: Image.Image, sprites: dict[str, Image.Image]
) -> list[tuple[Image.Image, int]]:
    """What the palette is chosen from: a strip of bare board, then each side's discs on it."""
    cell = layout.cell
    bare = backdrop.crop((0, layout.top - layout.edge, layout.edge + 2 * cell, layout.height))
    images = [bare]
    for disc in DISCS:
        strip = backdrop.crop((layout.edge, layout.top, layout.edge + cell, layout.top + 4 * cell))
        for row, name in enumerate((disc, disc, disc, disc + OPEN)):
            strip.paste(sprites[name], (0, row * cell), sprites[name])
        images.append(strip)
    return list(zip(images, _SHARES, strict=True))
