"""The hash table: what was put in comes out, and nothing of an earlier request does."""

from hypothesis import given
from hypothesis import strategies as st

from core.games.reversi.kernels import table
from tests.core.games.reversi.boards import any_board
from tests.core.games.reversi.kernels import edges

LOWEST, HIGHEST = -30_000, 30_000


@given(
    key=st.integers(0, edges.WIDE),
    depth=st.integers(1, 60),
    score=st.integers(-4096, 4096),
    sure=st.integers(0, 9),
    square=st.integers(0, 64),
    generation=st.integers(1, table.GENERATIONS - 1),
)
def test_what_was_kept_is_found(
    key: int, depth: int, score: int, sure: int, square: int, generation: int
) -> None:
    entries = table.made(64)
    edges.keep(entries, key, depth, score, (-5000, 5000), generation, sure, square)
    assert edges.found(entries, key, generation) == (score, score, depth, sure, square)
    assert edges.found(entries, key, generation - 1) is None
    assert edges.found(entries, key ^ 1 << 60, generation) is None


def test_a_score_beyond_the_window_is_a_bound() -> None:
    entries = table.made(64)
    edges.keep(entries, 1, 5, 10, (0, 10))
    assert edges.found(entries, 1, 1) == (10, HIGHEST, 5, 9, 0)
    edges.keep(entries, 2, 5, 0, (0, 10))
    assert edges.found(entries, 2, 1) == (LOWEST, 0, 5, 9, 0)


def test_bounds_of_equal_searches_are_joined() -> None:
    entries = table.made(64)
    edges.keep(entries, 1, 5, 10, (0, 10))
    edges.keep(entries, 1, 5, 20, (20, 30))
    assert edges.found(entries, 1, 1) == (10, 20, 5, 9, 0)
    edges.keep(entries, 1, 6, 15, (15, 16))
    assert edges.found(entries, 1, 1) == (LOWEST, 15, 6, 9, 0)


def test_the_shallowest_of_a_bucket_gives_way() -> None:
    entries = table.made(4)
    for key, depth in enumerate((7, 3, 9, 5), start=1):
        edges.keep(entries, key, depth, 0)
    edges.keep(entries, 5, 4, 0)
    assert [edges.found(entries, key, 1) is not None for key in range(1, 6)] == [
        True,
        False,
        True,
        True,
        True,
    ]


def test_an_older_request_gives_way_first() -> None:
    entries = table.made(4)
    for key in range(1, 5):
        edges.keep(entries, key, 30, 0, generation=1)
    edges.keep(entries, 9, 1, 0, generation=2)
    assert edges.found(entries, 9, 2) is not None
    assert sum(edges.found(entries, key, 1) is not None for key in range(1, 5)) == 3


@given(
    before=st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=12),
    now=st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=12),
)
def test_where_an_older_request_left_something_makes_no_difference(
    before: list[tuple[int, int]], now: list[tuple[int, int]]
) -> None:
    used, fresh = table.made(4), table.made(4)
    for key, depth in before:
        edges.keep(used, key, depth, 0, generation=1)
    for key, depth in now:
        for entries in (used, fresh):
            edges.keep(entries, key, depth, 0, generation=2)
    for key in range(1, 10):
        assert edges.found(used, key, 2) == edges.found(fresh, key, 2)


@given(any_board(st.integers(5, 55)), any_board(st.integers(5, 55)))
def test_different_boards_have_different_hashes(one: edges.Boards, other: edges.Boards) -> None:
    assert (edges.hashed(*one) == edges.hashed(*other)) == (one == other)
    assert edges.hashed(*one) != edges.hashed(one[1], one[0])
