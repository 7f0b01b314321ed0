"""`python -m bench NAME [args] [--check]`: runs one bench and prints its lines.

With `--check` the goals of `goals.toml` are judged: exit code 1 says that one was missed or not
measured, 3 that the machine was too noisy to say; 2 says that what was given cannot be used.
Comments go to stdout behind `# `.
"""

import importlib
import os
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.form import NOISY, Goal, Result, Unusable, line
from bot.engines import kernel_cache

NAMES = (
    "rules",
    "store",
    "moves",
    "render",
    "replay",
    "standings",
    "engines",
    "levels",
    "match",
    "start",
    "reversi-perft",
    "reversi-ffo",
    "reversi-nodes",
    "reversi-review",
    "pente-nodes",
    "pente-puzzles",
    "pente-selfplay",
    "pente-threats",
    "dice-advisor",
)
"""Every bench; `reversi-perft` is `bench/reversi_perft.py`, with `run(args)` giving lines."""

GOALS = Path(__file__).with_name("goals.toml")
MET, MISSED, USAGE, TOO_NOISY = 0, 1, 2, 3
_LOOP = 0.05  # seconds


def main(argv: Sequence[str]) -> int:
    """Prints as it goes and returns the exit code."""
    check = "--check" in argv
    words = [word for word in argv if word != "--check"]
    if not words or words[0] not in NAMES:
        print(f"usage: python -m bench NAME [args] [--check], NAME one of: {', '.join(NAMES)}")
        return USAGE
    name, *args = words
    results: list[Result] = []
    try:
        for text in _measured(name, args):
            result = Result.parse(text)
            if result is not None:
                results.append(result)
            elif not text.startswith("# "):
                raise ValueError(f"bench {name} printed neither a result nor a comment: {text!r}")
            print(text, flush=True)
    except Unusable as fault:
        print(f"python -m bench {name}: {fault}", file=sys.stderr)
        return USAGE
    if not check:
        return MET
    verdict, remarks = judge(goals_of(name), results)
    for remark in remarks:
        print(f"# {remark}")
    return verdict


def goals_of(name: str) -> dict[str, Goal]:
    """The goals of one bench, by the name of the result."""
    table = tomllib.loads(GOALS.read_text())
    return {key: Goal.parse(text) for key, text in table.get(name, {}).items()}


def judge(goals: dict[str, Goal], results: Sequence[Result]) -> tuple[int, list[str]]:
    """The exit code, and a remark for each goal that was not met."""
    by_name = {result.name: result for result in results}
    noise = max((r.number for r in results if r.name in ("meta.noise", "meta.spread")), default=1.0)
    remarks, codes = [], {MET}
    for name, goal in goals.items():
        result = by_name.get(name)
        if result is None or result.unit != goal.unit:
            codes.add(MISSED)
            remarks.append(f"not measured: {name} {goal}")
        elif not goal.decided(result.number, noise):
            codes.add(TOO_NOISY)
            remarks.append(f"too noisy to say ({noise:.2f} x, over {NOISY} x): {name} {goal}")
        elif not goal.met(result.number):
            codes.add(MISSED)
            remarks.append(f"missed: {name} {goal}")
    return (MISSED if MISSED in codes else max(codes)), remarks


def _measured(name: str, args: list[str]) -> Iterator[str]:
    """The bench's own lines between the two halves of the measurement of noise."""
    kernel_cache.adopt()
    module = importlib.import_module(f"bench.{name.replace('-', '_')}")
    loop = _loop_of(_LOOP)
    loops = [_cpu(loop) for _ in range(5)]
    yield line("meta.cores", os.cpu_count() or 1, "n")
    yield from module.run(args)
    loops += [_cpu(loop) for _ in range(5)]
    yield line("meta.noise", max(loops) / min(loops), "x")


def _loop_of(seconds: float) -> range:
    """A loop that takes about so long on this machine."""
    trial = range(500_000)
    fastest = min(_cpu(trial) for _ in range(3))
    return range(max(1, round(len(trial) * seconds / fastest)))


def _cpu(loop: range) -> float:
    begun = time.process_time()
    for _ in loop:
        pass
    return time.process_time() - begun


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
