"""The ways to put five dice into two pairs and one left over.

A split is a move: its text is `1+6 2+5 3`, pairs sorted, then the die left over. Two splits of the
same throw with the same sums and the same die left over are written alike, so what differs in
writing differs in effect. Must not know the sheet: which of them the list of rejects allows is for
`rules.py` to say.
"""

from dataclasses import dataclass

from core.types import Move

Pair = tuple[int, int]
"""Two dice, the smaller first."""

Throw = tuple[int, ...]
"""Five dice as they fell; `()` where nothing is thrown."""


@dataclass(frozen=True, slots=True, order=True)
class Split:
    """Two pairs, the smaller first, and the die left over. Ordered by the die left over."""

    reject: int
    pairs: tuple[Pair, Pair]

    @staticmethod
    def of(one: Pair, other: Pair, reject: int) -> "Split":
        """From two pairs in any order."""
        first, second = sorted((_pair(*one), _pair(*other)))
        return Split(reject, (first, second))

    @staticmethod
    def parse(move: Move) -> "Split":
        """The inverse of `move`. ValueError where that is no canonical notation of a split."""
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
    """All distinct ones, at most 15, by the die left over and then by pairs."""
    found = set()
    for i, reject in enumerate(throw):
        a, b, c, d = throw[:i] + throw[i + 1 :]
        found.add(Split.of((a, b), (c, d), reject))
        found.add(Split.of((a, c), (b, d), reject))
        found.add(Split.of((a, d), (b, c), reject))
    return tuple(sorted(found))
