"""Time, chance and steps: the real ones, and those that tests set."""

import signal
import subprocess
import sys
import time

import pytest

from bot.config import ForTesting
from bot.environment import clock, entropy_source, steps
from tests.process import ROOT, environment

DAY = 86_400_000


def test_the_time_is_the_systems() -> None:
    before = time.time_ns() // 1_000_000
    now = clock(ForTesting())()
    assert before <= now <= time.time_ns() // 1_000_000


@pytest.mark.parametrize("offset", [-5 * DAY, 3 * DAY])
def test_the_time_can_be_off(offset: int) -> None:
    shifted, real = clock(ForTesting(clock_offset=offset)), clock(ForTesting())
    assert abs(shifted() - real() - offset) < DAY


def test_chance_is_fresh() -> None:
    fresh = entropy_source(ForTesting())
    assert len({fresh(16) for _ in range(100)}) == 100
    assert len(fresh(32)) == 32


def test_chance_with_a_seed_repeats() -> None:
    first, second, other = (entropy_source(ForTesting(seed=seed)) for seed in ("a", "a", "b"))
    drawn = [first(size) for size in (32, 32, 5)]
    assert drawn == [second(size) for size in (32, 32, 5)]
    assert len(set(drawn)) == 3
    assert drawn[0] != other(32)


def test_steps_pass_by() -> None:
    step = steps(ForTesting())
    for name in ("received", "saved"):
        step(name)
    elsewhere = steps(ForTesting(kill_at="saved"))
    elsewhere("received")


def test_the_process_kills_itself_at_the_nth_passing() -> None:
    program = (
        "from bot.config import ForTesting; from bot.environment import steps;"
        "step = steps(ForTesting(kill_at='saved', kill_on=3));"
        "[(print(i, flush=True), step('loaded'), step('saved')) for i in range(9)]"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=environment({}), capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL
    assert done.stdout.split() == ["0", "1", "2"]
