"""Comments and docstrings that read as if translated, counted per package by their marker words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tools.house.sources import EVERYTHING, prose, sources

MARKER = re.compile(
    r"\b(whoever|whatever|somebody|nobody|anybody|is told|are told|tells|so many|anew"
    r"|comes to nothing|goes along|no more|as good as|where nothing is|of it|thereof|stands"
    r"|must not know)\b",
    re.IGNORECASE,
)
OPENING = re.compile(r"(What is|Who is|Of an?)\b", re.IGNORECASE)
"""Summary lines that are not imperative."""

GOAL = 2.0
"""Percent of the texts of a package."""

SPLIT = ("bot", "bot.frontends")
"""Packages whose sub-packages are counted one by one."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many of the comments and docstrings have a marker."""

    marked: int = 0
    total: int = 0

    @property
    def percent(self) -> float:
        return 100 * self.marked / self.total if self.total else 0.0


def has_marker(text: str) -> bool:
    """Whether a comment or docstring contains a marker."""
    line = " ".join(text.split())
    return bool(MARKER.search(line) or OPENING.match(line))


def package_of(module: str) -> str:
    """Return the package a module is counted under."""
    parts = module.split(".")
    package = parts.pop(0)
    while package in SPLIT and len(parts) > 1:
        package += f".{parts.pop(0)}"
    return package


def counts() -> Mapping[str, Count]:
    """Count the marked texts of each package."""
    found: dict[str, Count] = {}
    for source in sources(*EVERYTHING):
        inside = f"{source.module}.__init__" if source.is_package else source.module
        package = package_of(inside)
        texts = list(prose(source))
        before = found.get(package, Count())
        marked = sum(map(has_marker, texts))
        found[package] = Count(before.marked + marked, before.total + len(texts))
    return found
