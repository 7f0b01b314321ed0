"""The bounds in `tools/house.toml`: marked texts per package, and names per word to be replaced.

They may only fall: `python -m tools.house --lower` writes today's counts.
"""

import tomllib
from collections.abc import Mapping

from tools.house import prose, vocabulary
from tools.house.prose import Count
from tools.house.sources import ROOT

FILE = ROOT / "tools/house.toml"
HEADER = """\
# What is still allowed, to be lowered with `python -m tools.house --lower` and never raised.
"""
MARKERS = """
# Comments and docstrings with a marker (tools/house/prose.py), by package. The goal is < 2 %.
[markers]
"""
WORDS = """
# Names of modules, classes and functions with a word of tools/house/vocabulary.py. The goal is 0.
[words]
"""


def read() -> Mapping[str, Mapping[str, int]]:
    """Return the bounds: `markers` by package, `words` by word."""
    return tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def slack(bound: int) -> int:
    """Return how far a count may be below its bound before the bound has to be lowered."""
    return max(5, bound // 4)


def marker_offences(bounds: Mapping[str, int], found: Mapping[str, Count]) -> list[str]:
    """Return what is wrong: counts above their bound, bounds that are out of date.

    A package below 2 % needs no bound.
    """
    wrong = []
    for package in sorted({*bounds, *found}):
        bound, count = bounds.get(package, 0), found.get(package, Count())
        if package not in found:
            wrong.append(f"{package} does not exist any more")
        elif count.marked > bound and count.percent >= prose.GOAL:
            wrong.append(f"{package}: {count.marked} marked texts, at most {bound} are allowed")
        elif count.marked < bound - slack(bound):
            wrong.append(f"{package}: lower the bound of {bound} to {count.marked}")
    return wrong


def word_offences(bounds: Mapping[str, int], found: Mapping[str, int]) -> list[str]:
    """Return what is wrong: words in more names than allowed, bounds that are out of date."""
    wrong = []
    for word in sorted({*bounds, *found}):
        bound, count = bounds.get(word, 0), found.get(word, 0)
        if count > bound:
            instead = vocabulary.INSTEAD[word]
            wrong.append(f"{count} names with “{word}”, at most {bound} are allowed: {instead}")
        elif count < bound - slack(bound):
            wrong.append(f"{word}: lower the bound of {bound} to {count}")
    return wrong


def lower() -> None:
    """Write today's counts; a bound never rises and goes when it is 0."""
    bounds = read()
    markers = {package: count.marked for package, count in prose.counts().items()}
    FILE.write_text(
        HEADER
        + MARKERS
        + _lowered(markers, bounds.get("markers"))
        + WORDS
        + _lowered(vocabulary.counts(), bounds.get("words")),
        encoding="utf-8",
    )


def _lowered(found: Mapping[str, int], bounds: Mapping[str, int] | None) -> str:
    allowed = {
        key: count if bounds is None else min(count, bounds.get(key, 0))
        for key, count in sorted(found.items())
    }
    return "".join(f'"{key}" = {count}\n' for key, count in allowed.items() if count)
