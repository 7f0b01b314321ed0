"""Names of people and rooms as typed on the page, made fit to be shown.

A name is shown everywhere, in every game and by every renderer, so it is cleaned once, where it
comes in: no control characters, none that turn the direction of the text around it, no piles of
marks, a length that fits a line. Everything else is welcome; escaping is the business of whoever
writes HTML (the page never does).
"""

import re
import unicodedata

LONGEST_NAME = 40
LONGEST_ROOM = 40
LOBBY = "lobby"
_JOINERS = "\u200c\u200d"  # they hold emoji and some scripts together
_MARKS_IN_A_ROW = 3


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


def room(typed: str) -> str:
    """The name as it stands in addresses: small letters, digits, `-`; the lobby if none is left."""
    small = unicodedata.normalize("NFKC", typed[: LONGEST_ROOM * 4]).lower()
    name = re.sub(r"[\W_]+", "-", small).strip("-")
    return name[:LONGEST_ROOM].strip("-") or LOBBY


def line(typed: str) -> str:
    """One line of chat: line breaks become spaces, control characters go, the rest stays."""
    spaced = re.sub(r"[\t\r\n\x0b\x0c\x85\u2028\u2029]+", " ", typed)
    return "".join(c for c in spaced if unicodedata.category(c) != "Cc").strip()
