"""The contract of a game.

A game is a set of pure functions over an immutable position: `start`, `to_act`, `legal_moves`,
`play`, `outcome`, `look` and a few more. It knows only rules: no players, clocks or chat.
Everything above it (matches, pictures, buttons, records) depends on this module alone, so a new
game is a new folder and one line in `core/registry.py`.

Two types vary: `P`, the position, which only the game reads, and `V`, the view, which renderers and
engines read. A view contains exactly what players may see; with dice, no seed and no future roll.
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
"""The only move of a seat without a legal one. `decide` plays it when it is forced."""


class Termination(StrEnum):
    """How a match ended: by the rules, or by the players' actions."""

    NO_MOVES = "no_moves"  # Reversi: neither side can move
    WIPE_OUT = "wipe_out"  # Reversi: one side has no discs left
    FIVE = "five"  # Pente: five or more in a row
    PAIRS = "pairs"  # Pente: five captured pairs
    FULL_BOARD = "full_board"  # Pente: no empty points left
    EIGHTH_REJECT = "eighth_reject"  # Solitaire Dice: one value was rejected eight times
    GOAL = "goal"  # any game: a side has reached what the game is about, or has failed to
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    FLAG = "flag"
    CLAIM = "claim"


class Worth(StrEnum):
    """How an adviser of the game states what a move is worth, and so what a review can show."""

    MARGIN = "margin"  # the final margin in points; `proved` means counted to the end
    CHANCE = "chance"  # the chance of winning; `proved` means a forced win or loss
    TOTAL = "total"  # the final total to be expected of a solo game


@dataclass(frozen=True, slots=True)
class Coordinates:
    """A board whose points are a letter for the column and a number for the row: `d3`."""

    columns: str  # the letters, left to right
    rows: int
    upwards: bool = False  # row 1 is the lowest


@dataclass(frozen=True, slots=True)
class Option:
    """A setup option; the first of `values` is the default."""

    key: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Setup:
    """The initial conditions of a match, except for the players.

    `opening` holds moves played by the setup; they are not plies.
    """

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    chance: Chance | None = None
    opening: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result. `winners` are the sides that share first place; exactly one means a win.

    In a single-player game `winners` is that side or empty.
    """

    termination: Termination
    winners: frozenset[Side]
    scores: tuple[int, ...]  # official score by side

    @property
    def winner(self) -> Side | None:
        """The only winner, or None if first place is shared or empty."""
        return next(iter(self.winners)) if len(self.winners) == 1 else None


@dataclass(frozen=True, slots=True)
class Line:
    """A message: a key known to `bot/text/phrases.py`, and its values."""

    key: str
    params: Mapping[str, str | int] = field(default_factory=dict)


class BoardView(Protocol):
    """The fields all views share; each game adds its board."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """Messages beyond the tallies, most important first; at most two."""
        ...

    @property
    def last(self) -> Move | None:
        """The last move that changed the board; None before the first."""
        ...

    @property
    def to_act(self) -> Seat | None:
        """The seat to move; None if there is none."""
        ...

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves on the board, without a pass."""
        ...

    @property
    def occupied(self) -> tuple[tuple[Move, ...], ...]:
        """Occupied points by side; empty for games without a board."""
        ...

    @property
    def tallies(self) -> tuple[int, ...]:
        """The running count by seat: discs, captured pairs, points."""
        ...


class Game(Protocol[P, V_co]):
    """The rules of one kind of game. Implementations hold no state."""

    @property
    def id(self) -> GameId: ...

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """The supported numbers of seats, default first."""
        ...

    @property
    def solo(self) -> bool:
        """Whether one person plays it for a result of their own, against no other side."""
        ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def levels(self) -> tuple[Level, ...]:
        """The computer players, weakest first; empty if there are none, and so no advice."""
        ...

    @property
    def takeback(self) -> bool:
        """Whether moves may be taken back; false if chance has revealed something since."""
        ...

    @property
    def chance(self) -> bool:
        """Whether the game uses dice: then `Setup.chance` is created with the match."""
        ...

    @property
    def contests(self) -> bool:
        """Whether several people may play it on the same throws, each on their own.

        Only a solo game with chance can be true here.
        """
        ...

    @property
    def goal(self) -> int | None:
        """The total that wins a solo game; None where a total does not decide."""
        ...

    @property
    def worth(self) -> Worth:
        """The unit of its adviser, if it has one."""
        ...

    @property
    def coordinates(self) -> Coordinates | None:
        """The board whose points are the moves; None where moves are no points."""
        ...

    def opening(self, options: Mapping[str, str], entropy: bytes) -> tuple[Move, ...]:
        """Return the setup's moves; `entropy` (32 bytes) decides random ones."""
        ...

    def side_of(self, setup: Setup, seat: Seat) -> Side: ...

    def start(self, setup: Setup) -> P:
        """Return the first position with `setup.opening` played. Refused(ILLEGAL_MOVE) if it is
        illegal."""
        ...

    def to_act(self, position: P) -> Seat | None:
        """Return the seat to move; None when the game is over."""
        ...

    def legal_moves(self, position: P) -> tuple[Move, ...]:
        """Return all legal moves in board order; `(PASS,)` if a pass is forced, `()` when over."""
        ...

    def is_legal(self, position: P, move: Move) -> bool:
        """Return whether one move is legal, without building the list."""
        ...

    def read_move(self, text: str) -> Move:
        """Parse typed text into canonical notation, legal or not. Refused(UNREADABLE_MOVE)."""
        ...

    def play(self, position: P, move: Move) -> P:
        """Return the position after a move. Always validates: Refused(ILLEGAL_MOVE)."""
        ...

    def outcome(self, position: P) -> Outcome | None:
        """Return the outcome by the rules, or None while the game goes on."""
        ...

    def look(self, position: P) -> V_co:
        """Return the view of a position."""
        ...
