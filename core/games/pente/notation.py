"""Pente in text: points as people type them. The letter I does not exist, and that is said."""

import re
import unicodedata

from core.errors import Reason, Refused
from core.games.pente.points import COLUMNS, SIZE
from core.types import Move

LONGEST = 50
"""Longest text that can be a point, in characters."""

_POINT = re.compile(r"([a-t])(\d{1,2})|(\d{1,2})([a-t])")


def read_point(text: str) -> Move:
    """A point as typed: `K10`, `k 10`, `10k`, `k,10`, full-width.

    Raises:
        Refused: UNREADABLE_MOVE, or NO_LETTER_I where column I was meant.
    """
    if len(text.strip()) > LONGEST:
        raise Refused(Reason.UNREADABLE_MOVE, text=text.strip()[:20])
    plain = unicodedata.normalize("NFKC", text.strip()).strip().lower()
    found = _POINT.fullmatch(re.sub(r"[\s,.\-]+", "", plain))
    if found is None:
        raise Refused(Reason.UNREADABLE_MOVE, text=text[:20])
    column, row = (found[1], found[2]) if found[1] else (found[4], found[3])
    if not 1 <= int(row) <= SIZE:
        raise Refused(Reason.UNREADABLE_MOVE, text=text[:20])
    if column not in COLUMNS:
        raise Refused(Reason.NO_LETTER_I, text=text[:20])
    return Move(f"{column}{int(row)}")
