"""The ways to split five dice into two pairs and a reject.

A split is a move, written `1+6 2+5 3`: sorted pairs, then the reject. Splits of one throw with
equal sums and equal reject are written alike, so different text means different effect. Whether a
split is legal depends on the sheet (`rules.py`).
"""

from dataclasses import dataclass

from core.types import Move

Pair = tuple[int, int]
"""Two dice, smaller first."""

Throw = tuple[int, ...]
"""Five dice as rolled; `()` if there is no throw."""


@dataclass(frozen=True, slots=True, order=True)
class Split:
    """Two pairs, smaller first, and the reject. Ordered by the reject."""

    reject: int
    pairs: tuple[Pair, Pair]

    @staticmethod
    def of(one: Pair, other: Pair, reject: int) -> "Split":
        """Build a split from two pairs in any order."""
        first, second = sorted((_pair(*one), _pair(*other)))
        return Split(reject, (first, second))

    @staticmethod
    def parse(move: Move) -> "Split":
        """Parse canonical notation, the inverse of `move`. ValueError for other texts."""
        dice = [int(die) for die in move[::2] if die in "123456"]
        if len(dice) == 5:
            a, b, c, d, reject = dice
            split = Split.of((a, b), (c, d), reject)
            if split.move == move:
                return split
        raise ValueError(f"{move!r} is no split")

    @property
    def sums(self) -> Pair:
        (a, b), (c, d) = self.pairs
        return a + b, c + d

    @property
    def move(self) -> Move:
        (a, b), (c, d) = self.pairs
        return Move(f"{a}+{b} {c}+{d} {self.reject}")


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one <= other else (other, one)


def splits(throw: Throw) -> tuple[Split, ...]:
    """Return all distinct splits, at most 15, ordered by reject and then by pairs."""
    found = set()
    for i, reject in enumerate(throw):
        a, b, c, d = throw[:i] + throw[i + 1 :]
        found.add(Split.of((a, b), (c, d), reject))
        found.add(Split.of((a, c), (b, d), reject))
        found.add(Split.of((a, d), (b, c), reject))
    return tuple(sorted(found))
