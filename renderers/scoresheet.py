"""The bare sheet of Solitaire Dice: where everything lies, and all that never changes on it.

A plate with the name above, a tray for the dice, below it the paper with eleven lines of ten boxes,
beside it the paper with three piles of eight. Owns geometry and the empty boxes; what is ticked and
written into them is `dice.py`. Knows no rules but the numbers it prints.
"""

from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image, ImageDraw

from core.games.dice.sheet import HIGHEST, LAST_REJECT, LISTED, PAID_OFF, POINTS
from renderers import die, sprite, surface, typeset
from renderers.canvas import Point
from renderers.surface import Box
from renderers.theme import Color, Theme, mix

DICE = 5
TINT, RULE = 0.1, 0.35
"""How much of the colour of boxes there is within them, and in the rules between lines."""

_SHEET = 0.715  # how far the paper with the lines reaches, by the width


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie in a picture `size` pixels wide. Texts are placed by their right edges."""

    size: int
    height: int
    head: Box
    tray: Box
    die: int  # side of a die's cell
    paper: Box
    rows: tuple[Box, ...]  # one for each sum, 2 first
    box: int  # side of a box to tick
    boxes: tuple[int, ...]  # left edges of the ten
    label: int  # middle of the sums
    now: int
    after: int
    piles: Box
    pile_box: tuple[int, int]
    pile_boxes: tuple[tuple[Point, ...], ...]  # for each pile, the lowest first
    pile_die: int
    pile_dice: tuple[Point, ...]

    @staticmethod
    def of(size: int) -> "Layout":
        def px(share: float) -> int:
            return round(share * size)

        edge, gap = px(0.024), px(0.016)
        head = (edge, edge, size - edge, edge + px(0.084))
        tray = (edge, head[3] + gap, size - edge, head[3] + gap + px(0.176))
        row, title = px(0.0585), px(0.046)
        top = tray[3] + gap
        bottom = top + title + row * len(POINTS) + px(0.008)
        paper = (edge, top, px(_SHEET), bottom)
        piles = (paper[2] + gap, top, size - edge, bottom)
        box, pitch = px(0.0315), px(0.0385)
        first = px(0.096)
        boxes = [first + pitch * i + (px(0.012) if i >= PAID_OFF else 0) for i in range(HIGHEST)]
        pile_die, pile_box = px(0.066), (px(0.052), px(0.053))
        foot = bottom - px(0.012) - pile_die
        columns = _columns(piles)
        return Layout(
            size=size,
            height=bottom + edge,
            head=head,
            tray=tray,
            die=px(0.15),
            paper=paper,
            rows=tuple(
                (paper[0], top + title + row * i, paper[2], top + title + row * (i + 1))
                for i in range(len(POINTS))
            ),
            box=box,
            boxes=tuple(boxes),
            label=px(0.061),
            now=px(0.599),
            after=px(0.697),
            piles=piles,
            pile_box=pile_box,
            pile_boxes=tuple(_stacked(x, top + title, foot - px(0.006), pile_box) for x in columns),
            pile_die=pile_die,
            pile_dice=tuple((x - pile_die // 2, foot) for x in columns),
        )

    @property
    def text(self) -> int:
        """Size of numbers on paper, in pixels an em."""
        return round(0.6 * (self.rows[0][3] - self.rows[0][1]))

    @property
    def title(self) -> int:
        """Middle of the line above the rows."""
        return (self.paper[1] + self.rows[0][1]) // 2

    @property
    def over_piles(self) -> Box:
        """The title of the piles."""
        left, top, right, _ = self.piles
        inset = self.size // 90
        return left + inset, top + inset // 2, right - inset, self.rows[0][1]

    def thrown(self) -> list[Point]:
        """Corners of five dice side by side."""
        pitch = round(1.13 * self.die)
        left = (self.size - pitch * (DICE - 1) - self.die) // 2
        return [(left + pitch * i, self._dice_top) for i in range(DICE)]

    def split(self) -> list[Point]:
        """Corners of two pairs and a die by itself."""
        near, far = self.die, round(1.26 * self.die)
        steps = (0, near, near + far, 2 * near + far, 2 * near + 2 * far)
        left = (self.size - steps[-1] - self.die) // 2
        return [(left + step, self._dice_top) for step in steps]

    @property
    def _dice_top(self) -> int:
        return (self.tray[1] + self.tray[3] - self.die) // 2


def _columns(piles: Box) -> list[int]:
    """Middles of the piles."""
    left, _, right, _ = piles
    return [left + (right - left) * (2 * i + 1) // (2 * LISTED) for i in range(LISTED)]


def _stacked(middle: int, top: int, foot: int, box: tuple[int, int]) -> tuple[Point, ...]:
    """Corners of a pile's boxes, the lowest first, as far apart as there is room for."""
    step = (foot - top) // LAST_REJECT
    return tuple((middle - box[0] // 2, foot - step * i - box[1]) for i in range(LAST_REJECT))


def backdrop(theme: Theme, layout: Layout, *, fresh: bool = False) -> Image.Image:
    """Everything without a tick. `fresh`: all lines and the title of the piles as they look under
    the marker."""
    image = surface.material(theme, theme.frame, (layout.size, layout.height))
    plates_radius = (layout.head[3] - layout.head[1]) / 4
    surface.panel(image, layout.head, plates_radius, theme.plate, theme.plate, 1)
    left, top, right, bottom = layout.tray
    field = surface.material(theme, theme.field, (right - left, bottom - top))
    image.paste(field, (left, top))
    surface.recess(image, layout.tray, max(3, layout.size // 80))
    for box in (layout.paper, layout.piles):
        surface.panel(image, box, layout.size / 70, theme.paper.ground, theme.paper.ground, 1)
    _titles(image, theme, layout)
    ground = theme.paper.fresh if fresh else theme.paper.ground
    for value, row in zip(POINTS, layout.rows, strict=True):
        _line(image, theme, layout, value, row, ground)
    _piles(image, theme, layout, fresh=fresh)
    return image


def _titles(image: Image.Image, theme: Theme, layout: Layout) -> None:
    """Over the boxes how many they are, over the numbers `=` for now and `+1` for one tick more."""
    ink, pixels = theme.paper.pencil, round(0.82 * layout.text)
    last = layout.box
    for count in (PAID_OFF, HIGHEST):
        write(image, str(count), (layout.boxes[count - 1] + last, layout.title), pixels, ink)
    write(image, "=", (layout.now, layout.title), pixels, ink)
    write(image, "+1", (layout.after, layout.title), pixels, ink)


def _line(
    image: Image.Image, theme: Theme, layout: Layout, value: int, row: Box, ground: Color
) -> None:
    """One sum: a rule above, its number, its boxes."""
    left, top, right, bottom = row
    inset, rule = layout.size // 110, max(1, layout.size // 500)
    faint = mix(ground, theme.paper.box, RULE)
    if ground != theme.paper.ground:
        size = (right - left - inset, bottom - top - rule)
        mask = sprite.rounded(size, layout.size / 110)
        image.paste(ground, (left + inset // 2, top + rule), mask)
    image.paste(faint, (left + inset, top, right - inset, top + rule))
    middle = (top + bottom) // 2
    line = typeset.line(str(value), round(1.08 * layout.text), 700)
    at = (layout.label + line.width // 2, middle)
    write(image, str(value), at, round(1.08 * layout.text), theme.paper.ink, 700)
    for x in layout.boxes:
        _box(image, (x, middle - layout.box // 2), (layout.box, layout.box), theme, ground)


def _pile_title(image: Image.Image, theme: Theme, layout: Layout, *, fresh: bool) -> None:
    """A cross; on a free ride under the marker and with a nought, for no mark is made."""
    left, top, right, bottom = layout.over_piles
    middle, paper = (left + right) // 2, theme.paper
    sign = die.cross(paper.gain if fresh else paper.pencil, round(0.9 * layout.text))
    if fresh:
        mask = sprite.rounded((right - left, bottom - top), layout.size / 110)
        image.paste(paper.fresh, (left, top), mask)
        write(image, "0", (middle + layout.text, layout.title), layout.text, paper.gain, 700)
        middle -= round(0.4 * layout.text)
    image.paste(sign, (middle - sign.width // 2, layout.title - sign.height // 2), sign)


def _piles(image: Image.Image, theme: Theme, layout: Layout, *, fresh: bool) -> None:
    """Eight boxes upwards from each die's place; the last one ends the game."""
    ground = theme.paper.ground
    _pile_title(image, theme, layout, fresh=fresh)
    place = die.outline(theme.paper.box, layout.pile_die)
    for boxes, at in zip(layout.pile_boxes, layout.pile_dice, strict=True):
        image.paste(place, at, place)
        for x, y in boxes:
            _box(image, (x, y), layout.pile_box, theme, ground)
        x, y = boxes[-1]
        width, height = layout.pile_box
        digit = typeset.line(str(LAST_REJECT), round(0.8 * layout.text), 600)
        at_digit = (x + width // 2 + digit.width // 2, y + height // 2)
        write(image, str(LAST_REJECT), at_digit, round(0.8 * layout.text), theme.paper.pencil)


def _box(image: Image.Image, at: Point, size: tuple[int, int], theme: Theme, ground: Color) -> None:
    """An empty box to tick."""
    radius, line = min(size) / 4.5, max(1.0, min(size) / 13)
    image.paste(mix(ground, theme.paper.box, TINT), at, sprite.rounded(size, radius))
    image.paste(theme.paper.box, at, sprite.rounded(size, radius, line))


def tick(
    theme: Theme, size: tuple[int, int], ground: Color, color: Color, *, new: bool
) -> Image.Image:
    """A ticked box on an even ground; a `new` one has a spot."""
    image = Image.new("RGB", size, ground)
    image.paste(color, (0, 0), sprite.rounded(size, min(size) / 4.5))
    if new:
        spot = round(0.42 * min(size))
        mask = sprite.rounded((spot, spot), spot / 2)
        image.paste(theme.paper.fresh, ((size[0] - spot) // 2, (size[1] - spot) // 2), mask)
    return image


def star(ground: Color, color: Color, height: int, *, filled: bool) -> Image.Image:
    """Five points on an even ground, whole or in outline."""
    big = height * sprite.OVERSIZE
    mask = Image.new("L", (big, big))
    draw = ImageDraw.Draw(mask)
    draw.polygon(_star_points(big, 0.5), 255)
    if not filled:
        draw.polygon(_star_points(big, 0.36), 0)
    image = Image.new("RGB", (height, height), ground)
    image.paste(color, (0, 0), mask.reduce(sprite.OVERSIZE))
    return image


def _star_points(side: int, reach: float) -> list[tuple[float, float]]:
    return [
        (
            side * (0.5 + (reach if i % 2 == 0 else 0.42 * reach) * sin(i * pi / 5)),
            side * (0.53 - (reach if i % 2 == 0 else 0.42 * reach) * cos(i * pi / 5)),
        )
        for i in range(10)
    ]


def write(
    image: Image.Image, text: str, right: Point, pixels: int, ink: Color, weight: int = 600
) -> None:
    """Text on a true-colour image, its right edge and middle at `right`."""
    line = typeset.line(text, pixels, weight)
    x = right[0] - line.width + line.left
    y = right[1] + typeset.capitals(pixels) // 2 - line.rise
    image.paste(ink, (x, y), line.mask)
