"""Plots of reviews: whose lead is whose, what is marked, in every theme."""

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from PIL import Image

from renderers.chart import HEIGHT, WIDTH
from renderers.standing import Standing, standing
from renderers.theme import LOOKS, THEMES, Color

ENTIRE = Standing(
    tuple((i, (-6, 4, 0, 9)[i % 4]) for i in range(30)), True, (3, 7, 12), 7, exact=20
)


def colors(png: bytes) -> dict[Color, int]:
    image = Image.open(BytesIO(png)).convert("RGB")
    assert image.size == (WIDTH, HEIGHT)
    return {color: count for count, color in image.getcolors(1 << 20) or ()}  # type: ignore[misc]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("percent", [True, False])
def test_it_has_the_colours_of_the_theme(theme: str, percent: bool) -> None:
    shown = replace(ENTIRE, percent=percent)
    if percent:
        shown = replace(shown, points=tuple((i, 50 + 5 * score) for i, score in ENTIRE.points))
    look = LOOKS[theme]
    assert {look.plate, look.accent, look.text} <= set(colors(standing(shown, theme)))


@pytest.mark.parametrize("theme", THEMES)
def test_each_sides_lead_has_its_colour(theme: str) -> None:
    def lead(score: int, *, dark: bool) -> Color:
        counted = colors(standing(Standing(((0, score), (9, score)), dark), theme))
        for color in (LOOKS[theme].plate, LOOKS[theme].frame[0]):
            counted.pop(color, None)
        return max(counted, key=lambda color: counted[color])

    assert lead(8, dark=True) == lead(-8, dark=False)
    assert lead(-8, dark=True) == lead(8, dark=False)
    assert lead(8, dark=True) != lead(-8, dark=True)


def test_the_move_that_is_told_of_is_marked_most() -> None:
    def marked(chosen: int | None) -> int:
        counted = colors(standing(replace(ENTIRE, chosen=chosen), "shapes"))
        return counted[LOOKS["shapes"].accent]

    assert marked(7) > 1.2 * marked(None)


def test_from_where_it_is_known_the_ground_is_another() -> None:
    known, believed = (
        colors(standing(replace(ENTIRE, exact=exact), "classic")) for exact in (5, None)
    )
    plate = LOOKS["classic"].plate
    assert known[plate] < believed[plate] / 2


@settings(max_examples=5, deadline=None, phases=[Phase.generate])  # shrinking takes minutes
@given(st.lists(st.integers(-64, 64), min_size=1, max_size=60), st.data())
def test_any_match_can_be_plotted(scores: list[int], data: st.DataObject) -> None:
    moves = st.integers(0, len(scores) - 1)
    shown = Standing(
        tuple(enumerate(scores)),
        data.draw(st.booleans()),
        tuple(data.draw(st.lists(moves))),
        data.draw(st.none() | moves),
        data.draw(st.none() | moves),
    )
    assert colors(standing(shown, "wood"))


def test_nothing_to_plot_is_an_error_of_ours() -> None:
    with pytest.raises(ValueError, match="no plot"):
        standing(Standing((), True), "classic")
