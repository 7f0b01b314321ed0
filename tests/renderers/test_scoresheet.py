"""The bare sheet: everything has its place, in any size, and nothing lies on anything else."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.dice.sheet import HIGHEST, LAST_REJECT, LISTED, PAID_OFF, POINTS
from renderers import scoresheet
from renderers.registry import LARGEST, SMALLEST
from renderers.scoresheet import Layout
from renderers.surface import Box
from renderers.theme import LOOKS, Theme

looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
SIZES = st.integers(SMALLEST, LARGEST)


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def boxes(layout: Layout) -> list[Box]:
    """Every box to tick and every place of a die on paper."""
    side = layout.box
    found = []
    for _, top, _, bottom in layout.rows:
        y = (top + bottom) // 2 - side // 2
        found += [(x, y, x + side, y + side) for x in layout.boxes]
    width, height = layout.pile_box
    for column in layout.pile_boxes:
        found += [(x, y, x + width, y + height) for x, y in column]
    die = layout.pile_die
    return [*found, *((x, y, x + die, y + die) for x, y in layout.pile_dice)]


@given(SIZES)
def test_there_is_a_place_for_everything_and_none_is_shared(size: int) -> None:
    layout = Layout.of(size)
    assert len(layout.rows) == len(POINTS)
    assert len(layout.boxes) == HIGHEST
    assert [len(column) for column in layout.pile_boxes] == [LAST_REJECT] * LISTED
    found = boxes(layout)
    assert all(apart(one, other) for one, other in combinations(found, 2))
    for box in found:
        paper = layout.paper if box[0] < layout.paper[2] else layout.piles
        assert paper[0] <= box[0]
        assert box[2] <= paper[2]
        assert paper[1] < box[1]
        assert box[3] <= paper[3]


@given(SIZES)
def test_head_tray_and_papers_lie_apart_within_the_picture(size: int) -> None:
    layout = Layout.of(size)
    parts = (layout.head, layout.tray, layout.paper, layout.piles)
    assert all(apart(one, other) for one, other in combinations(parts, 2))
    for left, top, right, bottom in parts:
        assert 0 < left < right < size
        assert 0 < top < bottom < layout.height
    assert layout.height < 1.1 * size


@given(SIZES)
def test_five_dice_lie_in_the_tray_thrown_or_split(size: int) -> None:
    layout = Layout.of(size)
    left, top, right, bottom = layout.tray
    for corners in (layout.thrown(), layout.split()):
        assert len(corners) == scoresheet.DICE
        for x, y in corners:
            assert left <= x
            assert x + layout.die <= right
            assert top <= y
            assert y + layout.die <= bottom
        assert all(b[0] - a[0] >= layout.die for a, b in pairwise(corners))
    steps = [b[0] - a[0] for a, b in pairwise(layout.split())]
    assert steps[0] == steps[2] < steps[1] == steps[3]  # two pairs and one by itself


@given(SIZES)
def test_the_fifth_box_is_set_off_and_numbers_follow_the_boxes(size: int) -> None:
    layout = Layout.of(size)
    gaps = [b - a for a, b in pairwise(layout.boxes)]
    assert gaps.index(max(gaps)) == PAID_OFF - 1
    assert layout.label < layout.boxes[0]
    assert layout.boxes[-1] + layout.box < layout.now < layout.after < layout.paper[2]


@looks
def test_the_marker_changes_lines_and_the_title_of_the_piles_and_nothing_else(look: Theme) -> None:
    layout = Layout.of(320)
    plain, marked = (scoresheet.backdrop(look, layout, fresh=fresh) for fresh in (False, True))
    for row in (*layout.rows, layout.over_piles):
        assert plain.crop(row) != marked.crop(row)
        marked.paste(plain.crop(row), row[:2])
    assert plain.tobytes() == marked.tobytes()


@looks
def test_a_tick_fills_its_box_and_a_new_one_has_a_spot(look: Theme) -> None:
    paper = look.paper
    old, new = (
        scoresheet.tick(look, (18, 18), paper.ground, paper.ink, new=fresh)
        for fresh in (False, True)
    )
    assert old.getpixel((9, 9)) == paper.ink
    assert new.getpixel((9, 9)) == paper.fresh
    assert new.getpixel((2, 9)) == old.getpixel((2, 9)) == paper.ink


@looks
def test_a_star_is_whole_or_in_outline(look: Theme) -> None:
    whole, hollow = (
        scoresheet.star(look.plate, look.accent, 40, filled=filled) for filled in (True, False)
    )
    assert whole.getpixel((20, 22)) == look.accent
    assert hollow.getpixel((20, 22)) == look.plate
    assert hollow.getpixel((20, 4)) != look.plate


@given(st.sampled_from(sorted(LOOKS)), SIZES)
@settings(max_examples=6)
def test_any_size_is_drawn(name: str, size: int) -> None:
    layout = Layout.of(size)
    assert scoresheet.backdrop(LOOKS[name], layout).size == (size, layout.height)
