"""The order of searches: what is asked of the kernels, and what becomes of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import Stop
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.searcher import PASSED, Searcher, SearchResult, played
from core.noise import Noise, draw_noise
from tests.core.games.reversi.boards import Board, any_board, minimax, sides, wander
from tests.core.games.reversi.kernels.test_evaluation import WEIGHTS

CLEAR = Noise(dict.fromkeys(range(64), 0), 0)
TABLE = SearchTable(WEIGHTS, 1 << 14)


def result(
    board: Board, depth: int = 4, exact: int = 0, nodes: int = 10_000_000, noise: Noise = CLEAR
) -> SearchResult:
    TABLE.begin(*board, nodes, Stop())
    return Searcher(TABLE, *board, squares(mobility(*board)), noise).think(depth, exact)


@given(any_board(st.integers(1, 8)))
@settings(max_examples=30)
def test_endings_are_proved(board: Board) -> None:
    found = result(board, depth=2, exact=8)
    assert found.exact
    assert found.score == DISC * minimax(*board)
    assert found.depth == 64 - (board[0] | board[1]).bit_count()


@given(any_board(st.integers(1, 7)))
@settings(max_examples=30)
def test_the_move_is_worth_its_score(board: Board) -> None:
    found = result(board, depth=60)
    assert found.score == -DISC * minimax(*played(*board, found.line[0]))


@pytest.mark.parametrize("empty", [10, 20, 30, 50])
@pytest.mark.parametrize("seed", range(3))
def test_a_line_is_one_that_can_be_played(seed: int, empty: int) -> None:
    board = sides(wander(seed, empty))
    line = result(board, depth=6).line
    assert len(line) > 1
    for square in line:
        if square == PASSED:
            assert not mobility(*board)
            board = board[1], board[0]
        else:
            assert mobility(*board) >> square & 1
            board = played(*board, square)


def test_it_looks_no_further_than_it_is_told() -> None:
    board = sides(wander(seed=2, empty=40))
    for depth in range(1, 7):
        found = result(board, depth)
        assert found.depth == depth
        assert not found.exact


def test_far_enough_ahead_is_to_the_end() -> None:
    board = sides(wander(seed=2, empty=10))
    assert result(board, depth=60) == result(board, depth=60, exact=9)
    assert result(board, depth=60).exact


@given(any_board(st.integers(14, 30)), st.integers(0, 20_000))
@settings(max_examples=30)
def test_there_is_a_move_wherever_the_nodes_end(board: Board, nodes: int) -> None:
    found = result(board, depth=60, nodes=nodes)
    assert mobility(*board) >> found.line[0] & 1


def test_more_nodes_see_further() -> None:
    board = sides(wander(seed=2, empty=40))
    depths = [result(board, depth=60, nodes=nodes).depth for nodes in (100, 10_000, 300_000)]
    assert depths == sorted(set(depths))


def test_noise_chooses_among_moves_that_are_close() -> None:
    """With noise the move need not be the best; its score is without the noise."""
    board = sides(wander(seed=2, empty=40))
    moves = squares(mobility(*board))
    best = result(board, depth=2)
    chosen = {
        result(board, depth=2, noise=draw_noise(bytes([salt]), moves, 20 * DISC))
        for salt in range(20)
    }
    assert len({found.line[0] for found in chosen}) > 2
    assert all(found.score <= best.score for found in chosen)


def test_without_noise_the_score_does_not_depend_on_the_order() -> None:
    board = sides(wander(seed=6, empty=26))
    scores = set()
    for order in (squares(mobility(*board)), squares(mobility(*board))[::-1]):
        TABLE.begin(*board, 10_000_000, Stop())
        scores.add(Searcher(TABLE, *board, order, CLEAR).think(depth=2, exact=0).score)
    assert len(scores) == 1
