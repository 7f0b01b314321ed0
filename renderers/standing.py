"""The plot of a review: the evaluation after each move, and the turning points.

Owns the look of the curve in each theme. The area has the colour of the side that was ahead, and a
token at the edge shows which side that is. Turning points are ringed and the chosen one is filled,
so colour is never the only cue. There are no letters, only numbers. Drawn by matplotlib: see
`chart.py`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from renderers.chart import DPI, HEIGHT, WIDTH, dress, font, hexa, png
from renderers.theme import LOOKS, Color, Theme, mix

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_EVEN = 50  # per cent
_NUMBERS, _CHOSEN = 27, 32  # pixels: legible at a third of the size, as on a telephone


@dataclass(frozen=True, slots=True)
class Standing:
    """What is plotted.

    Attributes:
        points: after which move, and how it stood then, for the first side.
        dark: whether the first side's tokens are the dark ones.
        turns: moves at which it turned.
        chosen: the one of them that is told of.
        exact: from after which move on it is known and not believed.
        percent: the points are chances of 0 to 100, even at 50; else even at 0.
    """

    points: tuple[tuple[int, int], ...]
    dark: bool
    turns: tuple[int, ...] = ()
    chosen: int | None = None
    exact: int | None = None
    percent: bool = False


def standing(shown: Standing, theme: str) -> bytes:
    """The plot as PNG, `WIDTH` by `HEIGHT`.

    Raises:
        KeyError: no such theme.
        ValueError: nothing to plot.
    """
    from matplotlib.figure import Figure

    if not shown.points:
        raise ValueError("a match without moves has no plot")
    look = LOOKS[theme]
    figure = Figure((WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=hexa(look.frame[0]))
    axes = figure.add_subplot()
    dress(axes, look)
    _scale(axes, shown)
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(font(_NUMBERS))
    if shown.exact is not None:
        known = hexa(mix(look.plate, look.text, 0.1))
        axes.axvspan(shown.exact, shown.points[-1][0], color=known, linewidth=0)
    _sides(axes, shown, look)
    moves, values = zip(*shown.points, strict=True)
    axes.plot(moves, values, color=hexa(look.text), linewidth=2.5, zorder=3)
    _turns(axes, shown, look)
    return png(figure)


def _scale(axes: "Axes", shown: Standing) -> None:
    """Even in the middle, whole numbers beside it, some room above and below."""
    from matplotlib.ticker import MaxNLocator

    first, last = shown.points[0][0], shown.points[-1][0]
    axes.set_xlim(first, max(last, first + 1))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    if shown.percent:
        axes.set_ylim(-14, 114)
        axes.set_yticks([0, 25, _EVEN, 75, 100])
        return
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    far = max(8, *(abs(value) for _, value in shown.points)) * 1.3
    axes.set_ylim(-far, far)


def _sides(axes: "Axes", shown: Standing, look: Theme) -> None:
    """The two areas, the line between them, and whose is which."""
    first, second = (_face(look, seat) for seat in ((0, 1) if shown.dark else (1, 0)))
    level = _EVEN if shown.percent else 0
    moves, values = zip(*shown.points, strict=True)
    for ahead, face in ((True, first), (False, second)):
        axes.fill_between(
            moves,
            values,
            level,
            where=[(value >= level) == ahead or value == level for value in values],
            interpolate=True,
            facecolor=hexa(face),
            edgecolor="none",
            zorder=2,
        )
    axes.axhline(level, color=hexa(look.muted), linewidth=1.5, zorder=2.5)
    for place, face in ((0.92, first), (0.08, second)):
        axes.plot(
            [0.035],
            [place],
            marker="o",
            markersize=22,
            markerfacecolor=hexa(face),
            markeredgecolor=hexa(look.text),
            markeredgewidth=1.5,
            transform=axes.transAxes,
            zorder=5,
        )


def _face(look: Theme, seat: int) -> Color:
    tone = look.tones[seat]
    return mix(tone.light, tone.shade, 0.5)


def _turns(axes: "Axes", shown: Standing, look: Theme) -> None:
    """Draw a ring at each turning point; fill the chosen one and write its number."""
    at = dict(shown.points)
    for move in shown.turns:
        chosen = move == shown.chosen
        axes.plot(
            [move],
            [at[move]],
            marker="o",
            markersize=15 if chosen else 11,
            markerfacecolor=hexa(look.accent if chosen else look.plate),
            markeredgecolor=hexa(look.accent),
            markeredgewidth=2.5,
            zorder=6 if chosen else 4,
        )
        if chosen:
            above = at[move] >= sum(axes.get_ylim()) / 2  # outside the area, so it can be read
            axes.annotate(
                str(move),
                (move, at[move]),
                xytext=(0, 28 if above else -28),
                textcoords="offset points",
                ha="center",
                va="center",
                color=hexa(look.accent),
                fontproperties=font(_CHOSEN),
                zorder=6,
            )
