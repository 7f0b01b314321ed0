"""The 64 squares as one Python integer, and the arithmetic of outflanking.

Bit `8 * row + column` is a square, a1 = bit 0, h1 = bit 7, a8 = bit 56; rows count from the top as
printed (`rules.md` 1). Whole directions are handled at once: shifting a board by `s` moves every
disc one square, and a mask keeps discs from wrapping round the left or right edge.
"""

FULL = (1 << 64) - 1
_NOT_A = 0xFEFEFEFEFEFEFEFE  # no square of the a-file: discs that just moved right
_NOT_H = 0x7F7F7F7F7F7F7F7F  # no square of the h-file: discs that just moved left
_LEFT = ((1, _NOT_A), (8, FULL), (9, _NOT_A), (7, _NOT_H))  # shift up in bits, mask afterwards
_RIGHT = ((1, _NOT_H), (8, FULL), (9, _NOT_H), (7, _NOT_A))  # shift down in bits


def mobility(own: int, opp: int) -> int:
    """The empty squares on which the owner of `own` outflanks something."""
    empty = ~(own | opp) & FULL
    moves = 0
    for shift, mask in _LEFT:
        line = (own << shift) & mask & opp
        for _ in range(5):  # a line holds at most six discs between its two ends
            line |= (line << shift) & mask & opp
        moves |= (line << shift) & mask
    for shift, mask in _RIGHT:
        line = (own >> shift) & mask & opp
        for _ in range(5):
            line |= (line >> shift) & mask & opp
        moves |= (line >> shift) & mask
    return moves & empty


def flips(own: int, opp: int, square: int) -> int:
    """The discs that turn when the owner of `own` plays `square` (0..63); 0 where none does.

    Only lines from the placed disc turn, all of them, each up to the first own disc.
    """
    placed = 1 << square
    turned = 0
    for shift, mask in _LEFT:
        line = 0
        ray = (placed << shift) & mask
        while ray & opp:
            line |= ray
            ray = (ray << shift) & mask
        if ray & own:
            turned |= line
    for shift, mask in _RIGHT:
        line = 0
        ray = (placed >> shift) & mask
        while ray & opp:
            line |= ray
            ray = (ray >> shift) & mask
        if ray & own:
            turned |= line
    return turned


def squares(board: int) -> list[int]:
    """The squares of a board in board order: a1, b1, ... h8."""
    found = []
    while board:
        lowest = board & -board
        found.append(lowest.bit_length() - 1)
        board ^= lowest
    return found
