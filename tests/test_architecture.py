"""Rules of style that no linter checks, as tests. Section 3 of `docs/architecture.md` lists them.

Each rule is a function from a parsed file to its offences. It runs on the whole tree and on planted
violations. Imports between packages are checked by import-linter, parity of the catalogues with the
catalogues.
"""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("bot", "core", "renderers")
ALL = (*SOURCES, "bench", "tools", "training", "tests")
LONGEST = 400

PURE_MODULES = {
    *(
        "array",
        "base64",
        "bisect",
        "collections",
        "dataclasses",
        "enum",
        "functools",
        "hashlib",
        "heapq",
    ),
    *("hmac", "itertools", "json", "math", "operator", "re", "string", "struct", "textwrap"),
    *("typing", "unicodedata", "zlib"),
}
"""Standard modules that `core` may import: none that waits, reads a clock, draws random numbers or
touches the machine. Only compiled kernels add numba and numpy, and ratings openskill."""

ROOTS_OF_TASKS = (
    "bot/app/analysis/review_worker.py",  # a review
    "bot/app/notifications/scheduler.py",  # a look at a person
    "bot/app/notifications/offer_subscriptions.py",  # an offer
    "bot/app/background/publisher.py",  # a screen
    "bot/app/background/recovery.py",  # what one match waits for
    "bot/app/background/engine_moves.py",  # a computer's move
    "bot/app/background/scheduler.py",  # the next deadline
    "bot/cli/demo.py",  # the show
    "bot/engines/worker.py",  # a worker process
    "bot/frontends/discord/client.py",  # a connection
    "bot/frontends/discord/inbound/autocomplete.py",  # an interaction
    "bot/frontends/discord/inbound/interactions.py",
    "bot/frontends/telegram/client.py",  # a connection
    "bot/frontends/web/websocket.py",  # a message of a socket
    "bot/frontends/web/handlers.py",  # what follows an answer
    "bot/storage/writer.py",  # one wish of many in a transaction
)
"""Files that may catch any exception: it is logged or answered there, and the next task runs."""

LOADED_LATE = (
    "bot/__main__.py",  # all that runs, which the other commands do without
    "bot/cli/check.py",  # the library of a platform, only when it is to be asked
    "bot/engines/kernel_cache.py",  # numba, when its settings are made
    "bot/engines/worker.py",  # kernels, when it already listens for the end of its input
    "bot/bootstrap.py",  # the library of a platform, only where that platform has a token
    "renderers/chart.py",  # matplotlib takes half a second and only profiles need it
    "renderers/standing.py",  # the same, or at a review
)
"""Files in which a function imports because the import is slow, not because of a cycle."""

PLACING = ("renderers/chart.py", "renderers/standing.py")
"""Files that pass two words to matplotlib, for an anchor and its units."""

LOOP_CLOCK = ("bot/frontends/telegram/outbound/rate_limit.py",)
"""Reads the event loop's own clock, which paces requests and never reaches a match."""

LEAPING = ("tests/bot/frontends/telegram/outbound/test_rate_limit.py",)
"""Tests that sleep on a loop whose time leaps, so no time passes."""

CLOCK_READ = re.compile(
    r"\b(datetime|dt)\.(now|utcnow|today)$|\bdate\.today$|\butcnow$|\bos\.urandom$"
    r"|loop(\(\))?\.time$|\btime\.(time|time_ns|monotonic|monotonic_ns|perf_counter)$"
)
RULES = ("is_legal", "legal_moves", "look", "outcome", "play", "read_move", "to_act")

Rule = Callable[[ast.Module, str], Iterator[str]]


def files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def parsed(path: Path) -> tuple[ast.Module, str]:
    text = path.read_text(encoding="utf-8")
    return ast.parse(text), text


def offences(rule: Rule, folders: Sequence[str], but: Sequence[str] = ()) -> list[str]:
    """Return `path: offence` for everything the rule finds, except in the files and folders
    `but`."""
    found = []
    for path in files(*folders):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(tuple(but)):
            found += [f"{name}: {offence}" for offence in rule(*parsed(path))]
    return found


# --- the rules -----------------------------------------------------------------------------------


def no_header(tree: ast.Module, text: str) -> Iterator[str]:
    """Modules without a docstring."""
    if text.strip() and not ast.get_docstring(tree):
        yield "has no docstring"


def too_long(tree: ast.Module, text: str) -> Iterator[str]:
    del tree
    if (lines := len(text.splitlines())) > LONGEST:
        yield f"has {lines} lines, more than {LONGEST}"


def sentences(tree: ast.Module, text: str) -> Iterator[str]:
    """Words, or a character beyond ASCII."""
    yield from words(tree, text)
    for node in _spoken(tree):
        if not node.value.isascii():
            yield f"line {node.lineno} says {node.value!r}"


def words(tree: ast.Module, text: str) -> Iterator[str]:
    """Strings with two words and a space between."""
    del text
    for node in _spoken(tree):
        if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", node.value):
            yield f"line {node.lineno} says {node.value!r}"


