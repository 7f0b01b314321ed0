"""The contract of a game.

A game is a handful of pure functions over an immutable position: `start`, `to_act`, `legal_moves`,
`play`, `outcome`, `look` and a few beside them. It knows rules and nothing else: no players, no
clocks, no chat. Everything above (matches, pictures, buttons, records) is written against this file
only, so a new game is a new folder and one line in `core/registry.py`.

Two types vary from game to game: `P`, the position, which only the game itself looks into, and `V`,
the view, which renderers and engines read. A view shows all that may be seen and nothing more: for
dice it has no seed and no coming throw.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeVar

from core.chance import Chance
from core.types import GameId, Level, Move, Seat, Side

P = TypeVar("P")
V_co = TypeVar("V_co", bound="BoardView", covariant=True)

PASS = Move("pass")
"""The one move of a seat that has none. `decide` plays it where it is the only legal move."""


class Termination(StrEnum):
    """Why a match is over: by the rules of the game, or by what the players did."""

    NO_MOVES = "no_moves"  # Reversi: neither side can move
    WIPE_OUT = "wipe_out"  # Reversi: one side has no disc left
    FIVE = "five"  # Pente: five or more in a row
    PAIRS = "pairs"  # Pente: five captured pairs
    FULL_BOARD = "full_board"  # Pente: nothing left to play on
    EIGHTH_REJECT = "eighth_reject"  # Solitaire Dice: one value was left over eight times
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    FLAG = "flag"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when a match is offered; the first of `values` is the default."""

    key: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides how a match begins, besides who sits where.

    `opening` are moves that were played by the setup, not by a player; they are not plies.
    """

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    chance: Chance | None = None
    opening: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended. `winners` are the sides that share first place; exactly one means a win.

    Who plays alone has won or not: then `winners` is that side or nobody.
    """

    termination: Termination
    winners: frozenset[Side]
    scores: tuple[int, ...]  # by side, as the game counts officially

    @property
    def winner(self) -> Side | None:
        """The one side that won, or None when first place is shared or nobody's."""
        return next(iter(self.winners)) if len(self.winners) == 1 else None


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence to be: a key that `bot/text/phrases.py` knows, and the values it names."""

    key: str
    params: Mapping[str, str | int] = field(default_factory=dict)


class BoardView(Protocol):
    """What every view has; each game's own adds its board."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the board says in words beyond its tallies, most important first; at most two."""
        ...

    @property
    def last(self) -> Move | None:
        """The last move that changed the board; None before the first."""
        ...

    @property
    def to_act(self) -> Seat | None:
        """Who has to move; None where nobody has."""
        ...

    @property
    def legal(self) -> tuple[Move, ...]:
        """What the one to act can choose from on the board; a pass is not on it."""
        ...

    @property
    def occupied(self) -> tuple[tuple[Move, ...], ...]:
        """By side, where its discs or stones lie; empty where a game has no board."""
        ...

    @property
    def tallies(self) -> tuple[int, ...]:
        """What counts so far, by seat: discs, captured pairs, points."""
        ...


class Game(Protocol[P, V_co]):
    """The rules of one kind of game. Implementations hold no state."""

    @property
    def id(self) -> GameId: ...

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """With how many seats it can be played; the first is the usual one."""
        ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def levels(self) -> tuple[Level, ...]:
        """The computer players, weakest first; empty where there is none, and so no advice."""
        ...

    @property
    def takeback(self) -> bool:
        """Whether a move may be taken back; false where chance has shown something since."""
        ...

    @property
    def chance(self) -> bool:
        """Whether it is played with dice: then `Setup.chance` is made with the match."""
        ...

    def opening(self, options: Mapping[str, str], entropy: bytes) -> tuple[Move, ...]:
        """The moves the setup plays; where they are drawn by lot, `lot` (32 bytes) decides."""
        ...

    def side_of(self, setup: Setup, seat: Seat) -> Side: ...

    def start(self, setup: Setup) -> P:
        """The first position, `setup.opening` played. Refused(ILLEGAL_MOVE) if that does not go."""
        ...

    def to_act(self, position: P) -> Seat | None:
        """Who has to move; None when it is over."""
        ...

    def legal_moves(self, position: P) -> tuple[Move, ...]:
        """All legal moves in board order; `(PASS,)` where passing is forced, `()` when over."""
        ...

    def is_legal(self, position: P, move: Move) -> bool:
        """The same question for one move, without building the list."""
        ...

    def read_move(self, text: str) -> Move:
        """Typed text in canonical notation; says nothing of legality. Refused(UNREADABLE_MOVE)."""
        ...

    def play(self, position: P, move: Move) -> P:
        """The position after it. Never trusts: Refused(ILLEGAL_MOVE)."""
        ...

    def outcome(self, position: P) -> Outcome | None:
        """How it ended by the rules, or None while it goes on."""
        ...

    def look(self, position: P) -> V_co:
        """All that may be seen of it."""
        ...
