"""Wins by threats that leave no choice.

Owns the search in which every stone of the attacker threatens to win at once (a four, or a fifth
pair) and every way to prevent that is tried: a stone there, or capturing stones that threaten. No
defence is left out, so a win it finds is proved.
"""

import numpy as np

from core.games.pente.kernels.layout import (
    CELLS,
    ENDED,
    FOUND,
    FOUR_NODES,
    HASH,
    LIST,
    MOST,
    NODES,
    PLIES,
    SIDE,
    SPENT,
    TIME_UP,
    TOOK,
    TOP,
    WIDTH,
)
from core.games.pente.kernels.stones import (
    can_win,
    flanks,
    gain,
    half,
    make,
    open_pairs,
    pairs,
    rows,
    threes,
    unmake,
    wins_at,
)
from core.games.pente.points import POINTS
from core.games.pente.rules import PAIRS_TO_WIN
from core.kernels import ONE, ZERO, kernel, part

_FAILED = 0x5DEECE66D
"""Sets what is known about forced wins apart from what is known about scores, in the same table."""


@part
def over(S, stop):
    """Whether the budget of nodes or time is spent."""
    if S[NODES] > S[MOST]:
        S[ENDED] = SPENT
    elif stop[0] != 0:
        S[ENDED] = TIME_UP
    return S[ENDED] != 0


@part
def insert(S, start, length, most, word):
    """Puts a word into a list that falls, and says how long it is then."""
    at = start + length
    if length == most:
        if S[at - 1] >= word:
            return length
        at -= 1
    else:
        length += 1
    while at > start and S[at - 1] < word:
        S[at] = S[at - 1]
        at -= 1
    S[at] = word
    return length


@part
def attacks(S, start, side):
    """Lists the stones that may threaten to win at once; where the other threatens that already,
    only those that also prevent it may."""
    length = 0
    near_end = S[TOOK + side] >= PAIRS_TO_WIN - 2
    held = can_win(S, 1 - side)
    for point in range(POINTS):
        word = half(S, point, side)
        if S[CELLS + point] != 0:
            continue
        taking = pairs(word)
        if threes(word) == 0 and taking == 0 and not (near_end and flanks(word) > 0):
            continue
        if held and taking == 0 and not wins_at(S, point, 1 - side):
            continue
        worth = 256 * threes(word) + 300 * taking + gain(word)
        worth += gain(half(S, point, 1 - side)) >> 2
        length = insert(S, start, length, WIDTH, worth << 9 | point)
    return length


@part
def answers(S, start, side):
    """Lists every stone of that side that could prevent a win of the other's."""
    length = 0
    for point in range(POINTS):
        if S[CELLS + point] != 0:
            continue
        taking = pairs(half(S, point, side))
        if taking > 0 or wins_at(S, point, 1 - side):
            worth = 1000 * taking + gain(half(S, point, side))
            length = insert(S, start, length, WIDTH, worth << 9 | point)
    return length


@part
def hope(S, point, side):
    """In what order one looks for an escape."""
    own, enemy = half(S, point, side), half(S, point, 1 - side)
    return gain(own) + gain(enemy) + 500 * pairs(own)


@kernel("int64(int64[::1], int32[::1], int64[::1], uint8[::1], int64)")
def forced(S, T, H, stop, left):
    """With how many own stones the one to move wins by threats alone: `left` or fewer, else 0."""
    S[NODES] += 1
    S[FOUR_NODES] -= 1
    side = S[SIDE]
    if can_win(S, side):
        return ONE
    if left <= 1 or S[FOUR_NODES] < 0 or S[TOP] + 2 * left >= PLIES or over(S, stop):
        return ZERO
    if rows(S, side, 3) == 0 and S[TOOK + side] + open_pairs(S, side) < PAIRS_TO_WIN - 2:
        return ZERO
    key = S[HASH] ^ _FAILED
    slot = H.size // 2 + 2 * (key & (H.size // 4 - 1))
    if H[slot] == key and H[slot + 1] >= left:
        return ZERO
    start = LIST + S[TOP] * WIDTH
    length = attacks(S, start, side)
    needed = np.int64(0)
    for i in range(length):
        if S[FOUR_NODES] < 0 or S[ENDED] != 0:
            break
        make(S, T, S[start + i] & 511)
        worst = np.int64(0)
        if can_win(S, side) and not can_win(S, 1 - side):
            worst = ONE
            replies = LIST + S[TOP] * WIDTH
            for j in range(answers(S, replies, 1 - side)):
                make(S, T, S[replies + j] & 511)
                more = forced(S, T, H, stop, left - ONE)
                unmake(S, T)
                if more == 0:
                    worst = more
                    break
                worst = max(worst, more)
        unmake(S, T)
        if worst > 0:
            needed = worst + ONE
            S[FOUND] = S[start + i] & 511
            break
    if needed == 0 and S[FOUR_NODES] >= 0 and S[ENDED] == 0:
        H[slot] = key
        H[slot + 1] = left
    return needed


@kernel("boolean(int64[::1], int32[::1], int64[::1], uint8[::1], int64)")
def escapes(S, T, H, stop, left):
    """Whether there is a stone of the one to move after which the other does not win by threats
    with `left` stones. Every point is tried; what was not settled in time is an escape."""
    side = S[SIDE]
    if can_win(S, side):
        return True
    hopeful = LIST + S[TOP] * WIDTH
    length = ZERO
    for point in range(POINTS):
        if S[CELLS + point] == 0:
            length = insert(S, hopeful, length, WIDTH, hope(S, point, side) << 9 | point)
    if length == 0:
        return True  # a full board is a draw
    least = S[hopeful + length - 1]
    for i in range(length + POINTS):
        if i < length:
            point = S[hopeful + i] & 511
        else:
            point = i - length
            if S[CELLS + point] != 0 or (hope(S, point, side) << 9 | point) >= least:
                continue
        make(S, T, point)
        beaten = can_win(S, 1 - side) or forced(S, T, H, stop, left) > 0
        unmake(S, T)
        if not beaten:
            return True
    return False
