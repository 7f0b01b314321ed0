"""Records: exports import as the same match, and errors name their move."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.history.records import LONGEST, ParsedRecord, read, write
from core.chance import Chance
from core.errors import Reason
from core.game import PASS, Setup
from core.games.dice.rules import DICE
from core.games.pente.rules import FREE, PENTE
from core.games.reversi.rules import REVERSI
from core.match import commands as c
from core.match import create
from core.match.model import AbortCause, Match, Occupant, Status
from core.registry import GAMES
from core.types import GameId, Millis, Move
from tests.core.match.matches import ANN, BO, CY, DI, ID, NOON, after, playing
from tests.core.refusals import refusal

NAMES = ("Ann", "Bo", "Cy", "Di")
CHANCE = Chance(bytes(range(32)), ID, "a press")


def why(call: Callable[[], object]) -> Reason | None:
    refused = refusal(call)
    return None if refused is None else refused.reason


def played(game: Any, setup: Setup, choices: list[int]) -> Match:
    """Play a match with one move per choice, or to its end."""
    position, moves = game.start(setup), []
    for choice in choices:
        legal = game.legal_moves(position)
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        position = game.play(position, moves[-1])
    return create.imported(ID, game.id, setup, moves, ANN, NOON)


def setup_of(game: GameId, option: str, seats: int) -> Setup:
    rules = GAMES[game]
    options = {each.key: option for each in rules.options}
    chance = CHANCE if rules.chance else None
    return Setup(seats, options, chance, rules.opening(options, bytes(32)))


SETUPS = [
    setup_of(REVERSI.id, "standard", 2),
    setup_of(REVERSI.id, "balanced", 2),
    setup_of(PENTE.id, "tournament", 2),
    setup_of(PENTE.id, FREE, 2),
    setup_of(PENTE.id, "tournament", 4),
    setup_of(DICE.id, "", 1),
]
PLAYED = list(zip((REVERSI, REVERSI, PENTE, PENTE, PENTE, DICE), SETUPS, strict=True))


@pytest.mark.parametrize(("game", "setup"), PLAYED)
@settings(max_examples=20)
@given(choices=st.lists(st.integers(0, 400), min_size=4, max_size=80))
def test_a_written_match_reads_back_as_the_same(
    game: Any, setup: Setup, choices: list[int]
) -> None:
    match = played(game, setup, choices)
    back = read(write(match, NAMES).text)
    again = create.imported(ID, back.game, back.setup, back.moves, ANN, NOON)
    assert again.plies == match.plies
    assert again.position == match.position
    assert again.outcome == match.outcome
    assert back.setup.seats == setup.seats


@pytest.mark.parametrize(("game", "setup"), PLAYED)
def test_the_file_says_which_match_it_is(game: Any, setup: Setup) -> None:
    written = write(played(game, setup, [1, 2, 3]), NAMES)
    assert written.name.startswith(f"{game.id}-{ID}.")
    assert written.name.isascii()


@pytest.mark.parametrize("id", GAMES)
def test_every_game_has_a_record(id: GameId) -> None:
    """A registered game without a record codec fails here."""
    game = GAMES[id]
    setup = setup_of(id, "", game.seat_counts[0])
    assert write(played(game, setup, [0] * 4), NAMES).text


def test_names_dates_and_times_are_kept() -> None:
    begun = playing("f5")
    later = replace(begun.plies[0], seat=begun.plies[0].seat)
    match = replace(begun, plies=(later, replace(later, move=Move("d6"), at=Millis(NOON + 2500))))
    text = write(match, ("Ann]", "Bo")).text
    assert "PC[Tavola]" in text
    assert "DT[2023-11-14]" in text
    assert "W[d6//2.5]" in text
    assert read(text).names == ("Ann]", "Bo")


def test_partners_are_named_together() -> None:
    match = played(PENTE, SETUPS[4], [5] * 9)
    text = write(match, NAMES).text
    assert '[Player 1 Name "Ann + Cy"]' in text
    assert '[Player 2 Name "Bo + Di"]' in text


def test_a_balanced_opening_is_not_counted_as_moves() -> None:
    match = played(REVERSI, SETUPS[1], [0, 1, 2])
    back = read(write(match, NAMES).text)
    assert back.setup.opening == SETUPS[1].opening
    assert len(back.moves) == 3


# --- access ---------------------------------------------------------------------------------------


def test_a_running_match_has_a_record_without_a_result() -> None:
    assert "RE[?]" in write(playing("f5d6"), NAMES).text


def test_dice_tell_their_seed_only_when_nothing_is_left_to_throw() -> None:
    match = played(DICE, SETUPS[5], [0, 0])
    going_on = replace(match, status=Status.PLAYING, cause=None)
    assert why(lambda: write(going_on, NAMES)) is Reason.NOT_FINISHED
    of_a_contest = replace(match, setup=Setup(1, chance=replace(CHANCE, label="a contest")))
    assert why(lambda: write(of_a_contest, NAMES)) is Reason.NOT_FINISHED
    assert CHANCE.seed.hex() in write(match, NAMES).text


def test_what_never_began_has_no_record() -> None:
    offered = replace(playing(), turn=0, status=Status.OPEN)
    assert why(lambda: write(offered, NAMES)) is Reason.NOT_STARTED


# --- reading --------------------------------------------------------------------------------------


def test_a_bare_transcript_is_reversi() -> None:
    assert read("F5 d6\nc3 d3") == ParsedRecord(
        REVERSI.id,
        Setup(2, {"opening": "standard"}),
        (Move("f5"), Move("d6"), Move("c3"), Move("d3")),
    )


def test_a_record_that_a_chat_made_one_line_of_is_read() -> None:
    match = played(PENTE, SETUPS[3], [4, 5, 6, 7, 8])
    text = write(match, ("Ann [the first]", "Bo")).text
    one_line = " ".join(text.split())
    assert read(one_line) == read(text)


def test_bare_moves_that_begin_in_the_middle_of_nineteen_lines_are_pente() -> None:
    found = read("1. K10 L9 2. N10 M12")
    assert (found.game, found.setup.opening, found.moves[0]) == (PENTE.id, ("k10",), "l9")


@pytest.mark.parametrize(
    ("text", "reason", "number"),
    [
        ("f5d6 c3 a1", Reason.ILLEGAL_MOVE, 4),
        ("f5d6 zz", Reason.UNREADABLE_MOVE, 3),
        ("(;GM[Othello]B[f5]W[a1];)", Reason.ILLEGAL_MOVE, 2),
        ("1. K10 L9 2. K10", Reason.ILLEGAL_MOVE, 3),
        ("1. K10 I9", Reason.NO_LETTER_I, 2),
    ],
)
def test_a_faulty_move_is_named(text: str, reason: Reason, number: int) -> None:
    refused = refusal(lambda: read(text))
    assert refused is not None
    assert (refused.reason, refused.details["number"]) == (reason, number)


@pytest.mark.parametrize("text", ["", "   ", "hello", "{}", "[]", "(;", '[Game "Chess"]\n\n1. e4'])
def test_what_is_no_record_says_so(text: str) -> None:
    assert why(lambda: read(text)) is Reason.NO_RECORD


def test_a_text_that_is_too_long_is_not_read() -> None:
    assert why(lambda: read("f5 " * LONGEST)) is Reason.TOO_LONG


def test_a_position_that_no_match_begins_with_is_refused() -> None:
    odd = "(;GM[Othello]BO[8 --------------------------O*------*O------*O----------------*--- *];)"
    assert why(lambda: read(odd)) is Reason.OTHER_START


FOUR = ("f5", "d6", "c3", "d3")


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3 31-33",
        "f5d6c3d3 *",
        "f5 d6 c3 d3 64-0",
        "1. f5! d6?! 2. c3 {a comment, with c4 in it} d3 (d2 c4) 40:24",
        '[Event "?"]\n[Site "PlayOK"]\n[Black "ann"]\n[White "bo"]\n\n1. f5 d6 2. c3 d3 33-31',
        '[Game "Othello"]\n1. f5 d6 2. c3 d3',
        '[GameType "36"]\n[Black "ann"]\n1. f5 d6 2. c3 d3',
        "1 (;GM[Othello]PC[GGS]TY[8]B[f5]W[d6]B[c3]W[d3];)",
        "here: (;GM[Othello]B[f5]W[d6]B[c3]W[d3];)",
        "(;GM[Othello];B[f5];W[d6];B[c3];W[d3])",
    ],
)
def test_transcripts_from_elsewhere_are_read(text: str) -> None:
    found = read(text)
    assert (found.game, found.moves, found.games) == ("reversi", FOUR, 1)


@pytest.mark.parametrize(
    "text",
    ["1.K10 L9 2.N13", "1) K10 L9 2) N13", "K10! L9 {why not M9?} N13 *", "1. K10 L9 (M9) N13"],
)
def test_pente_from_elsewhere_is_read(text: str) -> None:
    found = read(text)
    assert (found.game, found.moves) == ("pente", ("l9", "n13"))


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[Othello]B[f5]W[d6];)(;GM[Othello]B[d3];)",
        "f5d6 33-31 d3c3 33-31",
        '[Game "Pente"]\nK10 L9 1-0\n\n[Game "Pente"]\nK10 M9 0-1',
    ],
)
def test_more_than_one_game_is_counted_and_the_first_is_read(text: str) -> None:
    found = read(text)
    assert found.games == 2
    assert found.moves in (("f5", "d6"), ("l9",))


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = refusal(lambda: read(text))
    assert found is None or found.reason in set(Reason)


# --- imports --------------------------------------------------------------------------------------


def test_an_imported_match_counts_for_nobody_and_is_over() -> None:
    part = played(REVERSI, SETUPS[0], [0, 1, 2])
    assert (part.status, part.cause) == (Status.ABORTED, AbortCause.IMPORTED)
    whole = played(REVERSI, SETUPS[0], [0] * 80)
    assert (whole.status, whole.cause) == (Status.FINISHED, None)
    for match in (part, whole):
        assert match.is_over
        assert not match.rated
        assert match.seats == (Occupant(ANN), Occupant(ANN))


def test_passes_are_no_turns() -> None:
    match = played(REVERSI, SETUPS[0], [-1] * 80)
    passes = sum(ply.move == PASS for ply in match.plies)
    assert passes
    assert match.turn == 1 + len(match.plies) - passes


def test_moves_after_the_end_are_refused() -> None:
    match = played(REVERSI, SETUPS[0], [0] * 80)
    moves = [*(ply.move for ply in match.plies), Move("a1")]
    late = why(lambda: create.imported(ID, REVERSI.id, SETUPS[0], moves, ANN, NOON))
    assert late is Reason.FINISHED


def test_a_match_of_four_people_is_written_with_its_result() -> None:
    match = played(PENTE, SETUPS[4], [7] * 6)
    seats = tuple(Occupant(player) for player in (ANN, BO, CY, DI))
    going = replace(match, seats=seats, status=Status.PLAYING, cause=None)
    given_up = after(going, c.Resign(BO), c.Resign(DI))
    assert given_up.is_over
    assert write(given_up, NAMES).text.rstrip().endswith("1-0")
