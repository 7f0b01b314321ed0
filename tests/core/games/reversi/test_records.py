"""Transcripts: written, read, and what is wrong with one named by its number."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from core.errors import Reason, Refused
from core.game import PASS, Outcome, Setup, Termination
from core.games.reversi.records import Ended, Result, read_transcript, record_of, transcript
from core.games.reversi.rules import REVERSI
from core.types import Move, Side
from tests.core.games.reversi.playing import CHOICES, game_of, wide
from tests.core.games.reversi.test_rules import ONE_PASS, SAME_SIDE_PASSES_TWICE


def with_its_pass(moves: list[Move]) -> list[Move]:
    """A match never rests where a pass is due: it is played with the move that forced it."""
    position = REVERSI.start(Setup(seats=2))
    for move in moves:
        position = REVERSI.play(position, move)
    return [*moves, PASS] if REVERSI.legal_moves(position) == (PASS,) else moves


@given(CHOICES)
def test_plies_to_text_to_plies(choices: Sequence[int]) -> None:
    moves, _ = game_of(choices)
    assert list(read_transcript(transcript(moves))) == with_its_pass(moves)


@given(CHOICES)
def test_written_passes_change_nothing(choices: Sequence[int]) -> None:
    moves, _ = game_of(choices)
    assert list(read_transcript(" ".join(moves))) == with_its_pass(moves)


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "f5 d6 c3 d3 c4",
        " f5, d6, c3, d3, c4 ",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1: f5 2) d6\n3 c3\n4 d3\r\n5 c4",
        "1. F5-D6 2. C3-D3 3. C4",
        wide("f5d6c3d3c4"),
    ],
)
def test_transcripts_are_read_generously(text: str) -> None:
    assert read_transcript(text) == ("f5", "d6", "c3", "d3", "c4")


@pytest.mark.parametrize("word", ["pass", "PA", "ps", "--"])
def test_a_pass_may_be_written_in_every_usual_way(word: str) -> None:
    left_out = read_transcript(ONE_PASS)
    written = [word if move == PASS else move for move in left_out]
    assert read_transcript(" ".join(written)) == left_out


def test_passes_that_end_the_game_may_be_written() -> None:
    assert read_transcript(ONE_PASS + " pa pa") == read_transcript(ONE_PASS)


def test_no_text_is_a_game_without_moves() -> None:
    assert read_transcript("  ") == ()


@pytest.mark.parametrize(
    ("text", "number", "piece"),
    [
        ("x1", 1, "x1"),
        ("f5 d6 c9 d3", 3, "c9"),
        ("f5d6c3z", 4, "z"),
        ("1. f5 d6 2. nonsense", 3, "nonsense"),
        ("f55d6", 2, "5d6"),
        ("f5 " + "q" * 100, 2, "q" * 20),
    ],
)
def test_an_unreadable_move_is_named_by_number(text: str, number: int, piece: str) -> None:
    with pytest.raises(Refused) as refused:
        read_transcript(text)
    assert refused.value.reason is Reason.UNREADABLE_MOVE
    assert refused.value.details == {"number": number, "text": piece}


@pytest.mark.parametrize(
    ("text", "number", "move"),
    [
        ("a1", 1, "a1"),
        ("f5f5", 2, "f5"),
        ("f5d6c3d3 pass c4", 5, "pass"),
        (SAME_SIDE_PASSES_TWICE + "a1", 61, "a1"),  # over
    ],
)
def test_an_illegal_move_is_named_by_number(text: str, number: int, move: str) -> None:
    with pytest.raises(Refused) as refused:
        read_transcript(text)
    assert refused.value.reason is Reason.ILLEGAL_MOVE
    assert refused.value.details == {"number": number, "move": move}


def test_a_record_begins_with_what_the_setup_played() -> None:
    opening = (Move("f5"), Move("d6"))
    record = record_of(Setup(seats=2, opening=opening), [Move("c3")])
    assert (record.moves, record.opening, record.result) == (("f5", "d6", "c3"), 2, None)
    assert transcript(record.moves) == "f5d6c3"


BLACK_WINS, WHITE_WINS, SHARED = (frozenset(map(Side, sides)) for sides in ((0,), (1,), (0, 1)))


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (Outcome(Termination.NO_MOVES, BLACK_WINS, (40, 24)), Result(16)),
        (Outcome(Termination.NO_MOVES, SHARED, (32, 32)), Result(0)),
        (Outcome(Termination.WIPE_OUT, WHITE_WINS, (0, 64)), Result(-64)),
        (Outcome(Termination.RESIGNATION, WHITE_WINS, (0, 1)), Result(-64, Ended.RESIGNED)),
        (Outcome(Termination.FLAG, BLACK_WINS, (1, 0)), Result(64, Ended.TIME)),
        (Outcome(Termination.CLAIM, BLACK_WINS, (1, 0)), Result(64, Ended.TIME)),
        (Outcome(Termination.AGREEMENT, SHARED, (0, 0)), Result(0, Ended.AGREED)),
    ],
)
def test_results_are_told_from_blacks_view(outcome: Outcome, result: Result) -> None:
    assert Result.of(outcome) == result
    assert record_of(Setup(seats=2), (), outcome).result == result