def impure_imports(tree: ast.Module, text: str) -> Iterator[str]:
    del text
    for line, module in _imports(tree):
        root = module.partition(".")[0]
        if root not in PURE_MODULES and root not in ("core", "numba", "numpy", "openskill"):
            yield f"line {line} imports {module}"


def melting_values(tree: ast.Module, text: str) -> Iterator[str]:
    """Dataclasses that are not frozen or have no slots."""
    del text
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for decorator in map(ast.unparse, node.decorator_list):
                frozen = "frozen=True" in decorator and "slots=True" in decorator
                if decorator.startswith("dataclass") and not frozen:
                    yield f"{node.name} is not frozen with slots"


def broad_excepts(tree: ast.Module, text: str) -> Iterator[str]:
    """Catching any exception, unless it is raised again after cleaning up."""
    del text
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            kind = ast.unparse(node.type) if node.type else ""
            last = node.body[-1]
            raises = isinstance(last, ast.Raise) and last.exc is None
            if re.search(r"^$|\b(Base)?Exception\b", kind) and not raises:
                yield f"line {node.lineno} catches everything"


def hidden_imports(tree: ast.Module, text: str) -> Iterator[str]:
    """Imports within a function, which hide cycles."""
    del text
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for line, module in _imports(node):
                yield f"line {line} imports {module} within {node.name}"


def clock_reads(tree: ast.Module, text: str) -> Iterator[str]:
    """Calls that read a clock or draw entropy through a module that is imported for its types."""
    del text
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and CLOCK_READ.search(name := ast.unparse(called)):
            yield f"line {called.lineno} calls {name}"


def rule_calls(tree: ast.Module, text: str) -> Iterator[str]:
    """Calls of a game's rules, which are to be read off the view instead."""
    del text
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in RULES:
            yield f"line {called.lineno} calls {called.attr}"


def fixed_sleeps(tree: ast.Module, text: str) -> Iterator[str]:
    """Waiting for a fixed time instead of an event. `asyncio.sleep(0)` only yields."""
    del text
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = _dotted(node.func)
            first = node.args[0] if node.args else None
            fixed = isinstance(first, ast.Constant) and first.value != 0
            if name == "time.sleep" or name.endswith(".wait_for_timeout"):
                yield f"line {node.lineno} calls {name}"
            elif name.endswith("sleep") and fixed:
                yield f"line {node.lineno} sleeps for a fixed time"


def skipped_or_mocked(tree: ast.Module, text: str) -> Iterator[str]:
    """Tests that are skipped or that mock."""
    del text
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and re.fullmatch(
            r"pytest\.(mark\.)?(skip|skipif|importorskip)", _dotted(node)
        ):
            yield f"line {node.lineno} skips"
    for line, module in _imports(tree):
        if module.startswith(("unittest.mock", "mock")):
            yield f"line {line} imports {module}"


