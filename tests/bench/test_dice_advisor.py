"""The bench of dice players measures what it says."""

import numpy as np
import pytest

from bench import dice_advisor
from bench.__main__ import goals_of
from bench.form import Result
from core.game import Setup
from core.games.dice.advisor import Advisor
from core.games.dice.engine import STEPS, TASTES
from core.games.dice.rules import DICE
from core.games.dice.values import Aim, Values
from core.types import Level
from tests.core.games.dice.tables import shipped


def test_every_player_has_its_lines_with_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice_advisor, "_TIMED", 2)
    results = [Result.parse(text) for text in dice_advisor.run(["20"])]
    assert None not in results
    names = {result.name for result in results if result}
    for player in (*dice_advisor.LINES.values(), "strong", "p500", "two_step_plain"):
        parts = ("mean", "mean_within", "p500", "p500_within")
        assert {f"{player}.{part}" for part in parts} <= names
    assert set(dice_advisor.LINES) == set(TASTES)
    assert set(goals_of("dice-advisor")) <= names


def test_a_game_is_the_same_game_each_time() -> None:
    level = Level("methodical")
    totals = [dice_advisor.tasted(level, number) for number in range(6)]
    assert totals == [dice_advisor.tasted(level, number) for number in range(6)]
    assert len(set(totals)) > 1


@pytest.mark.parametrize(("level", "steps"), STEPS.items())
def test_compiled_games_are_those_of_the_shipped_player(level: Level, steps: int) -> None:
    """Throw for throw: what is measured is what is shipped."""
    games = range(40 // steps**3)
    totals, _ = dice_advisor.learned(Aim.MEAN, games, steps)
    assert totals.tolist() == [dice_advisor.tasted(level, number) for number in games]


def test_the_luck_taken_off_is_what_the_table_foresaw() -> None:
    _, luck = dice_advisor.learned(Aim.WIN, [5])
    advisor, values = (
        Advisor(shipped(Aim.MEAN), shipped(Aim.WIN)),
        Values(shipped(Aim.WIN), Aim.WIN),
    )
    position, foreseen = DICE.start(Setup(1, chance=dice_advisor.chance(5))), 0.0
    while position.throw:
        best = advisor.advise(DICE.look(position), Aim.WIN)[0]
        foreseen += best.chance - values.ahead(position.sheet)
        position = DICE.play(position, best.move)
    assert luck.tolist() == [pytest.approx(foreseen, abs=1e-5)]


def test_games_that_outlast_their_throws_are_played_with_more() -> None:
    usual, _ = dice_advisor.learned(Aim.MEAN, range(30))
    short, _ = dice_advisor.learned(Aim.MEAN, range(30), rolls=9)
    assert np.array_equal(usual, short)
