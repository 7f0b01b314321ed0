"""Reorders a line in which right-to-left and left-to-right scripts meet.

The part of the Unicode Bidirectional Algorithm (UAX 9) that a name or a line with names can need:
the rules P2, P3, W1, W2, W7, N0, N1, N2, I1, I2 and L2, and first strong isolates, which set a name
apart in a sentence. Explicit embeddings are missing: other format characters are removed from texts
before. Inside a run the shaper does the rest.

Our own code, because `python-bidi` is under the LGPL, which Tavola does not accept for what it
ships.
"""

import re
import unicodedata
from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

_STRONG = {"L": "L", "R": "R", "AL": "R"}
ISOLATES = "\u2068\u2069"
"""A first strong isolate, and what ends it."""

_APART = re.compile(f"{ISOLATES[0]}([^{ISOLATES}]*){ISOLATES[1]}?")
_NEUTRAL = "\ufffc"  # what an isolate is to the text around it (rule BD9)
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def levels(text: str) -> list[int]:
    """The embedding level of each character: even reads left to right, odd right to left."""
    found: list[int] = []
    at = 0
    around = iter(_levels(_APART.sub(_NEUTRAL, text)))
    for apart in _APART.finditer(text):
        found += islice(around, apart.start() - at)
        outer = next(around)
        inner = [level + 2 * bool(outer) for level in _levels(apart[1])]
        marks = len(apart[0]) - len(inner) - 1
        found += [outer, *inner, *[outer] * marks]
        at = apart.end()
    return [*found, *around]


def _levels(text: str) -> list[int]:
    """Return the levels of a text without isolates."""
    strong = (_STRONG.get(unicodedata.bidirectional(char)) for char in text)
    base = next(filter(None, strong), "L")
    kinds = _kinds(text, base)
    for start, end in _bracket_pairs(text):
        _settle_brackets(kinds, start, end, base)
    _settle_neutrals(kinds, base)
    height = {"L": 2 if base == "R" else 0, "R": 1, "N": 2}
    return [height[kind] for kind in kinds]


def visual_order(runs: Sequence[tuple[int, T]]) -> list[T]:
    """Stretches with their levels, from the left edge to the right one (rule L2)."""
    order = list(runs)
    for level in range(max((level for level, _ in runs), default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and order[end][0] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = max(end, start + 1)
    return [run for _, run in order]


def _kinds(text: str, base: str) -> list[str]:
    """Each character as L, R, N (number) or - (neutral), after rules W1, W2 and W7."""
    kinds: list[str] = []
    strong = base
    for char in text:
        kind = unicodedata.bidirectional(char)
        if kind == "NSM" and kinds:
            kinds.append(kinds[-1])
        elif kind == "AN" or (kind == "EN" and strong == "R"):
            kinds.append("N")
        elif kind == "EN":
            kinds.append("L")
        else:
            strong = _STRONG.get(kind, strong)
            kinds.append(_STRONG.get(kind, "-"))
    return kinds


def _bracket_pairs(text: str) -> list[tuple[int, int]]:
    """Where brackets open and close, in the order in which they open (rule BD16)."""
    pairs: list[tuple[int, int]] = []
    open_at: list[int] = []
    for at, char in enumerate(text):
        if char in _CLOSING:
            open_at.append(at)
        elif char in _CLOSING.values():
            fitting = [i for i, start in enumerate(open_at) if _CLOSING[text[start]] == char]
            if fitting:
                pairs.append((open_at[fitting[-1]], at))
                del open_at[fitting[-1] :]
    return sorted(pairs)


def _settle_brackets(kinds: list[str], start: int, end: int, base: str) -> None:
    """A pair goes with the base if that is inside or before it, else with what is inside (N0)."""
    inside = {kind.replace("N", "R") for kind in kinds[start + 1 : end]} - {"-"}
    if not inside:
        return
    context = next((k.replace("N", "R") for k in reversed(kinds[:start]) if k != "-"), base)
    kinds[start] = kinds[end] = base if base in inside or context == base else context


def _settle_neutrals(kinds: list[str], base: str) -> None:
    """Neutrals between two of one direction take it, others the base; numbers count as R (N1)."""
    start = 0
    while start < len(kinds):
        end = start
        while end < len(kinds) and kinds[end] == "-":
            end += 1
        before = kinds[start - 1].replace("N", "R") if start else base
        after = kinds[end].replace("N", "R") if end < len(kinds) else base
        kinds[start:end] = [before if before == after else base] * (end - start)
        start = max(end, start + 1)
