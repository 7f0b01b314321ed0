"""How long a start takes: from the command to the readiness line, on a database that exists.

Wall-clock time, the best of interleaved rounds, beside its floor (an interpreter that does nothing)
and the part that imports take; and the processor time of the bot's own process up to that line.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from bench import children, form
from tests.process import Tavola, command

ROUNDS = 7


def run(args: list[str]) -> Iterator[str]:
    """The lines of `start`."""
    form.nothing(args)
    cpu: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        command(place, "migrate")
        subjects: dict[str, Callable[[], object]] = {
            "start.python": lambda: _python("pass"),
            "start.imports": lambda: _python("import bot.__main__"),
            "start.ready": lambda: cpu.append(_start(place)),
        }
        timings = form.interleaved(subjects, ROUNDS, perf_counter)
    best = {name: timing.best for name, timing in timings.items()}
    yield form.line("start.imports", best["start.imports"], "s")
    yield form.line("start.cpu", min(cpu), "s")
    ready, python = (("start.ready", best["start.ready"]), ("start.python", best["start.python"]))
    yield from form.ratio("start.floor_ratio", ready, python, "s")
    yield form.spread(timings)


def _python(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True)


def _start(folder: Path) -> float:
    """The processor seconds until the readiness line, after which the bot is ended at once."""
    begun = children.spent()
    with Tavola(folder):
        pass
    return children.spent() - begun
