"""What the advisor says of throws, with tables of any numbers."""

import msgspec
import pytest

from core.chance import Chance
from core.game import Setup
from core.games.dice.advisor import Advisor, sheet_of
from core.games.dice.rules import DICE, Position, View
from core.games.dice.sheet import Sheet
from core.games.dice.values import Aim
from core.types import Move
from tests.core.games.dice.brute import THROWS
from tests.core.games.dice.sheets import at, sheet
from tests.core.games.dice.tables import stored

ADVISOR = Advisor(stored(Aim.MEAN), stored(Aim.WIN))
LAST = {2: 7, 3: 7, 5: 7}
"""A list with which the next reject ends the game."""


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize("steps", [1, 2])
def test_all_splits_are_told_best_first(aim: Aim, steps: int) -> None:
    view = DICE.look(at(sheet({8: 3, 4: 5}, {6: 2}), "14256"))
    options = ADVISOR.advise(view, aim, steps)
    assert {option.move for option in options} == set(view.legal)
    worths = [option.by(aim) for option in options]
    assert worths == sorted(worths, reverse=True)
    assert all(0 <= option.chance <= 1 for option in options)


def test_one_step_is_what_the_table_says_of_the_sheet_after() -> None:
    """A choice of which nothing is left to learn: what ends the game has its exact score."""
    position = at(sheet({7: 9, 2: 4, 12: 10}, LAST), "11666")
    with pytest.raises(ValueError, match="nothing"):
        ADVISOR.advise(DICE.look(at(sheet({7: 9}, {1: 8}), "")), Aim.MEAN)
    assert DICE.look(position).free
    ending = at(sheet({7: 9, 2: 4, 12: 10}, LAST), "11256")
    for option in ADVISOR.advise(DICE.look(ending), Aim.MEAN):
        assert option.points == DICE.play(ending, option.move).sheet.total
        assert option.chance == (option.points >= 500)


@pytest.mark.parametrize("steps", [1, 2])
def test_between_games_that_miss_500_the_points_decide(steps: int) -> None:
    view = DICE.look(at(sheet({7: 9, 2: 4}, LAST), "11256"))
    options = ADVISOR.advise(view, Aim.WIN, steps)
    assert {option.chance for option in options} == {0}
    points = [option.points for option in options]
    assert points == sorted(points, reverse=True)


def brute(position: Position, left: int) -> float:
    """The best of that many throws, this one included, by the rules and one table's last word."""
    best = -1e9
    for move in DICE.legal_moves(position):
        after = DICE.play(position, move).sheet
        if after.is_over:
            worth = float(after.total)
        elif left == 1:
            worth = said(position.sheet, move, after)
        else:
            worth = sum(
                count * brute(Position(None, after, dice), left - 1)
                for dice, count in THROWS.items()
            ) / sum(THROWS.values())
        best = max(best, worth)
    return best


def said(before: Sheet, move: Move, after: Sheet) -> float:
    """A table's word on a game that goes on, asked by way of the view."""
    throw = tuple(int(die) for die in move if die.isdigit())
    view = DICE.look(Position(None, before, throw))
    assert not after.is_over
    return ADVISOR.worths(view, Aim.MEAN)[move]


@pytest.mark.parametrize("throw", ["11666", "11256", "44616"])
def test_two_steps_are_the_mean_over_two_throws(throw: str) -> None:
    """On an ending that is nearly over: by all throws of the next round, split by the rules."""
    position = at(sheet({7: 9, 2: 4, 12: 8, 10: 6, 8: 5}, LAST), throw)
    assert DICE.look(position).free == (throw != "11256")
    best = ADVISOR.advise(DICE.look(position), Aim.MEAN, steps=2)[0]
    assert best.points == pytest.approx(brute(position, 2))


def test_what_the_advisor_sees_has_no_seed() -> None:
    """Nor the text that completes it: it is asked about views, and these hold neither."""
    chance = Chance(b"a seed that is secret, 32 bytes.", "a label", "a client")
    view = DICE.look(DICE.start(Setup(1, chance=chance)))
    written = msgspec.json.encode(view)
    for secret in (chance.seed, chance.seed.hex().encode(), b"a label", b"a client"):
        assert secret not in written
    again = msgspec.json.decode(written, type=View)
    assert ADVISOR.advise(again, Aim.WIN) == ADVISOR.advise(view, Aim.WIN)


def test_a_view_shows_its_sheet() -> None:
    there = sheet({2: 1, 12: 12}, {6: 2, 1: 5})
    assert sheet_of(DICE.look(at(there, "12345"))) == there
