"""Golden score sheets, the examples of the rules, and what holds in every game."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Chance, roll
from core.errors import Reason
from core.game import Line, Setup, Termination
from core.games.dice.rules import ALONE, DICE, WIN, Pile, Position, View
from core.games.dice.sheet import Sheet
from core.types import Move, Side
from tests.core.games.dice.sheets import at, rounds, sheet
from tests.core.refusals import refusal

SEED = bytes(range(32))
CHANCE = Chance(SEED, "demo-1", "alice")


def start(chance: Chance | None = CHANCE) -> Position:
    return DICE.start(Setup(1, chance=chance))


def legal(position: Position) -> set[str]:
    return set(DICE.legal_moves(position))


# --- the examples of the rules -------------------------------------------------------------------


def test_a_listed_value_that_was_thrown_has_to_be_left_over() -> None:
    assert legal(at(sheet(rejects={1: 1, 3: 1, 5: 1}), "14466")) == {"4+4 6+6 1", "4+6 4+6 1"}


def test_where_none_was_thrown_the_ride_is_free() -> None:
    position = at(sheet(rejects={1: 1, 3: 1, 5: 1}), "24466")
    assert {"2+4 6+6 4", "2+4 4+6 6"} < legal(position)
    assert len(legal(position)) == 6
    view = DICE.look(position)
    assert view.free
    assert view.lines == (Line("dice_free_ride"),)


# --- golden score sheets: each round's split, the total after it ---------------------------------

EXACTLY_500 = """
    1+1 3+4 6 | -400
    1+1 3+4 6 | -400
    1+1 3+4 6 | -400
    1+1 3+4 6 | -400
    1+1 3+4 6 | 0
    1+1 2+4 6 | -100
    1+1 2+4 6 | 0
    1+1 2+4 5 | 100
    1+1 2+4 5 | 200
    1+1 2+4 6 | 500
"""

JUST_SHORT = """
    1+1 3+4 6 | -400
    1+1 3+4 6 | -400
    1+1 3+4 6 | -400
    1+1 3+4 6 | -400
    1+1 3+4 6 | 0
    1+1 2+4 6 | -100
    1+1 2+4 6 | 0
    1+1 2+4 5 | 100
    1+1 2+4 5 | 200
    2+4 3+4 6 | 430
"""

NEGATIVE_WITH_ONE_VALUE_LISTED = """
    1+1 2+2 3 | -400
    1+2 4+4 3 | -800
    1+4 5+5 3 | -1200
    1+5 5+6 3 | -1600
    1+6 6+6 3 | -2000
    4+5 4+5 3 | -2200
    1+1 2+2 3 | -2200
    1+1 6+6 3 | -2200
"""

FREE_RIDE = """
    3+4 3+5 6 | -400
    3+4 3+5 2 | -400
    3+4 4+4 1 | -400
    3+4 3+5 4* | -400
    3+4 3+5 5* | 0
    3+3 3+4 6 | -170
"""

OVER_TEN = """
    1+6 2+5 3 | -200
    1+6 2+5 3 | -200
    1+6 2+5 3 | 30
    1+6 2+5 3 | 90
    1+6 2+5 3 | 150
    1+6 2+5 3 | 150
    1+6 2+5 3 | 150
    1+6 2+5 3 | 150
"""

EXACTLY_FIVE = """
    2+5 3+4 1 | -200
    2+5 3+4 1 | -200
    2+5 2+6 1 | -200
"""

REPEATED_BEFORE_THE_LIST_IS_FULL = """
    3+4 3+5 6 | -400
    3+4 3+5 6 | -400
    3+4 3+6 6 | -600
    3+4 3+6 2 | -600
    3+4 3+6 6 | -400
    3+4 3+6 1 | -370
    3+4 3+5 6 | -340
    3+4 4+4 6 | -310
