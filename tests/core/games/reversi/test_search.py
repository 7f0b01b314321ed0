"""The search finds what plain minimax with the same evaluation finds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.blur import Blur
from core.budget import Budget
from core.engine import Limit
from core.games.reversi.bits import mobility
from core.games.reversi.evaluation import DISC, expand, final
from core.games.reversi.search import PASSED, Search, Thought, expected
from tests.core.games.reversi.boards import Board, any_board, over, sides, wander

CLEAR = Blur(noise=dict.fromkeys(range(64), 0), reach=0)
ENOUGH = Limit(nodes=1_000_000, millis=0)


def look(board: Board, depth: int, blur: Blur = CLEAR, nodes: int = ENOUGH.nodes) -> Thought:
    return Search(Budget(Limit(nodes, 0), lambda: False)).deepen(*board, depth, blur)


def minimax(own: int, opp: int, depth: int) -> int:
    """`depth` plies of evaluation without any cut; a pass costs no depth."""
    if over(own, opp):
        return final(own, opp)
    if not mobility(own, opp):
        return -minimax(opp, own, depth)
    return max(value(child, depth) for child in expand(own, opp, mobility(own, opp)))


def value(child: tuple[int, ...], depth: int) -> int:
    return child[0] if depth == 1 else -minimax(child[2], child[3], depth - 1)


def values(board: Board, depth: int) -> dict[int, int]:
    """What each move is worth that many plies ahead."""
    return {child[1]: value(child, depth) for child in expand(*board, mobility(*board))}


@given(any_board(st.integers(1, 55)), st.integers(1, 3))
@settings(max_examples=60)
def test_cutting_changes_nothing(board: Board, depth: int) -> None:
    empty = 64 - (board[0] | board[1]).bit_count()
    thought = look(board, depth)
    worth = values(board, min(depth, empty))
    assert thought.score == max(worth.values())
    assert worth[thought.line[0]] == thought.score
    assert thought.depth == min(depth, empty)


@pytest.mark.parametrize("empty", [44, 28, 14])
def test_deeper_too(empty: int) -> None:
    board = sides(wander(seed=9, empty=empty))
    worth = values(board, 4)
    thought = look(board, 4)
    assert thought.score == max(worth.values())
    assert len(thought.line) >= 3


@given(any_board(st.integers(10, 50)), st.data())
@settings(max_examples=30)
def test_noise_decides_among_the_moves_within_reach(board: Board, data: st.DataObject) -> None:
    worth = values(board, 2)
    noise = {square: data.draw(st.integers(-500, 500)) for square in worth}
    thought = look(board, 2, Blur(noise, reach=1_001))
    best = max(worth[square] + noise[square] for square in worth)
    chosen = thought.line[0]
    assert worth[chosen] + noise[chosen] == best
    assert thought.score == worth[chosen]  # the score itself is without the noise


def test_equal_moves_are_drawn_by_the_noise() -> None:
    """The four first moves are one and the same by symmetry."""
    board = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)
    for favourite in (19, 26, 37, 44):
        noise = dict.fromkeys((19, 26, 37, 44), 0) | {favourite: 1}
        assert look(board, 4, Blur(noise, reach=0)).line[0] == favourite


def test_what_is_left_unfinished_still_counts() -> None:
    """With few nodes it is a shallower answer, and always one."""
    board = sides(wander(seed=2, empty=40))
    depths = [look(board, 20, nodes=nodes).depth for nodes in (0, 50, 500, 5_000, 20_000)]
    assert depths[0] == 0
    assert depths == sorted(depths)
    assert depths[-1] >= 4


def test_stopping_is_noted() -> None:
    board = sides(wander(seed=2, empty=40))
    asked = iter([False, False, True])
    budget = Budget(ENOUGH, lambda: next(asked))
    thought = Search(budget).deepen(*board, 20, CLEAR)
    assert budget.cut
    assert 2_000 <= budget.nodes < 2_200
    assert thought.depth >= 1


def test_a_table_that_knows_nothing_expects_nothing() -> None:
    assert expected(1 << 28, 1 << 27, lambda _: None) == ()


def test_a_line_goes_on_after_a_pass() -> None:
    """Two rows, each with an own disc, another and a gap: the other never has a move."""
    own, opp = 1 << 0 | 1 << 56, 1 << 1 | 1 << 57
    thought = look((own, opp), 3)
    assert thought.score == 64 * DISC
    assert sorted(thought.line) == [PASSED, 2, 58]
    assert thought.line[1] == PASSED


def test_a_decided_game_is_worth_its_discs() -> None:
    board = sides(wander(seed=11, empty=5))
    assert look(board, 60).score % DISC == 0
