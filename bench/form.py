"""Format, time and judge benchmark results, one number per line.

Owns the shape `part.part: number unit`, which every bench prints and the checker reads back, the
timing of interleaved rounds, and the verdict on a goal. It knows no particular bench.
"""

import argparse
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

RESULT = re.compile(
    r"(?P<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)+): "
    r"(?P<number>-?\d+(?:\.\d+)?) (?P<unit>ns|us|ms|s|MB|kB|B|/s|x|%|n)"
)
GOAL = re.compile(r"(?P<sign><=|>=|=) (?P<number>-?\d+(?:\.\d+)?) (?P<unit>\S+)")
NOISY = 1.25
"""Rounds of the same thing that differ by more than this do not decide a close goal."""

TIMED = {"ns", "us", "ms", "s", "/s", "x"}
"""The units that noise moves; counts and sizes it does not."""


class Unusable(ValueError):
    """The input of a bench is unusable, such as a file or a program that breaks the rules. The text
    explains why to the caller."""


@dataclass(frozen=True, slots=True)
class Result:
    """One measured number. Its text form comes back equal, to four significant digits."""

    name: str
    number: float
    unit: str

    def __str__(self) -> str:
        text = f"{self.name}: {_plain(self.number)} {self.unit}"
        if not RESULT.fullmatch(text):
            raise ValueError(f"not a result line: {text!r}")
        return text

    @staticmethod
    def parse(text: str) -> "Result | None":
        """The inverse of `str`; None for comments and anything else."""
        found = RESULT.fullmatch(text)
        return Result(found["name"], float(found["number"]), found["unit"]) if found else None


@dataclass(frozen=True, slots=True)
class Goal:
    """What a number has to be. Text form: `<= 600 us`, `>= 8 x`, `= 0 n`."""

    sign: str
    number: float
    unit: str

    @staticmethod
    def parse(text: str) -> "Goal":
        """ValueError where a goal does not say sign, number and unit."""
        found = GOAL.fullmatch(text)
        if found is None:
            raise ValueError(f"not a goal: {text!r}")
        return Goal(found["sign"], float(found["number"]), found["unit"])

    def __str__(self) -> str:
        return f"{self.sign} {_plain(self.number)} {self.unit}"

    def met(self, number: float) -> bool:
        if self.sign == "=":
            return number == self.number
        return number <= self.number if self.sign == "<=" else number >= self.number

    def decided(self, number: float, noise: float) -> bool:
        """Whether noise of that size could not have turned the verdict."""
        if noise <= NOISY or self.unit not in TIMED:
            return True
        return self.met(number * noise) == self.met(number) == self.met(number / noise)


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of the fastest round, and by what factor the middle one was slower."""

    best: float
    spread: float


def nothing(args: Sequence[str]) -> None:
    """For benches without arguments: Unusable where there are some, lest `--chekc` pass for met."""
    if args:
        raise Unusable(f"takes no arguments, but was given {' '.join(args)}")


def positive(text: str) -> int:
    """For options that are a number of something: one at least."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is none")
    return number


def line(name: str, number: float, unit: str) -> str:
    """A result line. ValueError where it would not have the form: a fault of the bench."""
    return str(Result(name, number, unit))


def ratio(name: str, over: tuple[str, float], under: tuple[str, float], unit: str) -> Iterator[str]:
    """`over / under` with both its parts, which were taken in the same run, in the same unit."""
    yield line(*over, unit)
    yield line(*under, unit)
    yield line(name, over[1] / under[1], "x")


def interleaved(
    subjects: Mapping[str, Callable[[], object]],
    rounds: int = 9,
    clock: Callable[[], float] = time.process_time,
) -> dict[str, Timing]:
    """Times each subject once a round, in turn, so that a slow spell falls on all of them alike.

    By default CPU time of this process is taken. One round is run before and not counted.
    """
    taken: dict[str, list[float]] = {name: [] for name in subjects}
    for warm in range(rounds + 1):
        for name, subject in subjects.items():
            begun = clock()
            subject()
            if warm:
                taken[name].append(clock() - begun)
    return {name: Timing(min(t), median(t) / max(min(t), 1e-9)) for name, t in taken.items()}


def spread(timings: Mapping[str, Timing]) -> str:
    """Return the line that reports to the checker how far rounds of the same subject differed."""
    return line("meta.spread", max(timing.spread for timing in timings.values()), "x")


def _plain(number: float) -> str:
    """Four significant digits, never an exponent; whole numbers as they are."""
    if float(number).is_integer():
        return str(int(number))
    if abs(number) >= 1000:
        return str(round(number))
    return f"{float(f'{number:.4g}'):.9f}".rstrip("0").rstrip(".")
