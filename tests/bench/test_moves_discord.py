"""The bench of moves on Discord runs, and says what it has to say. Its figures are not judged."""

from bench import moves_discord
from bench.form import Result


def test_its_lines() -> None:
    results = [Result.parse(line) for line in moves_discord.run(warm_up=4, rounds=1, count=16)]
    named = {result.name: result.number for result in results if result}
    assert set(named) == {
        "discord.noop",
        "discord.move",
        "discord.echo",
        "discord.echo_ratio",
        "discord.house",
        "discord.p50",
        "discord.p99",
        "meta.spread",
    }
    assert named["discord.noop"] > 0
    assert named["discord.p50"] <= named["discord.p99"]
