"""The bench of the start, in its shortest form."""

import pytest

from bench import start
from bench.form import Result


def test_it_starts_and_says_how_long_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "ROUNDS", 1)
    results = {result.name: result for line in start.run([]) if (result := Result.parse(line))}
    assert set(results) == {
        "start.imports",
        "start.cpu",
        "start.ready",
        "start.python",
        "start.floor_ratio",
        "meta.spread",
    }
    assert results["start.ready"].number > results["start.python"].number
    assert results["start.ready"].unit == "s"
