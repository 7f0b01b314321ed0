"""No regular expression of the product can take more than linear work on outside text.

Read from the parse trees: two unbounded repeats that can share the same run of characters, a repeat
of a repeat, or a search for a pattern that begins with one and then demands something else.
"""

import ast
import importlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
UNBOUNDED = 1_000
SAMPLE = [chr(code) for code in range(128)] + ["\u00a0", "\u00e9", "\u0661", "\u2028", "\uff11"]
ANCHORED = {"match", "fullmatch"}


def patterns() -> Iterator[tuple[str, str, int, bool]]:
    """Every literal pattern with its flags, and whether it is only used from a given place."""
    for path in sorted((*ROOT.glob("bot/**/*.py"), *ROOT.glob("core/**/*.py"))):
        text = path.read_text(encoding="utf-8")
        if "re." not in text or "kernels" in path.parts:
            continue
        where = path.relative_to(ROOT).as_posix()
        module = importlib.import_module(where.removesuffix(".py").replace("/", "."))
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                used = set(re.findall(rf"\b{name}\.(\w+)\(", text))
                yield f"{where}:{name}", value.pattern, value.flags, used <= ANCHORED
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "re"
                and node.func.attr not in ("compile", "escape")
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, str)
            ):
                anchored = node.func.attr in ANCHORED
                yield f"{where}:{node.lineno}", node.args[0].value, 0, anchored


def accepted(items: Sequence[Any], flags: int) -> set[str]:
    """The characters of the sample that can stand anywhere in what these items match."""
    found: set[str] = set()
    for op, value in items:
        match str(op):
            case "LITERAL":
                found.add(chr(value))
            case "NOT_LITERAL":
                found |= {sign for sign in SAMPLE if sign != chr(value)}
            case "ANY":
                found |= set(SAMPLE)
            case "IN":
                tree = [(op, value)]
                found |= {sign for sign in SAMPLE if _is_in(tree, sign)}
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                found |= accepted(value[2], flags)
            case "SUBPATTERN":
                found |= accepted(value[3], flags)
            case "BRANCH":
                for branch in value[1]:
                    found |= accepted(branch, flags)
    return found


def _is_in(tree: list[Any], sign: str) -> bool:
    [(_, members)] = tree
    negated = bool(members) and str(members[0][0]) == "NEGATE"
    return any(_member(each, sign) for each in members[negated:]) != negated


CATEGORIES = {
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}


def _member(member: Any, sign: str) -> bool:
    op, value = member
    if str(op) == "LITERAL":
        return bool(chr(value) == sign)
    if str(op) == "RANGE":
        return bool(value[0] <= ord(sign) <= value[1])
    return re.match(CATEGORIES[str(value)], sign) is not None


def nullable(item: Any) -> bool:
    """Whether it may match nothing."""
    op, value = item
    match str(op):
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return True
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return bool(value[0] == 0) or all(map(nullable, value[2]))
        case "SUBPATTERN":
            return all(map(nullable, value[3]))
        case "BRANCH":
            return any(all(map(nullable, branch)) for branch in value[1])
    return False


def is_unbounded(item: Any) -> bool:
    return str(item[0]) in ("MAX_REPEAT", "MIN_REPEAT") and item[1][1] >= UNBOUNDED


def flat(items: Sequence[Any]) -> Iterator[list[Any]]:
    """Every sequence that the pattern can be read as, groups opened and branches apart."""
    if not items:
        yield []
        return
    first, *rest = items
    op, value = first
    heads: list[list[Any]] = [[first]]
    if str(op) == "SUBPATTERN":
        heads = list(flat(value[3]))
    elif str(op) == "BRANCH":
        heads = [head for branch in value[1] for head in flat(branch)]
    for tail in flat(rest):
        for head in heads:
            yield head + tail


def faults(pattern: str, flags: int, anchored: bool) -> Iterator[str]:
    tree = list(_parser.parse(pattern, flags))
    for items in flat(tree):
        repeats = [at for at, item in enumerate(items) if is_unbounded(item)]
        for at in repeats:
            inner = [x for seq in flat(items[at][1][2]) for x in seq]
            if any(map(is_unbounded, inner)):
                yield "a repeat of a repeat"
            for other in repeats:
                if other <= at:
                    continue
                shared = accepted([items[at]], flags) & accepted([items[other]], flags)
                for item in items[at + 1 : other]:
                    if not nullable(item):
                        shared &= accepted([item], flags)
                if shared:
                    yield f"two repeats that share {sorted(shared)[0]!r}"
        begins = next((at for at, item in enumerate(items) if str(item[0]) != "AT"), None)
        if anchored or begins is None or not is_unbounded(items[begins]):
            continue
        line_start = begins > 0 and str(items[0][1]) == "AT_BEGINNING_STRING"
        newline = "\n" in accepted([items[begins]], flags)
        starts_line = begins > 0 and str(items[0][1]) == "AT_BEGINNING" and not newline
        if not (line_start or starts_line) and not all(map(nullable, items[begins + 1 :])):
            yield "a search that begins with a repeat and demands more"


FOUND = list(patterns())


def test_patterns_are_found() -> None:
    assert len(FOUND) > 30


@pytest.mark.parametrize(
    ("pattern", "flags", "anchored"),
    [each[1:] for each in FOUND],
    ids=[each[0] for each in FOUND],
)
def test_no_pattern_is_slower_than_linear(pattern: str, flags: int, anchored: bool) -> None:
    assert list(faults(pattern, flags & ~re.UNICODE.value, anchored)) == []


@pytest.mark.parametrize(
    ("pattern", "anchored"),
    [
        (r'[\s\ufeff]*\[\s*([^"\]]*?)\s*"(.*)"\s*\]\s*', True),  # was cubic
        (r"\s*[+&-]\s*", False),  # was quadratic
        (r"(a+)+b", True),
        (r"(?m)^(\s*)#", False),
        (r"\d+\w+x", True),
    ],
)
def test_slow_patterns_are_caught(pattern: str, anchored: bool) -> None:
    flags = re.compile(pattern).flags & ~re.UNICODE.value
    assert list(faults(pattern, flags, anchored))


def test_the_constants_are_those_of_this_python() -> None:
    assert str(_constants.MAX_REPEAT) == "MAX_REPEAT"
