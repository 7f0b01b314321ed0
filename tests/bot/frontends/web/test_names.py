"""Names of people and rooms, from whatever was typed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.frontends.web import names

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


@pytest.mark.parametrize(
    ("typed", "room"),
    [
        ("lobby", "lobby"),
        ("Chess Club", "chess-club"),
        ("--A  b__c!!", "a-b-c"),
        ("Écarté", "écarté"),
        ("\uff26\uff35\uff2c\uff2c\uff11", "full1"),
        ("日本", "日本"),
        ("", "lobby"),
        ("../..", "lobby"),
        ("?#&", "lobby"),
        ("y" * 90, "y" * 40),
    ],
)
def test_rooms(typed: str, room: str) -> None:
    assert names.room(typed) == room


@given(ANYTHING)
def test_any_room_goes_into_an_address_and_comes_back(typed: str) -> None:
    room = names.room(typed)
    assert 0 < len(room) <= names.LONGEST_ROOM
    assert names.room(room) == room


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hello", "hello"),
        ("  two\r\nlines\u2028three ", "two lines three"),
        ("bell\x07 and null\x00", "bell and null"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        (" \n ", ""),
    ],
)
def test_lines(typed: str, said: str) -> None:
    assert names.line(typed) == said
