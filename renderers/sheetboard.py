"""What all pictures of Solitaire Dice in one theme and size share, made once and kept.

The bare sheet and its dice in palette numbers, the head lit and unlit, lines under the marker,
ticks, stars; and the palette, in which everything that is written has its own colours. Knows no
view: what goes where is `dice.py`.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderers import die, scoresheet, surface
from renderers.canvas import Palette, Stage, steps
from renderers.scoresheet import RULE, TINT, Layout
from renderers.theme import LOOKS, Color, Theme, mix

CROSSED, SMALL, PLACE = "x", "s", "."
"""In the names of sprites: `5` is a die on the table, `5x` one that may be left over, `s5` one at
the foot of a pile, `.` the place of a die that is not thrown."""

_SHARES = 7, 11, 4
"""Palette colours for frame and tray, for dice on the table, for dice on paper."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything of one theme and size that stays the same from throw to throw.

    Images are in palette numbers: the head for a finished and for a running game; under the marker
    the eleven lines, and the title of the piles on a free ride.
    """

    theme: Theme
    layout: Layout
    stage: Stage
    heads: tuple[Image.Image, Image.Image]
    marked: tuple[Image.Image, ...]
    free: Image.Image


@lru_cache(maxsize=8)
def board(name: str, size: int) -> Board:
    theme, layout = LOOKS[name], Layout.of(size)
    bare = scoresheet.backdrop(theme, layout)
    sprites = _sprites(theme, layout)
    palette = Palette(_samples(layout, bare, sprites), _exact(theme))
    marked = scoresheet.backdrop(theme, layout, fresh=True)
    heads = (_head_image(theme, layout, bare, lit=lit) for lit in (False, True))
    unlit, lit = (palette.flatten(head) for head in heads)
    return Board(
        theme,
        layout,
        Stage(bare, palette, sprites),
        (unlit, lit),
        tuple(palette.flatten(marked.crop(row)) for row in layout.rows),
        palette.flatten(marked.crop(layout.over_piles)),
    )


@lru_cache(maxsize=256)
def tick(
    name: str, size: int, box: tuple[int, int], ground: Color, color: Color, new: bool
) -> Image.Image:
    known = board(name, size)
    return known.stage.palette.flatten(scoresheet.tick(known.theme, box, ground, color, new=new))


@lru_cache(maxsize=32)
def star(name: str, size: int, ground: Color, *, filled: bool) -> Image.Image:
    known = board(name, size)
    height = round(0.42 * (known.layout.head[3] - known.layout.head[1]))
    color = known.theme.accent if filled else known.theme.muted
    return known.stage.palette.flatten(scoresheet.star(ground, color, height, filled=filled))


def _head_image(theme: Theme, layout: Layout, bare: Image.Image, *, lit: bool) -> Image.Image:
    image = bare.crop((0, 0, layout.size, layout.tray[1]))
    left, top, _, bottom = layout.head
    height = bottom - top
    if lit:
        surface.panel(
            image, layout.head, height / 4, theme.lit, theme.accent, max(1.5, height / 24)
        )
    token = die.die(theme.dice, 5, round(0.8 * height))
    image.paste(token, (left + round(0.14 * height), top + (height - token.height) // 2), token)
    return image


def _sprites(theme: Theme, layout: Layout) -> dict[str, Image.Image]:
    found = {PLACE: die.outline(theme.lattice, layout.die)}
    for value in range(1, 7):
        drawn = found[str(value)] = die.die(theme.dice, value, layout.die)
        found[f"{value}{CROSSED}"] = die.crossed(drawn, theme.paper.loss, theme.paper.ground)
        found[f"{SMALL}{value}"] = die.die(theme.dice, value, layout.pile_die)
    return found


def _exact(theme: Theme) -> list[Color]:
    """Return colours that must be exact: text, and its blend into what is behind it."""
    paper = theme.paper
    colors = [*steps(theme.plate, theme.text), *steps(theme.lit, theme.text)[:3]]
    colors += [theme.accent, theme.muted]
    colors += steps(paper.ground, paper.ink)
    for ink in (paper.pencil, paper.loss, paper.gain):
        colors += steps(paper.ground, ink)[1::2]
    colors += steps(paper.fresh, paper.ink)[::2]
    colors += [mix(paper.fresh, ink, 0.5) for ink in (paper.pencil, paper.loss, paper.gain)]
    colors += [mix(paper.ground, paper.box, share) for share in (TINT, RULE, 1)]
    return [*colors, mix(paper.fresh, paper.box, TINT)]


def _samples(
    layout: Layout, bare: Image.Image, sprites: dict[str, Image.Image]
) -> list[tuple[Image.Image, int]]:
    """What the palette is chosen from besides: the bare edge, dice in the tray, dice on paper."""
    left, top, _, bottom = layout.tray
    edge = bare.crop((0, top, left + layout.die, bottom))
    table = bare.crop((left, top, left + 2 * layout.die, top + layout.die))
    table.paste(sprites["5"], (0, 0), sprites["5"])
    table.paste(sprites["2x"], (layout.die, 0), sprites["2x"])
    x, y = layout.pile_dice[0]
    foot = bare.crop((x, y, x + layout.pile_die, y + layout.pile_die))
    foot.paste(sprites["s5"], (0, 0), sprites["s5"])
    return list(zip((edge, table, foot), _SHARES, strict=True))
