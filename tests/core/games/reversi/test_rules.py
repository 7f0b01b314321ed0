"""Every line of `docs/rules.md` 1, as a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason, Refused
from core.game import PASS, Line, Outcome, Setup, Termination
from core.games.reversi.bits import squares
from core.games.reversi.openings import BALANCED
from core.games.reversi.records import read_transcript
from core.games.reversi.rules import (
    BLACK,
    NAMES,
    REVERSI,
    WHITE,
    Position,
    cells_of,
    official_score,
)
from core.types import Move, Side
from tests.core.games.reversi.playing import START, after, drawn

WIPE_OUT = "f5d6c5f4e7f6g5e6e3"
ONE_PASS = (
    "d3c3b3e3f3c5f6g2b5c6f4a5h1f5d6e7d7e6d8c4c7b7a8b6a4f8g4b4e8a3"
    "a7g5g8c2h4g3a2h3c1d1d2e1f1f7a6h6e2b8g7c8h5g6h2h7h8g1b2f2b1a1"
)
TWO_PASSES_APART = (
    "d3c3e6d2d1e1b2c1d6c7f3c5b3b4a1e3a5g2a3g3e2c6f4f6g4c8b7h2c4g1"
    "g7a6g5g6h5h4f7e7a2b6a7f8a4h6g8e8c2f2d7d8h7f1h1a8b1b8f5h8h3b5"
)
SAME_SIDE_PASSES_TWICE = (
    "c4e3f5c5c3g6e2c2b3a3b5e6c1f3e7e8d6c7f7d3h5d1g5a6b1b6a5f6b4c6"
    "b2f8f4a2d8d2a7b8b7g3g8a1g4h4d7a4g2h6f2g1h3e1f1a8h7h2h1c8h8g7"
)
EMPTIES_LEFT = "c4c5d6c3b4c6b6f4b3c7b5a5b7a3d8b8"
NO_PASS_FULL = (
    "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5"
    "b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1f2g2f1g1e8g8a2a1b7b8a8e1"
)
DRAW = (
    "d3c5f6e3f3g7c6f2e6c3b5f5g5g6g4g3e2f4b3a3h2h3h8e7d6f1b2b7d7d8"
    "b4h1e1c1c2a5a1b1a4d2h5b6f7h6h7d1a2g8f8e8a7c4c8a6c7a8h4b8g1g2"
)
BLACK_PLACES_41 = (
    "d3c3c4c5b5b3b4a5a4e2a6e3b6a7a8a3a2b7b8c8c7c6d6d7b2a1c1e7d8e8"
    "f8g8f7e6f6g7g5h8b1d1c2d2f5g6g4g3h3h4h7g2f4f3f2h2h1h6h5e1f1g1"
)


def passes_in(text: str) -> list[int]:
    return [at for at, move in enumerate(read_transcript(text)) if move == PASS]


def test_the_first_position_and_its_four_moves() -> None:
    view = REVERSI.look(START)
    assert [NAMES[at] for at in squares(START.white)] == ["d4", "e5"]
    assert [NAMES[at] for at in squares(START.black)] == ["e4", "d5"]
    assert START.to_act == BLACK
    assert view.legal == ("d3", "c4", "f5", "e6")
    assert view.cells[27:29] == "OX"  # d4 e4: rows are counted from the top
    assert view.discs == view.placed == (2, 2)


DIRECTIONS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]


@pytest.mark.parametrize("step", DIRECTIONS)
@pytest.mark.parametrize("length", range(1, 7))
def test_a_line_turns_in_each_of_eight_directions_at_every_length(
    step: tuple[int, int], length: int
) -> None:
    dx, dy = step
    x, y = (0 if dx >= 0 else 7), (0 if dy >= 0 else 7)
    line = [8 * (y + dy * n) + x + dx * n for n in range(length + 2)]
    cells = ["."] * 64
    cells[line[-1]] = "X"
    for square in line[1:-1]:
        cells[square] = "O"
    position = REVERSI.play(drawn("".join(cells)), NAMES[line[0]])
    assert sorted(squares(position.black)) == sorted(line)
    assert position.white == 0


@pytest.mark.parametrize("step", DIRECTIONS)
@pytest.mark.parametrize("length", range(1, 8))
def test_a_line_that_meets_the_edge_or_a_gap_turns_nothing(
    step: tuple[int, int], length: int
) -> None:
    dx, dy = step
    x, y = (0 if dx >= 0 else 7), (0 if dy >= 0 else 7)
    cells = ["."] * 64
    for n in range(1, length + 1):
        cells[8 * (y + dy * n) + x + dx * n] = "O"
    assert not REVERSI.is_legal(drawn("".join(cells)), NAMES[8 * y + x])


@pytest.mark.parametrize(
    ("own", "opposing", "move"),
    [
        ("a5", "h4", "g4"),  # right over the edge, into the next row
        ("h4", "a5", "b5"),  # left over the edge, into the row before
        ("a6", "h4", "g3"),  # down right over the edge
        ("h3", "a5", "b6"),  # up left over the edge
        ("a4", "h4", "g5"),  # up right over the edge
        ("h5", "a5", "b4"),  # down left over the edge
        ("c1", "c8", "c7"),  # over the lower edge
        ("c8", "c1", "c2"),  # over the upper edge
    ],
)
def test_no_line_wraps_round_an_edge(own: str, opposing: str, move: str) -> None:
    cells = ["."] * 64
    cells[NAMES.index(Move(own))], cells[NAMES.index(Move(opposing))] = "X", "O"
    assert not REVERSI.is_legal(drawn("".join(cells)), Move(move))
    assert REVERSI.legal_moves(drawn("".join(cells))) == (PASS,)


def test_all_lines_from_the_placed_disc_turn_and_no_others() -> None:
    position = drawn(
        """
        X . . X . . . .
        . O . O . . . .
        . . O O . . . .
        X O O . O O X .
        . . . O . . . .
        . . . X . . . .
        . . . . . . . .
        . . . . . . . .
        """
    )
    after_move = REVERSI.play(position, Move("d4"))
    turned = [NAMES[at] for at in squares(after_move.flipped)]
    assert turned == ["b2", "d2", "c3", "d3", "b4", "c4", "e4", "f4", "d5"]


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_the_board_as_characters_is_what_the_bits_say(one: int, other: int) -> None:
    black, white = one, other & ~one
    signs = {(1, 0): "X", (0, 1): "O", (0, 0): "."}
    assert cells_of(black, white) == "".join(
        signs[black >> square & 1, white >> square & 1] for square in range(64)
    )


def test_turned_discs_start_no_chain() -> None:
    position = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . O X . . . .
        . . . O . . . .
        . . . . X . . .
        . . . . . . . .
        . . . . . . . .
        """
    )
    after_move = REVERSI.play(position, Move("b4"))
    assert [NAMES[at] for at in squares(after_move.flipped)] == ["c4"]
    assert after_move.white == 1 << NAMES.index(Move("d5"))  # between c4, now black, and e6


