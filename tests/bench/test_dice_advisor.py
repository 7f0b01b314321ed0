"""The bench of dice players measures what it says."""

from bench import dice_advisor
from bench.__main__ import goals_of
from bench.form import Result
from core.games.dice.rules import DICE


def test_every_level_has_its_lines_with_intervals() -> None:
    results = [Result.parse(text) for text in dice_advisor.run(["3"])]
    assert None not in results
    names = {result.name for result in results if result}
    parts = ("mean", "mean_within", "p500", "p500_within")
    assert names == {f"{level}.{part}" for level in dice_advisor.LINES.values() for part in parts}
    assert set(dice_advisor.LINES) == set(DICE.levels)
    assert set(goals_of("dice-advisor")) <= names


def test_a_game_is_the_same_game_each_time() -> None:
    level = DICE.levels[-1]
    totals = [dice_advisor.play(level, number) for number in range(6)]
    assert totals == [dice_advisor.play(level, number) for number in range(6)]
    assert len(set(totals)) > 1
