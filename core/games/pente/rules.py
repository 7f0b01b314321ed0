"""The rules of Pente, after `docs/rules.md` 2.

White, player 1, has the first stone on K10, placed by the setup. Five or more in a row win at once,
even if a capture could break them; so do five captured pairs. A capture takes exactly two adjacent
enemy stones between the stone just placed and another own one; moving between two enemy stones is
safe. Order of one stone: place, take off, then test. Two against two: seats 0 and 2 are White, 1
and 3 Black, with one colour and one pool of captures a team.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import Reason, Refused
from core.game import Coordinates, Line, Option, Outcome, Setup, Termination, Worth
from core.games.pente.notation import read_point
from core.games.pente.points import (
    CENTRE,
    COLUMNS,
    LINES,
    NAMES,
    POINT_OF,
    POINTS,
    SIZE,
    TRIPLES,
    distance,
)
from core.types import GameId, Level, Move, Seat, Side

EMPTY, WHITE, BLACK = 0, 1, 2
PAIRS_TO_WIN = 5
IN_A_ROW = 5
OPENING_DISTANCE = 3  # White's second stone: not less than three intersections from the first
BY_RULE, FREE = "tournament", "free"
_LEVELS = ("novice", "amateur", "club", "league", "expert", "master", "grandmaster", "champion")


@dataclass(frozen=True, slots=True)
class Position:
    """`cells` holds 361 of EMPTY, WHITE, BLACK. `pairs` are those each side has captured."""

    cells: bytes
    seats: int
    stones: int  # how many were placed, the setup's too; says whose turn it is
    opening_rule: bool
    pairs: tuple[int, int] = (0, 0)
    last: int | None = None
    taken: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    over: Termination | None = None

    @property
    def side(self) -> int:
        """0 where White has to place the next stone."""
        return self.stones % 2


@dataclass(frozen=True, slots=True)
class View:
    """What may be seen: everything. `cells` is 361 of `O` (white), `X` (black), `.`, a1 first.

    `taken` are the points captured by the last stone, `line` those that won.
    """

    cells: str
    to_act: Seat | None
    legal: tuple[Move, ...]
    last: Move | None
    taken: tuple[Move, ...]
    pairs: tuple[int, int]  # by side: White, Black
    line: tuple[Move, ...]
    seats: int
    lines: tuple[Line, ...]

    @property
    def occupied(self) -> tuple[tuple[Move, ...], ...]:
        return tuple(
            tuple(name for name, cell in zip(NAMES, self.cells, strict=True) if cell == stone)
            for stone in "OX"
        )

    @property
    def tallies(self) -> tuple[int, ...]:
        return tuple(self.pairs[seat % 2] for seat in range(self.seats))


class Pente:
    """Implements `core.game.Game[Position, View]`."""

    id = GameId("pente")
    seat_counts = (2, 4)
    solo = False
    options = (Option("rule", (BY_RULE, FREE)),)
    levels = tuple(map(Level, _LEVELS))
    takeback = True
    chance = False
    contests = False
    goal = None
    worth = Worth.CHANCE
    coordinates = Coordinates(COLUMNS, SIZE, upwards=True)

    def opening(self, options: Mapping[str, str], entropy: bytes) -> tuple[Move, ...]:
        del options, entropy
        return (NAMES[CENTRE],)

    def side_of(self, setup: Setup, seat: Seat) -> Side:
        del setup
        return Side(seat % 2)

    def start(self, setup: Setup) -> Position:
        rule = setup.options.get("rule", BY_RULE) == BY_RULE
        position = Position(bytes(POINTS), setup.seats, 0, rule)
        for move in setup.opening:
            position = self.play(position, move)
        return position

    def to_act(self, position: Position) -> Seat | None:
        return None if position.over else Seat(position.stones % position.seats)

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        if position.over:
            return ()
        closed = _closed(position)
        cells = position.cells
        return tuple(
            name for name, cell, shut in zip(NAMES, cells, closed, strict=True) if not cell | shut
        )

    def is_legal(self, position: Position, move: Move) -> bool:
        point = POINT_OF.get(move)
        if point is None or position.over:
            return False
        return not position.cells[point] and not _closed(position)[point]

    def read_move(self, text: str) -> Move:
        return read_point(text)

    def play(self, position: Position, move: Move) -> Position:
        if not self.is_legal(position, move):
            raise Refused(Reason.ILLEGAL_MOVE, move=move.upper())
        point, own = POINT_OF[move], WHITE + position.side
        cells = bytearray(position.cells)
        cells[point] = own
        taken = take(cells, point, own)
        white, black = position.pairs
        gained = len(taken) // 2
        pairs = (white, black + gained) if position.side else (white + gained, black)
        line = _line(cells, point, own)
        over = None
        if line:
            over = Termination.FIVE
        elif pairs[position.side] >= PAIRS_TO_WIN:
            over = Termination.PAIRS
        elif not cells.count(EMPTY):
            over = Termination.FULL_BOARD
        return Position(
            bytes(cells),
            position.seats,
            position.stones + 1,
            position.opening_rule,
            pairs,
            point,
            taken,
            line,
            over,
        )

    def outcome(self, position: Position) -> Outcome | None:
        if position.over is None:
            return None
        if position.over is Termination.FULL_BOARD:
            return Outcome(position.over, frozenset({Side(0), Side(1)}), position.pairs)
        winner = Side((position.stones - 1) % 2)
        return Outcome(position.over, frozenset({winner}), position.pairs)

    def look(self, position: Position) -> View:
        return View(
            cells=position.cells.translate(_LETTERS).decode(),
            to_act=self.to_act(position),
            legal=self.legal_moves(position),
            last=None if position.last is None else NAMES[position.last],
            taken=tuple(NAMES[point] for point in position.taken),
            pairs=position.pairs,
            line=tuple(NAMES[point] for point in position.line),
            seats=position.seats,
            lines=_lines(position),
        )


_LETTERS = bytes.maketrans(bytes((EMPTY, WHITE, BLACK)), b".OX")
_OPEN = bytes(POINTS)
_CENTRE_CLOSED = bytes(distance(point, CENTRE) < OPENING_DISTANCE for point in range(POINTS))


def _closed(position: Position) -> bytes:
    """By point, whether the opening rule shuts it: only for White's second stone."""
    return _CENTRE_CLOSED if position.opening_rule and position.stones == 2 else _OPEN


def take(cells: bytearray, point: int, own: int) -> tuple[int, ...]:
    """Takes off every pair that this stone flanks, and returns their points."""
    enemy = WHITE + BLACK - own
    taken: list[int] = []
    for near, middle, far in TRIPLES[point]:
        if cells[near] == enemy and cells[middle] == enemy and cells[far] == own:
            taken += (near, middle)
    for captured in taken:
        cells[captured] = EMPTY
    return tuple(taken)


def _line(cells: bytearray, point: int, own: int) -> tuple[int, ...]:
    """The longest row of five or more through this stone, or nothing."""
    best: list[int] = []
    for ahead, behind in LINES[point]:
        row = [point]
        for ray in (ahead, behind):
            for each in ray:
                if cells[each] != own:
                    break
                row.append(each)
        if len(row) >= IN_A_ROW and len(row) > len(best):
            best = row
    return tuple(sorted(best))


def _lines(position: Position) -> tuple[Line, ...]:
    """The pairs that the last stone took; at the end the outcome says enough."""
    if not position.taken or position.over:
        return ()
    return (Line("pente_taken", {"pairs": len(position.taken) // 2}),)


PENTE = Pente()
