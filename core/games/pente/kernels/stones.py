"""Placing stones, taking them back, and everything that follows from where they are.

Owns `S` below SIDE (`layout.py`). All counts are updated here by addition, so a search never
recounts. Independent of how the search works.
"""

from core.games.pente.kernels.layout import (
    CELLS,
    COUNT_BITS,
    COUNTS,
    COUNTS_OF,
    FIELD,
    FIELD_OF,
    FIRST_OF,
    FLANKS_AT,
    FOURS_AT,
    GAIN_BITS,
    HALF,
    HASH,
    LAST_OF,
    OPEN,
    OPEN_OF,
    PAIRS_AT,
    PAIRS_KEY,
    RUN,
    RUN_CODES,
    RUN_START,
    RUN_STRIDE,
    RUNS_AT,
    RUNS_FROM,
    SIDE,
    SIDE_KEY,
    STONE_KEY,
    THREES_AT,
    TOOK,
    TOP,
    TRIPLES_AT,
    TRIPLES_FROM,
    UNDO,
    UNDO_STEP,
    WINDOW,
    WINDOW_START,
    WINDOW_STRIDE,
    WINDOWS_AT,
    WINDOWS_FROM,
)
from core.games.pente.points import POINTS
from core.games.pente.rules import PAIRS_TO_WIN
from core.games.pente.windows import CODES
from core.kernels import kernel, part

_WORD = (1 << HALF) - 1
_GAIN = (1 << GAIN_BITS) - 1


@part
def half(S, point, side):
    """What the field says of that side's stone there."""
    return (S[FIELD + point] >> (HALF * side)) & _WORD


@part
def gain(word):
    return word & _GAIN


@part
def threes(word):
    return (word >> THREES_AT) & 31


@part
def fours(word):
    return (word >> FOURS_AT) & 31


@part
def pairs(word):
    return (word >> PAIRS_AT) & 15


@part
def flanks(word):
    return (word >> FLANKS_AT) & 15


@part
def rows(S, side, own):
    """Return how many windows hold 1 to 4 stones of that side and none of the other's."""
    return (S[COUNTS + side] >> (COUNT_BITS * (own - 1))) & ((1 << COUNT_BITS) - 1)


@part
def open_pairs(S, side):
    """How many pairs that side could take at once, one counted at each point where it could."""
    return S[OPEN + side] & 0xFFFF


@part
def loose_pairs(S, side):
    """How many pairs of the other's lie open at both ends."""
    return S[OPEN + side] >> 16


@part
def count(S, T, point, side, sign):
    """Counts a stone in, or with `sign` -1 out."""
    S[HASH] ^= S[STONE_KEY + side * POINTS + point]
    step = sign * (6 if side else 1)
    for i in range(T[WINDOWS_FROM + point], T[WINDOWS_FROM + point + 1]):
        number = T[WINDOWS_AT + i]
        old = S[WINDOW + number]
        new = old + step
        S[WINDOW + number] = new
        change = S[FIELD_OF + new] - S[FIELD_OF + old]
        if change != 0:
            S[COUNTS] += S[COUNTS_OF + new] - S[COUNTS_OF + old]
            S[COUNTS + 1] += S[COUNTS_OF + CODES + new] - S[COUNTS_OF + CODES + old]
            at = FIELD + T[WINDOW_START + number]
            stride = T[WINDOW_STRIDE + number]
            for _ in range(5):
                S[at] += change
                at += stride
    digit = sign * (side + 1)
    for i in range(T[RUNS_FROM + point], T[RUNS_FROM + point + 1]):
        number = T[RUNS_AT + 2 * i]
        old = S[RUN + number]
        new = old + digit * T[RUNS_AT + 2 * i + 1]
        S[RUN + number] = new
        first = S[FIRST_OF + new] - S[FIRST_OF + old]
        last = S[LAST_OF + new] - S[LAST_OF + old]
        if first != 0 or last != 0:
            at = FIELD + T[RUN_START + number]
            S[at] += first
            S[at + 3 * T[RUN_STRIDE + number]] += last
            S[OPEN] += S[OPEN_OF + new] - S[OPEN_OF + old]
            S[OPEN + 1] += S[OPEN_OF + RUN_CODES + new] - S[OPEN_OF + RUN_CODES + old]


@part
def credit(S, side, more):
    """Add captured pairs."""
    key = PAIRS_KEY + 32 * side
    S[HASH] ^= S[key + S[TOOK + side]]
    S[TOOK + side] += more
    S[HASH] ^= S[key + S[TOOK + side]]


@kernel("void(int64[::1], int32[::1], int64)")
def make(S, T, point):
    """A stone of the one to move; what it takes is taken off."""
    side = S[SIDE]
    undo = UNDO + S[TOP] * UNDO_STEP
    took = pairs(half(S, point, side))
    S[CELLS + point] = side + 1
    count(S, T, point, side, 1)
    S[undo] = point
    S[undo + 1] = 2 * took
    if took:
        enemy = 2 - side
        at = undo + 2
        for i in range(T[TRIPLES_FROM + point], T[TRIPLES_FROM + point + 1]):
            near, far = T[TRIPLES_AT + 3 * i], T[TRIPLES_AT + 3 * i + 1]
            if (
                S[CELLS + near] == enemy
                and S[CELLS + far] == enemy
                and S[CELLS + T[TRIPLES_AT + 3 * i + 2]] == side + 1
            ):
                S[at] = near
                S[at + 1] = far
                at += 2
        for i in range(undo + 2, at):
            S[CELLS + S[i]] = 0
            count(S, T, S[i], 1 - side, -1)
        credit(S, side, took)
    S[TOP] += 1
    S[SIDE] = 1 - side
    S[HASH] ^= S[SIDE_KEY]


@kernel("void(int64[::1], int32[::1])")
def unmake(S, T):
    """Takes the last stone back."""
    side = 1 - S[SIDE]
    S[SIDE] = side
    S[HASH] ^= S[SIDE_KEY]
    S[TOP] -= 1
    undo = UNDO + S[TOP] * UNDO_STEP
    point, taken = S[undo], S[undo + 1]
    if taken:
        credit(S, side, -(taken >> 1))
        for i in range(undo + 2, undo + 2 + taken):
            S[CELLS + S[i]] = 2 - side
            count(S, T, S[i], 1 - side, 1)
    S[CELLS + point] = 0
    count(S, T, point, side, -1)


@part
def wins_at(S, point, side):
    """Whether that side's stone there, where there is none, would win."""
    word = half(S, point, side)
    return fours(word) > 0 or S[TOOK + side] + pairs(word) >= PAIRS_TO_WIN


@part
def can_win(S, side):
    """Whether one more stone of that side would win somewhere."""
    if rows(S, side, 4) > 0:
        return True
    missing = PAIRS_TO_WIN - S[TOOK + side]
    if open_pairs(S, side) < missing:
        return False
    if missing <= 1:
        return True
    most = 0
    for point in range(POINTS):
        most = max(most, pairs(half(S, point, side)))
    return most >= missing
