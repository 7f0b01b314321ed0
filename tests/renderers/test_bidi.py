"""Right to left and left to right in one name, against what UAX 9 says by hand.

In these examples, as in UAX 9 itself, capitals stand for Hebrew letters.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.bidi import ISOLATES, levels, visual_order

ALEF = 0x5D0


def hebrew(text: str) -> str:
    return "".join(chr(ALEF + ord(char) - 65) if "A" <= char <= "Z" else char for char in text)


def latin(text: str) -> str:
    letters = range(ALEF, ALEF + 26)
    return "".join(chr(ord(char) - ALEF + 65) if ord(char) in letters else char for char in text)


def seen(text: str) -> str:
    """The text as it stands from left to right."""
    logical = hebrew(text)
    return latin("".join(visual_order(list(zip(levels(logical), logical, strict=True)))))


@pytest.mark.parametrize(
    ("text", "visual"),
    [
        ("", ""),
        ("ann", "ann"),
        ("ABC", "CBA"),
        ("ann ABC", "ann CBA"),
        ("ABC ann", "ann CBA"),
        ("ann ABC bo", "ann CBA bo"),
        ("ABC ann DEF", "FED ann CBA"),
        ("ann ABC DEF bo", "ann FED CBA bo"),
        ("ABC 12", "12 CBA"),
        ("ABC 12 DEF", "FED 12 CBA"),
        ("ann 12", "ann 12"),
        ("12 - 34", "12 - 34"),
        ("ann (ABC)", "ann (CBA)"),
        ("ann (ABC) 12", "ann (CBA) 12"),
        ("ABC (ann)", ")ann( CBA"),  # the shaper mirrors brackets within a right-to-left run
        ("a AB(c)", "a BA(c)"),  # what is inside goes with the base, whatever came before
        ("a B(!) c", "a B(!) c"),  # nothing strong inside: like any neutrals
        ("ABC!", "!CBA"),
        ("ann ABC!", "ann CBA!"),
        ("!ABC", "CBA!"),
        ("(ABC", "CBA("),
        ("ann) ABC", "ann) CBA"),
    ],
)
def test_names_of_two_directions(text: str, visual: str) -> None:
    assert seen(text) == visual


@pytest.mark.parametrize(
    ("text", "visual"),
    [
        ("1. [ABC] 12", "1. [CBA] 12"),
        ("[ABC] 3+4, [bo] 5", "[CBA] 3+4, [bo] 5"),
        ("1. [ABC 12]: [DEF", "1. [12 CBA]: [FED"),
        ("ABC [ann 12] 3", "3 [ann 12] CBA"),
        ("[] ann] ABC", "[] ann] CBA"),
    ],
)
def test_a_name_that_stands_apart_turns_nothing_around_it(text: str, visual: str) -> None:
    """Here brackets stand for the signs by which it does."""
    isolated = text.replace("[", ISOLATES[0]).replace("]", ISOLATES[1])
    shown = seen(isolated)
    for sign in ISOLATES:
        shown = shown.replace(sign, "")
    assert shown == visual.replace("[", "").replace("]", "")
    assert len(levels(hebrew(isolated))) == len(isolated)


def test_a_mark_goes_with_its_letter() -> None:
    assert levels("\u05d0\u05b0") == [1, 1]
    assert levels("a\u0301") == [0, 0]
    assert levels("\u0301a") == [0, 0]


def test_arabic_digits_read_left_to_right() -> None:
    assert levels("\u0627\u0661\u0662") == [1, 2, 2]


@given(st.text(st.characters()))
def test_every_character_has_a_level_and_keeps_it(text: str) -> None:
    found = levels(text)
    assert len(found) == len(text)
    assert set(found) <= {0, 1, 2}
    assert sorted(visual_order(list(zip(found, text, strict=True)))) == sorted(text)


@given(st.text("abc 12().-"))
def test_left_to_right_text_stays_as_it_is(text: str) -> None:
    assert "".join(visual_order(list(zip(levels(text), text, strict=True)))) == text
