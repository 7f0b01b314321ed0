"""The small words every layer uses.

They are distinct types on purpose: a seat is a chair, a side is who wins together, a player is a
person or the computer. Mixing them up is the classic fault of team games and hot-seat play, and the
type checker refuses it.
"""

from typing import NewType

GameId = NewType("GameId", str)
"""A kind of game, such as `reversi`."""

MatchId = NewType("MatchId", str)
"""One play of a game: 13 characters of a-z and 2-7, which fit into every platform's buttons."""

PlayerId = NewType("PlayerId", str)
"""A person as the store numbers them, or `COMPUTER`."""

Seat = NewType("Seat", int)
"""A chair at the board, 0 to n-1, in the order in which they move."""

Side = NewType("Side", int)
"""Those who win together: in two-seat games the same number as the seat."""

Move = NewType("Move", str)
"""A move is its canonical notation: `d3`, `k10`, `pass`, `1+6 2+5 3`."""

Level = NewType("Level", str)
"""The strength of a computer player, a name out of `Game.levels`."""

Millis = NewType("Millis", int)
"""An instant in milliseconds since 1970 UTC, or a span of milliseconds."""

COMPUTER = PlayerId("computer")
"""The player behind every computer seat; which strength it plays stands in the seat's level."""
