"""Searches and endings against plain minimax, which tries everything and remembers nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engines.registry import stored
from core.engine import Stop
from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels import table
from core.games.reversi.kernels.evaluation import DISC, unpacked
from core.games.reversi.kernels.search_table import EXACT, Scored, SearchTable
from core.games.reversi.searcher import played
from tests.core.games.reversi.boards import Board, any_board, margin, minimax, sides, wander
from tests.core.games.reversi.kernels.test_evaluation import NETWORK, WEIGHTS, plainly

ENOUGH = 100_000_000
TABLE = SearchTable(WEIGHTS, 1 << 12)  # small, so that entries give way to others


def looked(
    board: Board, depth: int, sure: int = EXACT, reach: int = 0, nodes: int = ENOUGH
) -> list[Scored]:
    TABLE.begin(*board, nodes, Stop())
    return TABLE.look(squares(mobility(*board)), depth, sure, reach)


def best(scored: list[Scored]) -> int:
    return max(entry.score for entry in scored if entry.known)


def negamax(own: int, opp: int, depth: int) -> int:
    """A move costs a ply, a pass does not; at depth 0 the evaluation speaks."""
    if depth == 0:
        return plainly(NETWORK, own, opp)
    moves = squares(mobility(own, opp))
    if not moves:
        if not mobility(opp, own):
            return DISC * margin(own, opp)
        return -negamax(opp, own, depth)
    return max(-negamax(*played(own, opp, square), depth - 1) for square in moves)


@given(any_board(st.integers(10, 50)), st.integers(1, 3))
@settings(max_examples=25)
def test_a_search_finds_what_trying_everything_finds(board: Board, depth: int) -> None:
    assert best(looked(board, depth)) == negamax(*board, depth)


@given(any_board(st.integers(10, 50)), st.integers(1, 3))
@settings(max_examples=20)
def test_with_enough_reach_every_move_is_scored(board: Board, depth: int) -> None:
    for entry in looked(board, depth, reach=100_000):
        assert entry.known
        assert entry.score == -negamax(*played(*board, entry.square), depth - 1)


@given(any_board(st.integers(10, 50)), st.integers(1, 300))
@settings(max_examples=20)
def test_moves_within_reach_are_scored_the_others_bounded(board: Board, reach: int) -> None:
    scored = looked(board, 2, reach=reach)
    top = best(scored)
    assert len(scored) == mobility(*board).bit_count()
    for entry in scored:
        truth = -negamax(*played(*board, entry.square), 1)
        assert entry.score == truth if entry.known else truth <= entry.score <= top
        assert entry.known or truth <= top - reach


@given(any_board(st.integers(1, 7)))
def test_short_endings_are_exact(board: Board) -> None:
    empty = 64 - (board[0] | board[1]).bit_count()
    assert best(looked(board, empty)) == DISC * minimax(*board)


@pytest.mark.parametrize("seed", range(6))
def test_endings_of_eight_are_exact(seed: int) -> None:
    board = sides(wander(seed, empty=8))
    assert best(looked(board, 8)) == DISC * minimax(*board)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("empty", [9, 11, 13, 15])
def test_endings_do_not_depend_on_the_window(seed: int, empty: int) -> None:
    """A narrow window gives a bound on the side where the score lies."""
    board = sides(wander(seed, empty))
    score = best(looked(board, empty))
    assert score % (2 * DISC) == 0
    for guess in (score - 2 * DISC, score, score + 2 * DISC):
        TABLE.begin(*board, ENOUGH, Stop())
        window = (guess - DISC, guess + DISC)
        found = best(TABLE.look(squares(mobility(*board)), empty, window=window))
        assert found == score if guess == score else (found - guess) * (score - guess) > 0


def test_less_sure_searches_spend_less() -> None:
    """Of single positions this need not be true: what is looked at first may mislead. Nor is it of
    an evaluation drawn by lot, of which a shallow search says nothing about a deep one."""
    searched = SearchTable(unpacked(stored("reversi", "weights.bin")), 1 << 12)
    spent = dict.fromkeys((0, 4, EXACT), 0)
    for seed in range(6):
        for sure in spent:
            board = sides(wander(seed, empty=36))
            searched.begin(*board, ENOUGH, Stop())
            searched.look(squares(mobility(*board)), 8, sure)
            spent[sure] += searched.nodes
    assert spent[0] < spent[4] < spent[EXACT]


def test_a_search_ends_with_its_nodes() -> None:
    board = sides(wander(seed=3, empty=36))
    scored = looked(board, 12, nodes=3_000)
    assert TABLE.ended
    assert TABLE.nodes < 3_200
    assert len(scored) < mobility(*board).bit_count()


def test_a_search_ends_when_it_is_told_to() -> None:
    stop = Stop()
    stop.set()
    board = sides(wander(seed=3, empty=36))
    TABLE.begin(*board, ENOUGH, stop)
    assert TABLE.look(squares(mobility(*board)), 12) == []
    assert TABLE.ended


def test_what_was_asked_before_changes_nothing() -> None:
    board, other = sides(wander(3, 30)), sides(wander(4, 30))
    used, fresh = SearchTable(WEIGHTS, 1 << 12), SearchTable(WEIGHTS, 1 << 12)
    for searched, before in ((used, other), (used, board), (fresh, board)):
        searched.begin(*before, ENOUGH, Stop())
        scored = searched.look(squares(mobility(*before)), 7)
        if before == board:
            assert scored == looked(board, 7)
            assert searched.nodes == TABLE.nodes


def test_generations_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "GENERATIONS", 3)
    searched = SearchTable(WEIGHTS, 1 << 8)
    board = sides(wander(3, 20))
    spent = set()
    for _ in range(7):
        searched.begin(*board, ENOUGH, Stop())
        searched.look(squares(mobility(*board)), 5)
        spent.add(searched.nodes)
    assert len(spent) == 1


def test_the_table_remembers_the_line() -> None:
    board = sides(wander(3, 30))
    TABLE.begin(*board, ENOUGH, Stop())
    (first, *_) = sorted(
        TABLE.look(squares(mobility(*board)), 7), key=lambda entry: (-entry.known, -entry.score)
    )
    after = played(*board, first.square)
    following = TABLE.remembered(*after)
    assert following in squares(mobility(*after))
    assert TABLE.remembered(1, 2) is None