def test_a_line_stops_at_the_first_own_disc() -> None:
    position = drawn(". O O X O X . ." + "." * 56)
    after_move = REVERSI.play(position, Move("a1"))
    assert cells_of(after_move.black, after_move.white)[:8] == "XXXXOX.."


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (NO_PASS_FULL, []),
        (ONE_PASS, [58]),
        (TWO_PASSES_APART, [8, 20]),
        (SAME_SIDE_PASSES_TWICE, [58, 60]),
    ],
)
def test_who_cannot_move_passes_and_the_game_goes_on(text: str, at: list[int]) -> None:
    assert passes_in(text) == at
    position = START
    for move in read_transcript(text):
        assert REVERSI.outcome(position) is None
        if move == PASS:
            assert REVERSI.legal_moves(position) == (PASS,)
            assert REVERSI.look(position).legal == ()
            passed = REVERSI.play(position, PASS)
            assert (passed.last, passed.flipped) == (position.last, position.flipped)
        position = REVERSI.play(position, move)
    assert position.to_act is None
    assert sum(REVERSI.look(position).discs) == 64


def test_who_can_move_may_not_pass() -> None:
    for position in (START, after("f5"), after("f5d6c3")):
        assert not REVERSI.is_legal(position, PASS)
        with pytest.raises(Refused) as refused:
            REVERSI.play(position, PASS)
        assert refused.value.reason is Reason.ILLEGAL_MOVE


