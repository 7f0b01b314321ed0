"""Stable discs: none that is found is ever turned."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.reversi import bits
from core.games.reversi.searcher import played
from tests.core.games.reversi.boards import any_board, minimax
from tests.core.games.reversi.kernels import edges


@given(any_board(st.integers(2, 40)), st.integers(0, 2**32))
@settings(max_examples=200)
def test_what_is_stable_never_turns(board: edges.Boards, seed: int) -> None:
    """Games from there, moved at random: each side keeps what was stable."""
    lots = random.Random(seed)
    kept = [edges.stable_of(*board), edges.stable_of(board[1], board[0])]
    own, opp = board
    for _ in range(60):
        assert own & kept[0] == kept[0]
        assert opp & kept[1] == kept[1]
        moves = bits.squares(bits.mobility(own, opp))
        if moves:
            own, opp = played(own, opp, lots.choice(moves))
        elif bits.mobility(opp, own):
            own, opp = opp, own
        else:
            break
        kept.reverse()


def test_a_corner_and_what_leans_on_it() -> None:
    assert edges.stable_of(0b111, 0) == 0b111
    assert edges.stable_of(0b110, 0) == 0
    assert edges.stable_of(0x0103070F, 0) == 0x0103070F


def test_a_full_edge_is_stable_whoever_has_it() -> None:
    assert edges.stable_of(0b01010101, 0b10101010) == 0b01010101


def test_a_full_board_is_stable() -> None:
    assert edges.stable_of(edges.WIDE, 0) == edges.WIDE


@given(any_board(st.integers(1, 7)), st.integers(-64, 64))
@settings(max_examples=50)
def test_nothing_better_is_possible(board: edges.Boards, alpha: int) -> None:
    bound = edges.most_possible(*board, alpha)
    assert bound > alpha or minimax(*board) <= bound
