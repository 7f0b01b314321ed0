"""Boards of points: where points lie, in whole pixels, and which lines run on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from core.games.pente.points import POINT_OF, POINTS, SIZE
from core.types import Move
from renderers import lattice
from renderers.lattice import STARS, Layout
from renderers.registry import LARGEST, SMALLEST
from renderers.section import WHOLE, Section
from renderers.theme import LOOKS

LOOK = LOOKS["classic"]


def middle(layout: Layout, name: str) -> tuple[int, int]:
    x, y = dict(layout.points)[POINT_OF[Move(name)]]
    return x + layout.cell // 2, y + layout.cell // 2


@given(st.integers(SMALLEST, LARGEST))
def test_points_lie_in_whole_pixels_inside_the_field(size: int) -> None:
    layout = Layout.of(size, WHOLE)
    left, top, right, bottom = layout.field
    assert len(layout.points) == POINTS
    assert right - left == bottom - top == SIZE * layout.cell
    assert abs((size - right) - left) <= 1
    assert dict(layout.points)[0] == (left, bottom - layout.cell)
    assert dict(layout.points)[POINTS - 1] == (right - layout.cell, top)
    assert all(plate.box[1] >= 1 and plate.box[3] <= layout.head for plate in layout.plates)
    assert bottom < layout.height


def test_rows_count_from_below_and_columns_from_the_left() -> None:
    layout = Layout.of(800, WHOLE)
    assert middle(layout, "a1")[0] < middle(layout, "b1")[0]
    assert middle(layout, "a1")[1] > middle(layout, "a2")[1]


def test_a_section_has_its_points_only_and_is_larger() -> None:
    layout = Layout.of(700, Section(9, 9, 7, 5))
    assert len(layout.points) == 35
    assert layout.points[0][0] == POINT_OF[Move("k14")]
    assert layout.points[-1][0] == POINT_OF[Move("q10")]
    assert layout.cell > 2 * Layout.of(700, WHOLE).cell
    assert layout.plates == ()
    assert layout.head == 0
    assert layout.height < layout.size


@pytest.mark.parametrize(
    "section", [(-1, 0, 5, 5), (0, 15, 5, 5), (0, 0, 0, 5), (0, 0, 20, 1), (18, 18, 2, 1)]
)
def test_a_section_beyond_the_board_is_a_fault(section: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="not on the board"):
        Section(*section)


def test_stars_are_the_usual_nine() -> None:
    names = ["d4", "k4", "q4", "d10", "k10", "q10", "d16", "k16", "q16"]
    assert [POINT_OF[Move(name)] for name in names] == list(STARS)


def is_line(image: Image.Image, x: int, y: int) -> bool:
    return image.getpixel((x, y)) == LOOK.lattice


def test_lines_cross_at_points_and_end_at_the_border() -> None:
    layout = Layout.of(800, WHOLE)
    image = lattice.backdrop(LOOK, layout)
    half = layout.cell // 2
    for name in ("a1", "t19", "k10", "c7"):
        assert is_line(image, *middle(layout, name))
    x, y = middle(layout, "c7")
    assert is_line(image, x + half, y)
    assert is_line(image, x, y + half)
    assert not is_line(image, x + half, y + half)
    x, y = middle(layout, "a1")
    assert not is_line(image, x - half // 2, y)
    assert not is_line(image, x, y + half // 2)


def test_lines_run_on_where_only_the_section_ends() -> None:
    layout = Layout.of(700, Section(0, 5, 7, 7))
    image = lattice.backdrop(LOOK, layout)
    x, y = middle(layout, "g8")
    assert is_line(image, x + layout.cell // 2 - 2, y)
    x, y = middle(layout, "a8")
    assert not is_line(image, x - layout.cell // 2 + 2, y)


def test_coordinates_stand_on_all_four_sides() -> None:
    layout = Layout.of(800, WHOLE)
    image = lattice.backdrop(LOOK, layout)
    left, top, right, bottom = layout.field
    strips = [
        (0, top, left, bottom),
        (right, top, 800, bottom),
        (left, top - layout.edge[1], right, top),
        (left, bottom, right, layout.height),
    ]
    for box in strips:
        assert len(image.crop(box).getcolors(100_000) or ()) > 5
