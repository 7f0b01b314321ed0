"""What many boards in one integer say is what each says alone."""

import random

from hypothesis import given
from hypothesis import strategies as st

from core.games.reversi.bits import FULL, flips, mobility, squares
from core.games.reversi.lanes import LANES, MOST, Lanes, play_all
from tests.core.games.reversi.boards import any_board, sides, wander
from tests.core.games.reversi.referee import STEPS

BOARDS = st.lists(st.integers(0, FULL), min_size=1, max_size=MOST)
CORNERS = (0, 7, 56, 63)


def lanes_of(boards: list[int]) -> tuple[Lanes, int]:
    lanes = LANES[len(boards)]
    return lanes, lanes.pack(boards)


def bits(*found: int) -> int:
    return sum(1 << square for square in found)


def around(square: int) -> list[tuple[int, int, int]]:
    """The squares that touch one, each with the step to it."""
    column, row = square % 8, square // 8
    return [
        (8 * (row + dy) + column + dx, dx, dy)
        for dx, dy in STEPS
        if 0 <= column + dx < 8 and 0 <= row + dy < 8
    ]


@given(BOARDS)
def test_what_is_packed_comes_back(boards: list[int]) -> None:
    lanes, packed = lanes_of(boards)
    assert lanes.unpack(packed) == tuple(boards)


@given(BOARDS)
def test_mobility_of_many_is_the_mobility_of_each(own: list[int]) -> None:
    opp = [~board & FULL & (board << 7 | board >> 5) for board in own]
    lanes = LANES[len(own)]
    packed = mobility(lanes.pack(own), lanes.pack(opp), lanes.axes)
    assert lanes.unpack(packed) == tuple(map(mobility, own, opp))


@given(BOARDS)
def test_beside_is_the_squares_and_their_neighbours(boards: list[int]) -> None:
    lanes, packed = lanes_of(boards)
    expected = [
        bits(
            *{s for s in range(64) if board >> s & 1 or any(board >> t & 1 for t, *_ in around(s))}
        )
        for board in boards
    ]
    assert lanes.unpack(lanes.beside(packed)) == tuple(expected)


@given(BOARDS)
def test_squares_near_empty_corners(boards: list[int]) -> None:
    lanes, packed = lanes_of(boards)
    diagonal, straight = lanes.near_corners(packed)
    for at, board in enumerate(boards):
        near = [step for corner in CORNERS if board >> corner & 1 for step in around(corner)]
        assert lanes.unpack(diagonal)[at] == bits(*(s for s, dx, dy in near if dx and dy))
        assert lanes.unpack(straight)[at] == bits(*(s for s, dx, dy in near if not (dx and dy)))


def test_a_full_board_is_stable_and_one_without_corners_is_not() -> None:
    lanes, packed = lanes_of([FULL, FULL & ~bits(*CORNERS), 0])
    assert lanes.unpack(lanes.stable(packed)) == (FULL, 0, 0)


def test_an_edge_is_stable_as_far_as_it_leans_on_the_corner() -> None:
    held = bits(0, 1, 2, 4, 8, 9)  # a1 b1 c1, a gap, e1; a2 b2
    lanes, packed = lanes_of([held])
    assert lanes.unpack(lanes.stable(packed)) == (bits(0, 1, 2, 8, 9),)


@given(any_board(st.integers(3, 30)), st.integers(0, 2**32))
def test_stable_discs_never_turn(board: tuple[int, int], seed: int) -> None:
    own, opp = board
    lanes, packed = lanes_of([own, opp])
    mine, theirs = lanes.unpack(lanes.stable(packed))
    lots = random.Random(seed)
    while moves := mobility(own, opp):
        square = lots.choice(squares(moves))
        turned = flips(own, opp, square)
        assert not turned & (mine | theirs)
        own, opp = opp ^ turned, own | turned | 1 << square
        mine, theirs = theirs, mine


def test_play_all_plays_each_move() -> None:
    own, opp = sides(wander(seed=5, empty=30))
    found, others, movers = play_all(own, opp, mobility(own, opp))
    assert found == squares(mobility(own, opp))
    for square, other, mover in zip(found, others, movers, strict=True):
        turned = flips(own, opp, square)
        assert other == opp & ~turned
        assert mover == own | turned | 1 << square
