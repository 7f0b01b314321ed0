"""Positions and games for tests that begin in the middle, or with dice they choose."""

from collections.abc import Iterator, Mapping

from core.games.dice.rules import DICE, Position
from core.games.dice.sheet import Sheet
from core.games.dice.splits import Throw
from core.types import Move


def sheet(
    marks: Mapping[int, int] | None = None, rejects: Mapping[int, int] | None = None
) -> Sheet:
    """Marks by sum, rejects by value in the order listed."""
    ticks = tuple((marks or {}).get(value, 0) for value in range(2, 13))
    return Sheet(ticks, tuple((rejects or {}).items()))


def at(sheet: Sheet, throw: str) -> Position:
    """That sheet and those dice, `14466`."""
    return Position(None, sheet, tuple(map(int, throw)))


def dice_of(move: str) -> Throw:
    """The five dice that a split is made of, in the order written."""
    return tuple(int(die) for die in move if die.isdigit())


def rounds(text: str) -> Iterator[tuple[Position, Move, Position]]:
    """A game given by its splits, one a line, each thrown just so: before, split, after.

    Free rides are written with their `*`, and have to be ones.
    """
    sheet = Sheet()
    for line in filter(None, map(str.strip, text.splitlines())):
        move = Move(line.removesuffix("*"))
        before = Position(None, sheet, dice_of(move))
        after = DICE.play(before, move)
        assert after.free == line.endswith("*"), line
        yield before, move, after
        sheet = after.sheet
