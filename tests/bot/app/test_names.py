"""Names of people, from whatever they are called."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import names

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
    assert names.person(typed) == unicodedata.normalize("NFC", shown)


@given(ANYTHING)
def test_any_name_is_short_and_plain(typed: str) -> None:
    name = names.person(typed)
    assert len(name) <= names.LONGEST_NAME
    assert name == name.strip()
    categories = {unicodedata.category(c) for c in name if c not in "\u200c\u200d"}
    assert not {kind for kind in categories if kind[0] == "C"}
    assert names.person(name) == name
