"""The LRU cache keeps the most recently used entries within its capacity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.lru import LRUDict


def memory(most: int, *keys: int) -> LRUDict[int, str]:
    made: LRUDict[int, str] = LRUDict(most)
    for key in keys:
        made[key] = str(key)
    return made


def test_what_came_first_goes_first() -> None:
    assert list(memory(3, 1, 2, 3, 4, 5)) == [3, 4, 5]


def test_what_is_put_in_again_is_new() -> None:
    kept = memory(3, 1, 2, 3, 1, 4)
    assert list(kept) == [3, 1, 4]
    assert kept[1] == "1"


def test_what_is_recalled_is_new() -> None:
    kept = memory(3, 1, 2, 3)
    assert kept.recall(1) == "1"
    kept[4] = "4"
    assert list(kept) == [3, 1, 4]


def test_looking_without_recalling_changes_nothing() -> None:
    kept = memory(2, 1, 2)
    assert (kept.get(1), 1 in kept, kept[1]) == ("1", True, "1")
    assert list(kept) == [1, 2]


def test_what_is_not_there_is_not_recalled() -> None:
    kept = memory(2, 1)
    assert kept.recall(7) is None
    assert kept.pop(7, None) is None
    with pytest.raises(KeyError):
        kept[7]
    assert list(kept) == [1]


def test_what_was_put_in_by_default_counts_too() -> None:
    kept = memory(2, 1, 2)
    assert kept.setdefault(3, "three") == "three"
    assert kept.setdefault(3, "tree") == "three"
    assert list(kept) == [2, 3]


@given(st.integers(1, 5), st.lists(st.tuples(st.booleans(), st.integers(0, 8)), max_size=60))
def test_the_last_ones_used_are_there(most: int, uses: list[tuple[bool, int]]) -> None:
    """Compare with a list of all uses."""
    kept: LRUDict[int, str] = LRUDict(most)
    order: list[int] = []
    for puts, key in uses:
        if puts:
            kept[key] = str(key)
        elif kept.recall(key) is None:
            continue
        order = [*(each for each in order if each != key), key][-most:]
        assert list(kept.items()) == [(each, str(each)) for each in order]
