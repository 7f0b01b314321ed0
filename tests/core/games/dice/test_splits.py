"""Five dice are always two pairs and one left over, and a split is what it is written as."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.dice.splits import Split, splits
from core.types import Move

DIE = st.integers(1, 6)
THROWS = st.tuples(DIE, DIE, DIE, DIE, DIE)
EVERY = tuple(combinations_with_replacement(range(1, 7), 5))


@given(THROWS)
def test_every_split_is_made_of_exactly_the_five_dice(throw: tuple[int, ...]) -> None:
    found = splits(throw)
    assert found
    for split in found:
        (a, b), (c, d) = split.pairs
        assert Counter((a, b, c, d, split.reject)) == Counter(throw)
        assert split.sums == (a + b, c + d)
        assert sum(split.sums) + split.reject == sum(throw)


@given(THROWS, st.permutations(range(5)))
def test_the_order_in_which_dice_fall_does_not_matter(
    throw: tuple[int, ...], order: list[int]
) -> None:
    assert splits(tuple(throw[i] for i in order)) == splits(throw)


def test_there_are_at_most_fifteen_and_each_has_an_effect_of_its_own() -> None:
    assert len(EVERY) == 252
    counts = set()
    for throw in EVERY:
        found = splits(throw)
        effects = {(split.reject, *sorted(split.sums)) for split in found}
        assert len(effects) == len({split.move for split in found}) == len(found)
        counts.add(len(found))
    assert (min(counts), max(counts)) == (1, 15)


def test_they_are_listed_by_the_die_left_over() -> None:
    found = splits((5, 1, 4, 4, 2))
    assert [split.reject for split in found] == sorted(split.reject for split in found)
    assert found[0].move == "2+4 4+5 1"
    assert list(found) == sorted(found)


@given(THROWS)
def test_a_split_comes_back_from_its_text(throw: tuple[int, ...]) -> None:
    for split in splits(throw):
        assert Split.parse(split.move) == split


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pass",
        "6+1 2+5 3",
        "2+5 1+6 3",
        "1+6 2+5",
        "1+6 2+5 3*",
        "1+6 2+5 7",
        "1+6  2+5 3",
        "1 6 2 5 3",
        "16253",
    ],
)
def test_what_is_not_written_canonically_is_no_split(text: str) -> None:
    with pytest.raises(ValueError, match="no split"):
        Split.parse(Move(text))
