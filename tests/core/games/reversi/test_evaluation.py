"""The evaluation: the rules' children, blind to the board's symmetries, made of whole numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.reversi.bits import FULL, flips, mobility, squares
from core.games.reversi.evaluation import (
    COUNTED,
    DISC,
    FEATURES,
    WEIGHTS,
    expand,
    features,
    final,
    spread,
)
from core.games.reversi.lanes import LANES
from core.games.reversi.weights import KNOTS, TABLE
from tests.core.games.reversi.boards import Board, any_board, margin, over, sides, wander

SOME = any_board(st.integers(2, 50))


def mirrored(board: int) -> int:
    """Columns h to a."""
    return sum(1 << (square ^ 7) for square in squares(board))


def transposed(board: int) -> int:
    """Rows for columns."""
    return sum(1 << (square % 8 * 8 + square // 8) for square in squares(board))


@given(SOME)
def test_children_are_the_legal_moves_in_board_order(board: Board) -> None:
    own, opp = board
    children = expand(own, opp, mobility(own, opp))
    assert [child[1] for child in children] == squares(mobility(own, opp))
    for _, square, next_own, next_opp, moves, replies in children:
        turned = flips(own, opp, square)
        assert (next_own, next_opp) == (opp & ~turned, own | turned | 1 << square)
        assert moves == mobility(next_own, next_opp)
        assert replies == mobility(next_opp, next_own)


@given(any_board(st.integers(1, 3)))
def test_a_game_that_is_over_counts_as_it_ended(board: Board) -> None:
    own, opp = board
    for score, _, next_own, next_opp, *_ in expand(own, opp, mobility(own, opp)):
        if over(next_own, next_opp):
            assert score == DISC * margin(next_opp, next_own) == -final(next_own, next_opp)


@given(SOME)
def test_symmetric_positions_are_worth_the_same(board: Board) -> None:
    own, opp = board
    scores = sorted(child[0] for child in expand(own, opp, mobility(own, opp)))
    for turn in (mirrored, transposed):
        mine, theirs = turn(own), turn(opp)
        assert sorted(c[0] for c in expand(mine, theirs, mobility(mine, theirs))) == scores


@given(SOME)
def test_a_child_does_not_depend_on_its_siblings(board: Board) -> None:
    own, opp = board
    moves = mobility(own, opp)
    together = expand(own, opp, moves)
    alone = [expand(own, opp, 1 << square)[0] for square in squares(moves)]
    assert together == alone


def test_there_is_a_number_for_every_feature() -> None:
    own, opp = sides(wander(seed=1, empty=20))
    lanes = LANES[1]
    assert len(features(lanes, own, opp)) == COUNTED == len(FEATURES) - 2
    assert len(TABLE) == len(KNOTS)
    assert {len(row) for row in TABLE} == {len(FEATURES)}
    assert {len(row) for row in WEIGHTS} == {COUNTED + 1}
    assert all(isinstance(weight, int) for row in WEIGHTS for weight in row)


@pytest.mark.parametrize("empty", range(61))
def test_shares_of_the_knots_add_up(empty: int) -> None:
    shares = spread(empty)
    assert sum(shares.values()) == pytest.approx(1)
    assert all(0 <= row < len(KNOTS) and 0 < share <= 1 for row, share in shares.items())


def test_a_corner_is_good_and_the_square_diagonal_to_it_is_bad() -> None:
    """By the weights alone, at every stage in which there is much left to win."""
    corner, x_square, stable = (FEATURES.index(n) for n in ("corners", "x_squares", "stable"))
    for row, empty in zip(TABLE, KNOTS, strict=True):
        if empty >= 16:
            assert row[corner] + row[stable] > 3 * DISC
            assert row[x_square] < -3 * DISC
        assert row[FEATURES.index("mobility")] > 0


def test_a_full_board_with_all_discs_of_one_side() -> None:
    assert final(FULL, 0) == 64 * DISC
    assert final(0, 1) == -64 * DISC
    assert final(1, 2) == 0
