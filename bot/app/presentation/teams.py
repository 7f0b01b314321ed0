"""Names of teams and their seats: A and B, A1 B1 A2 B2.

Pure. With two seats a side is named by its player; with more, the letters precede the players'
names and are the same in every language.
"""

import re
from collections.abc import Sequence

from core.match.decision import sides
from core.match.model import Match
from core.types import Seat, Side

_PLACE = re.compile(r"([a-z])([1-9]?)", re.IGNORECASE)


def are_in(match: Match) -> bool:
    """Return whether players of this match share a side."""
    return match.setup.seats > 2


def letter(side: Side) -> str:
    return chr(ord("A") + side)


def seat_name(match: Match, seat: Seat) -> str:
    """Return `B2`: the side's letter and the seat's number within it."""
    side = sides(match)
    return f"{letter(side[seat])}{side[: seat + 1].count(side[seat])}"


def members(match: Match, side: Side) -> list[Seat]:
    """Return the seats of a side in move order."""
    return [Seat(i) for i, each in enumerate(sides(match)) if each == side]


def name(match: Match, side: Side, names: Sequence[str]) -> str:
    """Return `A (Ann, Cy)`, or without partners the player's name. `names` are by seat."""
    partners = [names[seat] for seat in members(match, side)]
    return f"{letter(side)} ({', '.join(partners)})" if are_in(match) else partners[0]


def is_place(text: str) -> bool:
    """Return whether this names a side or a seat; invite codes are longer."""
    return _PLACE.fullmatch(text.strip()) is not None


def read_place(text: str) -> tuple[Side, int | None] | None:
    """Parse `b` or `b2` into the side and its seat counted from 0; None if it is neither."""
    parsed = _PLACE.fullmatch(text.strip())
    if parsed is None:
        return None
    side = Side(ord(parsed[1].upper()) - ord("A"))
    return side, int(parsed[2]) - 1 if parsed[2] else None
