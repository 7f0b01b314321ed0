"""Sanitize players' names for display on every platform.

Names appear everywhere, in every game and every renderer, so front ends clean them on the way in:
no control characters, no bidirectional overrides, no stacked combining marks, a length that fits a
line. Everything else is allowed; escaping is up to the code that writes markup.
"""

import re
import unicodedata
from functools import lru_cache

LONGEST_NAME = 40
_JOINERS = "\u200c\u200d"  # they join emoji and the letters of some scripts
_MARKS_IN_A_ROW = 3
_APART = "\u2068{}\u2069"  # FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX 9, 2.4)
_TOGETHER = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
_REMEMBERED = 4_096  # names: every press carries one


@lru_cache(maxsize=_REMEMBERED)
def person(typed: str) -> str:
    """Return the sanitized name, or "" if nothing visible is left."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", typed[: LONGEST_NAME * 8]):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind.startswith("M") else 0
        if marks > _MARKS_IN_A_ROW:
            continue
        if kind.startswith("Z") or character in "\t\r\n":
            kept.append(" ")
        elif not kind.startswith("C") or character in _JOINERS:
            kept.append(character)
    name = re.sub(" +", " ", "".join(kept)).strip()
    visible = any(unicodedata.category(character)[0] in "LNPS" for character in name)
    return name[:LONGEST_NAME].rstrip(" " + _JOINERS) if visible else ""


def apart(name: str) -> str:
    """Isolate a name within a sentence.

    Otherwise a right-to-left name would reorder the text around it, and numbers of a board would
    appear next to the wrong player.
    """
    turns = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return _APART.format(name) if turns else name


def together(text: str) -> str:
    """Remove the isolates, for anything but sentences."""
    return text.translate(_TOGETHER)


def plain(name: str) -> str:
    """Normalize a name for comparison; command lines allow no spaces in names."""
    return name.strip().replace(" ", "_").casefold()
