"""The adviser as it is asked for hints and reviews."""

import pytest

from core.engine import Advice, AdviceRequest, Effort, Stop
from core.games.dice.advice import DiceAdviser
from core.games.dice.advisor import Advisor
from core.games.dice.rules import DICE, Position
from core.games.dice.values import Aim
from core.types import Move
from tests.core.games.dice.sheets import at, sheet
from tests.core.games.dice.tables import shipped

ADVISOR = Advisor(shipped(Aim.MEAN), shipped(Aim.WIN))
ADVISER = DiceAdviser(ADVISOR)
MIDDLE = at(sheet({7: 3, 4: 1, 10: 5}, {1: 2}), "14466")


def advise(position: Position, asked: AdviceRequest, stop: Stop | None = None) -> Advice:
    limit = ADVISER.limit(asked.effort)
    return ADVISER.advise(DICE.look(position), asked, limit, stop or Stop())


@pytest.mark.parametrize("effort", Effort)
def test_the_best_three_with_total_and_chance(effort: Effort) -> None:
    told = advise(MIDDLE, AdviceRequest(effort, candidates=3))
    options = ADVISOR.advise(DICE.look(MIDDLE), Aim.MEAN, steps=2)[:3]
    assert [idea.move for idea in told.candidates] == [option.move for option in options]
    assert [idea.score for idea in told.candidates] == [round(option.points) for option in options]
    assert [idea.chance for idea in told.candidates] == [
        round(1000 * each.chance) for each in options
    ]
    assert all(idea.line == (idea.move,) and not idea.proved for idea in told.candidates)
    assert told.played is None


def test_what_was_played_is_told_too() -> None:
    worst = ADVISOR.advise(DICE.look(MIDDLE), Aim.MEAN, steps=2)[-1]
    told = advise(MIDDLE, AdviceRequest(Effort.REVIEW, played=worst.move))
    assert len(told.candidates) == 1
    assert told.played is not None
    assert (told.played.move, told.played.score) == (worst.move, round(worst.points))
    assert advise(MIDDLE, AdviceRequest(Effort.REVIEW, played=Move("1+1 1+1 1"))).played is None


def test_the_last_choice_is_known() -> None:
    ending = at(sheet({7: 9, 12: 10, 10: 8}, {2: 7, 3: 7, 5: 7}), "11256")
    for idea in advise(ending, AdviceRequest(Effort.HINT, candidates=15)).candidates:
        after = DICE.play(ending, idea.move).sheet
        assert idea.proved == after.is_over
        assert (idea.score, idea.chance) == (after.total, 1000 * (after.total >= 500))


def test_where_the_time_is_up_one_step_has_to_do() -> None:
    stop = Stop()
    stop.set()
    told = advise(MIDDLE, AdviceRequest(Effort.HINT), stop)
    assert told.cut
    assert told.candidates[0].move == ADVISOR.advise(DICE.look(MIDDLE), Aim.MEAN)[0].move


def test_where_nothing_is_thrown_there_is_no_advice() -> None:
    with pytest.raises(ValueError, match="nothing"):
        advise(at(sheet(rejects={3: 8}), ""), AdviceRequest(Effort.HINT))
