"""Endings, exactly: the search to the last disc where too little is left for an evaluation.

Up to seven empty squares no move is looked at before it is tried: quarters of the board with an odd
number of empty squares come first, because who moves there last usually gains. Above, what was
found is kept in the table, moves that leave the other few replies come first, and a position whose
best imaginable result is known from the other's stable discs is not searched. Scores are discs
ahead for the one to move, empty squares to the winner.
"""

import numpy as np

from core.games.reversi.kernels import table as memory
from core.games.reversi.kernels.board import (
    BESIDE,
    FIRST,
    NONE,
    bit,
    final,
    first_of,
    flips,
    mobility,
)
from core.games.reversi.kernels.evaluation import DISC
from core.games.reversi.kernels.last import WORST, four
from core.games.reversi.kernels.order import drawn, odd, rank, take
from core.games.reversi.kernels.stable import most_possible
from core.games.reversi.kernels.state import ENDED, GENERATION, SPENT, ended
from core.kernels import ONE, ZERO, kernel, part, popcount

EXACT = np.int64(9)
"""The sureness of a proof."""

_FEW = np.int64(7)
_FOREMOST = np.int64(1 << 30)
_DISC = np.int64(DISC)


@part
def _four(own, opp, empty, alpha, beta, state):
    """Puts the last four squares into order."""
    front = empty & odd(empty)
    back = empty ^ front
    first = drawn(front, back)
    front, back = front & ~bit(first), back & ~bit(first)
    second = drawn(front, back)
    front, back = front & ~bit(second), back & ~bit(second)
    third = drawn(front, back)
    front, back = front & ~bit(third), back & ~bit(third)
    return four(own, opp, first, second, third, drawn(front, back), alpha, beta, state)


@kernel("int64(uint64, uint64, int64, int64, int64, int64[::1])")
def few(own, opp, count, alpha, beta, state):
    """The score with four to seven empty squares."""
    empty = ~(own | opp)
    if count == 4:
        return _four(own, opp, empty, alpha, beta, state)
    state[SPENT] += 1
    best, floor = WORST, alpha
    front = empty & odd(empty)
    left = front
    for half in range(2):
        if half == 1:
            left = empty ^ front
        while left != NONE:
            square = first_of(left)
            left &= left - FIRST
            if BESIDE[square] & opp == NONE:
                continue
            turned = flips(own, opp, square)
            if turned == NONE:
                continue
            mine = own ^ turned ^ bit(square)
            score = -few(opp ^ turned, mine, count - ONE, -beta, -floor, state)
            if score > best:
                best = score
                if best >= beta:
                    return best
                floor = max(floor, best)
    if best > WORST:
        return best
    if mobility(opp, own) == NONE:
        return final(own, opp)
    return -few(opp, own, count, -beta, -alpha, state)


@part
def _ordered(own, opp, count, moves, first, lists):
    """Fills the row of moves; `first` in front."""
    odds, size = odd(~(own | opp)), ZERO
    while moves != NONE:
        square = first_of(moves)
        moves &= moves - FIRST
        order = _FOREMOST
        if square != first:
            turned = flips(own, opp, square)
            order = rank(mobility(opp ^ turned, own ^ turned ^ bit(square)), odds, square)
        lists[count, size] = order * np.int64(64) + square
        size += ONE


@kernel(
    "int64(uint64, uint64, int64, int64, int64, uint64[::1], int64[:, ::1], int64[::1], uint8[::1])"
)
def many(own, opp, count, alpha, beta, table, lists, state, stop):
    """The score, exact between alpha and beta, else a bound beyond them; void once ended."""
    if count <= _FEW and count >= 4:
        return few(own, opp, count, alpha, beta, state)
    if ended(state, stop):
        return alpha
    state[SPENT] += 1
    moves = mobility(own, opp)
    if moves == NONE:
        if mobility(opp, own) == NONE:
            return final(own, opp)
        return -many(opp, own, count, -beta, -alpha, table, lists, state, stop)
    best = most_possible(own, opp, alpha)
    if best <= alpha:
        return best
    key = memory.hashed(own, opp)
    old = memory.find(table, key, state[GENERATION])
    first = memory.UNKNOWN
    if old != NONE:
        if memory.holds(old, count, EXACT):
            low, high = memory.lower(old), memory.upper(old)
            if low >= beta * _DISC or low == high:
                return low // _DISC
            if high <= alpha * _DISC:
                return high // _DISC
        first = memory.square_of(old)
    size = popcount(moves)
    _ordered(own, opp, count, moves, first, lists)
    best, best_square, floor = WORST, memory.UNKNOWN, alpha
    while size > 0:
        square = take(lists, count, size)
        size -= ONE
        turned = flips(own, opp, square)
        mine, theirs = own ^ turned ^ bit(square), opp ^ turned
        low = -floor - ONE if best > WORST else -beta
        score = -many(theirs, mine, count - ONE, low, -floor, table, lists, state, stop)
        if best > WORST and floor < score and score < beta:
            score = -many(theirs, mine, count - ONE, -beta, -score, table, lists, state, stop)
        if state[ENDED] != ZERO:
            return alpha
        if score > best:
            best, best_square = score, square
            floor = max(floor, best)
            if floor >= beta:
                break
    memory.keep(
        table, key, state[GENERATION], old, count, EXACT,
        alpha * _DISC, beta * _DISC, best * _DISC, best_square,
    )  # fmt: skip
    return best
