"""Patterns and the network over them, against a plain reading of the squares."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.games.reversi.bits import flips, mobility, squares
from core.games.reversi.kernels import patterns
from core.games.reversi.kernels.evaluation import (
    DISC,
    ROWS,
    SLOPE,
    UNITS,
    WEIGHT,
    Network,
    unpacked,
)
from core.games.reversi.searcher import played
from tests.core.games.reversi.boards import any_board
from tests.core.games.reversi.kernels import edges

BOARDS = any_board(st.integers(1, 59))
RNG = np.random.default_rng(7)


def network(most: int) -> Network:
    """A network drawn by lot, with weights of at most so many 16ths of a disc."""
    weights = RNG.integers(-most, most, (patterns.DIFFERENT, UNITS), np.int8, endpoint=True)
    biases, slopes = (RNG.integers(-60, 60, (ROWS, UNITS), np.int16) for _ in range(2))
    return Network(weights, biases, slopes, RNG.integers(-99, 99, ROWS, np.int16))


NETWORK = network(16)
WEIGHTS = NETWORK.spread()


def plainly(network: Network, own: int, opp: int) -> int:
    """What the units say, index by index, and what the number of empty squares adds."""
    empty = 64 - (own | opp).bit_count()
    heights = network.biases[empty].astype(int)
    for lane, (_, pattern) in enumerate(patterns.INSTANCES):
        digits = [(own >> square & 1) - (opp >> square & 1) for square in pattern]
        index = sum(digit * 3**place for place, digit in enumerate(digits))
        heights += network.weights[patterns.SHARED[patterns.CENTRES[lane] + index]]
    units = int((np.maximum(heights, 0) * network.slopes[empty].astype(int)).sum())
    parts = WEIGHT * SLOPE // DISC
    total = (int(network.tempi[empty]) * parts + units) // parts
    return max(-63 * DISC, min(63 * DISC, total))


@given(BOARDS)
def test_a_score_is_what_the_units_add_up_to(board: edges.Boards) -> None:
    assert edges.evaluated(*board, WEIGHTS) == plainly(NETWORK, *board)


@given(BOARDS)
def test_sums_do_not_run_over_into_each_other(board: edges.Boards) -> None:
    """Every byte as large, or as small, as it can be."""
    extreme = np.where(np.arange(UNITS) % 3 == 0, -127, 127).astype(np.int8)
    weights = np.tile(extreme, (patterns.DIFFERENT, 1))
    rows = np.tile(np.arange(1, UNITS + 1, dtype=np.int16), (ROWS, 1))
    for slopes in (rows, -rows):
        steep = Network(weights, rows, slopes, np.zeros(ROWS, np.int16))
        assert edges.evaluated(*board, steep.spread()) == plainly(steep, *board)


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
    assert plainly(NETWORK, turned(own), turned(opp)) == plainly(NETWORK, own, opp)


def test_patterns_cover_the_board_and_fit_the_lanes() -> None:
    assert patterns.COUNT == 46
    assert patterns.LANES % 8 == 0
    assert {square for _, squares_of in patterns.INSTANCES for square in squares_of} == set(
        range(64)
    )
    assert max(patterns.SIZES) < 1 << 16


def test_shared_indices_are_numbered_without_gaps() -> None:
    assert len(patterns.SHARED) == patterns.SIZE
    assert set(patterns.SHARED.tolist()) == set(range(patterns.DIFFERENT))


def test_a_stored_network_comes_back() -> None:
    drawn = network(127)
    back = Network.of(drawn.packed())
    assert (back.weights == drawn.weights).all()
    assert (back.rows == drawn.rows).all()
    assert (unpacked(drawn.packed()) == drawn.spread()).all()
