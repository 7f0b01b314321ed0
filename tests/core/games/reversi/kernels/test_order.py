"""In which order moves are tried."""

from hypothesis import given
from hypothesis import strategies as st

from tests.core.games.reversi.kernels import edges

QUARTERS = (0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F << 32, 0xF0F0F0F0 << 32)


@given(st.integers(0, edges.WIDE))
def test_odd_quarters(empty: int) -> None:
    expected = sum(mask for mask in QUARTERS if (empty & mask).bit_count() % 2)
    assert edges.odd(empty) == expected


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=30, unique=True))
def test_the_highest_is_taken_first(orders: list[int]) -> None:
    row = [64 * order + at for at, order in enumerate(orders)]
    expected = sorted(range(len(orders)), key=lambda at: orders[at], reverse=True)
    assert edges.taken(row) == expected
