"""The Python files of the project, parsed once."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("bot", "core", "renderers")
EVERYTHING = (*SHIPPED, "bench", "tests", "tools", "training")


@dataclass(frozen=True)
class Source:
    """One file. `name` is its path below the root, with slashes."""

    name: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def module(self) -> str:
        """The dotted name, a package's without `__init__`."""
        return self.name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def is_package(self) -> bool:
        return self.name.endswith("/__init__.py")

    @property
    def folder(self) -> str:
        return self.name.rpartition("/")[0]


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """Return the files below these folders of the project, by name."""
    return tuple(
        Source(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
    )


def prose(source: Source) -> Iterator[str]:
    """Yield every docstring and comment; lines of one comment are joined.

    A string that is a statement counts as a docstring wherever it is, since attributes are
    documented so. Directives to tools are no prose.
    """
    for node in ast.walk(source.tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text
    yield from _comments(source.text)


def _comments(text: str) -> Iterator[str]:
    block: list[str] = []
    last = -1
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or not re.search(r"[A-Za-z]", token.string):
            continue
        row, _ = token.start
        words = token.string.lstrip("# ")
        if re.match(r"(type:|noqa|pragma|fmt:)", words):
            continue
        whole = not token.line[: token.start[1]].strip()
        if block and not (whole and row == last + 1):
            yield " ".join(block)
            block = []
        block.append(words)
        last = row if whole else -1
    if block:
        yield " ".join(block)
