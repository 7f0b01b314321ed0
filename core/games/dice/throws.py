"""All throws and all ways to split them, by number.

Five dice fall in 252 different ways. The effect of a split on a sheet depends on the die left over
and on its two sums, its kind; there are 66 kinds.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from operator import itemgetter

from core.games.dice.layout import SUMS, VALUES

Best = Callable[[Sequence[int]], Sequence[int]]
"""Picks out of a row what has to be compared."""

KINDS = tuple((one, other) for one in range(SUMS) for other in range(one, SUMS))
"""Two sums, each from 0 for 2 to 10 for 12, the smaller first."""

KIND = {kind: number for number, kind in enumerate(KINDS)}

FOUR_DICE = tuple(combinations_with_replacement(range(VALUES), 4))
FIVE_DICE = tuple(combinations_with_replacement(range(VALUES), 5))
"""Values from 0, the smaller first."""

FOURS = len(FOUR_DICE)
ALL = VALUES**5
"""In how many ways five dice of different colours fall."""


def kind_of(one: int, other: int) -> int:
    """The number of the kind of two sums of 2 to 12, in any order."""
    return KIND[min(one, other) - 2, max(one, other) - 2]


def kinds_of(four: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds of the three ways to put four dice into two pairs."""
    a, b, c, d = four
    pairs = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
    return tuple(kind_of(one + 2, other + 2) for one, other in pairs)


def falls(five: tuple[int, ...]) -> int:
    """In how many of all ways these dice fall."""
    return factorial(5) // prod(factorial(five.count(value)) for value in set(five))


WAYS: tuple[Best, ...] = tuple(itemgetter(*kinds_of(four)) for four in FOUR_DICE)
"""For each four dice, the kinds they make, picked out of a row of all kinds."""


@cache
def throws(listed: tuple[int, ...] | None) -> tuple[tuple[int, Best], ...]:
    """For each throw, in how many ways it falls, and the fours that may be left in it.

    These are picked out of seven rows of `FOURS`: what is left without a 1, ... without a 6, and
    on a free ride.

    `listed` are the values (from 0) of a full list, None where it is not full.
    """
    found = []
    for five in FIVE_DICE:
        places = [(value, FOUR_DICE.index(_without(five, value))) for value in sorted(set(five))]
        if listed is not None:
            shown = [place for place in places if place[0] in listed]
            places = shown or [(VALUES, four) for _, four in places]
        at = [row * FOURS + four for row, four in places]
        picked = itemgetter(*at, at[0])  # of two at least, so that it gives a row
        found.append((falls(five), picked))
    return tuple(found)


def _without(five: tuple[int, ...], value: int) -> tuple[int, ...]:
    at = five.index(value)
    return five[:at] + five[at + 1 :]
