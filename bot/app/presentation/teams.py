"""Teams and their seats by name: A and B, A1 B1 A2 B2.

Pure. With two seats sides need no names, so whoever asks for a side's gets the player's; with more
the letters stand before the names, the same in every language.
"""

import re
from collections.abc import Sequence

from core.match.decision import sides
from core.match.model import Match
from core.types import Seat, Side

_PLACE = re.compile(r"([a-z])([1-9]?)", re.IGNORECASE)


def are_in(match: Match) -> bool:
    """Whether several win together in this match."""
    return match.setup.seats > 2


def letter(side: Side) -> str:
    return chr(ord("A") + side)


def seat_name(match: Match, seat: Seat) -> str:
    """`B2`: the side's letter, and which of its seats it is."""
    side = sides(match)
    return f"{letter(side[seat])}{side[: seat + 1].count(side[seat])}"


def members(match: Match, side: Side) -> list[Seat]:
    """The seats of a side in the order in which they move."""
    return [Seat(i) for i, each in enumerate(sides(match)) if each == side]


def name(match: Match, side: Side, names: Sequence[str]) -> str:
    """`A (Ann, Cy)`; where nobody has a partner just the name. `names` are the seats'."""
    there = [names[seat] for seat in members(match, side)]
    return f"{letter(side)} ({', '.join(there)})" if are_in(match) else there[0]


def is_place(text: str) -> bool:
    """Whether this names a side or a seat; codes are longer."""
    return _PLACE.fullmatch(text.strip()) is not None


def read_place(text: str) -> tuple[Side, int | None] | None:
    """The side and which of its seats, counted from 0, of `b` or `b2`; None for what is none."""
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        return None
    side = Side(ord(found[1].upper()) - ord("A"))
    return side, int(found[2]) - 1 if found[2] else None
