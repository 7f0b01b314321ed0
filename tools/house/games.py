"""Branches outside a game's folder that are proxies for that game.

Counted are, in `bot`, `core` and `renderers` but for the folder of a game, its drawing and its
strings:

* `id`: a game's id, as a literal or as `GAME.id`, compared, matched or as the key of a table;
* `contest`: whether a session has a contest, which today only dice have (not within `contests`
  and `daily`, which are about contests);
* `seats`: whether there is only one seat, a proxy for a game that is played alone;
* `chance`: whether there are dice (not within `core`, which is where dice are thrown);
* `import`: an import from a game's folder.

Assertions are not branches. Tables in the registries of games are where games are named.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.registry import GAMES
from tools.house.sources import SHIPPED, Source, sources

CONSTANTS = frozenset(id.upper() for id in GAMES)
OWN = re.compile(
    r"^core/games/|^bot/text/|^renderers/("
    + "|".join((*GAMES, "die", "scoresheet", "stones"))
    + r")\.py$"
)
REGISTRIES = ("bot/engines/registry.py", "core/registry.py", "renderers/registry.py")
ABOUT_CONTESTS = ("bot/app/contests/", "bot/app/daily/", "core/contest.py", "core/daily.py")
PROXIES = {
    "contest": re.compile(r"\bcontest( is (not )?None)?$"),
    "seats": re.compile(
        r"seat_counts\b.*(== \(1,\)|== 1\b)|\b1 (not )?in \S*seat_counts|seats == 1$"
    ),
    "chance": re.compile(r"\bchance( is (not )?None)?$"),
}
KINDS = ("id", "import", *PROXIES)


@dataclass(frozen=True, slots=True)
class Branch:
    file: str
    line: int
    kind: str
    text: str


def branches() -> list[Branch]:
    """Return every branch that is a proxy for a game, by file and line."""
    return sorted(
        (branch for source in sources(*SHIPPED) for branch in branches_of(source)),
        key=lambda branch: (branch.file, branch.line),
    )


def branches_of(source: Source) -> Iterator[Branch]:
    """Yield the branches in one file."""
    if OWN.match(source.name) or source.name in REGISTRIES:
        return
    exempt = {
        "contest": source.name.startswith(ABOUT_CONTESTS),
        "chance": source.name.startswith("core/"),
    }
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("core.games."):
            yield Branch(source.name, node.lineno, "import", node.module or "")
        yield from (
            Branch(source.name, name.lineno, "id", ast.unparse(name))
            for name in _alternatives(node)
            if _is_game(name)
        )
        for test in _tests(node):
            text = ast.unparse(test)
            for kind, pattern in PROXIES.items():
                if pattern.search(text) and not exempt.get(kind):
                    yield Branch(source.name, test.lineno, kind, text)


def _alternatives(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what values are compared, matched or looked up with."""
    match node:
        case ast.Compare():
            for side in (node.left, *node.comparators):
                yield from side.elts if isinstance(side, ast.Tuple | ast.Set) else (side,)
        case ast.MatchValue():
            yield node.value
        case ast.Dict():
            yield from (key for key in node.keys if key is not None)


def _is_game(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute) and node.attr == "id":
        return ast.unparse(node.value).rpartition(".")[2] in CONSTANTS
    return isinstance(node, ast.Constant) and node.value in GAMES


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the operands of conditions."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield from _operands(test)
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from _operands(test)
        case ast.Return(value=ast.BoolOp() | ast.Compare() as test):
            yield from _operands(test)
        case ast.Assign(value=ast.BoolOp() | ast.Compare() as test):
            yield from _operands(test)


def _operands(test: ast.expr) -> Iterator[ast.expr]:
    match test:
        case ast.BoolOp(values=values):
            for value in values:
                yield from _operands(value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _operands(operand)
        case _:
            yield test
