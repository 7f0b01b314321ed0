"""What follows from the stones, kept up to date by addition: held against the rules, against
counting anew, and against taking everything back."""

from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.games.pente.kernels.board import Board
from core.games.pente.kernels.layout import (
    CELLS,
    COUNT_BITS,
    COUNTS,
    FIELD,
    FLANKS_AT,
    FOURS_AT,
    GAIN_BITS,
    GAINS,
    HALF,
    HASH,
    LIST,
    OPEN,
    PAIRS_AT,
    RUN,
    SIDE,
    THREES_AT,
    TOOK,
    WINDOW,
)
from core.games.pente.points import NAMES, POINT_OF, POINTS, TRIPLES
from core.games.pente.rules import PENTE, Position
from core.games.pente.windows import WINDOWS
from tests.core.games.pente.playing import POSITIONS, START, board_of, game, wander, winning

FOLLOWS = [*range(CELLS, SIDE + 1), HASH]
"""Where all lies that follows from a position."""


def half(board: Board, point: int, side: int) -> Callable[[int, int], int]:
    """What the field says of a stone there: so many bits from a place on."""
    word = int(board.state[FIELD + point]) >> HALF * side
    return lambda at, bits: word >> at & (1 << bits) - 1


def held(position: Position) -> list[tuple[int, int, tuple[int, ...]]]:
    """Of each window the stones of either side, and its points."""
    return [
        (sum(position.cells[p] == 1 for p in row), sum(position.cells[p] == 2 for p in row), row)
        for row in WINDOWS
    ]


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_step_by_step_is_as_counted_anew_and_can_be_taken_back(seed: int) -> None:
    board = board_of(START)
    before: list[NDArray[np.int64]] = []
    for move, reached in game(seed):
        if len(before) == 100:
            break
        before.append(board.state[FOLLOWS].copy())
        board.put(POINT_OF[move])
        assert (board.state[FOLLOWS] == board_of(reached).state[FOLLOWS]).all()
        assert bytes(int(cell) for cell in board.state[CELLS : CELLS + POINTS]) == reached.cells
        assert tuple(board.state[TOOK : TOOK + 2]) == reached.pairs
        if reached.over:
            break
    for expected in reversed(before):
        board.back()
        assert (board.state[FOLLOWS] == expected).all()


@given(POSITIONS)
@settings(max_examples=5, deadline=None)
def test_the_field_counts_windows(reached: Position) -> None:
    board, windows = board_of(reached), held(reached)
    for side in (0, 1):
        for point in range(POINTS):
            if reached.cells[point]:
                continue
            own = [
                counts[side]
                for *counts, row in windows
                if point in row and not counts[1 - side] and counts[side] < 5
            ]
            said = half(board, point, side)
            assert said(0, GAIN_BITS) == sum(GAINS[count] for count in own)
            assert said(THREES_AT, 5) == own.count(3)
            assert said(FOURS_AT, 5) == own.count(4)


@given(POSITIONS)
@settings(max_examples=20, deadline=None)
def test_rows_are_counted(reached: Position) -> None:
    board, windows = board_of(reached), held(reached)
    for side in (0, 1):
        for own in range(1, 5):
            count = sum(counts[side] == own and not counts[1 - side] for *counts, _ in windows)
            word = int(board.state[COUNTS + side])
            assert word >> COUNT_BITS * (own - 1) & (1 << COUNT_BITS) - 1 == count


@given(POSITIONS)
@settings(max_examples=20, deadline=None)
def test_pairs_are_those_of_the_rules(reached: Position) -> None:
    """Those that could be taken, and those that lie open at both ends."""
    board = board_of(reached)
    mine, enemy = reached.side, 2 - reached.side
    taking = loose = 0
    for point, name in enumerate(NAMES):
        if not PENTE.is_legal(reached, name):
            continue
        said = half(board, point, mine)
        pairs = PENTE.play(reached, name).pairs[mine] - reached.pairs[mine]
        cells = [tuple(reached.cells[each] for each in triple) for triple in TRIPLES[point]]
        assert said(PAIRS_AT, 4) == pairs
        assert said(FLANKS_AT, 4) == cells.count((enemy, enemy, 0))
        taking += pairs
        loose += cells.count((enemy, enemy, 0))
    word = int(board.state[OPEN + mine])
    assert (word & 0xFFFF, word >> 16) == (taking, loose // 2)


@given(POSITIONS)
@settings(max_examples=40, deadline=None)
def test_wins_are_those_of_the_rules(reached: Position) -> None:
    board = board_of(reached)
    assert sorted(board.wins(board.side)) == sorted(winning(reached))


def test_the_same_position_has_the_same_key_whatever_led_to_it() -> None:
    """And another one another: stones, side, pairs."""
    board = board_of(START)
    for name in ("l11", "n10", "m12"):
        board.put(POINT_OF[name])  # type: ignore[index]
    one = int(board.state[HASH])
    other = board_of(START)
    for name in ("m12", "n10", "l11"):
        other.put(POINT_OF[name])  # type: ignore[index]
    assert int(other.state[HASH]) == one
    keys = {int(board_of(wander(seed, 40)).state[HASH]) for seed in range(50)}
    assert len(keys) == 50


def test_what_changes_lies_before_what_searches_need() -> None:
    assert CELLS < WINDOW < RUN < FIELD < SIDE < LIST
