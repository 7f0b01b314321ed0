"""Compiled boards against the rules, which are the referee."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.reversi import bits
from core.games.reversi.kernels.board import BESIDE, perft
from tests.core.games.reversi.boards import any_board, margin
from tests.core.games.reversi.kernels import edges
from training.reversi.selfplay import START

BOARDS = st.one_of(
    any_board(st.integers(1, 59)),
    st.tuples(st.integers(0, edges.WIDE), st.integers(0, edges.WIDE)).map(
        lambda pair: (pair[0] & ~pair[1], pair[1])
    ),
)


@given(BOARDS)
def test_one_may_move_where_the_rules_say(board: edges.Boards) -> None:
    assert edges.mobility(*board) == bits.mobility(*board)


@given(BOARDS)
def test_the_same_discs_turn(board: edges.Boards) -> None:
    for square in range(64):
        if not (board[0] | board[1]) >> square & 1:
            assert edges.flips(*board, square) == bits.flips(*board, square)


@given(BOARDS)
def test_empty_squares_go_to_the_winner(board: edges.Boards) -> None:
    assert edges.final(*board) == margin(*board)


@pytest.mark.parametrize(
    ("depth", "leaves"),
    list(enumerate((4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284), start=1)),
)
def test_perft(depth: int, leaves: int) -> None:
    assert perft(*START, depth) == leaves


def test_a_forced_pass_is_a_ply_and_a_finished_game_a_leaf() -> None:
    passing = (1 << 63, 0b11)  # h8 against a1 b1: the other has no move either
    assert perft(*passing, 5) == 1
    line = (0b001, 0b010)  # a1 outflanks b1 by c1, then the game is over
    assert [perft(*line, depth) for depth in (1, 2)] == [1, 1]
    assert perft(line[1], line[0], 1) == 1  # b1's owner can only pass
    assert perft(line[1], line[0], 2) == 1


def test_squares_beside() -> None:
    for square in range(64):
        column, row = square % 8, square // 8
        near = {
            8 * y + x
            for x in range(column - 1, column + 2)
            for y in range(row - 1, row + 2)
            if 0 <= x < 8 and 0 <= y < 8 and 8 * y + x != square
        }
        assert set(bits.squares(int(BESIDE[square]))) == near
