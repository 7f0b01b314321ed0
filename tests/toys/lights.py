"""Lights: a solo puzzle without chance.

A press switches a light of the 3x3 board and its neighbours; whoever puts all of them out within
twenty presses wins, with a point for each press left.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import Reason, Refused
from core.game import Coordinates, Line, Option, Outcome, Setup, Termination, Worth
from core.types import GameId, Level, Move, Seat, Side

SIZE = 3
PRESSES = 20
NAMES = tuple(Move(f"{column}{row}") for row in (1, 2, 3) for column in "abc")
_CROSS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True, slots=True)
class Position:
    lit: frozenset[int]
    left: int
    last: Move | None = None

    @property
    def over(self) -> bool:
        return not self.lit or not self.left


@dataclass(frozen=True, slots=True)
class View:
    cells: str
    left: int
    to_act: Seat | None
    legal: tuple[Move, ...]
    last: Move | None
    lines: tuple[Line, ...] = ()

    @property
    def occupied(self) -> tuple[tuple[Move, ...], ...]:
        return (tuple(name for name, cell in zip(NAMES, self.cells, strict=True) if cell == "*"),)

    @property
    def tallies(self) -> tuple[int, ...]:
        return (self.left,)


class Lights:
    """Implements `core.game.Game[Position, View]`."""

    id = GameId("lights")
    seat_counts = (1,)
    solo = True
    options: tuple[Option, ...] = ()
    levels: tuple[Level, ...] = ()
    takeback = True
    chance = False
    contests = False
    goal = None
    worth = Worth.TOTAL
    coordinates = Coordinates("abc", SIZE)

    def opening(self, options: Mapping[str, str], entropy: bytes) -> tuple[Move, ...]:
        del options
        first = entropy[0] % len(NAMES)
        return (NAMES[first], NAMES[(first + 4) % len(NAMES)])

    def side_of(self, setup: Setup, seat: Seat) -> Side:
        del setup
        return Side(seat)

    def start(self, setup: Setup) -> Position:
        position = Position(frozenset(), PRESSES)
        for move in setup.opening:
            if move not in NAMES:
                raise Refused(Reason.ILLEGAL_MOVE, move=move)
            position = Position(_pressed(position.lit, move), PRESSES, move)
        return position

    def to_act(self, position: Position) -> Seat | None:
        return None if position.over else Seat(0)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return () if position.over else NAMES

    def is_legal(self, position: Position, move: Move) -> bool:
        return move in self.legal_moves(position)

    def read_move(self, text: str) -> Move:
        plain = text.strip().lower()
        if re.fullmatch("[abc][123]", plain) is None:
            raise Refused(Reason.UNREADABLE_MOVE, text=text[:20])
        return Move(plain)

    def play(self, position: Position, move: Move) -> Position:
        if not self.is_legal(position, move):
            raise Refused(Reason.ILLEGAL_MOVE, move=move)
        return Position(_pressed(position.lit, move), position.left - 1, move)

    def outcome(self, position: Position) -> Outcome | None:
        if not position.over:
            return None
        winners = frozenset[Side]() if position.lit else frozenset({Side(0)})
        return Outcome(Termination.GOAL, winners, (0 if position.lit else position.left,))

    def look(self, position: Position) -> View:
        cells = "".join("*" if square in position.lit else "." for square in range(len(NAMES)))
        legal = self.legal_moves(position)
        return View(cells, position.left, self.to_act(position), legal, position.last)


def _pressed(lit: frozenset[int], move: Move) -> frozenset[int]:
    row, column = divmod(NAMES.index(move), SIZE)
    near = {(row + down, column + right) for down, right in _CROSS}
    squares = {r * SIZE + c for r, c in near if 0 <= r < SIZE and 0 <= c < SIZE}
    return lit ^ squares


LIGHTS = Lights()
