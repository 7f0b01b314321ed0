"""The benches of the computer players, cut short."""

import pytest

from bench import engines, levels
from bench.__main__ import goals_of
from bench.form import Result
from core.games.reversi.rules import REVERSI


def results(lines: list[str]) -> dict[str, Result]:
    parsed = [Result.parse(line) for line in lines]
    return {result.name: result for result in parsed if result is not None}


def test_every_goal_of_the_engines_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in {"ROUNDS": 1, "HOPS": 10, "STARTS": 1, "KILLS": 1}.items():
        monkeypatch.setattr(engines, name, few)
    found = results(list(engines.run([])))
    goals = goals_of("engines")
    assert set(goals) <= set(found)
    assert {name: found[name].unit for name in goals} == {n: g.unit for n, g in goals.items()}
    assert found["engines.orphans"].number == 0


def test_levels_play_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, str]] = []

    def play(_: object, pair: tuple[str, str], lot: str, slowest: dict[str, float]) -> int | None:
        played.append(pair)
        slowest[pair[0]] = max(slowest[pair[0]], 0.25)
        return None if lot == "5/1" else 0  # the first opening is won by black, the second drawn

    monkeypatch.setattr(levels, "play", play)
    lines = list(levels.run(["reversi", "4", "--seed", "5"]))
    assert lines[:3] == [
        "# amateur against novice: 1-2-1, 15 to 85 %",
        "levels.step_1: 50 %",
        "levels.slowest_1: 0.25 s",
    ]
    measured = {f"levels.{what}_{step}" for what in ("step", "slowest") for step in range(1, 8)}
    assert set(results(lines)) == measured
    assert played[:2] == [("amateur", "novice"), ("novice", "amateur")]
    assert set(results(list(levels.run(["pente", "2", "--steps", "2", "7"])))) == {
        "levels.step_2",
        "levels.slowest_2",
        "levels.step_7",
        "levels.slowest_7",
    }


def test_a_game_between_levels_ends_and_repeats() -> None:
    weakest, stronger = REVERSI.levels[:2]
    slowest = {weakest: 0.0, stronger: 0.0}
    ends = [levels.play(REVERSI.id, (weakest, stronger), "3", slowest) for _ in range(2)]
    assert ends[0] == ends[1]
    assert all(0 < seconds < 5 for seconds in slowest.values())
