"""What a position is worth: the weights times what they count, the same for both colours."""

from dataclasses import replace

from hypothesis import assume, given, settings

from core.games.pente.evaluation import (
    MINE,
    MINE_LOOSE,
    MINE_OPEN,
    PAIRS,
    THEIRS,
    THEIRS_LOOSE,
    THEIRS_OPEN,
    WEIGHTS,
)
from core.games.pente.kernels.board import Board
from core.games.pente.kernels.layout import LIST, WEIGHTS_COUNT
from core.games.pente.kernels.search import WON
from core.games.pente.rules import PAIRS_TO_WIN, Position
from tests.core.games.pente.diagrams import position
from tests.core.games.pente.playing import POSITIONS, board_of
from training.pente.features import features


def judged(board: Board) -> int:
    """What the kernels say without looking ahead."""
    return board.search(0, -2 * WON, 2 * WON)


def quiet(reached: Position) -> Board:
    board = board_of(reached)
    assume(not board.wins(0) and not board.wins(1))
    return board


def test_there_are_as_many_weights_as_kernels_read() -> None:
    assert len(WEIGHTS) == WEIGHTS_COUNT < LIST
    assert len(MINE) == len(THEIRS) == 3
    for each in (PAIRS, MINE_OPEN, THEIRS_OPEN, MINE_LOOSE, THEIRS_LOOSE):
        assert len(each) == PAIRS_TO_WIN


def test_more_is_worth_more() -> None:
    for each in (MINE, THEIRS, PAIRS):
        assert list(each) == sorted(each)


@given(POSITIONS)
@settings(max_examples=40, deadline=None)
def test_the_score_is_weights_times_features(reached: Position) -> None:
    """As `training/pente` counts them."""
    board = quiet(reached)
    counted = features(board)
    assert judged(board) == sum(w * f for w, f in zip(WEIGHTS, counted, strict=True))


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_colours_are_alike(reached: Position) -> None:
    cells = reached.cells.translate(bytes((0, 2, 1)) + bytes(range(3, 256)))
    white, black = reached.pairs
    swapped = replace(reached, cells=cells, pairs=(black, white), stones=reached.stones + 1)
    assert judged(quiet(swapped)) == judged(quiet(reached))
    assert board_of(swapped).promising(20) == board_of(reached).promising(20)


def test_a_pair_that_can_be_taken_is_worth_something() -> None:
    open_pair = position(white="n10 d4", black="l10 m10 q4")
    closed = position(white="n10 d4", black="l10 m11 q4")
    assert judged(board_of(open_pair)) > judged(board_of(closed))


def test_three_in_a_row_are_worth_most() -> None:
    scores = [
        judged(board_of(position(white=stones, black="a1 t1 a19")))
        for stones in ("d4 k10 q15", "k10 l10 q4", "k10 l10 m10")
    ]
    assert scores == sorted(scores)
