"""Sanitizing names."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model import display_names

HEBREW = "שלום"
ANYTHING = st.text(st.characters(), max_size=200)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\nGreen  Gables ", "Ann of Green Gables"),
        ('<b>Bo</b> & "co"', '<b>Bo</b> & "co"'),
        ("_*~`|@everyone", "_*~`|@everyone"),
        ("שלום", "שלום"),
        ("محمد", "محمد"),
        ("名前", "名前"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("evil\u202etxt", "eviltxt"),
        ("nu\u0000ll\u200b", "null"),
        ("Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306", "Z\u0300\u0301\u0302"),
        ("", ""),
        (" \u200d\u200d \u202e", ""),
        ("\u0301\u0301", ""),
        ("x" * 64, "x" * 40),
    ],
)
def test_people(typed: str, shown: str) -> None:
    assert display_names.person(typed) == unicodedata.normalize("NFC", shown)


@given(ANYTHING)
def test_any_name_is_short_and_plain(typed: str) -> None:
    name = display_names.person(typed)
    assert len(name) <= display_names.LONGEST_NAME
    assert name == name.strip()
    categories = {unicodedata.category(c) for c in name if c not in "\u200c\u200d"}
    assert not {kind for kind in categories if kind[0] == "C"}
    assert display_names.person(name) == name


@pytest.mark.parametrize(
    ("name", "apart"),
    [
        ("Ann 12", "Ann 12"),
        ("名前", "名前"),
        (HEBREW, f"\u2068{HEBREW}\u2069"),
        (f"Ann {HEBREW}", f"\u2068Ann {HEBREW}\u2069"),
        ("محمد", "\u2068" + "محمد" + "\u2069"),
    ],
)
def test_a_name_from_right_to_left_stands_apart_in_a_sentence(name: str, apart: str) -> None:
    """`1. NAME · 3 won`: the numbers keep their positions."""
    assert display_names.apart(name) == apart
    assert display_names.together(f"{apart} (Web)") == f"{name} (Web)"


@pytest.mark.parametrize("typed", ["Eve of York", " eve_OF york", "EVE_OF_YORK"])
def test_names_are_compared_however_they_are_written(typed: str) -> None:
    assert display_names.plain(typed) == display_names.plain("Eve of York")
    assert display_names.plain(typed) != display_names.plain("Eve")
