"""Looking ahead: principal-variation search.

Owns which points are tried, and what a position is worth that is not looked into further. Scores
are for the one to move, in the unit of `judge`; a win counts as WON less the number of moves until
then, counted from where the search was asked. Tried are only the most promising points, fewer the
deeper. Where the other threatens to win at once it is what may prevent that, and it does not count
as looking ahead; and before anything else one looks for a win by threats alone.
"""

import numpy as np

from core.games.pente.kernels.forced import answers, forced, insert, over
from core.games.pente.kernels.layout import (
    CELLS,
    ENDED,
    FOUR_NODES,
    GAIN_BITS,
    HASH,
    HISTORY,
    KILLER,
    LIST,
    NODES,
    NOWHERE,
    PLIES,
    SIDE,
    TOOK,
    TOP,
    WEIGHTS,
    WIDTH,
)
from core.games.pente.kernels.stones import (
    can_win,
    flanks,
    gain,
    half,
    loose_pairs,
    make,
    open_pairs,
    pairs,
    rows,
    threes,
    unmake,
)
from core.games.pente.points import POINTS
from core.kernels import ONE, ZERO, kernel, part

WON = 1_000_000
"""Worth of a win; what a move more takes off it keeps the shortest one first."""

_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
_MIDDLE = 1 << 22  # makes any score positive

# Where the weights lie (`evaluation.py`).
TEMPO, MINE, THEIRS, PAIRS_TOOK = 0, 1, 4, 7
MINE_OPEN, THEIRS_OPEN, MINE_LOOSE, THEIRS_LOOSE = 12, 17, 22, 27

_FORCED_FROM = 2
"""Minimum remaining depth at which forced wins are searched,"""
_FORCED_NODES, _FORCED_STONES = 60, 5
"""and the budget of that search in nodes and own stones."""
_WIDTHS = (10, 10, 12, 12, 16, 16, 24, 24)
"""How many points are tried with 0, 1, 2, ... plies to go; the last number for any more."""

_LATE, _VERY_LATE = 3, 8
"""From this many quiet points on the search is one ply, two plies shallower, if"""
_LATE_DEPTH, _VERY_LATE_DEPTH = 3, 5
"""at least this depth was left; moves that then look better are searched again."""

# In what order points are tried, in units of GAIN.
_OPEN_FOUR, _NO_OPEN_FOUR = 400, 150
_PAIR = (120, 160, 220, 400, 1000)  # by pairs captured so far
_KILLER, _FIRST = 60, 1 << 20
_HISTORY_SHIFT, _HISTORY_MOST = 6, 1 << 14


@part
def judge(S):
    """Return the score of a position without an immediate win."""
    side = S[SIDE]
    other = 1 - side
    score = S[WEIGHTS + TEMPO]
    for own in range(3):
        score += S[WEIGHTS + MINE + own] * rows(S, side, own + 1)
        score -= S[WEIGHTS + THEIRS + own] * rows(S, other, own + 1)
    mine, theirs = min(S[TOOK + side], 4), min(S[TOOK + other], 4)
    score += S[WEIGHTS + PAIRS_TOOK + mine] - S[WEIGHTS + PAIRS_TOOK + theirs]
    score += S[WEIGHTS + MINE_OPEN + mine] * min(3, open_pairs(S, side))
    score -= S[WEIGHTS + THEIRS_OPEN + theirs] * min(3, open_pairs(S, other))
    score += S[WEIGHTS + MINE_LOOSE + mine] * loose_pairs(S, side)
    score -= S[WEIGHTS + THEIRS_LOOSE + theirs] * loose_pairs(S, other)
    return score


@part
def promising(S, start, side, most, first):
    """Lists the most promising points, the best first."""
    length = np.int64(0)
    other = 1 - side
    killer = KILLER + 2 * S[TOP]
    my_pair, their_pair = _PAIR[min(S[TOOK + side], 4)], _PAIR[min(S[TOOK + other], 4)]
    for point in range(POINTS):
        own = half(S, point, side)
        enemy = half(S, point, other)
        if (own | enemy) == 0 or S[CELLS + point] != 0:
            continue
        worth = 2 * gain(own) + (gain(enemy) * 3 >> 1)
        if own >> GAIN_BITS | enemy >> GAIN_BITS:
            worth += my_pair * pairs(own) + their_pair * pairs(enemy)
            worth += 6 * flanks(own) + 3 * flanks(enemy)
            if threes(own) > 1:
                worth += _OPEN_FOUR
            if threes(enemy) > 1:
                worth += _NO_OPEN_FOUR
        worth += S[HISTORY + side * POINTS + point] >> _HISTORY_SHIFT
        if point == S[killer] or point == S[killer + 1]:
            worth += _KILLER
        if point == first:
            worth += _FIRST
        length = insert(S, start, length, most, worth << 9 | point)
    return length


