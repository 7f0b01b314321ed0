"""Records: written as pente.org writes them, read back equal, and read as people paste them."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason
from core.game import Outcome, Setup, Termination
from core.games.pente.points import NAMES
from core.games.pente.records import (
    BLACK_WON,
    DRAWN,
    WHITE_WON,
    Record,
    read_record,
    record_of,
    write_record,
)
from core.games.pente.rules import PENTE
from core.types import Move, Side
from tests.core.refusals import refusal

GAME = "K10 L10 N13 M10 N10 L10 N12 M10 A1 B3 T19 S16 A19 B16 T1 S3 G7 G14 P8 D12 N11 N14 N9"
"""White takes l10 m10 with n10, Black plays there again, and White makes five."""
MOVES = tuple(Move(name.lower()) for name in GAME.split())
FULL = Record(
    moves=MOVES,
    site="Pente.org",
    event="Turn-based Game",
    round="2",
    section="A",
    date="02/16/2009",
    time="11:44:31",
    time_control="7",
    rated=True,
    names=("Ann", "Bo"),
    ratings=("1510", "1496"),
    types=("Human", "Computer"),
    result=WHITE_WON,
)
WRITTEN = """\
[Game "Pente"]
[Site "Pente.org"]
[Event "Turn-based Game"]
[Round "2"]
[Section "A"]
[Date "02/16/2009"]
[Time "11:44:31"]
[TimeControl "7"]
[Rated "Y"]
[Player 1 Name "Ann"]
[Player 2 Name "Bo"]
[Player 1 Rating "1510"]
[Player 2 Rating "1496"]
[Player 1 Type "Human"]
[Player 2 Type "Computer"]
[Result "1-0"]

