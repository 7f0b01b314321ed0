"""The bench of a move on Telegram measures what it says, on few moves."""

from bench.form import Result
from bench.moves_telegram import run


def test_the_lines() -> None:
    results = {}
    for text in run(warm_up=4, rounds=2, count=20):
        result = Result.parse(text)
        assert result is not None
        results[result.name] = result
    move, echo = results["telegram.move"].number, results["telegram.echo"].number
    assert results["telegram.noop"].number > 0
    assert abs(results["telegram.house"].number - (move - echo)) < 1 + 0.001 * move
    assert abs(results["telegram.echo_ratio"].number - move / echo) < 0.01
    assert results["telegram.p50"].number <= results["telegram.p99"].number
    assert {each.unit for each in results.values()} == {"us", "x", "ms"}
