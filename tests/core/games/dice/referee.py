"""A second referee for Solitaire Dice, written plainly: the point table spelled out, every order of
the dice tried.

Shares nothing with the rules, so that both would have to be wrong alike.
"""

from dataclasses import dataclass, field
from itertools import permutations

WORTH = {
    2: (0, -200, -200, -200, -200, 0, 100, 200, 300, 400, 500),
    3: (0, -200, -200, -200, -200, 0, 70, 140, 210, 280, 350),
    4: (0, -200, -200, -200, -200, 0, 60, 120, 180, 240, 300),
    5: (0, -200, -200, -200, -200, 0, 50, 100, 150, 200, 250),
    6: (0, -200, -200, -200, -200, 0, 40, 80, 120, 160, 200),
    7: (0, -200, -200, -200, -200, 0, 30, 60, 90, 120, 150),
    8: (0, -200, -200, -200, -200, 0, 40, 80, 120, 160, 200),
    9: (0, -200, -200, -200, -200, 0, 50, 100, 150, 200, 250),
    10: (0, -200, -200, -200, -200, 0, 60, 120, 180, 240, 300),
    11: (0, -200, -200, -200, -200, 0, 70, 140, 210, 280, 350),
    12: (0, -200, -200, -200, -200, 0, 100, 200, 300, 400, 500),
}
"""By sum: what 0 to 10 marks are worth."""


@dataclass
class Referee:
    """Keeps a sheet as a list of sums made and a list of dice rejected."""

    made: list[int] = field(default_factory=list)
    rejected: list[int] = field(default_factory=list)

    @property
    def listed(self) -> list[int]:
        return list(dict.fromkeys(self.rejected))

    @property
    def over(self) -> bool:
        return any(self.rejected.count(value) == 8 for value in range(1, 7))

    @property
    def score(self) -> int:
        return sum(worth[min(10, self.made.count(value))] for value, worth in WORTH.items())

    def is_free(self, dice: tuple[int, ...]) -> bool:
        return len(self.listed) == 3 and not any(die in self.listed for die in dice)

    def choices(self, dice: tuple[int, ...]) -> set[str]:
        """What may be chosen, as text."""
        found = set()
        for a, b, c, d, rest in permutations(dice):
            if len(self.listed) == 3 and not self.is_free(dice) and rest not in self.listed:
                continue
            if a <= b and c <= d and (a, b) <= (c, d):
                found.add(f"{a}+{b} {c}+{d} {rest}")
        return found

    def choose(self, dice: tuple[int, ...], choice: str) -> None:
        free = self.is_free(dice)
        one, other, rest = choice.split()
        self.made += [sum(map(int, one.split("+"))), sum(map(int, other.split("+")))]
        if not free:
            self.rejected.append(int(rest))
