"""The bench of the store, in a small form: it measures the shipped store and says all it has to."""

from pathlib import Path

import pytest

from bench import store
from bench.__main__ import goals_of
from bench.form import Result


def test_every_goal_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in (("ROUNDS", 1), ("MOVES", 160), ("STORED", 400)):
        monkeypatch.setattr(store, name, small)
    lines = store.run([str(tmp_path)])
    results = {result.name: result for line in lines if (result := Result.parse(line))}
    assert set(goals_of("store")) <= set(results)
    assert results["store.commits_per_move_16"].number <= 0.25
    assert results["store.slow_apart_16"].number > store.SLEPT * 1e3
    parts = results["store.slow_apart_16"].number / results["store.slow_16"].number
    assert results["store.slow_ratio_16"].number == pytest.approx(parts, rel=0.01)
    assert list(tmp_path.iterdir()) == []


def test_the_moves_are_made_of_a_match_in_its_middle() -> None:
    match = store.thirty_plies()
    assert len(match.plies) == 30
    assert not match.is_over
