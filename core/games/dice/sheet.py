"""The score sheet: marks for eleven sums and for the dice left over, and what they are worth.

After `docs/rules.md` 3. A sheet knows no throws to come and no choices that were open; it is what
one person has ticked so far.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.games.dice.splits import Split, Throw

POINTS: Mapping[int, int] = {
    2: 100, 3: 70, 4: 60, 5: 50, 6: 40, 7: 30, 8: 40, 9: 50, 10: 60, 11: 70, 12: 100,
}  # fmt: skip
"""What each mark beyond the fifth is worth, by sum."""

OPENED = -200
"""For a sum with one to four marks, once."""

PAID_OFF = 5
"""With so many marks a sum costs nothing and brings nothing."""

HIGHEST = 10
"""Marks beyond this many are allowed and bring nothing more."""

LISTED = 3
"""So many different values the list of rejects holds."""

LAST_REJECT = 8
"""The game is over when one listed value has so many marks."""


def worth(value: int, marks: int) -> int:
    """Points for that many marks of one sum."""
    if marks == 0:
        return 0
    if marks < PAID_OFF:
        return OPENED
    return (min(marks, HIGHEST) - PAID_OFF) * POINTS[value]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`marks` by sum, 2 first; `rejects` are values with their marks in the order listed."""

    marks: tuple[int, ...] = (0,) * len(POINTS)
    rejects: tuple[tuple[int, int], ...] = ()

    @property
    def rounds(self) -> int:
        """How many were completed: each puts two marks."""
        return sum(self.marks) // 2

    @property
    def total(self) -> int:
        return sum(map(worth, POINTS, self.marks))

    @property
    def is_full(self) -> bool:
        """Whether no further value can be listed."""
        return len(self.rejects) == LISTED

    @property
    def is_over(self) -> bool:
        return any(marks >= LAST_REJECT for _, marks in self.rejects)

    def of(self, value: int) -> int:
        """The marks of one sum."""
        return self.marks[value - 2]

    def listed(self, throw: Throw) -> frozenset[int]:
        """The values of a throw that are in the list."""
        return frozenset(value for value, _ in self.rejects if value in throw)

    def is_free(self, throw: Throw) -> bool:
        """Whether this throw is a free ride: the list is full and shows none of its dice."""
        return self.is_full and bool(throw) and not self.listed(throw)

    def allows(self, throw: Throw, reject: int) -> bool:
        """Whether that die of the throw may be the one left over."""
        return not self.is_full or reject in self.listed(throw) or self.is_free(throw)

    def marked(self, split: Split, *, free: bool) -> "Sheet":
        """The sheet with a split's marks; on a free ride the die left over gets none."""
        marks = list(self.marks)
        for value in split.sums:
            marks[value - 2] += 1
        rejects = dict(self.rejects)
        if not free:
            rejects[split.reject] = rejects.get(split.reject, 0) + 1
        return Sheet(tuple(marks), tuple(rejects.items()))
