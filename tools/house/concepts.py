"""How many files one opens to change a behaviour.

A module counts when it *defines* a function or class about the concept, or *branches* on it: the
pattern matches the qualified name of the definition, or the condition of an `if`, a `while`, an
`assert`, a conditional expression, a comprehension or a `case`. Imports, calls, constants, enum
members and tables of handlers do not count, since they do not change with the behaviour. Names
count in snake case, as `module.class.function`. The sentences in `bot/text` and migrations are left
out.

It is a measure by names: a rule that is about a concept without naming it is not seen.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tools.house.sources import Source, sources

CONCEPTS = {
    "rematch": re.compile(r"rematch"),
    "reminder": re.compile(r"remind|outlook|\bpolicy\b"),
    "closing of the day": re.compile(r"\bda(y|ys|ily)\b.*clos|clos\w*\b.*\bday|last_closed"),
    "who may accept": re.compile(
        r"accept(?!_)|may_(accept|ask|join|offer|play|take)|is_barred|take_seat"
    ),
    "a leaderboard column": re.compile(
        r"leaderboard|\bstandings\b|solo_score|rank_count|\bscores\b"
    ),
}
LEFT_OUT = ("bot/text/", "bot/storage/migrations/")


@dataclass(frozen=True, slots=True)
class Spread:
    """The modules of `bot` that a concept is spread over."""

    modules: tuple[str, ...]

    @property
    def packages(self) -> frozenset[str]:
        """Those of `bot.app` among them; modules directly in it count as the package `app`."""
        parts = [module.split(".") for module in self.modules if module.startswith("bot.app.")]
        return frozenset(each[2] if len(each) > 3 else "app" for each in parts)


def spreads() -> Mapping[str, Spread]:
    """Return where each concept is defined or branched on."""
    found = {
        source.module: texts(source)
        for source in sources("bot")
        if not source.name.startswith(LEFT_OUT)
    }
    return {
        concept: Spread(tuple(module for module in found if pattern.search(found[module])))
        for concept, pattern in CONCEPTS.items()
    }


def texts(source: Source) -> str:
    """Return the definitions and conditions of a module, one a line."""
    return "\n".join(_texts(source))


def _texts(source: Source) -> Iterator[str]:
    yield from _definitions(source.tree, source.module.rpartition(".")[2])
    for node in ast.walk(source.tree):
        match node:
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield _condition(test)
            case ast.Assert(test=test):
                yield _condition(test)
            case ast.comprehension(ifs=tests):
                yield from map(_condition, tests)
            case ast.match_case(pattern=pattern):
                yield _condition(pattern)


def _definitions(node: ast.AST, around: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{around}.{_snake(child.name)}"
            yield name
            yield from _definitions(child, name)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def _condition(node: ast.AST) -> str:
    """The source of a condition, in one line."""
    return " ".join(_snake(ast.unparse(node)).split())
