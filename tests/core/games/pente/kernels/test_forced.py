"""Wins by threats: what is found is true against every reply, what is denied is not there."""

import pytest
from hypothesis import given, settings

from core.engine import Stop
from core.games.pente.kernels.board import Board
from core.games.pente.points import NAMES, POINT_OF, POINTS
from core.games.pente.rules import PENTE, Position
from core.types import Move
from tests.core.games.pente.diagrams import position
from tests.core.games.pente.playing import POSITIONS, board_of, wander, winning

ENOUGH = 100_000


def at(name: str) -> int:
    return POINT_OF[Move(name)]


def empty(board: Board) -> list[int]:
    return [point for point in range(POINTS) if board.empty(point)]


def wins_in_two(board: Board) -> bool:
    """Plainly: a stone after which every reply whatever leaves a win, and none wins."""
    side = board.side
    return any(_leaves_a_win(board, point, side) for point in empty(board))


def _leaves_a_win(board: Board, point: int, side: int) -> bool:
    board.put(point)
    works = bool(board.wins(side)) and not board.wins(1 - side)
    for reply in empty(board) if works else ():
        board.put(reply)
        works = bool(board.wins(side))
        board.back()
        if not works:
            break
    board.back()
    return works


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_a_win_in_two_is_there_or_not(reached: Position) -> None:
    board = board_of(reached)
    expected = 1 if winning(reached) else 2 if wins_in_two(board) else 0
    assert board_of(reached).forced(2, ENOUGH) == expected


LONGER = {3: (13, 23), 4: (18, 28), 5: (205, 35), 6: (232, 17), 7: (329, 24)}
"""By own stones: where such a win is (seed and stones of `wander`)."""


@pytest.mark.parametrize("needed", LONGER)
def test_a_longer_win_holds_against_every_reply(needed: int) -> None:
    """One stone further, by the rules: after any legal reply it is shorter."""
    reached = wander(*LONGER[needed])
    board = board_of(reached)
    assert [board.forced(stones, ENOUGH) for stones in (needed - 1, needed)] == [0, needed]
    after = PENTE.play(reached, NAMES[board.found])
    assert after.over is None
    assert not winning(after)
    board.put(board.found)
    lasts = set()
    for name in PENTE.legal_moves(after):
        board.put(POINT_OF[name])
        lasts.add(board.forced(needed - 1, ENOUGH))
        board.back()
    assert min(lasts) >= 1
    assert max(lasts) == needed - 1


def test_nothing_but_the_answers_prevents_a_win() -> None:
    tried = 0
    for seed in range(300):
        reached = wander(seed, 15 + seed % 60)
        board = board_of(reached)
        other = 1 - board.side
        if not board.wins(other) or winning(reached):
            continue
        answers = set(board.answers())
        for point in set(empty(board)) - answers:
            board.put(point)
            assert board.wins(other)
            board.back()
        tried += 1
    assert tried >= 10


@pytest.mark.parametrize(("taken", "needed"), [(3, 2), (2, 0)])
def test_pairs_force_as_fours_do(taken: int, needed: int) -> None:
    """Taking the fourth pair wins where two more could be the fifth."""
    reached = position(
        white="n10 a10 d16 d3",
        black="l10 m10 b10 c10 d14 d15 d4 d5",
        pairs=(taken, 0),
    )
    assert board_of(reached).forced(2, ENOUGH) == needed


def test_a_four_that_can_be_taken_apart_is_no_win() -> None:
    """An open three, but its stones j10 j11 can be taken once it is a four."""
    safe = position(white="h10 j10 k10 c3", black="a1 t1 a19")
    assert board_of(safe).forced(2, ENOUGH) == 2
    loose = position(white="h10 j10 k10 j11 h11 k11 c3", black="j12 h12 k12 g12 l12 a1 t1")
    assert board_of(loose).forced(2, ENOUGH) == 2 * wins_in_two(board_of(loose))


DOUBLE = position(white="k11 k12 m12 n13 c3", black="a1 t1 a19 c16 q4")
"""k10 makes two open threes that no single stone takes apart."""
CAPTURABLE = position(white="k11 k12 l10 m10 c3", black="a1 t1 a19 c16 q4")
"""k10 makes two as well, but k11 and l10, in both, are a pair that can be flanked and taken."""


@pytest.mark.parametrize(("reached", "escapes"), [(DOUBLE, False), (CAPTURABLE, True)])
def test_all_replies_are_tried_after_a_quiet_stone(reached: Position, escapes: bool) -> None:
    board = board_of(reached)
    board.put(at("k10"))
    assert board.threatens(2, ENOUGH)
    assert board.escapes(2, ENOUGH) is escapes


def test_in_doubt_there_is_an_escape() -> None:
    board = board_of(DOUBLE)
    board.put(at("k10"))
    assert board.escapes(2, 10)
    assert not board.escapes(2, ENOUGH)


def test_who_wins_at_once_escapes() -> None:
    board = board_of(position(white="k10 k11 k12 k13", black="a1 a2 a3 a4"))
    board.put(at("t19"))
    assert board.escapes(2, ENOUGH)


def test_nothing_is_found_when_nodes_or_time_are_spent() -> None:
    """Then nothing is known either: with more of them it is found."""
    reached = wander(*LONGER[4])
    board = board_of(reached)
    assert board.forced(4, 3) == 0
    assert not board.ended
    assert board.forced(4, ENOUGH) == 4
    late = Stop()
    late.set()
    board = board_of(reached, stop=late)
    assert board.forced(4, ENOUGH) == 0
    assert board.cut
    assert board.unbounded().forced(4) == 4
    spent = board_of(reached, nodes=1)
    assert spent.forced(4, ENOUGH) == 0
    assert spent.ended
    assert not spent.cut
