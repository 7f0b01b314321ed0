"""Reversi in text: squares as people type them."""

import re
import unicodedata

from core.errors import Reason, Refused
from core.game import PASS
from core.types import Move

LONGEST = 50
"""Longest text that can be a square, in characters."""

COLUMNS = "abcdefgh"
PASS_WORDS = ("pass", "pa", "ps", "--")
_SQUARE = re.compile(r"([a-h])([1-8])|([1-8])([a-h])")


def square_name(square: int) -> str:
    """`a1` for 0 to `h8` for 63; rows from the top."""
    return f"{COLUMNS[square % 8]}{square // 8 + 1}"


def read_square(text: str) -> Move:
    """A square or a pass as typed: any case, spaces, commas, hyphens, full-width, either order."""
    if len(text.strip()) > LONGEST:
        raise Refused(Reason.UNREADABLE_MOVE, text=text.strip()[:20])
    plain = unicodedata.normalize("NFKC", text.strip()).strip().lower()
    if plain in PASS_WORDS:
        return PASS
    found = _SQUARE.fullmatch(re.sub(r"[\s,.\-]+", "", plain))
    if found is None:
        raise Refused(Reason.UNREADABLE_MOVE, text=text[:20])
    column, row = (found[1], found[2]) if found[1] else (found[4], found[3])
    return Move(column + row)