1. K10 L10 2. N13 M10 3. N10 L10 4. N12 M10 5. A1 B3 6. T19 S16 7. A19 B16 8.
T1 S3 9. G7 G14 10. P8 D12 11. N11 N14 12. N9 1-0
"""


def random_game(seed: int, rule: str) -> tuple[Move, ...]:
    """Crowded, so that stones are taken; to its end or until enough was played."""
    lots = random.Random(seed)
    names = [name for name in NAMES if name[0] in "hjklmn" and 7 <= int(name[1:]) <= 14]
    position = PENTE.start(Setup(2, {"rule": rule}, opening=PENTE.opening({}, b"")))
    moves = list(PENTE.opening({}, b""))
    for _ in range(lots.randrange(80)):
        legal = [name for name in names if PENTE.is_legal(position, name)]
        if not legal:
            break
        moves.append(lots.choice(legal))
        position = PENTE.play(position, moves[-1])
    return tuple(moves)


def test_what_is_written() -> None:
    assert write_record(FULL) == WRITTEN.replace("\n", "\r\n")


def test_what_nobody_knows_is_a_hyphen() -> None:
    written = write_record(Record(MOVES[:2]))
    assert written.splitlines()[1] == '[Site "-"]'
    assert written.splitlines()[8] == '[Rated "N"]'
    assert written.splitlines()[-3:] == ['[Result "-"]', "", "1. K10 L10"]
    assert read_record(written) == Record(MOVES[:2])


def test_no_moves_at_all() -> None:
    assert read_record(write_record(Record(()))) == Record(()) == read_record("")


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12).map(lambda text: " ".join(text.split()))
KNOWN = TEXTS.filter(lambda text: text not in ("-", "?"))
PAIRS = st.tuples(KNOWN, KNOWN)


@given(st.integers(0, 2**32), st.sampled_from(["tournament", "free"]), st.data())
def test_records_come_back_equal(seed: int, rule: str, data: st.DataObject) -> None:
    record = Record(
        random_game(seed, rule),
        site=data.draw(KNOWN),
        event=data.draw(KNOWN),
        round=data.draw(KNOWN),
        section=data.draw(KNOWN),
        date=data.draw(KNOWN),
        time=data.draw(KNOWN),
        time_control=data.draw(KNOWN),
        rated=data.draw(st.booleans()),
        names=data.draw(PAIRS),
        ratings=data.draw(PAIRS),
        types=data.draw(PAIRS),
        result=data.draw(st.sampled_from(["", WHITE_WON, BLACK_WON, DRAWN])),
    )
    written = write_record(record)
    assert read_record(written) == record
    assert read_record(written.replace("\r\n", "\n")) == record
    assert write_record(read_record(written)) == written
    assert all(len(line) <= 79 for line in written.splitlines()[17:])


@given(st.text(st.sampled_from('[]"\\\r\n Result-'), max_size=20))
def test_no_name_breaks_the_record(name: str) -> None:
    record = replace(FULL, names=(name, "Bo"))
    again = read_record(write_record(record))
    assert replace(again, names=record.names) == record
    assert again.names[0] == ("" if name.strip() == "-" else " ".join(name.split()))


@pytest.mark.parametrize(
    "text",
    [
        "1. K10 L10 2. N13 M10",
        "k10 l10 n13 m10",
        "K10, L10, N13, M10",
        "1.k10 l10 2.n13 m10",
        "1 K10 L10 2 N13 M10",
        "1) K10 L10\n2) N13 M10\n",
        "K 10 L 10 N 13 M 10",
        "K10L10N13M10",
        "\ufeff1. K10 L10 2. N13 M10",
        "\uff2b\uff11\uff10 L10 N13 M10",
        '\ufeff[Game "Pente"]\n\n1. K10 L10 2. N13 M10',
        '[GAME "pente"]\r[ site "-"]\r\r1. K10 L10 2. N13 M10 *',
        '1. K10 L10 2. N13 M10\n\n[Game "Keryo-Pente"]\n1. K10',
    ],
)
def test_texts_are_read_generously(text: str) -> None:
    assert read_record(text) == Record(MOVES[:4])


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("K10 L9 1-0", WHITE_WON),
        ("K10 L9 0-1 and thanks", BLACK_WON),
        ("K10 L9 1/2-1/2", DRAWN),
        ("K10 L9 \u00bd-\u00bd", DRAWN),
        ("K10 L9 *", ""),
        ('[Result "0-1"]\nK10 L9', BLACK_WON),
        ('[Result "0-1"]\nK10 L9 1-0', WHITE_WON),
        ('[Result "White"]\nK10 L9', ""),
    ],
)
def test_results(text: str, result: str) -> None:
    assert read_record(text).result == result


def test_a_quotation_mark_in_a_name_need_not_be_marked() -> None:
    assert read_record('[Player 1 Name "The "Big" One"]\nK10').names == ('The "Big" One', "")


@pytest.mark.parametrize(
    ("text", "reason", "details"),
    [
        ("K10 Z9", Reason.UNREADABLE_MOVE, {"number": 2, "text": "z9"}),
        ("1. K10 L9 2. N20", Reason.UNREADABLE_MOVE, {"number": 3, "text": "n20"}),
        ("K10 what " + "?" * 30, Reason.UNREADABLE_MOVE, {"number": 2, "text": "what"}),
        ("?" * 30, Reason.UNREADABLE_MOVE, {"number": 1, "text": "?" * 20}),
        ("K10 I9", Reason.NO_LETTER_I, {"number": 2, "text": "i9"}),
        ("L9 K10", Reason.ILLEGAL_MOVE, {"number": 1, "move": "L9"}),
        ("K10 L9 N10 L9", Reason.ILLEGAL_MOVE, {"number": 4, "move": "L9"}),
        ('[Game "Gomoku"]\nK10', Reason.UNREADABLE_MOVE, {"text": "Gomoku"}),
    ],
)
def test_what_is_wrong_is_named(text: str, reason: Reason, details: dict[str, object]) -> None:
    refused = refusal(read_record, text)
    assert refused is not None
    assert (refused.reason, refused.details) == (reason, details)


def test_nothing_is_played_after_the_end() -> None:
    refused = refusal(read_record, "K10 L9 K7 L10 K8 L11 K9 A1 K11 A2")
    assert refused is not None
    assert refused.details == {"number": 10, "move": "A2"}


@pytest.mark.parametrize("moves", [("k10", "pass"), ("k10", "l9", "what"), ("a1",)])
def test_moves_that_do_not_go_are_not_written(moves: tuple[Move, ...]) -> None:
    refused = refusal(write_record, Record(moves))
    assert refused is not None
    assert refused.reason is Reason.ILLEGAL_MOVE
    assert refused.details["number"] == len(moves)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    refused = refusal(read_record, text)
    if refused is None:
        assert read_record(write_record(read_record(text))) == read_record(text)


@pytest.mark.parametrize(("second", "rule"), [("n10", "tournament"), ("l11", "free")])
def test_the_rule_shows_in_whites_second_stone(second: str, rule: str) -> None:
    record = read_record(f"k10 a1 {second}")
    assert record.rule == rule
    assert read_record(write_record(record)) == record


def test_a_record_begins_with_what_the_setup_placed() -> None:
    opening = PENTE.opening({}, b"")
    record = record_of(Setup(2, opening=opening), MOVES[1:5])
    assert (record.moves, record.result) == (MOVES[:5], "")


@pytest.mark.parametrize(
    ("winners", "result"),
    [((0,), WHITE_WON), ((1,), BLACK_WON), ((0, 1), DRAWN)],
)
def test_results_of_matches(winners: tuple[int, ...], result: str) -> None:
    outcome = Outcome(Termination.RESIGNATION, frozenset(map(Side, winners)), (0, 0))
    assert record_of(Setup(2), (), outcome).result == result


def test_captures_are_implied() -> None:
    position = PENTE.start(Setup(2))
    for move in MOVES:
        position = PENTE.play(position, move)
    assert position.pairs == (1, 0)
    assert position.over is Termination.FIVE
    assert len(set(MOVES)) == len(MOVES) - 2
