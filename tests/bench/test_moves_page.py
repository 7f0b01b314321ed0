"""The bench of a move on the page measures what it says, on few moves."""

import pytest

from bench import moves
from bench.form import Result
from bench.moves_page import run


def test_the_lines() -> None:
    results = {}
    for text in run(warm_up=4, rounds=2, count=20):
        result = Result.parse(text)
        assert result is not None
        results[result.name] = result
    move, echo = results["page.move"].number, results["page.echo"].number
    assert results["page.noop"].number > 0
    assert abs(results["page.house"].number - (move - echo)) < 1 + 0.001 * move
    assert abs(results["page.echo_ratio"].number - move / echo) < 0.01 * move / echo
    assert results["page.p50"].number <= results["page.p99"].number
    assert {each.unit for each in results.values()} == {"us", "x", "ms"}


def test_a_platform_there_is_not() -> None:
    with pytest.raises(ValueError, match="letters"):
        list(moves.run(["letters"]))