"""

SHEETS = {
    "exactly 500": EXACTLY_500,
    "just short": JUST_SHORT,
    "negative, one value listed": NEGATIVE_WITH_ONE_VALUE_LISTED,
    "free ride": FREE_RIDE,
    "over ten": OVER_TEN,
    "exactly five": EXACTLY_FIVE,
    "repeated before the list is full": REPEATED_BEFORE_THE_LIST_IS_FULL,
}


@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_the_total_after_each_round(text: str) -> None:
    totals = [int(line.partition("|")[2]) for line in text.splitlines() if line.strip()]
    played = list(rounds(re.sub(r" *\|.*", "", text)))
    assert [after.sheet.total for _, _, after in played] == totals
    gains = [after.gain for _, _, after in played]
    assert [sum(gains[: i + 1]) for i in range(len(gains))] == totals
    for number, (before, move, after) in enumerate(played, start=1):
        assert after.sheet.rounds == number
        assert after.last is not None
        assert after.last.move == move
        assert DICE.to_act(before) == ALONE


def last(text: str) -> Position:
    return list(rounds(re.sub(r" *\|.*", "", text)))[-1][2]


def test_exactly_five_hundred_is_a_win() -> None:
    position = last(EXACTLY_500)
    assert position.sheet.rejects == ((6, 8), (5, 2))
    assert position.sheet.of(2) == 10
    outcome = DICE.outcome(position)
    assert outcome is not None
    assert (outcome.termination, outcome.scores) == (Termination.EIGHTH_REJECT, (WIN,))
    assert outcome.winner == Side(0)


def test_fewer_are_none_and_nobody_has_won() -> None:
    outcome = DICE.outcome(last(JUST_SHORT))
    assert outcome is not None
    assert (outcome.winners, outcome.winner, outcome.scores) == (frozenset(), None, (430,))


def test_it_can_end_with_one_value_listed() -> None:
    position = last(NEGATIVE_WITH_ONE_VALUE_LISTED)
    assert position.sheet.rejects == ((3, 8),)
    assert position.sheet.is_over
    assert all(position.sheet.marks)  # every sum opened


def test_the_sums_of_the_last_round_count() -> None:
    """Seven rejects of 3, nine sevens: the round that ends it makes the tenth and eleventh."""
    before = at(sheet({7: 9}, {3: 7}), "16253")
    after = DICE.play(before, Move("1+6 2+5 3"))
    assert (after.sheet.of(7), after.gain, after.sheet.total) == (11, 30, 150)
    assert DICE.outcome(after) is not None
    assert (DICE.to_act(after), after.throw, DICE.legal_moves(after)) == (None, (), ())


def test_over_ten_there_are_marks_but_no_points() -> None:
    position = last(OVER_TEN)
    assert position.sheet.of(7) == 16
    seven = DICE.look(position).sums[7 - 2]
    assert (seven.marks, seven.worth, seven.after) == (16, 150, 150)


def test_five_marks_are_worth_nothing() -> None:
    assert last(EXACTLY_FIVE).sheet.of(7) == 5
    seven = DICE.look(last(EXACTLY_FIVE)).sums[7 - 2]
    assert (seven.worth, seven.after) == (0, 30)


# --- legality ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    ["", "pass", "nonsense", "1+6 2+5 4", "6+1 2+5 3", "1+2 3+4 6", "1+6 2+5 3 ", "1+6 2+5 3*"],
)
def test_only_the_dice_that_were_thrown_and_only_as_written(move: str) -> None:
    refused = refusal(DICE.play, at(Sheet(), "16253"), Move(move))
    assert refused is not None
    assert (refused.reason, refused.details) == (Reason.ILLEGAL_MOVE, {"move": move})


def test_before_the_press_that_follows_the_commitment_nothing_is_thrown() -> None:
    for chance in (None, replace(CHANCE, client=None)):
        position = start(chance)
        assert (position.throw, DICE.legal_moves(position)) == ((), ())
        assert DICE.to_act(position) == ALONE
        assert DICE.outcome(position) is None
        assert refusal(DICE.play, position, Move("1+6 2+5 3")) is not None
        assert DICE.look(position).sums == DICE.look(start()).sums


def test_at_most_fifteen_choices_then_nine_and_six_on_a_free_ride() -> None:
    """Every throw, on every list of rejects there can be."""
    throws = ["".join(map(str, dice)) for dice in combinations_with_replacement(range(1, 7), 5)]
    listed = [values for n in range(4) for values in combinations(range(1, 7), n)]
    most: dict[str, int] = {}
    for values in listed:
        ticked = sheet(rejects=dict.fromkeys(values, 1))
        for throw in throws:
            position = at(ticked, throw)
            kind = "free" if ticked.is_free(position.throw) else str(ticked.is_full)
            count = len(DICE.legal_moves(position))
            assert count >= 1
            most[kind] = max(most.get(kind, 0), count)
    assert most == {"False": 15, "True": 9, "free": 6}


# --- what holds in every game --------------------------------------------------------------------


def along(chance: Chance, lots: st.DataObject) -> list[Position]:
    """A game with choices drawn from `lots`."""
    played = [start(chance)]
    while moves := DICE.legal_moves(played[-1]):
        played.append(DICE.play(played[-1], lots.draw(st.sampled_from(moves))))
    return played


@given(st.binary(min_size=32, max_size=32), st.data())
def test_the_throw_of_a_round_never_depends_on_choices(seed: bytes, lots: st.DataObject) -> None:
    chance = Chance(seed, "label", "client")
    for number, position in enumerate(along(chance, lots), start=1):
        if DICE.outcome(position) is None:
            assert position.throw == roll(chance, number)


@given(st.binary(min_size=32, max_size=32), st.data())
def test_a_view_knows_this_throw_and_nothing_else_of_the_chance(
    seed: bytes, lots: st.DataObject
) -> None:
    """The same sheet and throw under another seed look the same, so no coming throw can be in it;
    and what is written of it does not hold the seed."""
    for position in along(Chance(seed, "the label", "the client"), lots):
        view = DICE.look(position)
        other = replace(position, chance=Chance(bytes(32), "x", "y"))
        assert DICE.look(other) == view
        assert DICE.look(replace(position, chance=None)) == view
        written = msgspec.json.encode(view).decode()
        assert not any(secret in written for secret in (seed.hex(), "the label", "the client"))
        assert msgspec.json.decode(written, type=View) == view


@given(st.binary(min_size=32, max_size=32), st.data())
def test_a_view_says_what_changed_last(seed: bytes, lots: st.DataObject) -> None:
    before: View | None = None
    for position in along(Chance(seed, "label", "client"), lots):
        view = DICE.look(position)
        made = {line.value: line.new for line in view.sums if line.new}
        split = position.last
        if before is None or split is None:
            assert (made, view.last, view.gain) == ({}, None, 0)
        else:
            assert made == {value: split.sums.count(value) for value in split.sums}
            assert [line.marks - line.new for line in view.sums] == [x.marks for x in before.sums]
            assert view.total == before.total + view.gain
            assert view.last_free == before.free
            new = [pile.value for pile in view.piles if pile.new]
            assert new == ([] if view.last_free else [split.reject])
            assert sum(x.marks for x in view.piles) == sum(x.marks for x in before.piles) + len(new)
        assert view.tallies == (view.total,) == (sum(line.worth for line in view.sums),)
        before = view


def test_what_a_line_is_worth_now_and_with_one_mark_more() -> None:
    ticked = sheet({2: 10, 3: 9, 4: 6, 5: 5, 6: 4, 7: 1}, {6: 3, 2: 1})
    view = DICE.look(at(ticked, "16253"))
    assert [(line.value, line.worth, line.after) for line in view.sums] == [
        (2, 500, 500),
        (3, 280, 350),
        (4, 60, 120),
        (5, 0, 50),
        (6, -200, 0),
        (7, -200, -200),
        (8, 0, -200),
        (9, 0, -200),
        (10, 0, -200),
        (11, 0, -200),
        (12, 0, -200),
    ]
    assert view.piles == (Pile(6, 3, 0), Pile(2, 1, 0))
    assert view.total == 440


def test_a_game_folds_from_its_choices_alone() -> None:
    """The published chance, played by the first split each time, twice."""
    folds: list[Mapping[str, object]] = []
    for _ in range(2):
        position, moves = start(), []
        while legal := DICE.legal_moves(position):
            moves.append(legal[0])
            position = DICE.play(position, legal[0])
        folds.append({"moves": moves, "sheet": position.sheet})
    assert folds[0] == folds[1]
    first, second = start().throw, DICE.play(start(), Move("1+4 5+5 6")).throw
    assert (first, second) == ((4, 6, 1, 5, 5), (2, 2, 6, 2, 1))  # the published vectors
