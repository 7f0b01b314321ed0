"""Index layout of a value table: where the number for each feature of a sheet is.

A table is a row of whole numbers. The value of a sheet is the sum of about eighty of them, one for
each of its features:

* for each class (the marks of the rejects, smallest first, whichever values they belong to) a block
  of `BLOCK` entries: for each sum its marks; for each two sums the marks of both; the points; the
  opened sums and what they still miss; the opened and the paid off; the opened and the points paid;
* for each set of listed values and number of rejects: for each sum its marks (`LISTS`);
* for each set of listed values: the marks of each (`PILES`).

A sum and its mirror image, 14 less, share their entries, because dice turned upside down are
equally likely. Training (`training/dice/`) writes this layout and `values.py` reads it, so it
depends on neither, nor on rules.
"""

from itertools import combinations

SUMS = 11
"""Sums of two dice, from 0 for 2 to 10 for 12."""

STEPS = 11
"""Marks of a sum that count: 0 to 10."""

TALLIES = 8
"""Marks of a reject in a game that goes on: 0 to 7."""

VALUES = 6
REJECTS = 22
"""All rejects together in a game that goes on: 0 to 21."""


def _classes() -> tuple[int, ...]:
    found: dict[tuple[int, ...], int] = {}
    triples = ((a, b, c) for a in range(TALLIES) for b in range(TALLIES) for c in range(TALLIES))
    return tuple(found.setdefault(tuple(sorted(triple)), len(found)) for triple in triples)


CLASS = _classes()
"""Marks of three rejects, as a number of three digits to the base `TALLIES` -> their class."""

CLASSES = max(CLASS) + 1


def _row(sum: int) -> tuple[int, int]:
    """The entries that a sum shares with its mirror image, and whether it is the mirror image."""
    return min(sum, SUMS - 1 - sum), int(sum > SUMS // 2)


ROW = tuple(_row(sum)[0] for sum in range(SUMS))
MIRRORED = tuple(_row(sum)[1] for sum in range(SUMS))
ROWS = SUMS // 2 + 1

# --- within a block -------------------------------------------------------------------------------

PAIRS_AT = ROWS * STEPS


def _pairs() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For two sums, where their entries begin, and how far apart a mark of the first and of the
    second is. Two sums that are each other's mirror image are the same both ways round."""
    at: dict[tuple[int, int], int] = {}
    for one, other in combinations(range(SUMS), 2):
        image = (SUMS - 1 - other, SUMS - 1 - one)
        if image not in at:
            at[one, other] = PAIRS_AT + len(at) * STEPS * STEPS
    table = [[(0, 0, 0)] * SUMS for _ in range(SUMS)]
    for (one, other), begin in at.items():
        table[one][other] = table[SUMS - 1 - one][SUMS - 1 - other] = (begin, STEPS, 1)
        table[other][one] = table[SUMS - 1 - other][SUMS - 1 - one] = (begin, 1, STEPS)
    return tuple(map(tuple, table))


PAIR = _pairs()
_PAIRS = 30

POINTS_AT = PAIRS_AT + _PAIRS * STEPS * STEPS
LEAST, POINT, POINTS_BINS = -1400, 40, 80
"""Points are binned by 40, from -1400 up."""

MISSING_AT = POINTS_AT + POINTS_BINS
OPEN, MISSING = 7, 25
"""Caps on the number of opened sums and of the marks they still miss."""

FINISHED_AT = MISSING_AT + OPEN * MISSING
PAID_AT = FINISHED_AT + (SUMS + 1) * (SUMS + 1)
PAID, PAID_BINS = 50, 24
"""Points of sums that pay, in bins."""

BLOCK = PAID_AT + OPEN * PAID_BINS

# --- behind the blocks ----------------------------------------------------------------------------


def _sets() -> tuple[int, ...]:
    """Bits of listed values, the value 1 lowest -> number of the set; -1 for more than three."""
    numbers = iter(range(64))
    return tuple(next(numbers) if bits.bit_count() <= 3 else -1 for bits in range(1 << VALUES))


SET = _sets()
SETS = max(SET) + 1
IMAGE = tuple(
    sum(1 << (VALUES - 1 - value) for value in range(VALUES) if bits >> value & 1)
    for bits in range(1 << VALUES)
)
"""Bits of listed values -> those of their mirror image, 7 less."""

LIST = ROWS * STEPS
LISTS_AT = CLASSES * BLOCK
PILES_AT = LISTS_AT + SETS * REJECTS * LIST
PILE = TALLIES * TALLIES * TALLIES
SIZE = PILES_AT + SETS * PILE
"""Entries of a table."""
