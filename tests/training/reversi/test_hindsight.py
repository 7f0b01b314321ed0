"""The worth of a position, mixed from what was said and what came."""

import numpy as np
import pytest

from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC
from core.games.reversi.searcher import played
from training.reversi.hindsight import TRUST, mixed
from training.reversi.selfplay import START


def line(plies: int) -> list[tuple[int, int]]:
    """The first moves of a game, always the lowest square."""
    boards = [START]
    for _ in range(plies):
        own, opp = boards[-1]
        boards.append(played(own, opp, squares(mobility(own, opp))[0]))
    return boards


def worth(boards: list[tuple[int, int]], margins: list[int], said: list[float]) -> list[float]:
    values = np.array([round(each * DISC) for each in said], np.int16)
    found = mixed(np.array(boards, np.uint64), np.array(margins, np.int8), values)
    return [float(each) for each in found]


def test_the_last_position_of_a_game_is_worth_its_score() -> None:
    assert worth(line(0), [6], [2]) == [6]


def test_backwards_through_a_game_with_the_sides_in_turn() -> None:
    found = worth(line(2), [6, -6, 6], [1, -3, 5])
    second = 0.1 * -3 + 0.9 * -6
    assert found == pytest.approx([0.1 * 1 + 0.9 * -second, second, 6], abs=1e-5)


def test_after_a_pass_the_same_side_is_meant() -> None:
    before, after = (1, 2 << 8), (1 | 4, 2 << 8)
    found = worth([before, after], [8, 8], [0, 0])
    assert found == pytest.approx([TRUST * 8, 8])


def test_games_do_not_mix() -> None:
    boards = line(1)
    found = worth(boards + boards, [2, -2, 40, -40], [0, 0, 0, 0])
    assert found == pytest.approx([0.9 * 2, -2, 0.9 * 40, -40])


def test_what_is_solved_keeps_its_score() -> None:
    """After it a move was drawn by lot, which gave something away."""
    found = worth(line(3), [4, -10, 2, -2], [4, -10, 2, -2])
    assert found == [4, -10, 2, -2]


def test_no_positions_at_all() -> None:
    empty = np.zeros((0, 2), np.uint64)
    assert mixed(empty, np.zeros(0, np.int8), np.zeros(0, np.int16)).size == 0
