"""The computer players as the worker asks them: a view, a level, a limit and a salt."""

from statistics import fmean

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Chance
from core.engine import Choice, Limit, Stop, salt_for
from core.game import Setup
from core.games.dice.advisor import Advisor
from core.games.dice.engine import STEPS, TASTES, DiceEngine
from core.games.dice.rules import DICE, Position, View
from core.games.dice.sheet import Sheet
from core.games.dice.values import Aim
from core.types import Level, MatchId
from tests.core.games.dice.sheets import at, sheet
from tests.core.games.dice.tables import shipped, stored

GREEDY, CAREFUL, METHODICAL, SHREWD, FARSIGHTED = DICE.levels
ENGINE = DiceEngine(shipped(Aim.MEAN))
SALT = salt_for(MatchId("aaaaaaaaaaaaa"), 7)


def choose(position: Position, level: Level, salt: bytes = SALT) -> Choice:
    view = DICE.look(position)
    return ENGINE.choose(view, level, ENGINE.limit(level), salt, Stop())


def total(level: Level, number: int) -> int:
    """What a level makes of one game; also that every choice on the way is legal."""
    position = DICE.start(Setup(1, chance=Chance(bytes([number] * 32), "a test", "")))
    while position.throw:
        position = DICE.play(position, choose(position, level).move)
    return position.sheet.total


def test_every_level_has_a_taste_or_looks_so_far_ahead() -> None:
    assert (*TASTES, *STEPS) == DICE.levels


def test_each_level_scores_clearly_more_than_the_one_below() -> None:
    """Sixty games each on the same throws: the means lie some 300, 200 and 100 apart. What two
    steps bring beyond one is less than these games can tell (`bench/dice_advisor.py`)."""
    greedy, careful, methodical, shrewd = (
        fmean(total(level, number) for number in range(60)) for level in DICE.levels[:-1]
    )
    assert greedy < careful - 100
    assert careful < methodical - 50
    assert methodical < shrewd - 20
    assert greedy < 0 < methodical


@given(st.binary(max_size=32), st.sampled_from(DICE.levels), st.integers(0, 1000))
def test_the_same_question_has_the_same_answer(salt: bytes, level: Level, number: int) -> None:
    position = DICE.start(Setup(1, chance=Chance(bytes(32), str(number), "")))
    choice = choose(position, level, salt)
    assert choice == choose(position, level, salt)
    assert choice.move in DICE.legal_moves(position)
    assert choice.line == (choice.move,)
    assert not choice.cut


def test_between_equals_the_salt_decides() -> None:
    """Three splits of these open one sum only."""
    salts = [salt_for(MatchId("a"), turn) for turn in range(40)]
    chosen = {choose(at(Sheet(), "12345"), GREEDY, salt).move for salt in salts}
    assert chosen == {"1+4 2+3 5", "1+5 2+4 3", "2+5 3+4 1"}


def test_the_greedy_one_takes_the_points() -> None:
    """The tenth mark of 12 brings 100, the fifth of 5 brings 200."""
    position = at(sheet({12: 9, 5: 4}), "66145")
    assert choose(position, GREEDY).move == "1+4 6+6 5"


def test_the_careful_one_opens_nothing_that_it_need_not() -> None:
    position = at(sheet({7: 1, 6: 1}), "34246")
    assert choose(position, CAREFUL).move == "2+4 3+4 6"


def test_the_methodical_one_leaves_the_outer_dice_over() -> None:
    assert choose(at(sheet({7: 6}), "16346"), METHODICAL).move.endswith((" 1", " 6"))


def test_the_methodical_one_keeps_the_piles_level() -> None:
    position = at(sheet({8: 6}, {1: 6, 6: 2, 2: 1}), "44261")
    assert not choose(position, METHODICAL).move.endswith(" 1")


def test_a_fully_marked_sum_is_worth_nothing_more() -> None:
    """Between a mark on a full 12 and one on a 7 that still pays, all prefer the 7."""
    full = at(sheet({12: 10, 7: 6, 8: 10}, {1: 1, 2: 1, 5: 1}), "66341")
    for level in TASTES:
        assert choose(full, level).move == "3+4 6+6 1"  # the 1 must be left over
    either = at(sheet({12: 10, 7: 6, 10: 6, 9: 6}), "66341")
    assert choose(either, GREEDY).move != "3+4 6+6 1"


def test_a_view_that_went_to_another_process_gets_the_same_answer() -> None:
    view = DICE.look(at(sheet({7: 3, 4: 1}, {1: 2}), "14466"))
    again = msgspec.json.decode(msgspec.json.encode(view), type=View)
    for level in DICE.levels:
        limit = ENGINE.limit(level)
        one, other = (ENGINE.choose(each, level, limit, SALT, Stop()) for each in (view, again))
        assert one == other


def test_where_nothing_is_thrown_nobody_is_to_act() -> None:
    for position in (DICE.start(Setup(1)), at(sheet(rejects={3: 8}), "")):
        with pytest.raises(ValueError, match="nobody"):
            ENGINE.choose(DICE.look(position), GREEDY, Limit(1, 1), SALT, Stop())


def test_who_goes_by_the_table_does_what_the_advisor_says() -> None:
    """And expects what it expects."""
    engine = DiceEngine(stored(Aim.MEAN))
    advisor = Advisor(stored(Aim.MEAN), stored(Aim.WIN))
    for throw in ("14466", "23512", "66661"):
        view = DICE.look(at(sheet({7: 3, 4: 1, 10: 5}, {1: 2}), throw))
        for level, steps in STEPS.items():
            best = advisor.advise(view, Aim.MEAN, steps)[0]
            choice = engine.choose(view, level, engine.limit(level), SALT, Stop())
            assert (choice.move, choice.score) == (best.move, round(best.points))
            assert (choice.depth, choice.cut) == (steps, False)


def test_where_the_time_is_up_the_first_step_counts() -> None:
    stop = Stop()
    stop.set()
    position = at(sheet({7: 3, 4: 1, 10: 5}, {1: 2}), "14466")
    view = DICE.look(position)
    choice = ENGINE.choose(view, FARSIGHTED, ENGINE.limit(FARSIGHTED), SALT, stop)
    assert choice.cut
    assert choice.move == choose(position, SHREWD).move
