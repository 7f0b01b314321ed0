"""The rules of Reversi (Othello), after `docs/rules.md` 1.

A position is two bit boards and the side to act. Black, seat 0, begins. A player without a legal
move must pass and one with a legal move may not; the game ends when neither can move, which often
comes before the board is full. Running out of discs never forces a pass: the box's 32 each are not
a limit here, and `placed` counts how many of a colour were put down, the two of the start included.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import compress

from core.errors import Reason, Refused
from core.game import PASS, Coordinates, Line, Option, Outcome, Setup, Termination, Worth
from core.games.reversi.bits import flips, mobility, squares
from core.games.reversi.notation import COLUMNS, read_square, square_name
from core.games.reversi.openings import BALANCED
from core.types import GameId, Level, Move, Seat, Side

BLACK, WHITE = Seat(0), Seat(1)
SIZE = 8
SQUARES = SIZE * SIZE
_START_BLACK = 1 << 28 | 1 << 35  # e4 d5
_START_WHITE = 1 << 27 | 1 << 36  # d4 e5
NAMES = tuple(Move(square_name(square)) for square in range(SQUARES))
_CELLS = str.maketrans("012", ".XO")
_SQUARE_OF = {name: square for square, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Position:
    """`black` and `white` are bit boards (`bits.py`).

    `last` is the disc put down last and `flipped` what it turned; a pass leaves both, so that a
    board still shows them. `placed` counts the discs put down by each seat: its sum is the number
    of discs on the board.
    """

    black: int
    white: int
    to_act: Seat | None
    last: Move | None = None
    flipped: int = 0
    placed: tuple[int, int] = (2, 2)

    def of(self, seat: Seat) -> tuple[int, int]:
        """Own and opposing discs as `seat` sees them."""
        return (self.black, self.white) if seat == BLACK else (self.white, self.black)


@dataclass(frozen=True, slots=True)
class View:
    """What may be seen: everything. `cells` is 64 of `X` (black), `O` (white), `.`, a1 first."""

    cells: str
    to_act: Seat | None
    legal: tuple[Move, ...]
    last: Move | None
    flipped: tuple[Move, ...]
    discs: tuple[int, int]
    placed: tuple[int, int]
    lines: tuple[Line, ...]

    @property
    def occupied(self) -> tuple[tuple[Move, ...], ...]:
        return tuple(tuple(compress(NAMES, map(disc.__eq__, self.cells))) for disc in "XO")

    @property
    def tallies(self) -> tuple[int, ...]:
        return self.discs


_LEVELS = ("novice", "amateur", "club", "league", "expert", "master", "grandmaster", "champion")


class Reversi:
    """Implements `core.game.Game[Position, View]`."""

    id = GameId("reversi")
    seat_counts = (2,)
    solo = False
    options = (Option("opening", ("standard", "balanced")),)
    levels = tuple(map(Level, _LEVELS))
    takeback = True
    chance = False
    contests = False
    goal = None
    worth = Worth.MARGIN
    coordinates = Coordinates(COLUMNS, SIZE)

    def opening(self, options: Mapping[str, str], entropy: bytes) -> tuple[Move, ...]:
        if options.get("opening") != "balanced":
            return ()
        drawn = BALANCED[int.from_bytes(entropy[:8], "big") % len(BALANCED)]
        return tuple(Move(drawn[i : i + 2]) for i in range(0, len(drawn), 2))

    def side_of(self, setup: Setup, seat: Seat) -> Side:
        del setup
        return Side(seat)

    def start(self, setup: Setup) -> Position:
        position = Position(_START_BLACK, _START_WHITE, BLACK)
        for move in setup.opening:
            position = self.play(position, move)
        return position

    def to_act(self, position: Position) -> Seat | None:
        return position.to_act

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        if position.to_act is None:
            return ()
        own, opp = position.of(position.to_act)
        return tuple(NAMES[square] for square in squares(mobility(own, opp))) or (PASS,)

    def is_legal(self, position: Position, move: Move) -> bool:
        if position.to_act is None:
            return False
        own, opp = position.of(position.to_act)
        return not mobility(own, opp) if move == PASS else _turned_by(move, own, opp) != 0

    def read_move(self, text: str) -> Move:
        return read_square(text)

    def play(self, position: Position, move: Move) -> Position:
        seat = position.to_act
        if seat is None:
            raise Refused(Reason.ILLEGAL_MOVE, move=move)
        other = WHITE if seat == BLACK else BLACK
        own, opp = position.of(seat)
        if move == PASS and not mobility(own, opp):
            return replace(position, to_act=other)
        turned = _turned_by(move, own, opp)
        if not turned:
            raise Refused(Reason.ILLEGAL_MOVE, move=move)
        own, opp = own | turned | 1 << _SQUARE_OF[move], opp & ~turned
        black, white = (own, opp) if seat == BLACK else (opp, own)
        over = not mobility(opp, own) and not mobility(own, opp)
        by_black, by_white = position.placed
        placed = (by_black + 1, by_white) if seat == BLACK else (by_black, by_white + 1)
        return Position(black, white, None if over else other, move, turned, placed)

    def outcome(self, position: Position) -> Outcome | None:
        if position.to_act is not None:
            return None
        black, white = position.black.bit_count(), position.white.bit_count()
        wiped = not black or not white
        termination = Termination.WIPE_OUT if wiped else Termination.NO_MOVES
        best = max(black, white)
        winners = frozenset(Side(i) for i, discs in enumerate((black, white)) if discs == best)
        return Outcome(termination, winners, official_score(black, white))

    def look(self, position: Position) -> View:
        moves = self.legal_moves(position)
        discs = (position.black.bit_count(), position.white.bit_count())
        return View(
            cells=cells_of(position.black, position.white),
            to_act=position.to_act,
            legal=() if moves == (PASS,) else moves,
            last=position.last,
            flipped=tuple(NAMES[square] for square in squares(position.flipped)),
            discs=discs,
            placed=position.placed,
            lines=_lines(position, discs),
        )


def _turned_by(move: Move, own: int, opp: int) -> int:
    """The discs that `move` turns; 0 where it is no empty square or outflanks nothing."""
    square = _SQUARE_OF.get(move)
    if square is None or (own | opp) >> square & 1:
        return 0
    return flips(own, opp, square)


def official_score(black: int, white: int) -> tuple[int, int]:
    """Empty squares go to the winner, so a wipe-out counts 64-0; 32-32 of a draw splits them."""
    empty = SQUARES - black - white
    if black == white:
        return black + empty // 2, white + empty // 2
    return (black + empty, white) if black > white else (black, white + empty)


def cells_of(black: int, white: int) -> str:
    """The board as 64 characters, a1 first: the binary digits of one and twice the other's, added
    as decimal numbers, which carries nothing over because no square has two discs."""
    digits = int(f"{black:b}") + 2 * int(f"{white:b}")
    return f"{digits:0{SQUARES}d}"[::-1].translate(_CELLS)


def _lines(position: Position, discs: tuple[int, int]) -> tuple[Line, ...]:
    """The official score where empty squares make it differ from the discs."""
    if position.to_act is not None or sum(discs) == SQUARES:
        return ()
    black, white = official_score(*discs)
    return (Line("reversi_official", {"black": black, "white": white}),)


REVERSI = Reversi()
