"""Header lines, comments and games of pasted records; and that no reader is slower than linear."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import transcript
from core.errors import Refused
from core.games.dice import record as dice
from core.games.dice.notation import read_split
from core.games.pente import records as pente
from core.games.pente.notation import read_point
from core.games.reversi import ggf
from core.games.reversi import records as reversi
from core.games.reversi.notation import read_square

LONG = 20_000
STEPS_PER_CHARACTER = 40

READERS: dict[str, Callable[[str], object]] = {
    "split": read_split,
    "point": read_point,
    "square": read_square,
    "dice record": dice.read_record,
    "pente record": pente.read_record,
    "pente form": pente.is_record,
    "pente games": pente.count_games,
    "reversi game": reversi.read_game,
    "reversi games": reversi.count_games,
    "ggf": ggf.read_ggf,
    "ggf begins": ggf.begins_at,
    "sections": transcript.sections,
    "comments": transcript.without_comments,
}
SIGNS = ' \t\n"[](){}\\;,.:!?*+-_/$0159aik\u00bd\u2028\ufdfa\U0001f3b2'
AROUND = (("", ""), ("[", "x"), ('["', '"]'), ("(;GM[", "x"), ("k10", "x"), ("f5", ""), ("1", "x"))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('[Event "a"]', ("event", "a")),
        ('\ufeff [ Event  "a ]" ] ', ("event", "a ]")),
        ('[Player 1 Name "The "Big" One"]', ("player 1 name", 'The "Big" One')),
        ("[Event]", None),
        ('[Ev]ent "a"]', None),
        ('["a"', None),
        ("1. K10", None),
    ],
)
def test_headers(line: str, found: tuple[str, str] | None) -> None:
    assert transcript.header(line) == found


def test_a_text_is_split_where_headers_follow_moves() -> None:
    first, second = transcript.sections('[A "1"]\n\nf5\n[A "2"]\nd3 c3')
    assert (first.headers, first.moves.strip()) == ({"a": "1"}, "f5")
    assert (second.headers, second.moves) == ({"a": "2"}, "d3 c3")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("f5! d6?!", "f5 d6"),
        ("f5 {d6 (c3} c3", "f5   c3"),
        ("1) f5 (d6 (c3) e3) d3", "1) f5  d3"),
        ("f5 $12 d6", "f5  d6"),
        ("f5 {left open", "f5"),
    ],
)
def test_comments_variations_and_glyphs_are_dropped(text: str, plain: str) -> None:
    assert transcript.without_comments(text) == plain


def steps(read: Callable[[str], object], text: str) -> int:
    """Lines of Python and calls into C that reading takes, counted by the interpreter."""
    count = 0

    def profile(frame: FrameType, event: str, arg: Any) -> None:
        del frame, event, arg
        nonlocal count
        count += 1

    sys.setprofile(profile)
    try:
        read(text)
    except Refused:
        pass
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize("sign", SIGNS)
def test_twenty_thousand_equal_characters_take_linear_work(
    read: Callable[[str], object], sign: str
) -> None:
    for before, behind in AROUND:
        taken = steps(read, before + sign * LONG + behind)
        assert taken <= STEPS_PER_CHARACTER * LONG, (before, behind)


@given(st.text(st.sampled_from('[]"(){};$!? 1k0f5\n'), max_size=60))
def test_any_text_is_split_and_cleaned(text: str) -> None:
    for section in transcript.sections(text):
        transcript.without_comments(section.moves)
