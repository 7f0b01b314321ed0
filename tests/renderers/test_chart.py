"""Plots: what they show, in every theme, and what they cannot show."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from io import BytesIO

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from matplotlib.dates import num2date
from PIL import Image

from renderers.chart import HEIGHT, WIDTH, Curve, Totals, colors, days_apart, numbers_apart, profile
from renderers.theme import LOOKS, THEMES
from tests.renderers.test_theme import MARK, contrast

DAY = 86_400_000
BEGUN = 1_760_000_000_000
CURVE = Curve("Reversi 1083", tuple((BEGUN + i * DAY, 1000 + 7 * i * (-1) ** i) for i in range(12)))
TOTALS = Totals("Solitaire Dice", (-320, 40, 180, 500, 610), 500)


def picture(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
def test_both_panels_are_drawn_in_the_colours_of_the_theme(theme: str) -> None:
    image, look = picture(profile([CURVE], TOTALS, theme)), LOOKS[theme]
    assert image.size == (WIDTH, HEIGHT)
    assert image.getpixel((2, 2)) == look.frame[0]
    there = {color for _, color in image.getcolors(1 << 20) or ()}
    assert {look.plate, look.accent} <= there


def test_one_panel_takes_the_whole_width() -> None:
    ratings, dice = (picture(profile(c, t, "wood")) for c, t in (([CURVE], None), ([], TOTALS)))
    both = picture(profile([CURVE], TOTALS, "wood"))
    assert len({ratings.tobytes(), dice.tobytes(), both.tobytes()}) == 3
    plate, middle = LOOKS["wood"].plate, HEIGHT // 2
    for image in (ratings, dice):
        row = [image.getpixel((x, middle)) for x in range(WIDTH // 2, WIDTH - 60)]
        assert LOOKS["wood"].frame[0] not in row, "nothing parts it in two"
        assert plate in row


@pytest.mark.parametrize("hours", [0, 1, 13, 23, 25, 24 * 20, 24 * 75, 24 * 700])
def test_any_span_has_its_dates(hours: int) -> None:
    """Where no dates fit the span the library warns, which is an error here."""
    curve = Curve("a", ((BEGUN, 1000), (BEGUN + hours * DAY // 24, 1040)), 9)
    assert picture(profile([curve], None, "classic")).size == (WIDTH, HEIGHT)


@pytest.mark.parametrize(
    "curve", [Curve("Pente 1000?", ((BEGUN, 1000),), 1), Curve("a", ((BEGUN, 1), (BEGUN, 2)), 9)]
)
def test_a_single_day_can_be_plotted(curve: Curve) -> None:
    assert picture(profile([curve], None, "classic")).size == (WIDTH, HEIGHT)


@given(
    st.integers(BEGUN, BEGUN + 4_000 * DAY),
    st.timedeltas(timedelta(days=2), timedelta(days=4_000)),
)
def test_no_day_stands_twice_below_the_plot(at: int, span: timedelta) -> None:
    first = datetime.fromtimestamp(at / 1000, UTC)
    days = [num2date(place).date() for place in days_apart().tick_values(first, first + span)]
    assert days
    assert len(set(days)) == len(days)


@given(st.integers(-1_000, 4_000), st.integers(0, 3_000))
def test_numbers_at_an_axis_are_whole(low: int, span: int) -> None:
    """Where there is one rating alone the library leaves some room on both sides of it."""
    places = numbers_apart().tick_values(low - 0.05 * (span or 1), low + 1.05 * (span or 1))
    assert 1 <= len(places) <= 8
    assert all(place == round(place) for place in places)


@pytest.mark.parametrize("theme", THEMES)
def test_no_curve_runs_through_what_says_which_it_is(theme: str) -> None:
    """All letters of that colour stand above the panel."""
    look = LOOKS[theme]
    curves = [Curve(name, CURVE.points) for name in ("Reversi 1083", "Pente 1000?", "Dice")]
    pixels = np.asarray(picture(profile(curves, None, theme)))
    letters, panel = (
        np.flatnonzero((pixels == color).all(axis=2).any(axis=1))
        for color in (look.text, look.plate)
    )
    assert letters.size
    assert letters.max() < panel.min()


@pytest.mark.parametrize("theme", THEMES)
def test_curves_are_seen_on_their_ground(theme: str) -> None:
    look = LOOKS[theme]
    assert len(set(colors(look))) == 4
    for color in colors(look):
        assert contrast(color, look.plate) >= MARK


def test_four_games_have_four_marks() -> None:
    curves = [
        Curve(str(i), ((BEGUN, 1000 + 90 * i), (BEGUN + DAY, 1040 + 90 * i))) for i in range(5)
    ]
    assert picture(profile(curves, None, "shapes")).size == (WIDTH, HEIGHT)


def test_games_that_were_won_stand_out() -> None:
    won, lost = (profile([], Totals("", (total,) * 9, 500), "classic") for total in (500, 499))
    accent = LOOKS["classic"].accent

    def share(png: bytes) -> int:
        return {c: n for n, c in picture(png).getcolors(1 << 20) or ()}.get(accent, 0)

    assert share(won) > 10 * share(lost)


@settings(max_examples=5, deadline=None, phases=[Phase.generate])  # shrinking takes minutes
@given(
    st.lists(st.tuples(st.integers(0, 4_000_000_000_000), st.integers(-500, 4000)), min_size=1),
    st.integers(0, 30),
)
def test_any_history_can_be_plotted(points: list[tuple[int, int]], provisional: int) -> None:
    curve = Curve("$x_1$ & <b>", tuple(sorted(points)), provisional)
    assert picture(profile([curve], None, "dark")).size == (WIDTH, HEIGHT)


def test_nothing_to_plot_is_an_error_of_ours() -> None:
    with pytest.raises(ValueError, match="no plot"):
        profile([], None, "classic")


def test_boards_do_not_wait_for_the_plotting_library() -> None:
    code = "import sys, renderers, renderers.chart; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
