"""Every number of a sheet has a place of its own in a table, but for its mirror image."""

from itertools import combinations, product

from core.games.dice import layout
from core.games.dice.layout import (
    BLOCK,
    CLASS,
    CLASSES,
    IMAGE,
    MIRRORED,
    PAIR,
    PAIRS_AT,
    POINTS_AT,
    ROW,
    ROWS,
    SET,
    SETS,
    SIZE,
    STEPS,
    SUMS,
)


def test_a_class_is_three_numbers_in_any_order() -> None:
    assert CLASSES == 120
    by_counts = {counts: CLASS[at] for at, counts in enumerate(product(range(8), repeat=3))}
    assert by_counts[0, 3, 7] == by_counts[7, 0, 3] == by_counts[3, 7, 0]
    assert len({tuple(sorted(counts)) for counts in by_counts}) == len(set(by_counts.values()))


def test_sets_have_up_to_three_values_and_are_numbered_without_gaps() -> None:
    assert SETS == 1 + 6 + 15 + 20
    assert sorted(number for number in SET if number >= 0) == list(range(SETS))
    assert all((number >= 0) == (bits.bit_count() <= 3) for bits, number in enumerate(SET))


def test_an_image_is_the_dice_turned_upside_down() -> None:
    assert IMAGE[0b000001] == 0b100000
    assert IMAGE[0b000110] == 0b011000
    assert all(IMAGE[IMAGE[bits]] == bits for bits in range(64))


def test_a_sum_shares_its_row_with_fourteen_less() -> None:
    for one in range(SUMS):
        assert ROW[one] == ROW[SUMS - 1 - one]
        assert MIRRORED[one] + MIRRORED[SUMS - 1 - one] == (one != SUMS // 2)
    assert set(ROW) == set(range(ROWS))


def place(one: int, other: int, a: int, b: int) -> int:
    begin, step, others = PAIR[one][other]
    return begin + step * a + others * b


def test_two_sums_have_one_place_whichever_comes_first() -> None:
    for one, other in combinations(range(SUMS), 2):
        if one + other != SUMS - 1:
            assert place(one, other, 3, 8) == place(other, one, 8, 3)


def test_two_sums_share_their_places_with_their_image_and_with_nothing_else() -> None:
    used: dict[int, set[frozenset[tuple[int, int]]]] = {}
    for one, other in combinations(range(SUMS), 2):
        for a, b in product(range(STEPS), repeat=2):
            sight = frozenset({(one, a), (other, b)})
            image = frozenset({(SUMS - 1 - one, a), (SUMS - 1 - other, b)})
            used.setdefault(place(one, other, a, b), set()).add(min(sight, image, key=sorted))
    assert all(len(sights) == 1 for sights in used.values())
    assert (min(used), max(used)) == (PAIRS_AT, POINTS_AT - 1)


def test_a_table_is_about_a_megabyte_and_all_of_it_is_spoken_for() -> None:
    assert BLOCK * CLASSES == layout.LISTS_AT
    assert SIZE * 2 == 1_188_096
