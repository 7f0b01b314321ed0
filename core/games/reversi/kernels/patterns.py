"""Which squares the evaluation looks at together.

A pattern is a list of squares; with its mirror images and rotations it covers the board several
times (its instances). A position's index in an instance is the number that its squares spell in
base three with the digits -1, 0, 1: other's disc, empty, own disc. Negated it is what the other
sees. Instances of one pattern share what the evaluation knows of an index, and so do two indices
that are mirror images within one pattern: `SHARED` numbers those that are really different.
"""

import numpy as np
from numpy.typing import NDArray

Squares = tuple[int, ...]


def _named(names: str) -> Squares:
    return tuple("abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1) for name in names.split())


PATTERNS: tuple[Squares, ...] = tuple(
    _named(names)
    for names in (
        "d1 c2 b3 a4",
        "e1 d2 c3 b4 a5",
        "f1 e2 d3 c4 b5 a6",
        "g1 f2 e3 d4 c5 b6 a7",
        "h1 g2 f3 e4 d5 c6 b7 a8",
        "a2 b2 c2 d2 e2 f2 g2 h2",
        "a3 b3 c3 d3 e3 f3 g3 h3",
        "a4 b4 c4 d4 e4 f4 g4 h4",
        "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
        "a1 b1 c1 a2 b2 c2 a3 b3 c3",
        "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    )
)


def _images(square: int) -> list[int]:
    """Where a square goes under the eight symmetries of the board."""
    column, row = square % 8, square // 8
    images = []
    for x, y in ((column, row), (row, column)):
        images += [x + 8 * y, 7 - x + 8 * y, x + 8 * (7 - y), 7 - x + 8 * (7 - y)]
    return images


def _instances(pattern: Squares) -> list[Squares]:
    """One for each different set of squares, in the order of the symmetries."""
    found: dict[frozenset[int], Squares] = {}
    for squares in zip(*map(_images, pattern), strict=True):
        found.setdefault(frozenset(squares), squares)
    return list(found.values())


INSTANCES: tuple[tuple[int, Squares], ...] = tuple(
    (number, squares) for number, pattern in enumerate(PATTERNS) for squares in _instances(pattern)
)
"""Pattern number and squares of each instance."""

COUNT = len(INSTANCES)
LANES = -(-COUNT // 8) * 8
"""`COUNT`, filled up so that whole vectors are added."""

SIZES = tuple(3 ** len(pattern) for pattern in PATTERNS)
SIZE = sum(SIZES)
"""Every index of every pattern."""

_STARTS = tuple(sum(SIZES[:number]) for number in range(len(PATTERNS)))
CENTRES = np.array([_STARTS[n] + SIZES[n] // 2 for n, _ in INSTANCES], np.int64)
"""By instance: where its index 0 lies among all."""


def _worth() -> NDArray[np.int16]:
    """By square and lane: what a disc there adds to the index of the instance."""
    worth = np.zeros((64, LANES), np.int16)
    for lane, (_, squares) in enumerate(INSTANCES):
        for place, square in enumerate(squares):
            worth[square, lane] = 3**place
    return worth


WORTH = _worth()


def _shared() -> tuple[NDArray[np.int32], int]:
    """By index of all: the number of what it shares, and how many of those there are."""
    shared = np.empty(SIZE, np.int32)
    total = 0
    for pattern, start, size in zip(PATTERNS, _STARTS, SIZES, strict=True):
        numbers = np.arange(size)
        least = numbers.copy()
        for order in _symmetries(pattern):
            image = np.zeros(size, np.int64)
            for place, other in enumerate(order):
                image += numbers // 3**place % 3 * 3**other
            least = np.minimum(least, image)
        _, dense = np.unique(least, return_inverse=True)
        shared[start : start + size] = dense + total
        total += int(dense.max()) + 1
    return shared, total


def _symmetries(pattern: Squares) -> list[list[int]]:
    """The ways in which the board's symmetries map the pattern onto itself, as orders of places."""
    return [
        [pattern.index(square) for square in squares]
        for squares in zip(*map(_images, pattern), strict=True)
        if set(squares) == set(pattern)
    ]


SHARED, DIFFERENT = _shared()
