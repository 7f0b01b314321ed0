"""The games played by `tavola demo`, one of each kind.

Those of Reversi and Pente were played between computer levels; dice are rolled live and split by
the table of a computer level. Knows neither page nor service.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from textwrap import wrap
from typing import Any

import msgspec

from core.games.dice.advisor import nearer
from core.games.dice.rules import View
from core.games.dice.values import Aim, Values
from core.types import Move

_REVERSI = (
    "f5d6c6f4d7f6d3c4g5g6f3f2e3c2e7e2e1f1g1g4h6h5c3e6c5d2d1c1b1h7f7f8g3e8h3c7b8b6c8b5a5b4a6d8"
    "g8h4h8g7b7a4a3h2b3a8h1g2a7a2b2a1"
)
_PENTE = (
    "n7 g7 p9 j9 h8 l11 n13 l10 o8 m6 j10 l9 q10 r11 m10 g9 l10 n10 k10 h10 g11 j11 k8 h10 f8 g8 g6"
    " k9 j9 k11 m11 n12 n11 m11 h11 g12 h11 f11 h11 o12 l7 n11"
)
LONGEST = 60
"""Upper bound on the rounds of a game: three values with seven marks each, and limited
free rides."""


@dataclass(frozen=True, slots=True)
class Played:
    """A scripted match.

    `begin` is what the first of `players` types. `choose` returns the move of this number for the
    displayed board.
    """

    begin: str
    players: tuple[str, ...]
    length: int
    choose: Callable[[int, Mapping[str, Any]], Move]


def _written(moves: list[str]) -> Callable[[int, Mapping[str, Any]], Move]:
    return lambda number, _: Move(moves[number])


def _split(number: int, view: Mapping[str, Any]) -> Move:
    """Return the split preferred by the computer player's table."""
    del number
    worths = nearer(_table(), msgspec.convert({**view, "lines": ()}, View))
    return max(worths, key=lambda move: worths[move])


@cache
def _table() -> Values:
    return Values(resources.files("core.games.dice").joinpath("mean.bin").read_bytes(), Aim.MEAN)


_FIRST = "/challenge {} first=challenger casual"
MATCHES = (
    Played(
        _FIRST.format("reversi"),
        ("Ann", "Bo"),
        length=len(_REVERSI) // 2,
        choose=_written(wrap(_REVERSI, 2)),
    ),
    Played(
        _FIRST.format("pente"),
        ("Cleo", "Dan"),
        length=len(_PENTE.split()),
        choose=_written(_PENTE.split()),
    ),
    Played("/dice", ("Eli",), length=LONGEST, choose=_split),
)
