"""Race: a game for two with dice.

One die is rolled each turn, and the side to act advances one of its two tokens by it. Whoever has
both tokens home first wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.chance import Chance, roll
from core.errors import Reason, Refused
from core.game import Line, Option, Outcome, Setup, Termination, Worth
from core.types import GameId, Level, Move, Seat, Side

HOME = 10
TOKENS = (Move("a"), Move("b"))


@dataclass(frozen=True, slots=True)
class Position:
    chance: Chance | None
    tokens: tuple[tuple[int, int], tuple[int, int]]
    turns: int
    last: Move | None = None

    @property
    def die(self) -> int | None:
        """The roll of this turn; None before play begins."""
        if self.chance is None or self.chance.client is None:
            return None
        return roll(self.chance, self.turns + 1, 1)[0]

    @property
    def winner(self) -> Side | None:
        return next((Side(i) for i, own in enumerate(self.tokens) if own == (HOME, HOME)), None)


@dataclass(frozen=True, slots=True)
class View:
    tokens: tuple[tuple[int, int], tuple[int, int]]
    die: int | None
    to_act: Seat | None
    legal: tuple[Move, ...]
    last: Move | None
    lines: tuple[Line, ...] = ()

    @property
    def occupied(self) -> tuple[tuple[Move, ...], ...]:
        return ()

    @property
    def tallies(self) -> tuple[int, ...]:
        return tuple(map(sum, self.tokens))


class Race:
    """Implements `core.game.Game[Position, View]`."""

    id = GameId("race")
    seat_counts = (2,)
    solo = False
    options: tuple[Option, ...] = ()
    levels: tuple[Level, ...] = ()
    takeback = False
    chance = True
    contests = False
    goal = None
    worth = Worth.CHANCE
    coordinates = None

    def opening(self, options: Mapping[str, str], entropy: bytes) -> tuple[Move, ...]:
        del options, entropy
        return ()

    def side_of(self, setup: Setup, seat: Seat) -> Side:
        del setup
        return Side(seat)

    def start(self, setup: Setup) -> Position:
        position = Position(setup.chance, ((0, 0), (0, 0)), 0)
        for move in setup.opening:
            position = self.play(position, move)
        return position

    def to_act(self, position: Position) -> Seat | None:
        return None if position.winner is not None else Seat(position.turns % 2)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        seat = self.to_act(position)
        if seat is None or position.die is None:
            return ()
        own = zip(TOKENS, position.tokens[seat], strict=True)
        return tuple(token for token, at in own if at < HOME)

    def is_legal(self, position: Position, move: Move) -> bool:
        return move in self.legal_moves(position)

    def read_move(self, text: str) -> Move:
        plain = Move(text.strip().lower())
        if plain not in TOKENS:
            raise Refused(Reason.UNREADABLE_MOVE, text=text[:20])
        return plain

    def play(self, position: Position, move: Move) -> Position:
        if not self.is_legal(position, move) or position.die is None:
            raise Refused(Reason.ILLEGAL_MOVE, move=move)
        seat = position.turns % 2
        a, b = position.tokens[seat]
        moved = (_on(a, position.die), b) if move == "a" else (a, _on(b, position.die))
        tokens = (moved, position.tokens[1]) if seat == 0 else (position.tokens[0], moved)
        return Position(position.chance, tokens, position.turns + 1, move)

    def outcome(self, position: Position) -> Outcome | None:
        if position.winner is None:
            return None
        a, b = map(sum, position.tokens)
        return Outcome(Termination.GOAL, frozenset({position.winner}), (a, b))

    def look(self, position: Position) -> View:
        seat, legal = self.to_act(position), self.legal_moves(position)
        die = None if seat is None else position.die
        return View(position.tokens, die, seat, legal, position.last)


def _on(at: int, die: int) -> int:
    return min(HOME, at + die)


RACE = Race()
