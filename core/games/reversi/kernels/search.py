"""Looking ahead: principal-variation search over the evaluation.

A search has a depth and a sureness. Where the depth reaches the last disc, endings take over
(`endgame.py`); where a much shallower search says that a position is far outside the window, it is
believed (multi-ProbCut, M. Buro 1997) unless the sureness is `EXACT`. Scores are 64ths of a disc.

`_search` and `_root` are compiled whole; what they are made of is above them. A piece that searches
itself cannot be taken out of `_search`, because a kernel knows only itself while it is compiled.
"""

import numpy as np

from core.games.reversi.kernels import table as memory
from core.games.reversi.kernels.board import FIRST, NONE, bit, final, first_of, flips, mobility
from core.games.reversi.kernels.endgame import EXACT, many
from core.games.reversi.kernels.evaluation import DISC, begin, evaluate, follow
from core.games.reversi.kernels.margins import MARGINS, PROBES
from core.games.reversi.kernels.order import odd, rank, take
from core.games.reversi.kernels.stable import most_possible
from core.games.reversi.kernels.state import ENDED, GENERATION, SPENT, ended
from core.kernels import ONE, ZERO, kernel, part, popcount

INFINITE = np.int64(20_000)
_DISC = np.int64(DISC)
_WON = np.int64(64 * DISC)
_SOLVED = np.int64(11)
"""From this many empty squares on the evaluation no longer helps to order moves."""
_REMEMBERED = np.int64(3)
"""From this depth on results are kept in the table, and moves ordered by the evaluation."""
_PEEKED = np.int64(4)
"""From this depth on what the table knows of the positions one move on is looked at first."""
_FOREMOST = np.int64(1 << 30)


@part
def _leaves(own, opp, sign, count, moves, beta, lanes, weights, state):
    """The best of the positions one move on."""
    best = -INFINITE
    while moves != NONE:
        square = first_of(moves)
        moves &= moves - FIRST
        state[SPENT] += 1
        turned = flips(own, opp, square)
        if turned == opp:
            return _WON
        follow(lanes, count, square, turned, sign)
        score = -evaluate(lanes, count - ONE, -sign, weights)
        if score > best:
            best = score
            if best >= beta:
                break
    return best


@part
def _solve(own, opp, count, alpha, beta, table, lists, state, stop):
    """An ending, with the window in discs and back."""
    low, high = alpha // _DISC, -((-beta) // _DISC)
    return many(own, opp, count, low, high, table, lists, state, stop) * _DISC


@part
def _promise(own, opp, sign, count, square, turned, deep, odds, lanes, weights, state):
    """What orders a move: its replies, and where it is worth it the evaluation one or two plies
    on."""
    mine, theirs = own ^ turned ^ bit(square), opp ^ turned
    replies = mobility(theirs, mine)
    order = rank(replies, odds, square)
    if deep >= ZERO:
        follow(lanes, count, square, turned, sign)
        if deep > ZERO and replies != NONE:
            order -= _leaves(
                theirs, mine, -sign, count - ONE, replies, INFINITE, lanes, weights, state
            )
        else:
            state[SPENT] += 1
            order -= evaluate(lanes, count - ONE, -sign, weights)
    return order


