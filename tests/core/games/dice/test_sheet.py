"""What marks are worth, and which die may be left over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.dice.sheet import POINTS, Sheet, worth
from core.games.dice.splits import Split
from tests.core.games.dice.referee import WORTH
from tests.core.games.dice.sheets import sheet


def test_the_table_of_points_is_that_of_the_rules() -> None:
    assert {value: [worth(value, n) for n in range(11)] for value in POINTS} == {
        value: list(row) for value, row in WORTH.items()
    }


@given(st.sampled_from(sorted(POINTS)), st.integers(10, 60))
def test_marks_beyond_ten_count_as_ten(value: int, marks: int) -> None:
    assert worth(value, marks) == worth(value, 10)


def test_mirrored_sums_are_worth_the_same() -> None:
    assert all(POINTS[value] == POINTS[14 - value] for value in POINTS)


@pytest.mark.parametrize(
    ("rejects", "throw", "allowed"),
    [
        ({}, (1, 2, 3, 4, 5), {1, 2, 3, 4, 5}),
        ({6: 7}, (1, 2, 3, 4, 5), {1, 2, 3, 4, 5}),
        ({6: 3, 2: 1}, (6, 6, 2, 4, 5), {6, 2, 4, 5}),  # not full: a listed one as well as new ones
        ({1: 1, 3: 1, 5: 1}, (1, 4, 4, 6, 6), {1}),
        ({1: 1, 3: 1, 5: 1}, (1, 3, 5, 6, 6), {1, 3, 5}),
        ({1: 1, 3: 1, 5: 1}, (2, 4, 4, 6, 6), {2, 4, 6}),  # free
    ],
)
def test_which_die_may_be_left_over(
    rejects: dict[int, int], throw: tuple[int, ...], allowed: set[int]
) -> None:
    ticked = sheet(rejects=rejects)
    assert {die for die in throw if ticked.allows(throw, die)} == allowed
    full = len(rejects) == 3
    assert ticked.is_full == full
    assert ticked.is_free(throw) == (full and not set(rejects) & set(throw))


def test_nothing_thrown_is_no_free_ride() -> None:
    assert not sheet(rejects={1: 1, 3: 1, 5: 1}).is_free(())


def test_two_pairs_with_one_sum_make_two_marks() -> None:
    ticked = Sheet().marked(Split.of((1, 6), (5, 2), 3), free=False)
    assert (ticked.of(7), sum(ticked.marks), ticked.rejects) == (2, 2, ((3, 1),))
    assert ticked.rounds == 1


def test_on_a_free_ride_the_fifth_die_gets_no_mark() -> None:
    before = sheet({7: 4}, {1: 1, 3: 1, 5: 1})
    after = before.marked(Split.of((2, 4), (6, 6), 4), free=True)
    assert after.rejects == before.rejects
    assert (after.of(6), after.of(12), after.rounds) == (1, 1, 3)


def test_it_is_over_at_the_eighth_mark_of_one_reject() -> None:
    assert not sheet(rejects={1: 7, 2: 7, 3: 7}).is_over
    assert sheet(rejects={1: 7, 2: 8, 3: 7}).is_over
