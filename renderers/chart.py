"""Plots for a profile: ratings over time, and the results of dice games.

Owns the look of plots in each theme. Text is handed in finished; axes have numbers and numeric
dates. Matplotlib takes half a second to import, so it is imported at the first plot, and plots are
drawn in a thread, off the event loop.
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
    from matplotlib.ticker import MaxNLocator

WIDTH, HEIGHT = 800, 460
"""In pixels; letters are legible at the width of a telephone."""

DPI = 100
_MARKS = ("o", "s", "D", "^")  # curves differ by their mark as well as by their colour
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
    win: int | None


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
    figure = Figure((WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=hexa(look.frame[0]))
    panels = list(figure.subplots(1, len(shares), width_ratios=shares, squeeze=False)[0])
    if curves:
        _ratings(panels.pop(0), curves, look)
    if totals is not None:
        _bars(panels.pop(0), totals, look)
    return png(figure)


def _ratings(axes: "Axes", curves: Sequence[Curve], theme: Theme) -> None:
    from matplotlib.dates import DateFormatter, date2num

    def _date(at: int) -> float:
        return float(date2num(datetime.fromtimestamp(at / 1000, UTC)))

    dress(axes, theme)
    for number, curve in enumerate(curves):
        days = [_date(at) for at, _ in curve.points]
        shown = [rating for _, rating in curve.points]
        color, mark = hexa(colors(theme)[number % 4]), _MARKS[number % 4]
        step = max(1, len(days) // 12)
        marked = list(range((len(days) - 1) % step, len(days), step))
        axes.plot(
            days, shown, color=color, linewidth=2, label=curve.label, marker=mark, markevery=marked
        )
        early = slice(0, min(curve.provisional + 1, len(days)))
        axes.plot(days[early], shown[early], color=hexa(theme.frame[0]), linewidth=1, alpha=0.6)
    first, last = (pick(at for curve in curves for at, _ in curve.points) for pick in (min, max))
    margin = max(_DAY, (last - first) // 25)
    axes.set_xlim(_date(first - margin), _date(last + margin))
    axes.xaxis.set_major_locator(days_apart())
    axes.xaxis.set_major_formatter(DateFormatter("%d.%m.\n%Y"))
    axes.yaxis.set_major_locator(numbers_apart())
    legend = axes.legend(  # above the panel: within it a curve would run through the letters
        loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, prop=font(13)
    )
    for text in legend.get_texts():
        text.set_color(hexa(theme.text))


def days_apart() -> "AutoDateLocator":
    """Where dates stand below the plot: a few, and no day twice, since no hours are written."""
    from matplotlib.dates import HOURLY, AutoDateLocator

    places = AutoDateLocator(minticks=2, maxticks=5)
    places.intervald[HOURLY] = [24]
    return places


def numbers_apart() -> "MaxNLocator":
    """Where numbers stand at an axis: a few, and whole ones, since nothing here comes in parts."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True, nbins=5, steps=[1, 2, 5, 10], min_n_ticks=1)


def _bars(axes: "Axes", totals: Totals, theme: Theme) -> None:
    dress(axes, theme)
    low = min(*totals.points, 0) // _BIN * _BIN
    win = totals.win
    high = max(*totals.points, 0 if win is None else win) // _BIN * _BIN + _BIN
    edges = list(range(low, high + 1, _BIN))
    won = [each for each in totals.points if win is not None and each >= win]
    rest = [each for each in totals.points if win is None or each < win]
    faces = [hexa(colors(theme)[1]), hexa(theme.accent)]
    axes.hist([rest, won], bins=edges, stacked=True, color=faces, rwidth=0.86, hatch=["", "//"])
    if win is not None:
        axes.axvline(win, color=hexa(theme.accent), linewidth=1.5, linestyle="--")
    axes.set_title(totals.label, color=hexa(theme.text), fontproperties=font(13))
    axes.yaxis.set_major_locator(numbers_apart())
    axes.xaxis.set_major_locator(numbers_apart())


def dress(axes: "Axes", theme: Theme) -> None:
    """Ground, frame, grid and letters of one panel."""
    axes.set_facecolor(hexa(theme.plate))
    axes.grid(visible=True, color=hexa(mix(theme.plate, theme.text, 0.14)), linewidth=0.8)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_color(hexa(mix(theme.plate, theme.text, 0.25)))
    axes.tick_params(colors=hexa(theme.muted), length=0)
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(font(12))


def colors(theme: Theme) -> tuple[Color, ...]:
    """Four that differ in lightness too, for those who do not tell hues apart. Marks of a last move
    are made for stones: the one that is seen here is taken."""
    mark = max((tone.last for tone in theme.tones), key=lambda last: _apart(last, theme.plate))
    return theme.accent, mix(theme.text, theme.plate, 0.25), mark, theme.muted


def _apart(one: Color, other: Color) -> int:
    return abs(sum(one) - sum(other))


def font(pixels: int) -> "FontProperties":
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=path(LATIN), size=pixels * 72 / DPI)


def hexa(color: Color) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)


def png(figure: "Figure") -> bytes:
    figure.tight_layout(pad=1.2)
    out = BytesIO()
    figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()
