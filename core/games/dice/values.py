"""The value of a sheet, from a table learned by self-play.

Reads a table by `layout.py`, without compiled code. There are two tables: one for the points of a
game, one for the chance of reaching 500. Each gives the value of a sheet after a choice, in
sixteenths of a point or 1024ths of a logit; a choice that ends the game is scored exactly. How a
table is made: `training/dice/`.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp
from operator import sub
from struct import pack

from core.games.dice.layout import (
    BLOCK,
    CLASS,
    FINISHED_AT,
    IMAGE,
    LEAST,
    LIST,
    LISTS_AT,
    MIRRORED,
    MISSING,
    MISSING_AT,
    OPEN,
    PAID,
    PAID_AT,
    PAID_BINS,
    PAIR,
    PILE,
    PILES_AT,
    POINT,
    POINTS_AT,
    POINTS_BINS,
    REJECTS,
    ROW,
    SET,
    SIZE,
    STEPS,
    SUMS,
    TALLIES,
    VALUES,
)
from core.games.dice.rules import WIN
from core.games.dice.sheet import HIGHEST, LAST_REJECT, LISTED, PAID_OFF, Sheet, worth
from core.games.dice.throws import ALL, FOURS, KINDS, WAYS, throws

POINT_UNIT = 16
LOGIT_UNIT = 1024
CERTAIN = 1_000_000
"""Worth of a game that is won; one that is lost is worth as much below nought."""


class Aim(StrEnum):
    """The objective of a table."""

    MEAN = "mean"  # as many points as possible, on average
    WIN = "win"  # reach 500, at any risk


Marks = Sequence[int]
"""Of the eleven sums, none more than ten."""

Piles = Sequence[int]
"""Marks of the six rejects."""

_Figures = tuple[int, int, int, int, int]
"""Points; opened sums; marks that they miss; paid-off sums; points of these."""


def _figures(line: int, marks: int) -> _Figures:
    if marks == 0:
        return (0, 0, 0, 0, 0)
    points = worth(line + 2, marks)
    if marks < PAID_OFF:
        return (points, 1, PAID_OFF - marks, 0, 0)
    return (points, 0, 0, 1, points)


_FIGURES = tuple(tuple(_figures(line, marks) for marks in range(STEPS)) for line in range(SUMS))
_AHEAD = tuple(tuple(min(marks + k, HIGHEST) for k in range(3)) for marks in range(STEPS))
"""A sum's marks now, with one more, with two more."""

_OTHERS = tuple(
    tuple((other, *PAIR[line][other]) for other in range(SUMS) if other != line)
    for line in range(SUMS)
)
_NOWHERE = (-3 * CERTAIN,) * FOURS


class Values:
    """A table. Keeps nothing of one question for the next.

    Args:
        stored: the file as `training/dice/pack.py` makes it. ValueError where it is not that long.
    """

    def __init__(self, stored: bytes, aim: Aim) -> None:
        self.aim = aim
        self._table = array("h")
        if len(stored) != SIZE * self._table.itemsize:
            raise ValueError(f"a table has {SIZE} numbers of 16 bits")
        self._table.frombytes(stored)
        if pack("=h", 1) != pack("<h", 1):
            self._table.byteswap()

    def read(self, worth: int) -> float:
        """A worth as points, or as a chance from 0 to 1."""
        if self.aim is Aim.MEAN:
            return worth / POINT_UNIT
        if abs(worth) >= CERTAIN // 2:
            return float(worth > 0)
        return 1 / (1 + exp(-worth / LOGIT_UNIT))

    def settled(self, sheet: Sheet) -> float:
        """What a game that is over came to: points, or whether they are 500."""
        return float(sheet.total if self.aim is Aim.MEAN else sheet.total >= WIN)

    def ways(self, sheet: Sheet, reject: int | None) -> Sequence[int]:
        """What the sheet is worth after each kind of split (`throws.KINDS`) that leaves that value
        over; None is a free ride."""
        return self._ways(_marks(sheet), _piles(sheet), None if reject is None else reject - 1)

    def ahead(self, sheet: Sheet) -> float:
        """What the sheet is worth before its next throw: the mean over all throws of the best that
        each allows. Points or a chance."""
        marks, piles = _marks(sheet), _piles(sheet)
        listed = tuple(value for value in range(VALUES) if piles[value]) if sheet.is_full else None
        rejects = range(VALUES) if listed is None else (*listed, None)
        fours: list[int] = [*_NOWHERE] * (VALUES + 1)
        for reject in rejects:
            worths = self._ways(marks, piles, reject)
            at = (VALUES if reject is None else reject) * FOURS
            fours[at : at + FOURS] = [max(way(worths)) for way in WAYS]
        best = [(count, max(allowed(fours))) for count, allowed in throws(listed)]
        return sum(count * self.read(most) for count, most in best) / ALL

    def _ways(self, marks: Marks, piles: Piles, reject: int | None) -> list[int]:
        if reject is None:
            return self._going_on(marks, piles)
        more = [count + (value == reject) for value, count in enumerate(piles)]
        if more[reject] >= LAST_REJECT:
            return self._over(marks)
        return self._going_on(marks, more)

    def _over(self, marks: Marks) -> list[int]:
        """The points, exactly, where the game ends."""
        have = [_FIGURES[line][each][0] for line, each in enumerate(marks)]
        once, twice = (
            [_FIGURES[line][_AHEAD[each][k]][0] - have[line] for line, each in enumerate(marks)]
            for k in (1, 2)
        )
        total = sum(have)
        points = [
            total + (twice[one] if one == other else once[one] + once[other])
            for one, other in KINDS
        ]
        if self.aim is Aim.MEAN:
            return [each * POINT_UNIT for each in points]
        return [each + (CERTAIN if each >= WIN else -CERTAIN) for each in points]

    def _going_on(self, marks: Marks, piles: Piles) -> list[int]:
        """Where it goes on: what is common to all kinds, what each sum changes by itself, and what
        two change together."""
        entries = self._entries(piles)
        block, base = entries.block, entries.pile
        once, twice = [], []
        both = 0
        for line, have in enumerate(marks):
            _, more, most = _AHEAD[have]
            alone = entries.alone(line)
            base += alone[have]
            pairs = first = second = 0
            for other, at, step, others in _OTHERS[line]:
                begin = at + others * marks[other]
                pairs += block[begin + step * have]
                first += block[begin + step * more]
                second += block[begin + step * most]
            both += pairs
            once.append(first - pairs + alone[more] - alone[have])
            twice.append(second - pairs + alone[most] - alone[have])
        base += both // 2  # each two sums were met twice
        return _kinds(marks, block, base, once, twice)

    def _entries(self, piles: Piles) -> "_Entries":
        counts = [count for count in piles if count]
        bits = sum(1 << value for value, count in enumerate(piles) if count)
        place = 0
        for count in (*counts, 0, 0, 0)[:LISTED]:
            place = place * TALLIES + count
        total = sum(counts)
        begin = CLASS[place] * BLOCK
        lists, image = (
            self._table[at : at + LIST]
            for at in (
                LISTS_AT + (SET[each] * REJECTS + total) * LIST for each in (bits, IMAGE[bits])
            )
        )
        pile = self._table[PILES_AT + SET[bits] * PILE + place]
        return _Entries(self._table[begin : begin + BLOCK], (lists, image), pile)


