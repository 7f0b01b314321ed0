"""The 64 squares as one Python integer, and the arithmetic of outflanking.

Bit `8 * row + column` is a square, a1 = bit 0, h1 = bit 7, a8 = bit 56; rows count from the top as
printed (`docs/rules.md` 1). Both questions are asked without looking at single discs: mobility
shifts whole boards, flips looks up the lines that leave a square.
"""

_INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E
_INNER_ROWS = 0x00FFFFFFFFFFFF00
_INNER = _INNER_COLUMNS & _INNER_ROWS
_AXES = ((1, _INNER_COLUMNS), (8, _INNER_ROWS), (7, _INNER), (9, _INNER))
"""The four axes: the shift of one step, and where a disc between two others can lie. A line through
these squares only never leaves its board."""


def mobility(own: int, opp: int) -> int:
    """The empty squares on which the owner of `own` outflanks something.

    A line holds at most six discs between its two ends; it grows by doubling: one, two, four, six.
    """
    moves = 0
    for step, inner in _AXES:
        between = opp & inner
        up = between & own << step
        down = between & own >> step
        up |= between & up << step
        down |= between & down >> step
        pairs = between & between << step
        twice = step + step
        up |= pairs & up << twice
        up |= pairs & up << twice
        pairs >>= step
        down |= pairs & down >> twice
        down |= pairs & down >> twice
        moves |= up << step | down >> step
    return moves & ~(own | opp)


def flips(own: int, opp: int, square: int) -> int:
    """The discs that turn when the owner of `own` plays `square` (0..63); 0 where none does.

    Only lines from the placed disc turn, all of them, each up to the first disc that is not the
    opponent's, provided it is an own one.
    """
    turned = 0
    for first, line in _UP[square]:
        if first & opp:
            rest = line & ~opp
            end = rest & -rest
            if end & own:
                turned |= line & (end - 1)
    for first, line in _DOWN[square]:
        if first & opp:
            rest = line & ~opp
            end = 1 << rest.bit_length() >> 1
            if end & own:
                turned |= line & -(end + end)
    return turned


def squares(board: int) -> list[int]:
    """The squares of a board in board order: a1, b1, ... h8."""
    found = []
    while board:
        lowest = board & -board
        found.append(lowest.bit_length() - 1)
        board ^= lowest
    return found


def _lines(square: int, steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """For each step (columns, rows): the first square of the line that leaves `square`, and all.

    Lines of one square are left out: nothing can turn on them.
    """
    found = []
    for right, down in steps:
        column, row = square % 8 + right, square // 8 + down
        line = []
        while 0 <= column < 8 and 0 <= row < 8:
            line.append(1 << 8 * row + column)
            column, row = column + right, row + down
        if len(line) > 1:
            found.append((line[0], sum(line)))
    return tuple(found)


_UP = tuple(_lines(square, ((1, 0), (0, 1), (1, 1), (-1, 1))) for square in range(64))
_DOWN = tuple(_lines(square, ((-1, 0), (0, -1), (-1, -1), (1, -1))) for square in range(64))
