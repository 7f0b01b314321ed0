"""GGF: written, read back equal, and read as other programs write it."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason, Refused
from core.game import PASS
from core.games.reversi.ggf import read_ggf, write_ggf
from core.games.reversi.records import Ended, Record, Result, read_transcript
from core.games.reversi.rules import BLACK, REVERSI, WHITE
from core.types import Move
from tests.core.games.reversi.playing import CELLS, CHOICES, START, drawn, game_of
from tests.core.games.reversi.test_rules import ONE_PASS
from tests.core.refusals import refusal

FOREIGN = """1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio;)]PW[Edax (4)]RB[2197.01]
RW[2199.72]TI[05:00//02:00]TY[8]RE[+8.000:t]BO[8 -------- -------- -------- ---O*---
---*O--- -------- -------- -------- *]B[F5//1.2]W[d6/-1.50/0.01]B[c3]W[d3/2.00];)
(;GM[Othello]B[d3];)"""
HEAD = "(;GM[Othello]"
BOARD = "BO[8 " + " ".join(["--------"] * 3 + ["---O*---", "---*O---"] + ["--------"] * 3) + " *]"


def test_a_record_of_another_program() -> None:
    record = read_ggf(FOREIGN)
    assert record.moves == ("f5", "d6", "c3", "d3")
    assert record.spent == (1200, 10, None, None)
    assert record.start == START
    assert (record.black, record.white, record.place) == ("Saio;)", "Edax (4)", "GGS/os")
    assert (record.black_rating, record.white_rating) == ("2197.01", "2199.72")
    assert (record.date, record.time) == ("2003.12.15_13:24:03.MST", "05:00//02:00")
    assert record.result == Result(8, Ended.TIME)


def test_what_is_written() -> None:
    moves = tuple(Move(move) for move in ("f5", "d6"))
    record = Record(moves, black="Ann", white="Bo]", opening=1, spent=(1200, None))
    assert write_ggf(record) == (
        rf"(;GM[Othello]PB[Ann]PW[Bo\]]TY[8]RE[?]{BOARD}ON[1]B[f5//1.2]W[d6];)"
    )


def test_a_pass_is_written_and_may_be_left_out() -> None:
    record = Record(read_transcript(ONE_PASS))
    text = write_ggf(record)
    assert len(re.findall(r"[BW]\[PA\]", text)) == 1
    assert read_ggf(text) == record
    assert read_ggf(re.sub(r"[BW]\[PA\]", "", text)) == record


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("+8.00", Result(8)),
        ("-64.00:r", Result(-64, Ended.RESIGNED)),
        ("0:s", Result(0, Ended.AGREED)),
        ("+2.5:t", Result(2.5, Ended.TIME)),
        ("?", None),
        ("", None),
        ("black", None),
    ],
)
def test_results_are_read_from_blacks_view(text: str, result: Result | None) -> None:
    assert read_ggf(f"{HEAD}RE[{text}];)").result == result


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
SPANS = st.none() | st.integers(0, 10**9)
RESULTS = st.none() | st.builds(Result, st.integers(-64, 64), st.sampled_from(Ended))


@given(CHOICES, st.data())
def test_records_come_back_equal(choices: Sequence[int], data: st.DataObject) -> None:
    moves, positions = game_of(choices)
    if REVERSI.legal_moves(positions[-1]) == (PASS,):
        moves.append(PASS)
    spent = tuple(data.draw(SPANS) for _ in moves)
    record = Record(
        moves=tuple(moves),
        opening=data.draw(st.integers(0, min(8, len(moves)))),
        spent=spent if any(took is not None for took in spent) else (),
        place=data.draw(TEXTS),
        date=data.draw(TEXTS),
        black=data.draw(TEXTS),
        white=data.draw(TEXTS),
        black_rating=data.draw(TEXTS),
        white_rating=data.draw(TEXTS),
        time=data.draw(TEXTS),
        result=data.draw(RESULTS),
    )
    assert read_ggf(write_ggf(record)) == record


@given(CELLS, st.booleans())
def test_any_first_board_comes_back(cells: str, black: bool) -> None:
    start = read_ggf(write_ggf(Record((), start=drawn(cells, black)))).start
    drawn_again = drawn(cells, black)
    assert (start.black, start.white, start.placed) == (
        drawn_again.black,
        drawn_again.white,
        drawn_again.placed,
    )
    assert start.to_act in (None, BLACK if black else WHITE)
    legal = {move for seat in (True, False) for move in REVERSI.legal_moves(drawn(cells, seat))}
    assert (start.to_act is None) == (legal == {PASS})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "f5d6c3",
        "(;GM[Amazons]PC[GGS/ams];)",
        "(;PB[Ann];)",
        "(;GM[Othello]PB[Ann]",
        "(;GM[Othello] what ;)",
        f"{HEAD}BO[10 {'-' * 100} *];)",
        f"{HEAD}BO[8 {'-' * 63} *];)",
        f"{HEAD}BO[8 {'-' * 64} ?];)",
        f"{HEAD}BO[];)",
    ],
)
def test_what_is_no_othello_game_is_unreadable(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_ggf(text)
    assert refused.value.reason is Reason.UNREADABLE_MOVE
    assert set(refused.value.details) == {"text"}


@pytest.mark.parametrize(
    ("size", "is_read"),
    [("8", True), ("8r20", True), ("s8", True), ("10", False), ("88", False), ("", False)],
)
def test_only_boards_of_eight_by_eight_are_read(size: str, is_read: bool) -> None:
    text = f"(;GM[Othello]TY[{size}]B[f5]W[d6];)"
    if is_read:
        assert read_ggf(text).moves == ("f5", "d6")
        return
    with pytest.raises(Refused) as refused:
        read_ggf(text)
    assert refused.value.details == {"text": f"TY[{size}]"}


@pytest.mark.parametrize(
    ("moves", "reason", "details"),
    [
        ("B[f5]W[q9]", Reason.UNREADABLE_MOVE, {"number": 2, "text": "q9"}),
        ("B[f5]W[]", Reason.UNREADABLE_MOVE, {"number": 2, "text": ""}),
        ("B[f5]W[f5]", Reason.ILLEGAL_MOVE, {"number": 2, "move": "f5"}),
        ("B[f5]B[d6]", Reason.ILLEGAL_MOVE, {"number": 2, "move": "d6"}),
        ("W[f5]", Reason.ILLEGAL_MOVE, {"number": 1, "move": "f5"}),
        ("B[PA]", Reason.ILLEGAL_MOVE, {"number": 1, "move": "pass"}),
    ],
)
def test_a_faulty_move_is_named_by_number(
    moves: str, reason: Reason, details: dict[str, str | int]
) -> None:
    with pytest.raises(Refused) as refused:
        read_ggf(f"{HEAD}{moves};)")
    assert (refused.value.reason, refused.value.details) == (reason, details)


def test_moves_that_do_not_go_are_not_written() -> None:
    with pytest.raises(Refused) as refused:
        write_ggf(Record((Move("f5"), Move("a1"))))
    assert refused.value.details == {"number": 2, "move": "a1"}


@given(st.text(), st.text("(;)[]\\BWf5POGM*- 8", max_size=40))
def test_any_text_is_read_or_refused(head: str, rest: str) -> None:
    for text in (head, f"{HEAD}{rest};)", f"{HEAD}{head}{rest};)"):
        refused = refusal(read_ggf, text)
        assert refused is None or refused.reason in (Reason.UNREADABLE_MOVE, Reason.ILLEGAL_MOVE)
