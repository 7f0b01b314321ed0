"""Typed text with the signs of a keyboard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.command_parser import read
from bot.app.model.typography import plain


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("22\u20138", "22-8"),
        ("UTC\u22123:30", "UTC-3:30"),
        ("clock=5\uff0b3", "clock=5+3"),
        ("level=\u201cmaster\u201d", "level=master"),
        ("\u00abpente\u00bb", "pente"),
        ("O\u2019Brien", "O'Brien"),
    ],
)
def test_signs_of_telephones(typed: str, meant: str) -> None:
    assert plain(typed) == meant


@given(st.text())
def test_doing_it_twice_changes_nothing(text: str) -> None:
    assert plain(plain(text)) == plain(text)


def test_options_are_read_with_any_signs() -> None:
    typed = read("play clock=5\uff0b3 level=\u201cmaster\u201d")
    assert typed == read("play clock=5+3 level=master")
