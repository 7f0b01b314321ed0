"""Patterns and their sums, against a plain reading of the squares."""

import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.games.reversi.bits import flips, mobility, squares
from core.games.reversi.kernels import patterns
from core.games.reversi.kernels.evaluation import DISC, STORED, spread, unpacked
from core.games.reversi.thinking import played
from tests.core.games.reversi.boards import any_board
from tests.core.games.reversi.kernels import edges

BOARDS = any_board(st.integers(1, 59))
RNG = np.random.default_rng(7)
DIFFERENT: NDArray[np.int16] = RNG.integers(
    -80, 80, (patterns.STAGES, patterns.DIFFERENT), dtype=np.int16
)
WEIGHTS = spread(DIFFERENT)


def plainly(own: int, opp: int) -> int:
    """The sum of the weights, square by square, and what the number of empty squares adds."""
    empty = 64 - (own | opp).bit_count()
    start = patterns.stage(empty) * patterns.SIZE
    total = int(WEIGHTS[start + patterns.TEMPO + empty % patterns.TEMPI])
    for lane, (_, pattern) in enumerate(patterns.INSTANCES):
        digits = [(own >> square & 1) - (opp >> square & 1) for square in pattern]
        index = sum(digit * 3**place for place, digit in enumerate(digits))
        total += int(WEIGHTS[start + patterns.CENTRES[lane] + index])
    return max(-63 * DISC, min(63 * DISC, total))


@given(BOARDS)
def test_a_score_is_the_sum_of_the_patterns(board: edges.Boards) -> None:
    assert edges.evaluated(*board, WEIGHTS) == plainly(*board)


@given(BOARDS)
def test_indices_follow_moves(board: edges.Boards) -> None:
    own, opp = board
    empty = 64 - (own | opp).bit_count()
    for sign in (1, -1):
        for square in squares(mobility(own, opp)):
            lanes = edges.lanes_of(own, opp, sign)
            row = edges.followed(lanes, empty, square, flips(own, opp, square), sign)
            after = edges.lanes_of(*played(own, opp, square), -sign)[empty - 1]
            assert (row == after).all()


@given(BOARDS, st.sampled_from(range(8)))
def test_a_turned_board_is_worth_the_same(board: edges.Boards, turn: int) -> None:
    """Instances of a pattern share their weights, and mirror images within one too."""

    def turned(side: int) -> int:
        found = 0
        for square in squares(side):
            column, row = square % 8, square // 8
            if turn & 4:
                column, row = row, column
            column = 7 - column if turn & 1 else column
            row = 7 - row if turn & 2 else row
            found |= 1 << 8 * row + column
        return found

    own, opp = board
    assert plainly(turned(own), turned(opp)) == plainly(own, opp)


def test_patterns_cover_the_board_and_fit_the_lanes() -> None:
    assert patterns.COUNT == 46
    assert patterns.LANES % 8 == 0
    assert {square for _, squares_of in patterns.INSTANCES for square in squares_of} == set(
        range(64)
    )
    assert max(patterns.SIZES) < 1 << 16


def test_shared_weights_are_numbered_without_gaps() -> None:
    assert len(patterns.SHARED) == patterns.SIZE
    assert set(patterns.SHARED.tolist()) == set(range(patterns.DIFFERENT))


def test_each_number_of_empty_squares_of_a_stage_has_a_weight() -> None:
    used: dict[int, set[int]] = {}
    for empty in range(1, 61):
        used.setdefault(patterns.stage(empty), set()).add(empty % patterns.TEMPI)
    assert all(len(weights) == patterns.TEMPI for weights in used.values())
    assert patterns.SHARED[patterns.TEMPO :].tolist() == list(
        range(patterns.DIFFERENT - patterns.TEMPI, patterns.DIFFERENT)
    )


def test_stages_go_from_the_start_to_the_end() -> None:
    stages = [patterns.stage(empty) for empty in range(60, -1, -1)]
    assert stages == sorted(stages)
    assert set(stages) == set(range(patterns.STAGES))
    assert [int(patterns.STAGE_OF[empty]) for empty in range(65)] == [
        patterns.stage(empty) for empty in range(65)
    ]


def test_stored_weights_come_back() -> None:
    eighths = RNG.integers(-127, 128, (patterns.STAGES, patterns.DIFFERENT), dtype=np.int8)
    weights = unpacked(zlib.compress(eighths.tobytes()))
    expected = eighths[:, patterns.SHARED].astype(int) * (DISC // STORED)
    assert (weights.reshape(patterns.STAGES, patterns.SIZE) == expected).all()
