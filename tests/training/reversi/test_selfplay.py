"""Games a computer plays against itself: the same from the same seed, and consistent."""

import random

from core.games.reversi.bits import mobility
from training.reversi.selfplay import SOLVED_FROM, play


def test_everything_follows_from_the_seed() -> None:
    first, again, other = (play(random.Random(seed), depth=1, noise=100) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_margins_change_sides_with_the_one_to_move() -> None:
    for seed in range(5):
        game = play(random.Random(seed), depth=1, noise=100)
        assert len({abs(margin) for margin in game.margins}) == 1
        assert len(game.margins) == len(game.positions)


def test_positions_have_a_move_and_are_not_yet_solved() -> None:
    game = play(random.Random(3), depth=1, noise=100)
    for own, opp in game.positions:
        assert mobility(own, opp)
        assert not own & opp
        assert SOLVED_FROM < 64 - (own | opp).bit_count() <= 52
