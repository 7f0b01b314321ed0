"""How good a position is, in whole hundredths of a disc.

Owns the features, their sum, and `expand`, which makes all the positions that one move leads to and
evaluates them together (`lanes.py`). A feature is a number of squares, the mover's minus the
other's; its worth changes with the number of empty squares (`weights.py`, fitted to results, so a
score is an expected margin in discs). All arithmetic is on integers, so scores repeat everywhere.
"""

from core.games.reversi.bits import mobility
from core.games.reversi.lanes import LANES, Lanes, play_all
from core.games.reversi.weights import KNOTS, TABLE

DISC = 100
"""The unit: scores are hundredths of a disc."""

FEATURES = (
    "mobility",  # squares one could move to
    "frontier",  # discs beside an empty square
    "corners",
    "x_squares",  # discs diagonal to an empty corner
    "c_squares",  # discs on the edge beside an empty corner
    "stable",  # discs that lean on a corner
    "edge_middles",
    "discs",
    "moved",  # always 1: what it is worth to have moved
    "parity",  # 1 where the one who moved would also fill the last square, else -1
)
COUNTED = len(FEATURES) - 2
"""How many of them count squares."""

Child = tuple[int, int, int, int, int, int]
"""A position after a move: its score for the one who moved, the square, and the board as the next
one to move sees it: own discs, the other's, own legal squares, the other's legal squares."""


def final(own: int, opp: int) -> int:
    """The score when nobody can move: empty squares go to the winner (`docs/rules.md` 1)."""
    margin = own.bit_count() - opp.bit_count()
    empty = 64 - (own | opp).bit_count()
    if margin == 0:
        return 0
    return DISC * (margin + empty if margin > 0 else margin - empty)


def expand(own: int, opp: int, moves: int) -> list[Child]:
    """All children of a position, in board order. `moves` are its legal squares, at least one."""
    squares, others, movers = play_all(own, opp, moves)
    count = len(squares)
    lanes = LANES[2 * count]
    seen = features(lanes, lanes.pack(others + movers), lanes.pack(movers + others))
    *weights, constant = WEIGHTS[63 - (own | opp).bit_count()]
    columns = [
        (weight, lanes.unpack(feature))
        for weight, feature in zip(weights, seen, strict=True)
        if feature and weight
    ]
    mobile = lanes.unpack(seen[0])
    children: list[Child] = []
    for i in range(count):
        theirs, mine = mobile[i], mobile[count + i]
        if theirs or mine:
            score = constant
            for weight, squares_of in columns:
                score += weight * (squares_of[count + i].bit_count() - squares_of[i].bit_count())
        else:
            score = final(movers[i], others[i])
        children.append((score, squares[i], others[i], movers[i], theirs, mine))
    return children


def features(lanes: Lanes, own: int, opp: int) -> tuple[int, ...]:
    """The squares that each counted feature counts, for the owners of `own`, packed."""
    empty = lanes.full ^ (own | opp)
    x_squares, c_squares = lanes.near_corners(empty)
    return (
        mobility(own, opp, lanes.axes),
        own & lanes.beside(empty),
        own & lanes.corners,
        own & x_squares,
        own & c_squares,
        lanes.stable(own),
        own & lanes.edge_middles,
        own,
    )


def parity(empty: int) -> int:
    """The feature of that name: with an even number left, the one who moved fills the last."""
    return 1 if empty % 2 == 0 else -1


def spread(empty: int) -> dict[int, float]:
    """How much each row of the weights counts with so many empty squares: one or two, sum 1."""
    inside = min(max(empty, KNOTS[0]), KNOTS[-1])
    step = KNOTS[1] - KNOTS[0]
    row, rest = divmod(inside - KNOTS[0], step)
    return {row: 1 - rest / step, row + 1: rest / step} if rest else {row: 1.0}


def _weights(empty: int) -> tuple[int, ...]:
    """A weight for each counted feature, then the constant."""
    shares = spread(empty)
    values = [
        round(sum(share * TABLE[row][column] for row, share in shares.items()))
        for column in range(len(FEATURES))
    ]
    constant = values[COUNTED] + values[COUNTED + 1] * parity(empty)
    return (*values[:COUNTED], constant)


WEIGHTS = tuple(_weights(empty) for empty in range(65))
"""By number of empty squares after the move."""
