"""Rooms and lines of chat as typed on the page, made fit to be shown.

Player names are cleaned by `bot/app/people/display_names.py`, as on every platform. Escaping is
the business of whoever writes HTML (the page never does).
"""

import re
import unicodedata

LONGEST_ROOM = 40
LOBBY = "lobby"


def room(typed: str) -> str:
    """The name as it stands in addresses: small letters, digits, `-`; the lobby if none is left."""
    small = unicodedata.normalize("NFKC", typed[: LONGEST_ROOM * 4]).lower()
    name = re.sub(r"[\W_]+", "-", small).strip("-")
    return name[:LONGEST_ROOM].strip("-") or LOBBY


def line(typed: str) -> str:
    """One line of chat: line breaks become spaces, control characters go, the rest stays."""
    spaced = re.sub(r"[\t\r\n\x0b\x0c\x85\u2028\u2029]+", " ", typed)
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cs")).strip()
