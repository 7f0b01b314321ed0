"""What a test needs beyond the code under test, as marks that `pytest -m` selects by.

Marks follow from where a test is and from what its module imports, so that no test file has to name
them. `make check` runs the tests without `process`, `browser` and `engine`.
"""

from collections.abc import Iterator
from fnmatch import fnmatch
from types import ModuleType
from typing import Any

import pytest

ENGINE = (
    "tests/bot/app/analysis/test_advice_for_real.py",
    "tests/bot/app/background/test_engine_moves.py",
    "tests/bot/engines/*",
    "tests/core/games/*/kernels/*",
    "tests/core/games/*/test_advice.py",
    "tests/core/games/*/test_advisor.py",
    "tests/core/games/*/test_engine.py",
    "tests/core/games/*/test_evaluation.py",
    "tests/core/games/*/test_layout.py",
    "tests/core/games/*/test_search.py",
    "tests/core/games/*/test_thinking.py",
    "tests/core/games/*/test_throws.py",
    "tests/core/games/*/test_values.py",
    "tests/core/games/*/test_windows.py",
    "tests/core/test_kernels.py",
    "tests/training/*",
)
"""Tests of the computer players, which compile kernels or search."""

STARTERS = (
    "subprocess",
    "tests.bot.lives",
    "tests.bot.storage.files",
    "tests.faults.driver",
    "tests.process",
)
"""Modules that start another process."""


def mark(items: list[pytest.Item]) -> None:
    """Add the marks of each collected test."""
    for item in items:
        if isinstance(item, pytest.Function):
            for name in marks_of(item):
                item.add_marker(name)


def marks_of(item: pytest.Function) -> Iterator[str]:
    """Yield what a test needs: `browser`, `engine`, `process`; `property` where examples vary."""
    path = item.nodeid.partition("::")[0]
    if "/browser/" in path or "chromium_path" in item.fixturenames:
        yield "browser"
    if any(fnmatch(path, pattern) for pattern in ENGINE):
        yield "engine"
    if any(_origin(value) in STARTERS for value in vars(item.module).values()):
        yield "process"
    if getattr(item.obj, "is_hypothesis_test", False):
        yield "property"


def _origin(value: Any) -> str:
    """The module a global is, or is defined in."""
    if isinstance(value, ModuleType):
        return value.__name__
    return getattr(value, "__module__", None) or ""
