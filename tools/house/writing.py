"""Code paths that change a session, and ways to be notified.

A *write path* is a function of `bot/app` that holds a session's lock, as in `async with
*locks.hold(...)`. A *way to subscribe* is a method of `bot` that does nothing but keep its last
argument for later calls (`self._x.append(callback)`, `self._x = callback`); the figure is how many
names such methods have.
"""

import ast
import re
from collections.abc import Iterable, Iterator

from tools.house.sources import Source, sources

LOCK = re.compile(r"locks\.hold\(")


def write_paths(files: Iterable[Source] = ()) -> list[str]:
    """Return `module.function` for each function that holds a session's lock."""
    return [
        f"{source.module}.{function.name}"
        for source in files or sources("bot/app")
        for function in _functions(source)
        for node in ast.walk(function)
        if isinstance(node, ast.AsyncWith)
        and any(LOCK.search(ast.unparse(item.context_expr)) for item in node.items)
    ]


def subscribing_names(files: Iterable[Source] = ()) -> list[str]:
    """Return the names of methods that only keep a callback."""
    return sorted(
        {
            function.name
            for source in files or sources("bot")
            for function in _functions(source)
            if _keeps(function)
        }
    )


def _functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _keeps(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    parameters = [each.arg for each in function.args.args if each.arg != "self"]
    body = [
        each
        for each in function.body
        if not isinstance(each, ast.Expr) or isinstance(each.value, ast.Call)
    ]
    if function.name.startswith("__") or not 1 <= len(parameters) <= 2 or len(body) != 1:
        return False
    callback = function.args.args[-1]
    kept = re.fullmatch(
        rf"self\._?\w+(\[\w+\])?(\.append\({callback.arg}\)| = {callback.arg})",
        ast.unparse(body[0]),
    )
    return kept is not None and _is_callable(callback.annotation)


def _is_callable(annotation: ast.expr | None) -> bool:
    """By its name: an alias or protocol of something that is called, not a plain value."""
    name = "" if annotation is None else ast.unparse(annotation)
    return not re.match(r"(str|int|bytes|float|bool|None)\b", name) and name != ""