@part
def note(S, side, point, depth):
    """Remembers what refuted a move."""
    killer = KILLER + 2 * S[TOP]
    if S[killer] != point:
        S[killer + 1] = S[killer]
        S[killer] = point
    S[HISTORY + side * POINTS + point] = min(
        S[HISTORY + side * POINTS + point] + depth * depth, _HISTORY_MOST
    )


@part
def slot_of(S, H):
    """Where the table keeps what is known of this position; forced wins have the other half."""
    return 2 * (S[HASH] & (H.size // 4 - 1))


@part
def settled(known, depth, alpha, beta):
    """Whether what is known is enough between those bounds, looking so far."""
    if (known >> 2) & 255 < depth:
        return False
    bound, score = known & 3, (known >> 20) - _MIDDLE
    if bound == _AT_LEAST:
        return score >= beta
    return bound == _EXACT or score <= alpha


@part
def keep(S, H, depth, alpha, beta, best, point):
    """Keeps what was found; depths are at least 0."""
    bound = _EXACT
    if best >= beta:
        bound = _AT_LEAST
    elif best <= alpha:
        bound = _AT_MOST
    slot = slot_of(S, H)
    H[slot] = S[HASH]
    H[slot + 1] = (best + _MIDDLE) << 20 | point << 10 | depth << 2 | bound


@part
def less_far(S, side, point, held, place, depth):
    """By how many plies less one looks at a point first: quiet ones far down the list."""
    if held or place < _LATE or depth < _LATE_DEPTH:
        return ZERO
    word = half(S, point, side)
    if threes(word) > 0 or pairs(word) > 0:
        return ZERO
    return ONE + ONE if place >= _VERY_LATE and depth >= _VERY_LATE_DEPTH else ONE


@kernel("int64(int64[::1], int32[::1], int64[::1], uint8[::1], int64, int64, int64)")
def run(S, T, H, stop, depth, alpha, beta):
    """The score of the position, exact between alpha and beta, else a bound beyond them; of no
    meaning if the search ended meanwhile."""
    S[NODES] += 1
    if over(S, stop):
        return ZERO
    side, ply = S[SIDE], S[TOP]
    if can_win(S, side):
        return WON - ply - ONE
    held = can_win(S, 1 - side)
    depth = max(depth, ZERO)
    if (depth == 0 and not held) or ply >= PLIES - 2:
        return judge(S)
    slot = slot_of(S, H)
    first = np.int64(NOWHERE)
    if H[slot] == S[HASH]:
        known = H[slot + 1]
        first = (known >> 10) & 511
        if settled(known, depth, alpha, beta):
            return (known >> 20) - _MIDDLE
    if depth >= _FORCED_FROM:
        S[FOUR_NODES] = _FORCED_NODES
        needed = forced(S, T, H, stop, np.int64(_FORCED_STONES))
        if needed > 0:
            return WON - ply - 2 * needed + ONE
        if S[ENDED] != 0:
            return ZERO
    start = LIST + ply * WIDTH
    ahead = depth
    if held:
        length = answers(S, start, side)
    else:
        ahead -= ONE
        most = np.int64(_WIDTHS[min(depth, len(_WIDTHS) - 1)])
        length = promising(S, start, side, most, first)
    if length == 0:
        return ZERO  # a full board is a draw
    best, best_point, floor = np.int64(-2 * WON), np.int64(NOWHERE), alpha
    for i in range(length):
        point = S[start + i] & 511
        less = less_far(S, side, point, held, i, depth)
        make(S, T, point)
        score = floor + ONE
        if i > 0:  # first in a narrow window, and perhaps less far
            score = -run(S, T, H, stop, ahead - less, -floor - ONE, -floor)
            if less > 0 and score > floor:
                score = -run(S, T, H, stop, ahead, -floor - ONE, -floor)
        if i == 0 or floor < score < beta:
            score = -run(S, T, H, stop, ahead, -beta, -floor)
        unmake(S, T)
        if S[ENDED] != 0:
            return ZERO
        if score > best:
            best, best_point = score, point
            floor = max(floor, best)
            if floor >= beta:
                note(S, side, point, depth)
                break
    keep(S, H, depth, alpha, beta, best, best_point)
    return best
