"""Points as people type them (field reports 86 and 88)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason, Refused
from core.games.pente.notation import read_point
from core.games.pente.points import NAMES


@pytest.mark.parametrize(
    "text",
    ["K10", "k10", "k 10", "10k", "10 K", "k,10", "k-10", "K.10", " k10 ", "\uff2b\uff11\uff10"],
)
def test_tolerant(text: str) -> None:
    assert read_point(text) == "k10"


@given(st.sampled_from(NAMES), st.sampled_from(["", " ", ",", "-", ", "]), st.booleans())
def test_every_point_in_either_order(name: str, between: str, upper: bool) -> None:
    letter, number = name[0].upper() if upper else name[0], name[1:]
    assert read_point(letter + between + number) == name
    assert read_point(number + between + letter) == name


@pytest.mark.parametrize("text", ["i5", "I10", "5 i"])
def test_the_missing_letter_is_explained(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_point(text)
    assert caught.value.reason is Reason.NO_LETTER_I


@pytest.mark.parametrize(
    "text", ["", "k", "10", "k0", "k20", "u5", "kk10", "k10k", "pass", "k1 0x"]
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_point(text)
    assert caught.value.reason is Reason.UNREADABLE_MOVE


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        move = read_point(text)
    except Refused:
        return
    assert move in NAMES