def sql(tree: ast.Module, text: str) -> Iterator[str]:
    del text
    statement = r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (TABLE|INDEX)|PRAGMA|BEGIN) "
    unspoken = set(map(id, _docstrings(tree)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            begins = re.match(statement, node.value)
            if begins is not None and id(node) not in unspoken:
                yield f"line {node.lineno} speaks SQL"


def forbidden_ways(tree: ast.Module, text: str) -> Iterator[str]:
    """Pickles, changing globals, vague names, TODO comments."""
    for line, module in _imports(tree):
        if module.partition(".")[0] in ("pickle", "shelve", "sqlalchemy", "unittest"):
            yield f"line {line} imports {module}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield f"line {node.lineno} changes a global"
        if isinstance(node, ast.ClassDef) and re.search(
            r"(Manager|Helper|Handler|Utils?)$", node.name
        ):
            yield f"{node.name} is named vaguely"
    for number, written in enumerate(text.splitlines(), start=1):
        if re.match(r"[^\"']*#.*\b(TODO|FIXME|XXX|HACK)\b", written):
            yield f"line {number} is a note to oneself"


def _spoken(tree: ast.Module) -> Iterator[Any]:
    """Yield strings other than docstrings, patterns and messages of programming errors."""
    unspoken = set(map(id, _docstrings(tree)))
    for node in ast.walk(tree):
        if _is_pattern(node) or _is_fault(node):
            unspoken |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if text and id(node) not in unspoken:
            yield node


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield strings that are statements: docstrings of modules, classes, functions, attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _is_pattern(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _dotted(node.func) == "re.compile"


def _is_fault(node: ast.AST) -> bool:
    """Whether this raises an exception that no player can cause, so it is not translated."""
    if isinstance(node, ast.Raise) and node.exc is not None:
        return not ast.unparse(node.exc).startswith("Refused(")
    return isinstance(node, ast.Assert)


def _dotted(node: ast.AST) -> str:
    """Return `a.b.c` for names and attributes, without calls and the like within."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or ""


# --- tried on the tree ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "folders", "but"),
    [
        (no_header, ALL, ()),
        (too_long, (*SOURCES, "bench", "tools", "training"), ()),
        (sentences, ("core",), ()),
        (words, ("renderers",), PLACING),
        (impure_imports, ("core",), ()),
        (melting_values, ("core",), ()),
        (broad_excepts, ALL, ROOTS_OF_TASKS),
        (hidden_imports, ALL, LOADED_LATE),
        (fixed_sleeps, (*SOURCES, "tools", "training", "tests"), LEAPING),
        (skipped_or_mocked, ("tests",), ()),
        (sql, SOURCES, ("bot/storage/",)),
        (clock_reads, ("bot/app", "bot/frontends", "bot/storage", "bot/text"), LOOP_CLOCK),
        (rule_calls, ("bot/frontends",), ()),
        (forbidden_ways, ALL, ()),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_tree_keeps_the_rule(
    rule: Rule, folders: tuple[str, ...], but: tuple[str, ...]
) -> None:
    assert offences(rule, folders, but) == []


def test_a_root_of_tasks_is_one() -> None:
    """Every listed file still catches any exception."""
    for name in ROOTS_OF_TASKS:
        assert list(broad_excepts(*parsed(ROOT / name))), name


@pytest.mark.parametrize("folder", ALL)
def test_no_file_is_a_drawer_for_odds_and_ends(folder: str) -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers"}
    assert [path for path in files(folder) if path.stem in drawers] == []


# --- tried on planted violations -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (no_header, "x = 1\n"),
        (too_long, "x = 1\n" * (LONGEST + 1)),
        (sentences, "x = 'Ann has won'"),
        (sentences, "x = f'{name} wins'.join('it is over')"),
        (sentences, "x = '\u25cf'"),
        (words, "canvas.write('Ann has won')"),
        (sentences, "raise Refused(Reason.FINISHED, text='it is over')"),
        (impure_imports, "import random"),
        (impure_imports, "from time import time"),
        (impure_imports, "import os.path"),
        (impure_imports, "from datetime import datetime"),
        (melting_values, "@dataclass\nclass A: x: int"),
        (melting_values, "@dataclass(frozen=True)\nclass A: x: int"),
        (broad_excepts, "try: f()\nexcept Exception: pass"),
        (broad_excepts, "try: f()\nexcept: pass"),
        (broad_excepts, "try: f()\nexcept (KeyError, BaseException) as e: log(e)"),
        (hidden_imports, "def f():\n    import core.match.decide"),
        (fixed_sleeps, "time.sleep(pause)"),
        (fixed_sleeps, "await asyncio.sleep(0.1)"),
        (fixed_sleeps, "page.wait_for_timeout(500)"),
        (skipped_or_mocked, "@pytest.mark.skipif(True)\ndef f(): pass"),
        (skipped_or_mocked, "pytest.skip('no')"),
        (skipped_or_mocked, "from unittest.mock import patch"),
        (sql, "x = 'SELECT body FROM sessions'"),
        (clock_reads, "now = datetime.now(UTC)"),
        (clock_reads, "now = datetime.datetime.utcnow()"),
        (clock_reads, "now = discord.utils.utcnow()"),
        (clock_reads, "day = date.today()"),
        (clock_reads, "day = datetime.date.today()"),
        (clock_reads, "now = asyncio.get_running_loop().time()"),
        (clock_reads, "now = loop.time()"),
        (clock_reads, "id = os.urandom(8)"),
        (rule_calls, "seat = GAMES[match.game].to_act(match.position)"),
        (rule_calls, "moves = game.legal_moves(position)"),
        (forbidden_ways, "import pickle"),
        (forbidden_ways, "def f():\n    global x"),
        (forbidden_ways, "class GameManager: pass"),
        (forbidden_ways, "x = 1  # TODO: better"),
    ],
)
def test_a_planted_violation_is_found(rule: Rule, source: str) -> None:
    assert list(rule(ast.parse(source), source))


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (no_header, '"""What it owns."""\nx = 1\n'),
        (no_header, ""),
        (sentences, '"""A module of words."""\nx = 1\n"""An attribute of words."""'),
        (sentences, "x = re.compile('one or other')"),
        (sentences, "x = 'reversi_discs'"),
        (words, "x = '\u2212'"),
        (sentences, "raise ValueError('nobody is to act')"),
        (broad_excepts, "try: f()\nexcept BaseException:\n    close()\n    raise"),
        (broad_excepts, "try: f()\nexcept ValueError: pass"),
        (fixed_sleeps, "await asyncio.sleep(0)"),
        (fixed_sleeps, "await asyncio.sleep(until_due)"),
        (hidden_imports, "if TYPE_CHECKING:\n    import core"),
        (clock_reads, "now = datetime.fromtimestamp(millis / 1000, UTC)"),
        (clock_reads, "contest = await self._days.today()"),
        (rule_calls, "seat = view.to_act"),
    ],
)
def test_what_is_allowed_is_not_found(rule: Rule, source: str) -> None:
    assert not list(rule(ast.parse(source), source))
