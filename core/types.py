"""Identifiers shared by all layers.

They are distinct types on purpose: a seat is a place in the turn order, a side wins together, a
player is a person or the computer. Mixing them up is the classic bug of team and hot-seat games,
and the type checker rejects it.
"""

from typing import NewType

GameId = NewType("GameId", str)
"""A kind of game, such as `reversi`."""

MatchId = NewType("MatchId", str)
"""A match id: 13 characters of a-z and 2-7, short enough for every platform's buttons."""

PlayerId = NewType("PlayerId", str)
"""A person as numbered by the store, or `COMPUTER`."""

Seat = NewType("Seat", int)
"""A place in the turn order, 0 to n-1."""

Side = NewType("Side", int)
"""Players who win together: in two-seat games equal to the seat."""

Move = NewType("Move", str)
"""A move in canonical notation: `d3`, `k10`, `pass`, `1+6 2+5 3`."""

Level = NewType("Level", str)
"""The strength of a computer player, one of `Game.levels`."""

Millis = NewType("Millis", int)
"""An instant in milliseconds since 1970 UTC, or a span of milliseconds."""

COMPUTER = PlayerId("computer")
"""The player in every computer seat; the seat's level holds the strength."""
