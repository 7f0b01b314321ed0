"""What the benches of a move have in common."""

import asyncio

import pytest

from bench import moving
from bench.form import Result


async def test_acts_are_shared_out_until_none_is_left() -> None:
    done = {"quick": 0, "slow": 0}

    async def act(name: str, turns: int) -> float:
        for _ in range(turns):
            await asyncio.sleep(0)
        done[name] += 1
        return float(turns)

    acts = (lambda: act("quick", 1), lambda: act("slow", 9))
    came = await moving.shared_out(30, acts)
    assert len(came) == 30 == sum(done.values())
    assert done["quick"] > done["slow"] > 0


def test_positions_are_of_whole_games() -> None:
    found = list(moving.positions())
    assert len(found) == moving.POSITIONS
    assert sum(position.to_act is None for position in found) > 5
    assert found == list(moving.positions())


def test_the_lines_are_of_the_fastest_rounds() -> None:
    cpu = {"noop": [9.0, 8.0], "echo": [100.0, 120.0], "move": [150.0, 130.0]}
    found = moving.Taken(cpu, [3.0, 1.0, 2.0])
    results = {r.name: r.number for line in found.lines("paper") if (r := Result.parse(line))}
    assert results["paper.noop"] == 8
    assert results["paper.house"] == 30
    assert results["paper.echo_ratio"] == 1.3
    assert (results["paper.p50"], results["paper.p99"]) == (2, 3)
    assert results["meta.spread"] == 1.1


async def test_the_other_side_may_not_end_unasked() -> None:
    async with moving.people("bench.telegram_people") as others:
        assert set(others.told) == {"urls", "token"}
        others._process.kill()
        with pytest.raises(RuntimeError, match="ended"):
            await others.hear()
