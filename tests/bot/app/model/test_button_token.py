"""Encoding and decoding of button tokens."""

import re
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.button_token import LONGEST, Press, decode, encode, encode_each, says
from bot.app.model.request import Verb
from core.errors import Refused
from core.types import MatchId

ids = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=13, max_size=13).map(MatchId)
args = st.one_of(
    st.just(""),
    st.from_regex(r"[a-t](1?[0-9])", fullmatch=True),
    st.just("1+6 2+5 3"),
    st.sampled_from(["pass", "draw", "takeback", "rematch", "sure"]),
)
presses = st.builds(Press, ids, st.integers(0, 999_999_999), st.sampled_from(Verb), args)


@given(presses)
def test_a_press_comes_back_equal(press: Press) -> None:
    token = encode(press)
    assert decode(token) == press
    assert len(token.encode()) <= LONGEST


@given(presses, st.sampled_from(Verb))
def test_its_verb_is_seen_without_reading_it(press: Press, verb: Verb) -> None:
    assert says(encode(press), verb) == (press.verb is verb)


def test_the_longest_token_of_any_game_fits() -> None:
    """Field report 61: Telegram refuses more than 64 bytes."""
    longest = max(Verb, key=len)
    token = encode(Press(MatchId("a" * 13), 999_999_999, longest, "6+6 6+6 6"))
    assert len(token) <= LONGEST


@given(st.text())
def test_anything_else_has_expired(text: str) -> None:
    with suppress(Refused):
        assert encode(decode(text)) == text


@pytest.mark.parametrize(
    "forged",
    [
        "v2-abcdefghij234-1-move-d3",
        "v1-abcdefghij234-1-fly-d3",
        "v1-abcdefghij234--move-d3",
        "v1-ABCDEFGHIJ234-1-move-d3",
        "v1-abcdefghij234-1-move-" + "d" * 60,
        "v1-abcdefghij234-\u0661-move-d3",
        "",
    ],
)
def test_forgeries_are_refused(forged: str) -> None:
    with pytest.raises(Refused, match="button_expired"):
        decode(forged)


@given(presses)
def test_a_link_takes_every_token(press: Press) -> None:
    """Telegram's `start=` allows letters, digits, `_` and `-` only."""
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", encode(press))


def test_buttons_of_earlier_releases_still_work() -> None:
    assert decode("v1-abcdefghij234-7-move-1.6_2.5_3").arg == "1+6 2+5 3"


def test_what_cannot_be_said_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match="no token"):
        encode(Press(MatchId("a" * 13), 1, Verb.MOVE, "x" * 60))
    with pytest.raises(ValueError, match="no token"):
        encode(Press(MatchId("a" * 13), 1, Verb.MOVE, "d3/e4"))
    with pytest.raises(ValueError, match="no token"):
        encode(Press(MatchId("a" * 13), 1, Verb.MOVE, "d3-e4"))  # would decode as d3+e4


@given(presses, st.lists(st.sampled_from(("d3", "k10", "1+6 2+5 3", "pass"))))
def test_many_at_once_are_the_same_tokens(press: Press, args: list[str]) -> None:
    one_by_one = [encode(replace(press, arg=arg)) for arg in args]
    assert encode_each(press, args) == one_by_one


@pytest.mark.parametrize("arg", ["", "é", "x" * 50])
def test_many_at_once_are_checked_like_one(arg: str) -> None:
    with pytest.raises(ValueError, match="no token can say"):
        encode_each(Press(MatchId("a" * 13), 1, Verb.MOVE), ["d3", arg])
