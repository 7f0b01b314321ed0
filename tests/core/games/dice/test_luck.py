"""How lucky the dice of a game were."""

from collections import Counter

import pytest

from core.games.dice.luck import EXPECTED, LuckLevel, luck, luck_level, luck_percentile
from core.games.dice.sheet import Sheet
from core.games.dice.values import Aim, Values
from tests.core.games.dice.tables import shipped


def test_what_is_to_be_expected_is_what_the_table_says() -> None:
    assert Values(shipped(Aim.MEAN), Aim.MEAN).ahead(Sheet()) == pytest.approx(EXPECTED, abs=2)


def test_luck_is_what_neither_expectation_nor_choices_explain() -> None:
    assert luck(EXPECTED, 0) == 0
    assert luck(500, 0) == 500 - EXPECTED
    assert luck(100, 150) == 250 - EXPECTED  # the dice would have given 250 to who played well


def test_the_kinder_the_dice_the_rarer() -> None:
    shares = [luck_percentile(points) for points in range(-1600, 900, 10)]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 95)
    assert luck_percentile(0) in (45, 50)


def test_half_of_all_games_have_fair_dice_or_nearly() -> None:
    """By twentieths, each as frequent as the others."""
    edges = [
        -1600,
        *(
            points
            for points in range(-600, 600)
            if luck_percentile(points) > luck_percentile(points - 1)
        ),
    ]
    assert len(edges) == 20
    counts = Counter(luck_level(edge) for edge in edges)
    assert [counts[each] for each in LuckLevel] == [2, 4, 8, 4, 2]
