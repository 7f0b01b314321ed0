"""Plots for a profile: ratings over time, and how the dice games came out.

Owns how plots look in each theme. Letters on them are handed in finished; what stands at the axes
are numbers and numeric dates. Matplotlib takes half a second to import, which is why it is imported
here at the first plot and why nobody draws one on the event loop.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from renderers.fonts import LATIN, path
from renderers.theme import LOOKS, Color, Theme, mix

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.dates import AutoDateLocator
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

WIDTH, HEIGHT = 800, 460
"""In pixels; letters are legible at the width of a telephone."""

_DPI = 100
_MARKS = ("o", "s", "D", "^")  # a curve is told by its mark as well as by its colour
_DAY = 86_400_000  # milliseconds
_BIN = 100  # points a bar of dice totals


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating over time. `points` are instants in milliseconds and what was shown from then on;
    the first `provisional` of them are drawn fainter."""

    label: str
    points: tuple[tuple[int, int], ...]
    provisional: int = 0


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of dice games, and from how many points on a game is won."""

    label: str
    points: tuple[int, ...]
    win: int


def profile(curves: Sequence[Curve], totals: Totals | None, theme: str) -> bytes:
    """The plot as PNG, `WIDTH` by `HEIGHT`: ratings, totals, or both side by side.

    Raises:
        KeyError: no such theme.
        ValueError: nothing to plot.
    """
    from matplotlib.figure import Figure

    look = LOOKS[theme]
    if not curves and totals is None:
        raise ValueError("a profile without ratings and dice has no plot")
    shares = [1.7] * bool(curves) + [1.0] * (totals is not None)
    figure = Figure((WIDTH / _DPI, HEIGHT / _DPI), dpi=_DPI, facecolor=_hex(look.frame[0]))
    panels = list(figure.subplots(1, len(shares), width_ratios=shares, squeeze=False)[0])
    if curves:
        _ratings(panels.pop(0), curves, look)
    if totals is not None:
        _bars(panels.pop(0), totals, look)
    return _png(figure)


def standing(
    points: Sequence[tuple[int, int]],
    turned: Sequence[int],
    theme: str,
    *,
    percent: bool,
    light_first: bool,
) -> bytes:
    """How a match stood for the first side after each move, as PNG, `WIDTH` by `HEIGHT`.

    Args:
        points: number of the move and score: discs, or with `percent` the chance to win.
        turned: numbers of the moves to be marked.
        theme: one of `renderers.THEMES`.
        percent: what the scores are.
        light_first: whether the first side has the light tokens; each side's lead has its colour.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    look = LOOKS[theme]
    figure = Figure((WIDTH / _DPI, HEIGHT / _DPI), dpi=_DPI, facecolor=_hex(look.frame[0]))
    axes = figure.subplots()
    _dress(axes, look)
    numbers, scores = [number for number, _ in points], [score for _, score in points]
    even = 50 if percent else 0
    reach = 50 if percent else max(8, *(abs(score) for score in scores)) + 2
    axes.set_ylim(even - reach, even + reach)
    axes.set_xlim(numbers[0], max(numbers[-1], numbers[0] + 1))
    dark, light = (_hex(tone.light) for tone in look.tones[:2])
    first, second = (light, dark) if light_first else (dark, light)
    for color, ahead in ((first, [n > even for n in scores]), (second, [n < even for n in scores])):
        axes.fill_between(
            numbers, scores, even, ahead, color=color, alpha=0.55, linewidth=0, interpolate=True
        )
    axes.plot(numbers, scores, color=_hex(look.text), linewidth=2)
    axes.axhline(even, color=_hex(look.muted), linewidth=1)
    at = dict(points)
    marked = [number for number in turned if number in at]
    axes.plot(marked, [at[number] for number in marked], "o", color=_hex(look.accent), markersize=9)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(_font(20))  # nothing else is written there
    return _png(figure)


def _ratings(axes: "Axes", curves: Sequence[Curve], theme: Theme) -> None:
    from matplotlib.dates import DateFormatter, date2num

    def _date(at: int) -> float:
        return float(date2num(datetime.fromtimestamp(at / 1000, UTC)))

    _dress(axes, theme)
    for number, curve in enumerate(curves):
        days = [_date(at) for at, _ in curve.points]
        shown = [rating for _, rating in curve.points]
        color, mark = _hex(_colors(theme)[number % 4]), _MARKS[number % 4]
        step = max(1, len(days) // 12)
        marked = list(range((len(days) - 1) % step, len(days), step))
        axes.plot(
            days, shown, color=color, linewidth=2, label=curve.label, marker=mark, markevery=marked
        )
        early = slice(0, min(curve.provisional + 1, len(days)))
        axes.plot(days[early], shown[early], color=_hex(theme.frame[0]), linewidth=1, alpha=0.6)
    first, last = (pick(at for curve in curves for at, _ in curve.points) for pick in (min, max))
    margin = max(_DAY, (last - first) // 25)
    axes.set_xlim(_date(first - margin), _date(last + margin))
    axes.xaxis.set_major_locator(days_apart())
    axes.xaxis.set_major_formatter(DateFormatter("%d.%m.\n%Y"))
    legend = axes.legend(loc="upper left", frameon=False, prop=_font(13))
    for text in legend.get_texts():
        text.set_color(_hex(theme.text))


def days_apart() -> "AutoDateLocator":
    """Where dates stand below the plot: a few, and no day twice, since no hours are written."""
    from matplotlib.dates import HOURLY, AutoDateLocator

    places = AutoDateLocator(minticks=2, maxticks=5)
    places.intervald[HOURLY] = [24]
    return places


def _bars(axes: "Axes", totals: Totals, theme: Theme) -> None:
    from matplotlib.ticker import MaxNLocator

    _dress(axes, theme)
    low = min(*totals.points, 0) // _BIN * _BIN
    high = max(*totals.points, totals.win) // _BIN * _BIN + _BIN
    edges = list(range(low, high + 1, _BIN))
    won = [each for each in totals.points if each >= totals.win]
    rest = [each for each in totals.points if each < totals.win]
    colors = [_hex(_colors(theme)[1]), _hex(theme.accent)]
    axes.hist([rest, won], bins=edges, stacked=True, color=colors, rwidth=0.86, hatch=["", "//"])
    axes.axvline(totals.win, color=_hex(theme.accent), linewidth=1.5, linestyle="--")
    axes.set_title(totals.label, color=_hex(theme.text), fontproperties=_font(13))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))


def _dress(axes: "Axes", theme: Theme) -> None:
    """Ground, frame, grid and letters of one panel."""
    axes.set_facecolor(_hex(theme.plate))
    axes.grid(visible=True, color=_hex(mix(theme.plate, theme.text, 0.14)), linewidth=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_color(_hex(mix(theme.plate, theme.text, 0.25)))
    axes.tick_params(colors=_hex(theme.muted), length=0)
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(_font(12))


def _colors(theme: Theme) -> tuple[Color, ...]:
    """Four that differ in lightness too, for those who do not tell hues apart."""
    return (
        theme.accent,
        mix(theme.text, theme.plate, 0.25),
        theme.tones[0].last,
        theme.muted,
    )


def _font(pixels: int) -> "FontProperties":
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=path(LATIN), size=pixels * 72 / _DPI)


def _hex(color: Color) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)


def _png(figure: "Figure") -> bytes:
    figure.tight_layout(pad=1.2)
    out = BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()
