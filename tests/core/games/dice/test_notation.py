"""Splits as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason
from core.games.dice.notation import read_split
from core.games.dice.splits import splits
from tests.core.games.dice.test_splits import THROWS
from tests.core.refusals import refusal


@pytest.mark.parametrize(
    "text",
    [
        "1+6 2+5 3",
        "2+5 1+6 3",
        "6+1 5+2 3",
        "  1+6   2+5   3  ",
        "1 + 6  2 + 5  3",
        "1 6 2 5 3",
        "6 1 5 2 3",
        "1, 6, 2, 5, 3",
        "1,6,2,5,3",
        "1+6, 2+5, 3",
        "1+6;2+5;3",
        "16 25 3",
        "3 16 25",
        "52 3 61",
        "3: 1+6 2+5",
        "1-6 2-5 3",
        "1+6 2+5 3*",
        "１＋６　２＋５　３",  # noqa: RUF001
        "１６　２５　３",  # noqa: RUF001
        "1+6\n2+5\n3",
    ],
)
def test_what_is_read(text: str) -> None:
    assert read_split(text) == "1+6 2+5 3"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "16253",  # a number, as it may stand in any chat
        "1+6 2+5",
        "1+6 2+5 3 4",
        "1+6+2 5 3",
        "162 5 3",
        "1 6 25 3",  # two of them are a pair; which others?
        "1+7 2+5 3",
        "0+6 2+5 3",
        "1+6 2+5 three",
        "1.6 2.5 3",
        "d3",
        "pass",
        "١+٢ 3+4 5",  # noqa: RUF001
    ],
)
def test_what_is_no_split(text: str) -> None:
    refused = refusal(read_split, text)
    assert refused is not None
    assert refused.reason is Reason.UNREADABLE_MOVE
    assert refused.details == {"text": text[:20]}


@given(THROWS, st.permutations(range(3)), st.booleans(), st.booleans())
def test_pairs_and_the_die_left_over_may_stand_in_any_order(
    throw: tuple[int, ...], order: list[int], swap: bool, tight: bool
) -> None:
    for split in splits(throw):
        pairs = [pair[::-1] if swap else pair for pair in split.pairs]
        parts = [("" if tight else "+").join(map(str, pair)) for pair in pairs]
        parts.append(str(split.reject))
        assert read_split(" ".join(parts[i] for i in order)) == split.move
