"""Game records as people paste them: header lines, comments, glyphs, results.

The parts that records of several games have in common (PGN and its relatives: pente.org, PlayOK).
Every function is linear in the length of its text.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

LONGEST = 200_000
"""Longest record that is read, in characters."""

_BYTE_ORDER_MARK = re.compile("\ufeff")
_COMMENT = re.compile(r"\{[^}]*(?:\}|$)")
_GLYPH = re.compile(r"\$[0-9]{1,3}|(?<=[a-z0-9])[!?]{1,2}(?![!?])")


@dataclass(frozen=True, slots=True)
class Section:
    """One game of a text: its headers, names in lower case, and its move text."""

    headers: dict[str, str]
    moves: str


def header(line: str) -> tuple[str, str] | None:
    """Name and value of a header line such as `[Event "?"]`; None if it is none."""
    line = _BYTE_ORDER_MARK.sub("", line).strip()
    if not (line.startswith("[") and line.endswith("]")):
        return None
    name, quote, value = line[1:-1].strip().partition('"')
    if not quote or not value.endswith('"') or "]" in name:
        return None
    return name.strip().lower(), value[:-1]


def sections(text: str) -> list[Section]:
    """Split a text into games: a header line behind move text begins the next one."""
    games: list[tuple[dict[str, str], list[str]]] = [({}, [])]
    for line in text.splitlines():
        found = header(line)
        if found is None:
            games[-1][1].append(line)
            continue
        if any(moves.strip() for moves in games[-1][1]):
            games.append(({}, []))
        games[-1][0].setdefault(*found)
    return [Section(headers, "\n".join(moves)) for headers, moves in games]


def without_comments(text: str) -> str:
    """Return move text in lower case without comments, variations and glyphs such as `!?`."""
    plain = unicodedata.normalize("NFKC", text).lower()
    return _GLYPH.sub("", _without_variations(_COMMENT.sub(" ", plain))).strip()


def _without_variations(text: str) -> str:
    """Drop what is in parentheses, nested ones too; a `)` alone belongs to a move number."""
    if "(" not in text:
        return text
    kept: list[str] = []
    depth = 0
    for sign in text:
        if sign == "(":
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
        elif not depth:
            kept.append(sign)
    return "".join(kept)


def count(texts: Sequence[str]) -> int:
    """How many of these hold anything; at least one."""
    return max(1, sum(bool(text.strip()) for text in texts))
