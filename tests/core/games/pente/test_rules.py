"""Every line of the rules table of Pente, and a second referee."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason, Refused
from core.game import Setup, Termination
from core.games.pente.points import COLUMNS, NAMES, POINT_OF, POINTS, SIZE
from core.games.pente.rules import PENTE, Position
from core.types import Move, Seat
from tests.core.games.pente.diagrams import position
from tests.core.games.pente.referee import Referee

AXES = {"row": (1, 0), "column": (0, 1), "rising": (1, 1), "falling": (1, -1)}


def start(rule: str = "tournament", seats: int = 2) -> Position:
    return PENTE.start(Setup(seats, {"rule": rule}, None, PENTE.opening({}, b"")))


def play(at: Position, moves: str) -> Position:
    for move in moves.split():
        at = PENTE.play(at, Move(move))
    return at


def runs(length: int, axis: tuple[int, int]) -> list[tuple[int, ...]]:
    """Every straight run of so many points along an axis, by arithmetic on coordinates."""
    right, up = axis
    return [
        tuple((row + up * n) * SIZE + column + right * n for n in range(length))
        for column in range(SIZE)
        for row in range(SIZE)
        if 0 <= column + right * (length - 1) < SIZE and 0 <= row + up * (length - 1) < SIZE
    ]


# --- the board


def test_columns_leave_out_i_and_rows_count_from_below() -> None:
    assert COLUMNS == "abcdefghjklmnopqrst"
    assert (NAMES[0], NAMES[18], NAMES[-19], NAMES[-1]) == ("a1", "t1", "a19", "t19")


def test_white_begins_on_k10_by_the_setup() -> None:
    at = start()
    assert at.cells[POINT_OF[Move("k10")]] == 1
    assert at.cells.count(0) == POINTS - 1
    assert PENTE.to_act(at) == Seat(1)


def test_blacks_first_stone_goes_anywhere_empty() -> None:
    assert set(PENTE.legal_moves(start())) == set(NAMES) - {"k10"}


# --- the opening rule, on all 361 points


@pytest.mark.parametrize("rule", ["tournament", "free"])
def test_whites_second_stone(rule: str) -> None:
    at = play(start(rule), "a1")
    for point, name in enumerate(NAMES):
        column, row = point % SIZE, point // SIZE
        near = max(abs(column - 9), abs(row - 9)) < 3
        free = name not in ("k10", "a1")
        assert PENTE.is_legal(at, name) == (free and (rule == "free" or not near)), name
    assert all(PENTE.is_legal(at, Move(name)) for name in ("n10", "n12", "n13", "k7"))


def test_the_rule_binds_only_that_stone() -> None:
    at = play(start(), "a1 n10")
    assert PENTE.is_legal(at, Move("l10"))
    assert PENTE.is_legal(play(at, "b1"), Move("l10"))


def test_in_two_against_two_it_binds_the_second_seat_of_team_a() -> None:
    at = play(start(seats=4), "a1")
    assert PENTE.to_act(at) == Seat(2)
    assert not PENTE.is_legal(at, Move("l10"))
    at = play(at, "n10")
    assert PENTE.to_act(at) == Seat(3)


# --- fives, everywhere


@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
def test_every_five_wins_whichever_stone_comes_last(axis: tuple[int, int]) -> None:
    """Field report 78: every row, column, diagonal, edge and corner."""
    for run in runs(5, axis):
        for last in run:
            stones = " ".join(NAMES[point] for point in run if point != last)
            at = PENTE.play(position(white=stones), NAMES[last])
            assert at.over is Termination.FIVE
            assert set(at.line) == set(run)


@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
def test_no_four_wins(axis: tuple[int, int]) -> None:
    for run in runs(4, axis):
        stones = " ".join(NAMES[point] for point in run[:-1])
        assert PENTE.play(position(white=stones), NAMES[run[-1]]).over is None


def test_no_five_wraps_round_an_edge() -> None:
    for step in (1, SIZE - 1, SIZE, SIZE + 1):
        for first in range(POINTS - 4 * step):
            run = [first + step * n for n in range(5)]
            columns = [point % SIZE for point in run]
            if max(abs(a - b) for a, b in pairwise(columns)) <= 1:
                continue
            stones = " ".join(NAMES[point] for point in run[:-1])
            assert PENTE.play(position(black=stones, to_move="black"), NAMES[run[-1]]).over is None


@pytest.mark.parametrize("length", [6, 7, 8, 9])
def test_overlines_win(length: int) -> None:
    for run in [run for axis in AXES.values() for run in runs(length, axis)[::7]]:
        middle = run[length // 2]
        stones = " ".join(NAMES[point] for point in run if point != middle)
        at = PENTE.play(position(black=stones, to_move="black"), NAMES[middle])
        assert at.over is Termination.FIVE
        assert len(at.line) == length


def test_a_five_that_a_capture_could_break_wins_at_once() -> None:
    """Field report 80: f11 g11 could be taken at e11, but the game is over."""
    at = position(white="c10 d10 e10 f10 f11", black="f12", to_move="white")
    won = play(at, "g10")
    assert won.over is Termination.FIVE
    assert PENTE.to_act(won) is None
    assert PENTE.legal_moves(won) == ()
    outcome = PENTE.outcome(won)
    assert outcome is not None
    assert outcome.winner == 0


# --- captures


EIGHT = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]


def away(name: str, direction: tuple[int, int], steps: int) -> str | None:
    column, row = COLUMNS.index(name[0]) + direction[0] * steps, int(name[1:]) - 1
    row += direction[1] * steps
    inside = 0 <= column < SIZE and 0 <= row < SIZE
    return NAMES[row * SIZE + column] if inside else None


@pytest.mark.parametrize("direction", EIGHT)
def test_a_pair_is_taken_in_each_direction_everywhere(direction: tuple[int, int]) -> None:
    for name in NAMES:
        near, middle, far = (away(name, direction, n) for n in (1, 2, 3))
        if far is None:
            continue
        at = play(position(white=far, black=f"{near} {middle}"), name)
        assert {NAMES[point] for point in at.taken} == {near, middle}
        assert at.pairs == (1, 0)


@pytest.mark.parametrize("enemies", [1, 3, 4])
@pytest.mark.parametrize("direction", EIGHT)
def test_never_one_and_never_three(direction: tuple[int, int], enemies: int) -> None:
    between = [away("k10", direction, n) for n in range(1, enemies + 1)]
    far = away("k10", direction, enemies + 1)
    at = play(position(white=str(far), black=" ".join(map(str, between))), "k10")
    assert at.taken == ()


def test_several_pairs_at_once() -> None:
    """Field report 82: eight directions, sixteen stones, and that is five pairs and more."""
    pairs = [(away("k10", d, 1), away("k10", d, 2), away("k10", d, 3)) for d in EIGHT]
    black = " ".join(f"{near} {middle}" for near, middle, _ in pairs)
    white = " ".join(str(far) for *_, far in pairs)
    at = play(position(white=white, black=black), "k10")
    assert len(at.taken) == 16
    assert at.pairs == (8, 0)
    assert at.over is Termination.PAIRS


def test_captures_stop_at_the_edge() -> None:
    assert play(position(black="b1 a1"), "c1").taken == ()
    assert play(position(black="s19 t19", white="a1"), "r19").taken == ()
    assert play(position(black="t5 a6", white="b6"), "s5").taken == ()  # not round the edge


def test_moving_between_two_enemies_is_safe() -> None:
    at = position(white="k10", black="j10 m10")
    entered = play(at, "l10")
    assert entered.taken == ()
    assert play(entered, "a1").cells[POINT_OF[Move("k10")]] == 1


def test_the_pair_is_taken_only_by_the_stone_that_flanks_it() -> None:
    at = position(white="j10 m10", black="k10 l10")  # flanked already, by whatever way
    assert play(at, "a1").taken == ()


def test_an_own_stone_does_not_end_a_pair_of_mixed_colours() -> None:
    assert play(position(white="m10 l10", black="k10"), "j10").taken == ()


def test_captured_points_are_free_for_both() -> None:
    at = play(position(white="n10", black="l10 m10"), "k10")
    assert PENTE.is_legal(at, Move("l10"))
    again = play(at, "l10")  # black again, between two whites: safe
    assert again.cells[POINT_OF[Move("l10")]] == 2
    assert again.taken == ()
    assert PENTE.is_legal(again, Move("m10"))


# --- both ways of winning


def test_the_fifth_pair_wins() -> None:
    at = play(position(white="n10", black="l10 m10", pairs=(4, 4)), "k10")
    assert at.pairs == (5, 4)
    assert at.over is Termination.PAIRS
    outcome = PENTE.outcome(at)
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (0, (5, 4))


def test_the_fourth_pair_does_not() -> None:
    assert play(position(white="n10", black="l10 m10", pairs=(3, 4)), "k10").over is None


def test_five_and_fifth_pair_by_one_stone() -> None:
    at = position(white="g10 h10 j10 f10 n10", black="l10 m10", pairs=(4, 0))
    won = play(at, "k10")
    assert (won.over, won.pairs) == (Termination.FIVE, (5, 0))


def test_black_wins_too() -> None:
    won = play(position(black="a1 a2 a3 a4", to_move="black"), "a5")
    outcome = PENTE.outcome(won)
    assert outcome is not None
    assert outcome.winner == 1


def test_a_full_board_is_a_draw() -> None:
    """Field report 81. Columns in turn, shifted every two rows: no five, and at a1 no capture."""
    white = [n for i, n in enumerate(NAMES) if n != "a1" and (i % SIZE + i // SIZE // 2) % 2]
    black = [n for n in NAMES if n != "a1" and n not in white]
    drawn = play(position(" ".join(white), " ".join(black)), "a1")
    assert drawn.taken == ()
    assert drawn.over is Termination.FULL_BOARD
    outcome = PENTE.outcome(drawn)
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.winners == {0, 1}


# --- two against two


def test_four_seats_move_in_turn_and_share_colour_and_pairs() -> None:
    at = start(seats=4)
    order = []
    for move in ("l10", "n10", "m10", "k13"):
        order.append(PENTE.to_act(at))
        at = PENTE.play(at, Move(move))
    assert order == [1, 2, 3, 0]
    setup = Setup(4)
    assert [PENTE.side_of(setup, Seat(i)) for i in range(4)] == [0, 1, 0, 1]
    view = PENTE.look(position(white="n10", black="l10 m10", seats=4))
    assert view.tallies == (0, 0, 0, 0)


# --- refusals and the second referee


@pytest.mark.parametrize("move", ["k10", "u1", "a20", "a0", "i5", "pass", "", "K11"])
def test_what_is_no_move_is_refused(move: str) -> None:
    with pytest.raises(Refused) as caught:
        PENTE.play(start(), Move(move))
    assert caught.value.reason is Reason.ILLEGAL_MOVE


@given(st.integers(0, 2**32), st.booleans())
def test_a_second_referee_agrees(seed: int, rule: bool) -> None:
    """Crowded games, so that captures and fives come often."""
    chance = random.Random(seed)
    size = chance.randint(5, 9)
    names = [
        n for i, n in enumerate(NAMES) if 5 <= i % SIZE < 5 + size and 5 <= i // SIZE < 5 + size
    ]
    at, referee = start("tournament" if rule else "free"), Referee(rule)
    referee.place("k10")
    for _ in range(120):
        assert all(PENTE.is_legal(at, name) == referee.may(name) for name in names)
        legal = [name for name in names if referee.may(name)]
        if not legal:
            break
        move = chance.choice(legal)
        at, taken = PENTE.play(at, move), referee.place(move)
        assert sorted(NAMES[point] for point in at.taken) == taken
        assert at.pairs == (referee.pairs["white"], referee.pairs["black"])
        cells = {NAMES[i]: cell for i, cell in enumerate(at.cells) if cell}
        assert len(cells) == len(referee.stones)
        outcome = PENTE.outcome(at)
        assert (referee.won is None) == (outcome is None)
        if outcome is not None:
            assert outcome.winner == (0 if referee.won == "white" else 1)