@part
def _ordered(
    own, opp, sign, count, moves, depth, beta, sure, first, table, lanes, weights, lists, state
):
    """Fills the row of moves. A score of at least beta where the table has one for a position one
    move on, or a move takes everything; else `-INFINITE`."""
    deep = np.int64(-1)
    if depth >= count:
        deep = (count - np.int64(12)) // np.int64(3)
    elif depth >= _REMEMBERED:
        deep = max((depth - np.int64(5)) // np.int64(3), ZERO)
    odds, size = odd(~(own | opp)), ZERO
    while moves != NONE:
        square = first_of(moves)
        moves &= moves - FIRST
        turned = flips(own, opp, square)
        if turned == opp:
            return _WON
        if depth >= _PEEKED:
            mine, theirs = own ^ turned ^ bit(square), opp ^ turned
            data = memory.find(table, memory.hashed(theirs, mine), state[GENERATION])
            if data != NONE and memory.holds(data, depth - ONE, sure):
                score = -memory.upper(data)
                if score >= beta:
                    return score
        order = _FOREMOST
        if square != first:
            order = _promise(
                own, opp, sign, count, square, turned, deep, odds, lanes, weights, state
            )
        lists[count, size] = order * np.int64(64) + square
        size += ONE
    return -INFINITE


@kernel(
    "int64(uint64, uint64, int64, int64, int64, int64, int64, int64,"
    " uint64[::1], int16[:, ::1], uint64[::1], int64[:, ::1], int64[::1], uint8[::1])"
)
def _search(
    own, opp, sign, count, depth, alpha, beta, sure, table, lanes, weights, lists, state, stop
):
    """The score, exact between alpha and beta, else a bound beyond them; void once ended."""
    if depth >= count and count <= _SOLVED:
        return _solve(own, opp, count, alpha, beta, table, lists, state, stop)
    if depth == ZERO:
        state[SPENT] += 1
        return evaluate(lanes, count, sign, weights)
    moves = mobility(own, opp)
    if moves == NONE:
        if mobility(opp, own) == NONE:
            return final(own, opp) * _DISC
        return -_search(
            opp, own, -sign, count, depth, -beta, -alpha, sure,
            table, lanes, weights, lists, state, stop,
        )  # fmt: skip
    if depth == ONE:
        return _leaves(own, opp, sign, count, moves, beta, lanes, weights, state)
    if ended(state, stop):
        return alpha
    state[SPENT] += 1
    depth = min(depth, count)
    if depth == count and most_possible(own, opp, alpha // _DISC) * _DISC <= alpha:
        return most_possible(own, opp, alpha // _DISC) * _DISC
    key, old, first = np.uint64(0), np.uint64(0), memory.UNKNOWN
    if depth >= _REMEMBERED:
        key = memory.hashed(own, opp)
        old = memory.find(table, key, state[GENERATION])
        if old != NONE:
            if memory.holds(old, depth, sure):
                low, high = memory.lower(old), memory.upper(old)
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
            first = memory.square_of(old)
    probe = PROBES[depth]
    if sure < EXACT and probe > ZERO and beta - alpha == ONE:
        margin = MARGINS[sure, np.int64(depth == count), depth]
        expected = evaluate(lanes, count, sign, weights)
        if expected >= beta and beta + margin < _WON:
            score = _search(
                own, opp, sign, count, probe, beta + margin - ONE, beta + margin, sure,
                table, lanes, weights, lists, state, stop,
            )  # fmt: skip
            if score >= beta + margin:
                return beta
        if expected <= alpha and alpha - margin > -_WON:
            score = _search(
                own, opp, sign, count, probe, alpha - margin, alpha - margin + ONE, sure,
                table, lanes, weights, lists, state, stop,
            )  # fmt: skip
            if score <= alpha - margin:
                return alpha
    size = popcount(moves)
    best = _ordered(
        own, opp, sign, count, moves, depth, beta, sure, first, table, lanes, weights, lists, state
    )
    if best > -INFINITE:
        return best
    best_square, floor = memory.UNKNOWN, alpha
    while size > ZERO:
        square = take(lists, count, size)
        size -= ONE
        turned = flips(own, opp, square)
        mine, theirs = own ^ turned ^ bit(square), opp ^ turned
        follow(lanes, count, square, turned, sign)
        narrow = best > -INFINITE
        score = -_search(
            theirs, mine, -sign, count - ONE, depth - ONE, -floor - ONE if narrow else -beta,
            -floor, sure, table, lanes, weights, lists, state, stop,
        )  # fmt: skip
        if narrow and floor < score and score < beta:
            score = -_search(
                theirs, mine, -sign, count - ONE, depth - ONE, -beta, -score, sure,
                table, lanes, weights, lists, state, stop,
            )  # fmt: skip
        if state[ENDED] != ZERO:
            return alpha
        if score > best:
            best, best_square = score, square
            floor = max(floor, best)
            if floor >= beta:
                break
    if depth >= _REMEMBERED:
        memory.keep(table, key, state[GENERATION], old, depth, sure, alpha, beta, best, best_square)
    return best


@kernel(
    "int64(uint64, uint64, int64, int64, int64, int64, int64, int64,"
    " int64[::1], int64[::1], int64[::1],"
    " uint64[::1], int16[:, ::1], uint64[::1], int64[:, ::1], int64[::1], uint8[::1])"
)
def root(
    own, opp, count, depth, sure, alpha, beta, reach, squares, scores, known,
    table, lanes, weights, lists, state, stop,
):  # fmt: skip
    """Scores each of `squares`: exactly those less than `reach` behind the best (`known` is 1),
    of the others it is known that they are further behind. How many were finished."""
    sign = ONE
    begin(lanes, own, opp, sign, count)
    best = -INFINITE
    for i in range(squares.size):
        square = squares[i]
        turned = flips(own, opp, square)
        mine, theirs = own ^ turned ^ bit(square), opp ^ turned
        floor = max(alpha, best - reach)
        score = floor + ONE
        if i > 0:
            follow(lanes, count, square, turned, sign)
            score = -_search(
                theirs, mine, -sign, count - ONE, depth - ONE, -floor - ONE, -floor, sure,
                table, lanes, weights, lists, state, stop,
            )  # fmt: skip
        if score > floor and (score < beta or i == 0):
            follow(lanes, count, square, turned, sign)
            score = -_search(
                theirs, mine, -sign, count - ONE, depth - ONE, -beta, -floor, sure,
                table, lanes, weights, lists, state, stop,
            )  # fmt: skip
        if state[ENDED] != ZERO:
            return np.int64(i)
        scores[i] = score
        known[i] = np.int64(score > floor or i == 0)
        best = max(best, score)
        if best >= beta:
            return np.int64(i + 1)
    return np.int64(squares.size)


@kernel("int64(uint64, uint64, uint64[::1], int64)")
def best_square(own, opp, table, generation):
    """The best square the table knows for a position; `table.UNKNOWN` where none."""
    data = memory.find(table, memory.hashed(own, opp), generation)
    return memory.square_of(data) if data != NONE else memory.UNKNOWN
