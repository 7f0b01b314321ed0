"""The score sheet: marks for eleven sums and for rejects, and their score.

See `docs/rules.md` 3. A sheet holds only what a player has marked so far.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.games.dice.splits import Split, Throw

POINTS: Mapping[int, int] = {
    2: 100, 3: 70, 4: 60, 5: 50, 6: 40, 7: 30, 8: 40, 9: 50, 10: 60, 11: 70, 12: 100,
}  # fmt: skip
"""Points for each mark beyond the fifth, by sum."""

OPENED = -200
"""The score of a sum with one to four marks."""

PAID_OFF = 5
"""The number of marks at which a sum scores zero."""

HIGHEST = 10
"""Marks beyond this number are allowed and score nothing."""

LISTED = 3
"""The number of different values the list of rejects holds."""

LAST_REJECT = 8
"""The game ends when a listed value has this many marks."""


def worth(value: int, marks: int) -> int:
    """Return the score of a sum with that many marks."""
    if marks == 0:
        return 0
    if marks < PAID_OFF:
        return OPENED
    return (min(marks, HIGHEST) - PAID_OFF) * POINTS[value]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet. `marks` is by sum, 2 first; `rejects` holds values and their marks in listing
    order."""

    marks: tuple[int, ...] = (0,) * len(POINTS)
    rejects: tuple[tuple[int, int], ...] = ()

    @property
    def rounds(self) -> int:
        """The number of completed rounds: each adds two marks."""
        return sum(self.marks) // 2

    @property
    def total(self) -> int:
        return sum(map(worth, POINTS, self.marks))

    @property
    def is_full(self) -> bool:
        """Whether the list of rejects is full."""
        return len(self.rejects) == LISTED

    @property
    def is_over(self) -> bool:
        return any(marks >= LAST_REJECT for _, marks in self.rejects)

    def of(self, value: int) -> int:
        """Return the marks of one sum."""
        return self.marks[value - 2]

    def listed(self, throw: Throw) -> frozenset[int]:
        """Return the values of a throw that are listed."""
        return frozenset(value for value, _ in self.rejects if value in throw)

    def is_free(self, throw: Throw) -> bool:
        """Return whether a throw is a free ride: the list is full and contains none of its dice."""
        return self.is_full and bool(throw) and not self.listed(throw)

    def allows(self, throw: Throw, reject: int) -> bool:
        """Return whether a die of the throw may be rejected."""
        return not self.is_full or reject in self.listed(throw) or self.is_free(throw)

    def marked(self, split: Split, *, free: bool) -> "Sheet":
        """Return the sheet after a split; on a free ride the fifth die gets no mark."""
        marks = list(self.marks)
        for value in split.sums:
            marks[value - 2] += 1
        rejects = dict(self.rejects)
        if not free:
            rejects[split.reject] = rejects.get(split.reject, 0) + 1
        return Sheet(tuple(marks), tuple(rejects.items()))