def test_it_is_not_over_when_only_one_side_cannot_move() -> None:
    position = START
    for move in read_transcript(ONE_PASS)[:58]:
        position = REVERSI.play(position, move)
    assert REVERSI.legal_moves(position) == (PASS,)
    assert REVERSI.outcome(position) is None


def test_when_neither_can_move_nobody_passes_and_it_is_over() -> None:
    position = after(EMPTIES_LEFT)
    assert passes_in(EMPTIES_LEFT) == []
    assert position.to_act is None
    assert REVERSI.legal_moves(position) == ()
    assert not any(REVERSI.is_legal(position, move) for move in (*NAMES, PASS))
    for move in (PASS, Move("a1")):
        with pytest.raises(Refused):
            REVERSI.play(position, move)


@pytest.mark.parametrize(
    ("text", "why", "discs", "score", "winners"),
    [
        (WIPE_OUT, Termination.WIPE_OUT, (13, 0), (64, 0), {0}),
        (EMPTIES_LEFT, Termination.NO_MOVES, (1, 19), (1, 63), {1}),
        (NO_PASS_FULL, Termination.NO_MOVES, (12, 52), (12, 52), {1}),
        (DRAW, Termination.NO_MOVES, (32, 32), (32, 32), {0, 1}),
        (BLACK_PLACES_41, Termination.NO_MOVES, (53, 11), (53, 11), {0}),
    ],
)
def test_how_it_ends(
    text: str,
    why: Termination,
    discs: tuple[int, int],
    score: tuple[int, int],
    winners: set[Side],
) -> None:
    position = after(text)
    assert REVERSI.outcome(position) == Outcome(why, frozenset(winners), score)
    view = REVERSI.look(position)
    assert view.discs == view.tallies == discs
    official = Line("reversi_official", {"black": score[0], "white": score[1]})
    assert view.lines == (() if discs == score else (official,))


@pytest.mark.parametrize(
    ("black", "white", "score"),
    [(33, 31, (33, 31)), (32, 32, (32, 32)), (20, 20, (32, 32)), (0, 12, (0, 64)), (7, 3, (61, 3))],
)
def test_the_official_score_gives_empty_squares_to_the_winner(
    black: int, white: int, score: tuple[int, int]
) -> None:
    assert official_score(black, white) == score


def test_nobody_runs_out_of_discs() -> None:
    position = after(BLACK_PLACES_41)
    assert position.placed == (41, 23)
    assert sum(position.placed) == sum(REVERSI.look(position).discs)


@pytest.mark.parametrize("move", ["d4", "a1", "z9", "", "D3", "d3 ", "33"])
def test_what_is_no_legal_move_is_refused_and_named(move: str) -> None:
    with pytest.raises(Refused) as refused:
        REVERSI.play(START, Move(move))
    assert refused.value.reason is Reason.ILLEGAL_MOVE
    assert refused.value.details == {"move": move}


def test_an_opening_of_the_setup_is_played_before_the_first_ply() -> None:
    opening = tuple(Move(move) for move in ("f5", "d6", "c3"))
    position = REVERSI.start(Setup(seats=2, opening=opening))
    assert position == after("f5d6c3")
    with pytest.raises(Refused):
        REVERSI.start(Setup(seats=2, opening=(Move("a1"),)))


def test_the_lot_draws_the_balanced_opening() -> None:
    assert REVERSI.opening({}, bytes(32)) == ()
    assert REVERSI.opening({"opening": "standard"}, bytes(32)) == ()
    for at in range(len(BALANCED)):
        entropy = at.to_bytes(8, "big") + bytes(24)
        drawn_by_lot = REVERSI.opening({"opening": "balanced"}, entropy)
        assert "".join(drawn_by_lot) == BALANCED[at]


def test_every_balanced_opening_leaves_black_to_act_after_eight_plies() -> None:
    for line in BALANCED:
        position = after(line)
        assert len(line) == 16
        assert position.to_act == BLACK
        assert REVERSI.legal_moves(position) != (PASS,)


def test_own_and_opposing_discs_as_each_seat_sees_them() -> None:
    assert Position(1, 2, BLACK).of(BLACK) == (1, 2)
    assert Position(1, 2, BLACK).of(WHITE) == (2, 1)
