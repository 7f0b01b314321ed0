"""What sheets are worth by a table, against the same table read slowly.

The tables of these tests hold any numbers, so that nothing agrees by chance.
"""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.dice import layout
from core.games.dice.layout import SUMS
from core.games.dice.sheet import Sheet
from core.games.dice.splits import Split, splits
from core.games.dice.throws import KINDS, kind_of
from core.games.dice.values import CERTAIN, POINT_UNIT, Aim, Values
from tests.core.games.dice.brute import THROWS
from tests.core.games.dice.tables import stored, values

TABLE = memoryview(stored(Aim.MEAN)).cast("h")


def sheets(most: int = 7) -> st.SearchStrategy[Sheet]:
    """Sheets of games that go on, marks beyond ten among them."""
    marks = st.tuples(*[st.integers(0, 12)] * SUMS)
    rejects = st.dictionaries(st.integers(1, 6), st.integers(1, most), max_size=3)
    return st.builds(lambda ticks, piles: Sheet(ticks, tuple(piles.items())), marks, rejects)


def slowly(sheet: Sheet) -> int:
    """The sum of a sheet's entries, one by one, as `layout.py` says."""
    marks = [min(each, 10) for each in sheet.marks]
    piles = sorted(sheet.rejects)
    counts = [count for _, count in piles] + [0] * (3 - len(piles))
    place = counts[0] * 64 + counts[1] * 8 + counts[2]
    block = layout.CLASS[place] * layout.BLOCK
    bits = sum(1 << (value - 1) for value, _ in piles)
    total = TABLE[layout.PILES_AT + layout.SET[bits] * layout.PILE + place]
    for line, have in enumerate(marks):
        row = layout.ROW[line] * layout.STEPS + have
        listed = layout.SET[layout.IMAGE[bits] if layout.MIRRORED[line] else bits]
        lists = (listed * layout.REJECTS + sum(counts)) * layout.LIST
        total += TABLE[block + row] + TABLE[layout.LISTS_AT + lists + row]
    for one, other in combinations(range(SUMS), 2):
        begin, step, others = layout.PAIR[one][other]
        total += TABLE[block + begin + step * marks[one] + others * marks[other]]
    opened = sum(0 < each < 5 for each in marks)
    missing = sum(5 - each for each in marks if 0 < each < 5)
    finished = sum(each >= 5 for each in marks)
    paid = sheet.total + 200 * opened
    bins = min(max((sheet.total + 1400) // 40, 0), 79)
    total += TABLE[block + layout.POINTS_AT + bins]
    total += TABLE[block + layout.MISSING_AT + min(opened, 6) * 25 + min(missing, 24)]
    total += TABLE[block + layout.FINISHED_AT + opened * 12 + finished]
    return total + TABLE[block + layout.PAID_AT + min(opened, 6) * 24 + min(paid // 50, 23)]


def marked(sheet: Sheet, kind: int, reject: int | None) -> Sheet:
    one, other = (line + 2 for line in KINDS[kind])
    pairs = ((max(1, one - 6), min(6, one - 1)), (max(1, other - 6), min(6, other - 1)))
    return sheet.marked(Split.of(*pairs, reject or 1), free=reject is None)


@given(sheets(most=6), st.integers(1, 6), st.booleans())
def test_each_kind_is_worth_the_sum_of_its_entries(sheet: Sheet, reject: int, free: bool) -> None:
    if sheet.is_full and sheet.rejects and reject not in dict(sheet.rejects):
        free = True
    left = None if free else reject
    found = values(Aim.MEAN).ways(sheet, left)
    assert list(found) == [slowly(marked(sheet, kind, left)) for kind in range(len(KINDS))]


@given(sheets())
def test_what_ends_the_game_is_scored_exactly(sheet: Sheet) -> None:
    last = Sheet(sheet.marks, tuple({**dict(sheet.rejects[:2]), 4: 7}.items()))
    points, chances = (values(aim).ways(last, 4) for aim in Aim)
    for kind in range(len(KINDS)):
        total = marked(last, kind, 4).total
        assert points[kind] == total * POINT_UNIT
        assert values(Aim.MEAN).read(points[kind]) == total
        assert values(Aim.WIN).read(chances[kind]) == (total >= 500)


def upside_down(sheet: Sheet) -> Sheet:
    return Sheet(sheet.marks[::-1], tuple((7 - value, count) for value, count in sheet.rejects))


@given(sheets(), st.sampled_from(Aim))
@settings(max_examples=30)
def test_dice_turned_upside_down_are_worth_as_much(sheet: Sheet, aim: Aim) -> None:
    other = upside_down(sheet)
    for reject in (None, *dict(sheet.rejects)):
        found = values(aim).ways(sheet, reject)
        image = values(aim).ways(other, reject and 7 - reject)
        assert [found[kind_of(a + 2, b + 2)] for a, b in KINDS] == [
            image[kind_of(12 - a, 12 - b)] for a, b in KINDS
        ]
    assert values(aim).ahead(sheet) == pytest.approx(values(aim).ahead(other), abs=1e-9)


@given(sheets())
@settings(max_examples=8, deadline=None)
def test_what_lies_ahead_is_the_mean_of_the_best_of_every_throw(sheet: Sheet) -> None:
    """Against all 7,776 ways in which dice fall, split by the rules."""
    table = values(Aim.MEAN)
    total = 0.0
    for dice, count in THROWS.items():
        free = sheet.is_free(dice)
        best = -1e9
        for split in splits(dice):
            if sheet.allows(dice, split.reject):
                after = sheet.marked(split, free=free)
                worth = after.total if after.is_over else slowly(after) / POINT_UNIT
                best = max(best, worth)
        total += count * best
    assert table.ahead(sheet) == pytest.approx(total / 7776)


def test_a_chance_is_between_nothing_and_certainty() -> None:
    table = values(Aim.WIN)
    assert [table.read(worth) for worth in (-CERTAIN, 0, CERTAIN + 900)] == [0, 0.5, 1]
    assert 0 < table.read(-30_000) < table.read(30_000) < 1
    assert 0 < table.ahead(Sheet()) < 1


def test_a_table_has_one_size() -> None:
    with pytest.raises(ValueError, match="594048"):
        Values(stored(Aim.MEAN)[:-2], Aim.MEAN)
