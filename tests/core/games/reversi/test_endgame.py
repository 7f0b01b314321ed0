"""Endings against plain minimax, which tries everything and remembers nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.budget import Budget, Ended
from core.engine import Limit
from core.games.reversi.bits import flips, mobility, squares
from core.games.reversi.endgame import Ending
from core.games.reversi.evaluation import DISC
from core.games.reversi.search import PASSED, Thought
from tests.core.games.reversi.boards import Board, any_board, margin, over, sides, wander

ENOUGH = Limit(nodes=1_000_000, millis=0)


def minimax(own: int, opp: int) -> int:
    """The result with best play, in discs for the one to move."""
    if over(own, opp):
        return margin(own, opp)
    results = []
    for square in squares(mobility(own, opp)):
        turned = flips(own, opp, square)
        results.append(-minimax(opp ^ turned, own | turned | 1 << square))
    return max(results) if results else -minimax(opp, own)


def solve(own: int, opp: int, first: int | None = None) -> Thought:
    if first is None:
        first = squares(mobility(own, opp))[-1]
    return Ending(Budget(ENOUGH, lambda: False)).solve(own, opp, first)


def follow(own: int, opp: int, line: tuple[int, ...]) -> tuple[int, int, int]:
    """The board after a line, and 1 or -1: whether the first player is to move."""
    sign = 1
    for square in line:
        if square != PASSED:
            turned = flips(own, opp, square)
            assert turned
            own, opp = own | turned | 1 << square, opp ^ turned
        else:
            assert not mobility(own, opp)
        own, opp, sign = opp, own, -sign
    return own, opp, sign


@given(any_board(st.integers(1, 6)))
def test_short_endings_are_exact(board: Board) -> None:
    thought = solve(*board)
    assert thought.score == DISC * minimax(*board)


@pytest.mark.parametrize("seed", range(8))
def test_endings_of_eight_are_exact(seed: int) -> None:
    board = sides(wander(seed, empty=8))
    assert solve(*board).score == DISC * minimax(*board)


@given(any_board(st.integers(2, 9)))
@settings(max_examples=30)
def test_the_move_reaches_the_score(board: Board) -> None:
    """Whoever plays the line has not lost anything by it."""
    thought = solve(*board)
    own, opp, sign = follow(*board, thought.line)
    assert thought.depth == 64 - (board[0] | board[1]).bit_count()
    rest = margin(own, opp) * DISC if over(own, opp) else _value(own, opp)
    assert thought.score == sign * rest


@given(any_board(st.integers(2, 9)))
@settings(max_examples=20)
def test_the_first_guess_does_not_change_the_score(board: Board) -> None:
    scores = {solve(*board, first=square).score for square in squares(mobility(*board))}
    assert len(scores) == 1


def test_twelve_squares_agree_with_what_each_move_leads_to() -> None:
    own, opp = sides(wander(seed=3, empty=12))
    replies = []
    for square in squares(mobility(own, opp)):
        turned = flips(own, opp, square)
        replies.append(-_value(opp ^ turned, own | turned | 1 << square))
    assert solve(own, opp).score == max(replies)


def test_it_ends_when_the_nodes_are_spent() -> None:
    own, opp = sides(wander(seed=4, empty=14))
    budget = Budget(Limit(nodes=200, millis=0), lambda: False)
    with pytest.raises(Ended):
        Ending(budget).solve(own, opp, squares(mobility(own, opp))[0])
    assert 200 < budget.nodes < 300
    assert not budget.cut


def _value(own: int, opp: int) -> int:
    """What the one to move can reach, passing if need be, in hundredths of a disc."""
    if over(own, opp):
        return DISC * margin(own, opp)
    return solve(own, opp).score if mobility(own, opp) else -solve(opp, own).score
