"""The looks: every colour of every theme, as data.

Owns colours and nothing that draws. Each theme says which marks must stand out from what they lie
on; `tests/renderers/test_theme.py` computes the contrasts (WCAG 2.2: 4.5 for text, 3 for marks that
carry meaning).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Color = tuple[int, int, int]


class Ground(StrEnum):
    """What the board is made of."""

    FELT = "felt"  # one even colour
    WOOD = "wood"  # long smooth grain


class Shape(StrEnum):
    """The outline of a token, and with it the pattern on its face."""

    DISC = "disc"
    RINGED = "ringed"  # a disc with a ring inlaid
    DIAMOND = "diamond"  # a rounded diamond with a smaller one inlaid


@dataclass(frozen=True, slots=True)
class Tone:
    """How one side's tokens look.

    `light` and `shade` are the face towards and away from the light, `under` the other face, seen
    as a thin crescent below. `last`, `turned` and `inlay` are marks on the face; `hint` is the ring
    on the bare board where a token may go. `gloss` is the strength of the reflection, 0 to 1.
    """

    light: Color
    shade: Color
    rim_light: Color
    rim_shade: Color
    under: Color
    last: Color
    turned: Color
    hint: Color
    gloss: float
    shape: Shape = Shape.DISC
    inlay: Color = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Ivory:
    """How dice look: the face towards and away from the light, its edge, the pips."""

    light: Color
    shade: Color
    edge: Color
    pip: Color


@dataclass(frozen=True, slots=True)
class Paper:
    """Colours of a score sheet. `fresh` is the marker over new entries; losses and gains also
    differ by their sign."""

    ground: Color
    fresh: Color
    ink: Color
    pencil: Color  # marks to come
    loss: Color
    gain: Color
    box: Color  # outlines of what can be ticked


@dataclass(frozen=True, slots=True)
class Theme:
    """A look. `frame` and `field` are pairs: for wood the two ends of its grain, for felt equal."""

    name: str
    ground: Ground
    frame: tuple[Color, Color]
    field: tuple[Color, Color]
    line: Color  # between squares
    lattice: Color  # through points: stronger, for there the lines are the board
    text: Color
    muted: Color  # coordinates, the name of who waits
    plate: Color  # behind a name
    lit: Color  # behind the name of who is to move
    accent: Color  # its outline
    tones: tuple[Tone, Tone]  # by seat: who begins, who answers
    dice: Ivory
    paper: Paper

    def faint(self, seat: int) -> Color:
        """A token of that seat as if seen through the board."""
        tone = self.tones[seat]
        return mix(mix(*self.field, 0.5), mix(tone.light, tone.shade, 0.5), 0.4)


def rgb(text: str) -> Color:
    """`#1c6640` as three numbers."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def mix(one: Color, other: Color, share: float) -> Color:
    """`share` of `other` in `one`, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


_CLASSIC = Theme(
    name="classic",
    ground=Ground.FELT,
    frame=(rgb("#15211b"), rgb("#15211b")),
    field=(rgb("#2f8f5b"), rgb("#2f8f5b")),
    line=rgb("#1b5c39"),
    lattice=rgb("#0c3420"),
    text=rgb("#f1f5ef"),
    muted=rgb("#a9bbb0"),
    plate=rgb("#1d2c24"),
    lit=rgb("#26392f"),
    accent=rgb("#e6c15c"),
    tones=(
        Tone(
            light=rgb("#454d52"),
            shade=rgb("#0a0d0f"),
            rim_light=rgb("#6d767c"),
            rim_shade=rgb("#030405"),
            under=rgb("#cfcabc"),
            last=rgb("#ff6a4d"),
            turned=rgb("#8b959c"),
            hint=rgb("#04130b"),
            gloss=0.13,
        ),
        Tone(
            light=rgb("#ffffff"),
            shade=rgb("#d3cec1"),
            rim_light=rgb("#ffffff"),
            rim_shade=rgb("#aca698"),
            under=rgb("#15191b"),
            last=rgb("#c9321a"),
            turned=rgb("#8d8778"),
            hint=rgb("#f4fff8"),
            gloss=0.0,
        ),
    ),
    dice=Ivory(
        light=rgb("#fffefa"),
        shade=rgb("#e9e3d5"),
        edge=rgb("#b3ab97"),
        pip=rgb("#23201b"),
    ),
    paper=Paper(
        ground=rgb("#f6f1e4"),
        fresh=rgb("#ffe08a"),
        ink=rgb("#22271f"),
        pencil=rgb("#63665a"),
        loss=rgb("#a82113"),
        gain=rgb("#17613a"),
        box=rgb("#8a8b7c"),
    ),
)

_WOOD = Theme(
    name="wood",
    ground=Ground.WOOD,
    frame=(rgb("#4a2c19"), rgb("#35200f")),
    field=(rgb("#b98549"), rgb("#9c6a32")),
    line=rgb("#4f2f14"),
    lattice=rgb("#3b210c"),
    text=rgb("#fbf0dd"),
    muted=rgb("#d9c09b"),
    plate=rgb("#3d2413"),
    lit=rgb("#6a4427"),
    accent=rgb("#f0c069"),
    tones=(
        Tone(
            light=rgb("#4c4642"),
            shade=rgb("#0c0a09"),
            rim_light=rgb("#756c66"),
            rim_shade=rgb("#040302"),
            under=rgb("#efe6d2"),
            last=rgb("#ff7a4d"),
            turned=rgb("#968c84"),
            hint=rgb("#2a1505"),
            gloss=0.13,
        ),
        Tone(
            light=rgb("#fffdf8"),
            shade=rgb("#ddd3bf"),
            rim_light=rgb("#ffffff"),
            rim_shade=rgb("#aa9d84"),
            under=rgb("#1a1512"),
            last=rgb("#bf2f14"),
            turned=rgb("#8d8069"),
            hint=rgb("#fffaf0"),
            gloss=0.0,
        ),
    ),
    dice=Ivory(
        light=rgb("#fffdf6"),
        shade=rgb("#e9dcc0"),
        edge=rgb("#4f3016"),
        pip=rgb("#2a1708"),
    ),
    paper=Paper(
        ground=rgb("#fbf1dc"),
        fresh=rgb("#f8d27a"),
        ink=rgb("#2d1a0c"),
        pencil=rgb("#6f583e"),
        loss=rgb("#9c2410"),
        gain=rgb("#345a14"),
        box=rgb("#93805f"),
    ),
)

_DARK = Theme(
    name="dark",
    ground=Ground.FELT,
    frame=(rgb("#12151b"), rgb("#12151b")),
    field=(rgb("#34425a"), rgb("#34425a")),
    line=rgb("#1d2533"),
    lattice=rgb("#8492ab"),
    text=rgb("#edf1f7"),
    muted=rgb("#9aa6b8"),
    plate=rgb("#1a1f28"),
    lit=rgb("#232b38"),
    accent=rgb("#5fc9c1"),
    tones=(
        Tone(
            light=rgb("#2a3039"),
            shade=rgb("#07090c"),
            rim_light=rgb("#8e9bb0"),
            rim_shade=rgb("#3c4658"),
            under=rgb("#c9d1de"),
            last=rgb("#ff7a5c"),
            turned=rgb("#7c8899"),
            hint=rgb("#9dabc2"),
            gloss=0.11,
        ),
        Tone(
            light=rgb("#fbfcff"),
            shade=rgb("#c3cbd8"),
            rim_light=rgb("#ffffff"),
            rim_shade=rgb("#98a3b4"),
            under=rgb("#0e1116"),
            last=rgb("#c4321f"),
            turned=rgb("#7d8798"),
            hint=rgb("#e9eef6"),
            gloss=0.0,
        ),
    ),
    dice=Ivory(
        light=rgb("#fbfcff"),
        shade=rgb("#ccd4e1"),
        edge=rgb("#8a97ab"),
        pip=rgb("#141920"),
    ),
    paper=Paper(
        ground=rgb("#1e2530"),
        fresh=rgb("#33463c"),
        ink=rgb("#eef2f8"),
        pencil=rgb("#a3afc2"),
        loss=rgb("#ff9a86"),
        gain=rgb("#83dba2"),
        box=rgb("#76849a"),
    ),
)

_SHAPES = Theme(
    name="shapes",
    ground=Ground.FELT,
    frame=(rgb("#f3f5f8"), rgb("#f3f5f8")),
    field=(rgb("#bcd0e4"), rgb("#bcd0e4")),
    line=rgb("#7f98b3"),
    lattice=rgb("#4d6783"),
    text=rgb("#14202e"),
    muted=rgb("#44566b"),
    plate=rgb("#e4eaf1"),
    lit=rgb("#ffffff"),
    accent=rgb("#0b62b0"),
    tones=(
        Tone(
            light=rgb("#24466e"),
            shade=rgb("#0a1c33"),
            rim_light=rgb("#3b648f"),
            rim_shade=rgb("#050f1d"),
            under=rgb("#050f1d"),
            last=rgb("#ffd23f"),
            turned=rgb("#9db6d1"),
            hint=rgb("#0a1c33"),
            gloss=0.0,
            shape=Shape.RINGED,
            inlay=rgb("#ffffff"),
        ),
        Tone(
            light=rgb("#fff2cf"),
            shade=rgb("#ffc65c"),
            rim_light=rgb("#20140a"),
            rim_shade=rgb("#20140a"),
            under=rgb("#20140a"),
            last=rgb("#b3140a"),
            turned=rgb("#8a5a00"),
            hint=rgb("#20140a"),
            gloss=0.0,
            shape=Shape.DIAMOND,
            inlay=rgb("#20140a"),
        ),
    ),
    dice=Ivory(
        light=rgb("#ffffff"),
        shade=rgb("#fff2cf"),
        edge=rgb("#20140a"),
        pip=rgb("#0a1c33"),
    ),
    paper=Paper(
        ground=rgb("#ffffff"),
        fresh=rgb("#ffe36e"),
        ink=rgb("#0d1826"),
        pencil=rgb("#4a5b70"),
        loss=rgb("#a3120a"),
        gain=rgb("#0b5394"),
        box=rgb("#6d8096"),
    ),
)

LOOKS: Mapping[str, Theme] = {theme.name: theme for theme in (_CLASSIC, _WOOD, _DARK, _SHAPES)}

THEMES: tuple[str, ...] = tuple(LOOKS)
"""Theme names, default first."""
