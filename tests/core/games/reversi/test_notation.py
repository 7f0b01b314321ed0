"""Squares as people type them (field reports 86 and 88)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason, Refused
from core.game import PASS
from core.games.reversi.notation import PASS_WORDS, read_square, square_name
from core.games.reversi.rules import NAMES, REVERSI
from core.types import Move
from tests.core.games.reversi.playing import wide
from tests.core.refusals import refusal


@pytest.mark.parametrize(
    "typed",
    [
        "d3",
        "D3",
        " d3 ",
        "d 3",
        "d-3",
        "d,3",
        "d.3",
        "D, 3",
        "3d",
        "3 D",
        "3-d",
        wide("D3"),
        wide("3d"),
    ],
)
def test_one_square_typed_in_many_ways(typed: str) -> None:
    assert read_square(typed) == "d3"


@pytest.mark.parametrize("typed", ["pass", "PASS", " Pass ", "pa", "PS", "--", wide("--")])
def test_passes_typed_in_many_ways(typed: str) -> None:
    assert read_square(typed) == PASS


@pytest.mark.parametrize(
    "typed",
    ["", " ", "d", "3", "d9", "d0", "i3", "d33", "dd3", "d3 e3", "k10", "-", "d\t\n", "d\x003"],
)
def test_what_names_no_square_is_unreadable(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        REVERSI.read_move(typed)
    assert refused.value.reason is Reason.UNREADABLE_MOVE
    assert refused.value.details == {"text": typed}


def test_rows_are_named_from_the_top() -> None:
    assert [square_name(at) for at in (0, 7, 8, 56, 63)] == ["a1", "h1", "a2", "a8", "h8"]
    assert len(set(NAMES)) == 64


GAPS = st.text(" ,.-\t", max_size=3)


@given(st.sampled_from(NAMES), st.booleans(), st.booleans(), st.booleans(), GAPS, st.text(" "))
def test_every_square_comes_back_however_it_is_written(
    name: Move, upper: bool, swapped: bool, full_width: bool, gap: str, margin: str
) -> None:
    column, row = tuple(name.upper() if upper else name)
    if full_width:
        column, row = wide(column), wide(row)
    typed = row + gap + column if swapped else column + gap + row
    assert read_square(margin + typed + margin) == name


@given(st.text())
def test_any_text_is_a_square_a_pass_or_unreadable(text: str) -> None:
    refused = refusal(read_square, text)
    if refused is None:
        assert read_square(text) in (PASS, *NAMES)
    else:
        assert refused.reason is Reason.UNREADABLE_MOVE
        assert refused.details == {"text": text[:20]}


def test_each_word_for_a_pass_reads_as_one() -> None:
    assert {read_square(word) for word in PASS_WORDS} == {PASS}
