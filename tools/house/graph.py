"""The import graph of the packages: its levels, its cycles and its picture."""

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from tools.house.sources import SHIPPED, sources

Edges = Mapping[str, frozenset[str]]


@cache
def modules() -> Edges:
    """Return what each module imports from the project, imports for type checking included."""
    names = frozenset(source.module for source in sources(*SHIPPED))
    return {source.module: frozenset(imports(source.tree, names)) for source in sources(*SHIPPED)}


def imports(tree: ast.Module, names: frozenset[str]) -> Iterator[str]:
    """Yield which of the modules `names` are imported, by themselves or for a name in them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module in names:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                yield submodule if submodule in names else node.module


def application() -> Edges:
    """Return the graph of `bot.app`: its packages, and the modules directly in it."""
    return _merged(lambda module: _head(module, 3) if module.startswith("bot.app.") else None)


def project() -> Edges:
    """Return the graph of the whole project: the packages and modules of `bot`, and the roots.

    The package `bot` itself is left out: it is imported for the version only.
    """
    return _merged(_part)


def _part(module: str) -> str | None:
    if module.startswith("bot.frontends."):
        return _head(module, 3)
    if module in ("bot", "bot.frontends"):
        return None
    return _head(module, 2 if module.startswith("bot.") else 1)


def _head(module: str, components: int) -> str:
    return ".".join(module.split(".")[:components])


def _merged(group: Callable[[str], str | None]) -> Edges:
    found: dict[str, set[str]] = {}
    for module, imported in modules().items():
        if (name := group(module)) is not None:
            targets = {target for each in imported if (target := group(each)) is not None}
            found.setdefault(name, set()).update(targets - {name})
    return {name: frozenset(targets) for name, targets in found.items()}


def levels(edges: Edges) -> int:
    """Return the length of the longest chain of imports; a cycle is one level."""
    height: dict[str, int] = {}
    for group in components(edges):
        below = {target for name in group for target in edges[name]} - set(group)
        level = 1 + max((height[target] for target in below), default=0)
        height.update(dict.fromkeys(group, level))
    return max(height.values(), default=0)


def cycles(edges: Edges) -> list[list[str]]:
    """Return the groups that import each other."""
    return [sorted(group) for group in components(edges) if len(group) > 1]


def components(edges: Edges) -> list[list[str]]:
    """Return the strongly connected components, imported ones first (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for target in sorted(edges[name]):
            if target not in index:
                visit(target)
                low[name] = min(low[name], low[target])
            elif target in stack:
                low[name] = min(low[name], index[target])
        if low[name] == index[name]:
            start = stack.index(name)
            found.append(stack[start:])
            del stack[start:]

    for name in sorted(edges):
        if name not in index:
            visit(name)
    return found


def mermaid(edges: Edges) -> str:
    """Return a Mermaid graph with an arrow for each import that no longer path implies.

    Packages of one cycle share a node, since no arrow between them would say which is above.
    """
    groups = components(edges)
    node = {name: "+".join(sorted(group)) for group in groups for name in group}
    merged: dict[str, frozenset[str]] = {
        node[group[0]]: frozenset(node[t] for name in group for t in edges[name]) - {node[group[0]]}
        for group in groups
    }
    lines = ["graph TD"]
    for name in sorted(merged):
        targets = [each for each in sorted(merged[name]) if not _implied(merged, name, each)]
        if targets:
            lines.append(f"  {name} --> {' & '.join(targets)}")
    return "\n".join(lines)


def _implied(edges: Edges, name: str, target: str) -> bool:
    """Whether another import of `name` leads to `target` as well."""
    seen: set[str] = set()
    rest = [each for each in edges[name] if each != target]
    while rest:
        each = rest.pop()
        if each == target:
            return True
        if each not in seen:
            seen.add(each)
            rest += edges[each]
    return False
