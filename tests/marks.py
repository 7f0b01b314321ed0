"""What a test needs beyond the code under test, as marks that `pytest -m` selects by.

Marks follow from where a test is and from what its module imports, so that no test file has to name
them; only `slow` is set by hand. `make check` runs the tests without `browser`, `engine`, `process`
and `slow`.
"""

import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]
ENGINES = (
    "bot.engines.*",
    *(
        module
        for contract in CONTRACTS
        if contract["id"] == "engines"
        for module in contract["protected_modules"]
    ),
)
"""Modules of the computer players, as the import contract names them."""

STARTERS = (
    "subprocess",
    "tests.bot.restarts",
    "tests.bot.storage.files.child",
    "tests.faults.driver",
    "tests.process",
)
"""Modules, and functions of modules, that start another process."""


def mark(items: list[pytest.Item]) -> None:
    """Add the marks of each collected test."""
    for item in items:
        if isinstance(item, pytest.Function):
            for name in marks_of(item):
                item.add_marker(name)


def marks_of(item: pytest.Function) -> Iterator[str]:
    """Yield what a test needs: `browser`, `engine`, `process`; `property` where examples vary."""
    folders = item.path.parts
    used = _used(item.module)
    if "browser" in folders or "chromium_path" in item.fixturenames:
        yield "browser"
    if "kernels" in folders or "training" in folders or any(_is_engine(name) for name in used):
        yield "engine"
    if not used.isdisjoint(STARTERS):
        yield "process"
    if getattr(item.obj, "is_hypothesis_test", False):
        yield "property"


@cache
def _used(module: ModuleType) -> frozenset[str]:
    """Return the modules and functions that a test's module imports, by their dotted names."""
    used: set[str] = set()
    for value in vars(module).values():
        if isinstance(value, ModuleType):
            used.add(value.__name__)
        elif origin := getattr(value, "__module__", None):
            used |= {origin, f"{origin}.{getattr(value, '__name__', '')}"}
    return frozenset(used)


@cache
def _is_engine(module: str) -> bool:
    return any(fnmatch(module, pattern) for pattern in ENGINES)
