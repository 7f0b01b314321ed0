"""Nim for two teams of two: a game small enough to see through, where Reversi leaves gaps.

One heap; the team that takes the last bean wins. Seats 0 and 2 play together against 1 and 3, there
is no computer player, and no move can be taken back.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import Reason, Refused
from core.game import Line, Option, Outcome, Setup, Termination, Worth
from core.types import GameId, Level, Move, Seat, Side


@dataclass(frozen=True, slots=True)
class Heap:
    beans: int
    seats: int
    taken: tuple[int, ...]
    to_act: Seat
    last: Move | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything may be seen."""

    beans: int
    taken: tuple[int, ...]
    to_act: Seat | None
    legal: tuple[Move, ...]
    last: Move | None

    @property
    def lines(self) -> tuple[Line, ...]:
        return ()

    @property
    def occupied(self) -> tuple[tuple[Move, ...], ...]:
        return ()

    @property
    def tallies(self) -> tuple[int, ...]:
        return self.taken


class Nim:
    """Implements `core.game.Game[Heap, View]`."""

    id = GameId("nim")
    seat_counts = (4, 2)
    solo = False
    options = (Option("beans", ("13", "21")),)
    levels: tuple[Level, ...] = ()
    takeback = False
    chance = False
    contests = False
    goal = None
    worth = Worth.CHANCE
    coordinates = None

    def opening(self, options: Mapping[str, str], entropy: bytes) -> tuple[Move, ...]:
        del options, entropy
        return ()

    def side_of(self, setup: Setup, seat: Seat) -> Side:
        del setup
        return Side(seat % 2)

    def start(self, setup: Setup) -> Heap:
        heap = Heap(int(setup.options["beans"]), setup.seats, (0,) * setup.seats, Seat(0))
        for move in setup.opening:
            heap = self.play(heap, move)
        return heap

    def to_act(self, position: Heap) -> Seat | None:
        return position.to_act if position.beans else None

    def legal_moves(self, position: Heap) -> tuple[Move, ...]:
        return tuple(Move(str(n)) for n in range(1, min(3, position.beans) + 1))

    def is_legal(self, position: Heap, move: Move) -> bool:
        return move in self.legal_moves(position)

    def read_move(self, text: str) -> Move:
        plain = text.strip()
        if plain not in ("1", "2", "3"):
            raise Refused(Reason.UNREADABLE_MOVE, text=text[:20])
        return Move(plain)

    def play(self, position: Heap, move: Move) -> Heap:
        if not self.is_legal(position, move):
            raise Refused(Reason.ILLEGAL_MOVE, move=move)
        seat, beans = position.to_act, int(move)
        taken = tuple(n + beans * (i == seat) for i, n in enumerate(position.taken))
        following = Seat((seat + 1) % position.seats)
        return Heap(position.beans - beans, position.seats, taken, following, move)

    def outcome(self, position: Heap) -> Outcome | None:
        if position.beans:
            return None
        winner = Side((position.to_act - 1) % position.seats % 2)
        scores = tuple(int(side == winner) for side in (0, 1))
        return Outcome(Termination.NO_MOVES, frozenset({winner}), scores)

    def look(self, position: Heap) -> View:
        return View(
            position.beans,
            position.taken,
            self.to_act(position),
            self.legal_moves(position),
            position.last,
        )


NIM = Nim()