@dataclass(frozen=True, slots=True)
class _Entries:
    """What a table says of some rejects: the block of their class, their lists and those of their
    mirror image, and the entry of their piles."""

    block: "array[int]"
    lists: tuple["array[int]", "array[int]"]
    pile: int

    def alone(self, line: int) -> Sequence[int]:
        """Return the entries of a single sum, by its marks."""
        at = ROW[line] * STEPS
        lists = self.lists[MIRRORED[line]]
        return [self.block[at + marks] + lists[at + marks] for marks in range(STEPS)]


def _kinds(
    marks: Marks, block: "array[int]", base: int, once: Sequence[int], twice: Sequence[int]
) -> list[int]:
    """What each kind is worth: `base`, what a mark (`once`) and two (`twice`) of each sum change by
    themselves, what two sums change together, and what becomes of the figures."""
    figures = [_FIGURES[line][have] for line, have in enumerate(marks)]
    totals = _added(*figures)
    first, second = (
        [_less(_FIGURES[line][_AHEAD[have][k]], figures[line]) for line, have in enumerate(marks)]
        for k in (1, 2)
    )
    found = []
    for one, other in KINDS:
        if one == other:
            total = base + twice[one]
            points, opened, missing, finished, paid = _added(totals, second[one])
        else:
            at, step, others = PAIR[one][other]
            have, more = _AHEAD[marks[one]][:2]
            at_have, at_more = (at + others * each for each in _AHEAD[marks[other]][:2])
            total = base + once[one] + once[other]
            total += block[at_more + step * more] - block[at_more + step * have]
            total -= block[at_have + step * more] - block[at_have + step * have]
            points, opened, missing, finished, paid = _added(totals, first[one], first[other])
        narrow = min(opened, OPEN - 1)
        found.append(
            total
            + block[POINTS_AT + min(max((points - LEAST) // POINT, 0), POINTS_BINS - 1)]
            + block[MISSING_AT + narrow * MISSING + min(missing, MISSING - 1)]
            + block[FINISHED_AT + opened * (SUMS + 1) + finished]
            + block[PAID_AT + narrow * PAID_BINS + min(paid // PAID, PAID_BINS - 1)]
        )
    return found


def _added(*figures: Sequence[int]) -> Sequence[int]:
    return tuple(map(sum, zip(*figures, strict=True)))


def _less(figures: Sequence[int], others: Sequence[int]) -> Sequence[int]:
    return tuple(map(sub, figures, others))


def _marks(sheet: Sheet) -> Marks:
    return [min(each, HIGHEST) for each in sheet.marks]


def _piles(sheet: Sheet) -> Piles:
    piles = [0] * VALUES
    for value, count in sheet.rejects:
        piles[value - 1] = count
    return piles
