"""Pages of lists: each row is on one, and there is no page without one but the only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.storage.pagination import PAGE, Leaf


@pytest.mark.parametrize(
    ("wanted", "rows", "leaf", "offset"),
    [
        (1, 0, Leaf(1, 1), 0),
        (1, 10, Leaf(1, 1), 0),
        (2, 10, Leaf(1, 1), 0),
        (2, 11, Leaf(2, 2), 10),
        (3, 25, Leaf(3, 3), 20),
        (9, 25, Leaf(3, 3), 20),
        (0, 25, Leaf(1, 3), 0),
        (-4, 25, Leaf(1, 3), 0),
    ],
)
def test_the_wanted_page_or_the_nearest(wanted: int, rows: int, leaf: Leaf, offset: int) -> None:
    assert Leaf.of(wanted, rows) == leaf
    assert leaf.offset == offset


@given(st.integers(1, 200))
def test_every_row_is_on_one_page(rows: int) -> None:
    leaves = [Leaf.of(number, rows) for number in range(1, Leaf.of(1, rows).pages + 1)]
    on_pages = [range(leaf.offset, min(leaf.offset + PAGE, rows)) for leaf in leaves]
    assert [row for page in on_pages for row in page] == list(range(rows))
    assert all(on_pages)
