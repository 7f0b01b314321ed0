"""People's names, from any platform, made fit to be shown on every other.

A name is shown everywhere, in every game and by every renderer, so each front end has it cleaned
where it comes in: no control characters, none that turn the direction of the text around it, no
piles of marks, a length that fits a line. Everything else is welcome; escaping is the business of
whoever writes markup. Must not know platforms.
"""

import re
import unicodedata
from functools import lru_cache

LONGEST_NAME = 40
_JOINERS = "\u200c\u200d"  # they hold emoji and some scripts together
_MARKS_IN_A_ROW = 3
_APART = "\u2068{}\u2069"  # FIRST STRONG ISOLATE and what ends it (UAX 9, 2.4)
_TOGETHER = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
_REMEMBERED = 4_096  # names: every press brings its presser's


@lru_cache(maxsize=_REMEMBERED)
def person(typed: str) -> str:
    """The name to show, or "" where nothing visible is left."""
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
    """The name as it stands in a sentence: one that reads from right to left is kept from turning
    what is around it, or the numbers of a board would stand beside the wrong people."""
    turns = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return _APART.format(name) if turns else name


def together(text: str) -> str:
    """Without such marks, for what is no sentence."""
    return text.translate(_TOGETHER)


def plain(name: str) -> str:
    """Names as they are compared: a command line has no spaces inside a name."""
    return name.strip().replace(" ", "_").casefold()
