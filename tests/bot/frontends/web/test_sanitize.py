"""Names of rooms and lines of chat, from whatever was typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.frontends.web import sanitize

ANYTHING = st.text(st.characters(), max_size=200)


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
    assert sanitize.room(typed) == room


@given(ANYTHING)
def test_any_room_goes_into_an_address_and_comes_back(typed: str) -> None:
    room = sanitize.room(typed)
    assert 0 < len(room) <= sanitize.LONGEST_ROOM
    assert sanitize.room(room) == room


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
    assert sanitize.line(typed) == said
