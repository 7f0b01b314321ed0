"""The rules of Solitaire Dice, after `docs/rules.md` 3.

Each round five dice are thrown and split into two pairs and one left over: the two sums get a mark
each, the die left over gets one in the list of rejects, which holds the first three different
values. Once it is full, a listed value that was thrown has to be left over; if none was thrown it
is a free ride: any two pairs, and no mark for the fifth die. At the eighth mark of one value the
game is over, with the sums of that round counted. 500 points or more win.

The throw of round t is a function of the setup's chance and of t alone (`core/chance.py`),
independent of earlier choices, so a match folds from its choices. Before the chance is complete
there are no throws and no legal moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.chance import Chance, roll
from core.errors import Reason, Refused
from core.game import Line, Option, Outcome, Setup, Termination, Worth
from core.games.dice.notation import read_split
from core.games.dice.sheet import POINTS, Sheet, worth
from core.games.dice.splits import Split, Throw, splits
from core.types import GameId, Level, Move, Seat, Side

ALONE = Seat(0)
WIN = 500
"""Points from which on a game is won."""


@dataclass(frozen=True, slots=True)
class Position:
    """`throw` is what has to be split, `()` before the first round and after the last.

    `last` is the split of the round before, `free` whether that was a free ride, `gain` what the
    round changed in the total.
    """

    chance: Chance | None
    sheet: Sheet
    throw: Throw
    last: Split | None = None
    free: bool = False
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Sum:
    """One of the eleven lines: its marks, how many of them are `new`, what it is worth now and what
    it would be worth with one mark more."""

    value: int
    marks: int
    new: int
    worth: int
    after: int


@dataclass(frozen=True, slots=True)
class Pile:
    """A listed reject; `new` is 1 where its last mark was made in the last round."""

    value: int
    marks: int
    new: int


@dataclass(frozen=True, slots=True)
class View:
    """What may be seen: the sheet and this round's throw; no seed and no coming throw.

    `free` says that this throw is a free ride, `last_free` that the last one was. `piles` are as
    many as there are values listed, in the order listed.
    """

    to_act: Seat | None
    throw: Throw
    free: bool
    legal: tuple[Move, ...]
    sums: tuple[Sum, ...]
    piles: tuple[Pile, ...]
    total: int
    gain: int
    rounds: int
    last: Move | None
    last_free: bool
    lines: tuple[Line, ...]

    @property
    def occupied(self) -> tuple[tuple[Move, ...], ...]:
        return ()

    @property
    def tallies(self) -> tuple[int, ...]:
        return (self.total,)


class Dice:
    """Implements `core.game.Game[Position, View]`."""

    id = GameId("dice")
    seat_counts = (1,)
    solo = True
    options: tuple[Option, ...] = ()
    levels = tuple(
        Level(name) for name in ("greedy", "careful", "methodical", "shrewd", "farsighted")
    )
    takeback = False  # the next throw would be known
    chance = True
    contests = True
    goal = WIN
    worth = Worth.TOTAL
    coordinates = None

    def opening(self, options: Mapping[str, str], entropy: bytes) -> tuple[Move, ...]:
        del options, entropy
        return ()

    def side_of(self, setup: Setup, seat: Seat) -> Side:
        del setup
        return Side(seat)

    def start(self, setup: Setup) -> Position:
        sheet = Sheet()
        position = Position(setup.chance, sheet, _thrown(setup.chance, sheet))
        for move in setup.opening:
            position = self.play(position, move)
        return position

    def to_act(self, position: Position) -> Seat | None:
        return None if position.sheet.is_over else ALONE

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        sheet, throw = position.sheet, position.throw
        return tuple(each.move for each in splits(throw) if sheet.allows(throw, each.reject))

    def is_legal(self, position: Position, move: Move) -> bool:
        return _read(position, move) is not None

    def read_move(self, text: str) -> Move:
        return read_split(text)

    def play(self, position: Position, move: Move) -> Position:
        split = _read(position, move)
        if split is None:
            raise Refused(Reason.ILLEGAL_MOVE, move=move)
        before = position.sheet
        free = before.is_free(position.throw)
        sheet = before.marked(split, free=free)
        return Position(
            position.chance,
            sheet,
            _thrown(position.chance, sheet),
            split,
            free,
            sheet.total - before.total,
        )

    def outcome(self, position: Position) -> Outcome | None:
        if not position.sheet.is_over:
            return None
        total = position.sheet.total
        winners = frozenset({Side(ALONE)}) if total >= WIN else frozenset[Side]()
        return Outcome(Termination.EIGHTH_REJECT, winners, (total,))

    def look(self, position: Position) -> View:
        sheet, last = position.sheet, position.last
        free = sheet.is_free(position.throw)
        rejected = None if last is None or position.free else last.reject
        sums = () if last is None else last.sums
        return View(
            to_act=self.to_act(position),
            throw=position.throw,
            free=free,
            legal=self.legal_moves(position),
            sums=tuple(
                Sum(
                    value,
                    marks,
                    new=sums.count(value),
                    worth=worth(value, marks),
                    after=worth(value, marks + 1),
                )
                for value, marks in zip(POINTS, sheet.marks, strict=True)
            ),
            piles=tuple(Pile(v, marks, new=int(v == rejected)) for v, marks in sheet.rejects),
            total=sheet.total,
            gain=position.gain,
            rounds=sheet.rounds,
            last=None if last is None else last.move,
            last_free=position.free,
            lines=(Line("dice_free_ride"),) if free else (),
        )


def was_only(view: View) -> bool:
    """Whether the last round's throw could be split in one way only."""
    if view.last is None:
        return False
    split = Split.parse(view.last)
    throw = (*split.pairs[0], *split.pairs[1], split.reject)
    before = Sheet(rejects=tuple((p.value, p.marks - p.new) for p in view.piles if p.marks > p.new))
    return sum(before.allows(throw, each.reject) for each in splits(throw)) == 1


def _thrown(chance: Chance | None, sheet: Sheet) -> Throw:
    """The throw of the next round, if there is one and its chance is complete."""
    if chance is None or chance.client is None or sheet.is_over:
        return ()
    return roll(chance, sheet.rounds + 1)


def _read(position: Position, move: Move) -> Split | None:
    """The split that `move` writes, if it is one of this throw that the rejects allow."""
    try:
        split = Split.parse(move)
    except ValueError:
        return None
    dice = (*split.pairs[0], *split.pairs[1], split.reject)
    fits = sorted(dice) == sorted(position.throw)
    return split if fits and position.sheet.allows(position.throw, split.reject) else None


DICE = Dice()
