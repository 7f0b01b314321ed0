"""Cleans room names and chat lines typed on the page.

Player names are cleaned by the application, as on every platform. Escaping is left to code that
writes HTML (the page never does).
"""

import re
import unicodedata

LONGEST_ROOM = 40
LOBBY = "lobby"

_HIGH, _LOW = r"\\u[dD][89abAB][0-9a-fA-F]{2}", r"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_ESCAPED_SURROGATE = re.compile(rf"(\\\\)|({_HIGH}{_LOW})|{_HIGH}|{_LOW}")
"""An escaped backslash, a pair, or half of one."""


def room(typed: str) -> str:
    """Return the room's name for addresses: small letters, digits, `-`; the lobby if none is
    left."""
    small = unicodedata.normalize("NFKC", typed[: LONGEST_ROOM * 4]).lower()
    name = re.sub(r"[\W_]+", "-", small).strip("-")
    return name[:LONGEST_ROOM].strip("-") or LOBBY


def line(typed: str) -> str:
    """One line of chat: line breaks become spaces, control characters go, the rest stays."""
    spaced = re.sub(r"[\t\r\n\x0b\x0c\x85\u2028\u2029]+", " ", typed)
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cs")).strip()


def surrogates(text: str) -> str:
    """Replace every JSON escape of half a surrogate pair by that of U+FFFD."""

    def replaced(found: re.Match[str]) -> str:
        return found[0] if found[1] or found[2] else r"\ufffd"

    return _ESCAPED_SURROGATE.sub(replaced, text)
