"""Pages of lists: each row is on one, and there is no page without one but the only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.storage.pagination import PAGE, Page


@pytest.mark.parametrize(
    ("wanted", "rows", "leaf", "offset"),
    [
        (1, 0, Page(1, 1), 0),
        (1, 10, Page(1, 1), 0),
        (2, 10, Page(1, 1), 0),
        (2, 11, Page(2, 2), 10),
        (3, 25, Page(3, 3), 20),
        (9, 25, Page(3, 3), 20),
        (0, 25, Page(1, 3), 0),
        (-4, 25, Page(1, 3), 0),
    ],
)
def test_the_wanted_page_or_the_nearest(wanted: int, rows: int, leaf: Page, offset: int) -> None:
    assert Page.of(wanted, rows) == leaf
    assert leaf.offset == offset


@given(st.integers(1, 200))
def test_every_row_is_on_one_page(rows: int) -> None:
    leaves = [Page.of(number, rows) for number in range(1, Page.of(1, rows).pages + 1)]
    on_pages = [range(leaf.offset, min(leaf.offset + PAGE, rows)) for leaf in leaves]
    assert [row for page in on_pages for row in page] == list(range(rows))
    assert all(on_pages)
