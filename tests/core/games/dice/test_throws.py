"""All throws and their splits by number, against the rules' own way of splitting."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, product

import pytest

from core.games.dice.sheet import Sheet
from core.games.dice.splits import splits
from core.games.dice.throws import ALL, FOURS, KINDS, WAYS, kind_of, throws

LISTS: Sequence[tuple[int, ...] | None] = (None, (0, 2, 4), (3, 4, 5))


def test_a_kind_is_two_sums_in_any_order() -> None:
    assert len(KINDS) == 66
    assert kind_of(2, 12) == kind_of(12, 2)
    assert {kind_of(one, other) for one, other in product(range(2, 13), repeat=2)} == set(range(66))


@pytest.mark.parametrize("listed", LISTS)
def test_every_throw_comes_as_often_as_dice_fall(listed: tuple[int, ...] | None) -> None:
    assert sum(count for count, _ in throws(listed)) == ALL
    falls = Counter(tuple(sorted(dice)) for dice in product(range(6), repeat=5))
    assert sorted(falls.values()) == sorted(count for count, _ in throws(listed))


@pytest.mark.parametrize("listed", LISTS)
def test_what_a_throw_allows_is_what_the_rules_allow(listed: tuple[int, ...] | None) -> None:
    """Which kinds, with which die left over: told apart by rows of numbers that are all
    different."""
    sheet = Sheet(rejects=tuple((value + 1, 1) for value in listed or ()))
    kinds = [way(range(len(KINDS))) for way in WAYS]
    places = [(row, four) for row in range(7) for four in range(FOURS)]
    all_fives = combinations_with_replacement(range(1, 7), 5)
    for dice, (_, allowed) in zip(all_fives, throws(listed), strict=True):
        free = sheet.is_free(dice)
        expected = {
            (6 if free else split.reject - 1, kind_of(*split.sums))
            for split in splits(dice)
            if sheet.allows(dice, split.reject)
        }
        found = [places[at] for at in allowed(range(7 * FOURS))]
        assert {(row, kind) for row, four in found for kind in kinds[four]} == expected
