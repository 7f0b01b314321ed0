"""The bounds in `tools/house.toml`: how many marked texts each package may have at most.

They may only fall: `python -m tools.house --lower` writes today's counts.
"""

import tomllib
from collections.abc import Mapping

from tools.house.prose import Count, counts
from tools.house.sources import ROOT

FILE = ROOT / "tools/house.toml"
HEADER = """\
# Comments and docstrings that may have a marker (tools/house/prose.py), by package. The goal is
# less than 2 % everywhere. These numbers may only fall: `python -m tools.house --lower`.

[markers]
"""


def read() -> Mapping[str, int]:
    """Return the bound of each package."""
    bounds: Mapping[str, int] = tomllib.loads(FILE.read_text(encoding="utf-8"))["markers"]
    return bounds


def slack(bound: int) -> int:
    """Return how far a count may be below its bound before the bound has to be lowered."""
    return max(5, bound // 4)


def offences(bounds: Mapping[str, int], found: Mapping[str, Count]) -> list[str]:
    """Return what is wrong: counts above their bound, bounds that are out of date."""
    wrong = []
    for package in sorted({*bounds, *found}):
        bound, count = bounds.get(package, 0), found.get(package, Count())
        if package not in found:
            wrong.append(f"{package} does not exist any more")
        elif count.marked > bound and count.percent >= 2:
            wrong.append(f"{package}: {count.marked} marked texts, at most {bound} are allowed")
        elif count.marked < bound - slack(bound):
            wrong.append(f"{package}: lower the bound of {bound} to {count.marked}")
    return wrong


def lower() -> None:
    """Write today's counts; a bound never rises."""
    bounds, found = read() if FILE.exists() else {}, counts()
    lines = [
        f'"{package}" = {min(count.marked, bounds.get(package, count.marked))}\n'
        for package, count in sorted(found.items())
    ]
    FILE.write_text(HEADER + "".join(lines), encoding="utf-8")
