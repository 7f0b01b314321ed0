"""The picture and the text of a Pente board, from `core.games.pente.rules.View`.

Owns which mark means what: a ring on the stone just placed, faded stones where a pair was just
taken off, a bright rim on the stones of a five, a small cross where the opening rule shuts a point.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from core.games.pente.points import COLUMNS, NAMES, POINT_OF, SIZE
from core.games.pente.rules import PAIRS_TO_WIN, View
from core.types import Move
from renderers import lattice, plates, text
from renderers.canvas import Canvas, Palette, Stage, steps
from renderers.lattice import FIVE, LABEL, LAST, SHUT, STONES, TAKEN, Layout, Sprites
from renderers.section import WHOLE, Section
from renderers.theme import LOOKS, Color, Theme, mix

_SHARES = 11, 15, 14
"""Palette colours for the bare board and for the stones of either side."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything of one theme, size and section that stays the same from move to move.

    `heads` are the strip with the plates in palette numbers: match over, side 0 to move, side 1 to
    move.
    """

    theme: Theme
    layout: Layout
    stage: Stage
    heads: tuple[Image.Image, ...]


def draw(view: View, names: tuple[str, ...], theme: str, size: int) -> Canvas:
    """See `renderers.registry.render`.

    Partners' names share a plate, one above the other.
    """
    board = _board(theme, size, WHOLE)
    canvas = Canvas(board.stage)
    lit = None if view.to_act is None else view.to_act % 2
    canvas.lay(board.heads[0 if lit is None else lit + 1], (0, 0))
    for side, plate in enumerate(board.layout.plates):
        ground, ink = plates.colors(board.theme, lit=lit == side, over=lit is None)
        written = [
            (names[seat], ink if view.to_act in (None, seat) else board.theme.muted)
            for seat in range(side, view.seats, 2)
        ]
        count = (str(view.pairs[side]), ink)
        gauge = _gauge(theme, size, side, min(view.pairs[side], PAIRS_TO_WIN), ground)
        at = plates.inscribe(canvas, plate, ground, written, count, between=gauge.width)
        canvas.lay(gauge, (at, plate.box[1] + (plate.height - gauge.height) // 2))
    _set_stones(canvas, board.layout, view)
    return canvas


def zoom(view: View, section: Section, named: tuple[Move, ...], theme: str, size: int) -> Canvas:
    """A section of the board, larger, with the names of some empty points.

    The whole board has its names at its sides.
    """
    board = _board(theme, size, section)
    canvas = Canvas(board.stage)
    _set_stones(canvas, board.layout, view)
    labelled = set() if section == WHOLE else {POINT_OF[move] for move in named}
    for point, at in board.layout.points:
        if point in labelled:
            canvas.put(LABEL + NAMES[point], at)
    return canvas


def text_board(view: View) -> str:
    """See `renderers.registry.text_board`. One character a point; the last stone is the capital."""
    cells = [cell.lower() for cell in view.cells]
    for point in lattice.STARS:
        cells[point] = cells[point].replace(".", "+")
    if view.last is not None:
        last = POINT_OF[view.last]
        cells[last] = cells[last].upper()
    rows = range(SIZE, 0, -1)
    printed = [cell for row in rows for cell in cells[SIZE * (row - 1) : SIZE * row]]
    board = text.dense(printed, COLUMNS.upper(), [str(row) for row in rows])
    to_act = None if view.to_act is None else view.to_act % 2
    return f"{board}\n\n{text.tally(STONES.lower(), view.pairs, to_act)}"


def _set_stones(canvas: Canvas, layout: Layout, view: View) -> None:
    found = [cell.strip(".") for cell in view.cells]
    for point in _shut(view):
        found[point] = SHUT
    for move in view.line:
        found[POINT_OF[move]] += FIVE
    if view.last is not None:
        last = POINT_OF[view.last]
        enemy = STONES.replace(found[last][0], "")
        found[last] += LAST
        for move in view.taken:
            found[POINT_OF[move]] = enemy + TAKEN
    for point, at in layout.points:
        if found[point]:
            canvas.put(found[point], at)


def _shut(view: View) -> list[int]:
    """Return the empty points closed by the opening rule, for one stone of a match.

    None in a view without legal moves, as in a replay.
    """
    if view.to_act is None or not view.legal or len(view.legal) == view.cells.count("."):
        return []
    allowed = {POINT_OF[move] for move in view.legal}
    return [p for p, cell in enumerate(view.cells) if cell == "." and p not in allowed]


@lru_cache(maxsize=32)
def _board(name: str, size: int, section: Section) -> Board:
    theme, layout = LOOKS[name], Layout.of(size, section)
    backdrop = lattice.backdrop(theme, layout)
    palette, sprites = _paints(name, size, section.columns, section.rows)
    heads = (_head(theme, layout, backdrop, lit) for lit in (None, 0, 1))
    stage = Stage(backdrop, palette, sprites)
    return Board(theme, layout, stage, tuple(palette.flatten(head) for head in heads))


@lru_cache(maxsize=32)
def _paints(name: str, size: int, columns: int, rows: int) -> tuple[Palette, Sprites]:
    """What sections of the same extent share: they differ in where they lie."""
    theme, layout = LOOKS[name], Layout.of(size, Section(0, 0, columns, rows))
    sprites = Sprites(theme, layout.cell)
    exact = [*steps(theme.plate, theme.text), *steps(theme.lit, theme.text)[:3], theme.accent]
    exact += steps(mix(*theme.field, 0.5), theme.plate)[1:-1]
    exact += [color for tone in theme.tones for color in (tone.last, tone.turned)]
    return Palette(_samples(layout, lattice.backdrop(theme, layout), sprites), exact), sprites


def _head(theme: Theme, layout: Layout, backdrop: Image.Image, lit: int | None) -> Image.Image:
    image = backdrop.crop((0, 0, layout.size, layout.head))
    for side, plate in enumerate(layout.plates):
        plates.paint(image, theme, plate, lattice.tone(theme, side), lit=lit == side)
    return image


@lru_cache(maxsize=128)
def _gauge(theme: str, size: int, side: int, pairs: int, ground: Color) -> Image.Image:
    """The pairs that a side has taken, so the other one's stones, in palette numbers."""
    board = _board(theme, size, WHOLE)
    height = round(board.layout.plates[side].height * 0.52)
    image = lattice.gauge(board.theme, 1 - side, pairs, PAIRS_TO_WIN, height, ground)
    return board.stage.palette.flatten(image)


def _samples(
    layout: Layout, backdrop: Image.Image, sprites: dict[str, Image.Image]
) -> list[tuple[Image.Image, int]]:
    """What the palette is chosen from: a strip of bare board, then each side's stones on it."""
    cell, (left, top, _, bottom) = layout.cell, layout.field
    images = [backdrop.crop((0, top - layout.edge[1], left + 3 * cell, bottom))]
    for stone in STONES:
        strip = backdrop.crop((left, top, left + cell, top + 4 * cell))
        for row, name in enumerate((stone, stone, stone, stone + TAKEN)):
            strip.paste(sprites[name], (0, row * cell), sprites[name])
        images.append(strip)
    return list(zip(images, _SHARES, strict=True))
