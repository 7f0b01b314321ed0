"""The 361 points, their names, and the lines through each, computed once.

A point is `19 * row + column`, row 0 at the bottom (`docs/rules.md` 2: rows count from below,
columns go from A to T without I), so K10 is 180. Lines are tuples of points that stop at the edge:
no arithmetic at play time can wrap round it.
"""

from core.types import Move

SIZE = 19
POINTS = SIZE * SIZE
COLUMNS = "abcdefghjklmnopqrst"
CENTRE = POINTS // 2  # k10
_AXES = ((1, 0), (0, 1), (1, 1), (1, -1))


def point_name(point: int) -> Move:
    return Move(f"{COLUMNS[point % SIZE]}{point // SIZE + 1}")


NAMES = tuple(point_name(point) for point in range(POINTS))
POINT_OF = {name: point for point, name in enumerate(NAMES)}


def _ray(point: int, right: int, up: int) -> tuple[int, ...]:
    """The points from next to `point` to the edge."""
    column, row = point % SIZE + right, point // SIZE + up
    found = []
    while 0 <= column < SIZE and 0 <= row < SIZE:
        found.append(row * SIZE + column)
        column, row = column + right, row + up
    return tuple(found)


LINES = tuple(
    tuple((_ray(point, right, up), _ray(point, -right, -up)) for right, up in _AXES)
    for point in range(POINTS)
)
"""By point: the four axes, each as the ray forward and the ray backward."""

TRIPLES = tuple(
    tuple(ray[:3] for axis in lines for ray in axis if len(ray) >= 3) for lines in LINES
)
"""By point: the three points next to it in each direction that has three; captures lie there."""


def distance(a: int, b: int) -> int:
    """Chebyshev distance in intersections."""
    return max(abs(a % SIZE - b % SIZE), abs(a // SIZE - b // SIZE))
