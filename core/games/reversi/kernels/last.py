"""Endings of one to four empty squares, written out: no list of moves, no table, no recursion.

Scores are discs ahead for the one to move, empty squares to the winner. `spent` counts positions
in its first cell.
"""

import numpy as np

from core.games.reversi.kernels.board import BESIDE, NONE, bit, final, flips
from core.kernels import part, popcount

WORST = np.int64(-99)
"""Below every score."""


@part
def _one(own, opp, square):
    """Return the score with one empty square, filled by the side that can."""
    turned = NONE
    if BESIDE[square] & opp != NONE:
        turned = flips(own, opp, square)
    if turned != NONE:
        mine = popcount(own) + popcount(turned) + np.int64(1)
        return mine + mine - np.int64(64)
    if BESIDE[square] & own != NONE:
        turned = flips(opp, own, square)
        if turned != NONE:
            mine = popcount(own) - popcount(turned)
            return mine + mine - np.int64(64)
    return final(own, opp)


@part
def _then_one(own, opp, square, left):
    """The score after a move; WORST where it turns nothing. So in all of these."""
    if BESIDE[square] & opp == NONE:
        return WORST
    turned = flips(own, opp, square)
    if turned == NONE:
        return WORST
    return -_one(opp ^ turned, own ^ turned ^ bit(square), left)


@part
def _two_tried(own, opp, first, second, beta):
    best = _then_one(own, opp, first, second)
    if best < beta:
        best = max(best, _then_one(own, opp, second, first))
    return best


@part
def _two(own, opp, first, second, alpha, beta, spent):
    spent[0] += 2
    best = _two_tried(own, opp, first, second, beta)
    if best > WORST:
        return best
    best = _two_tried(opp, own, first, second, -alpha)
    return -best if best > WORST else final(own, opp)


@part
def _then_two(own, opp, square, first, second, alpha, beta, spent):
    if BESIDE[square] & opp == NONE:
        return WORST
    turned = flips(own, opp, square)
    if turned == NONE:
        return WORST
    return -_two(opp ^ turned, own ^ turned ^ bit(square), first, second, -beta, -alpha, spent)


@part
def _three_tried(own, opp, first, second, third, alpha, beta, spent):
    best = _then_two(own, opp, first, second, third, alpha, beta, spent)
    if best < beta:
        alpha = max(alpha, best)
        best = max(best, _then_two(own, opp, second, first, third, alpha, beta, spent))
    if best < beta:
        alpha = max(alpha, best)
        best = max(best, _then_two(own, opp, third, first, second, alpha, beta, spent))
    return best


@part
def _three(own, opp, first, second, third, alpha, beta, spent):
    spent[0] += 1
    best = _three_tried(own, opp, first, second, third, alpha, beta, spent)
    if best > WORST:
        return best
    spent[0] += 1
    best = _three_tried(opp, own, first, second, third, -beta, -alpha, spent)
    return -best if best > WORST else final(own, opp)


@part
def _then_three(own, opp, square, first, second, third, alpha, beta, spent):
    if BESIDE[square] & opp == NONE:
        return WORST
    turned = flips(own, opp, square)
    if turned == NONE:
        return WORST
    mine = own ^ turned ^ bit(square)
    return -_three(opp ^ turned, mine, first, second, third, -beta, -alpha, spent)


@part
def _four_tried(own, opp, first, second, third, fourth, alpha, beta, spent):
    best = _then_three(own, opp, first, second, third, fourth, alpha, beta, spent)
    if best < beta:
        alpha = max(alpha, best)
        score = _then_three(own, opp, second, first, third, fourth, alpha, beta, spent)
        best = max(best, score)
    if best < beta:
        alpha = max(alpha, best)
        score = _then_three(own, opp, third, first, second, fourth, alpha, beta, spent)
        best = max(best, score)
    if best < beta:
        alpha = max(alpha, best)
        score = _then_three(own, opp, fourth, first, second, third, alpha, beta, spent)
        best = max(best, score)
    return best


@part
def four(own, opp, first, second, third, fourth, alpha, beta, spent):
    """The score with four empty squares, exact between alpha and beta, else a bound beyond them.
    The squares in the order in which to try them."""
    spent[0] += 1
    best = _four_tried(own, opp, first, second, third, fourth, alpha, beta, spent)
    if best > WORST:
        return best
    spent[0] += 1
    best = _four_tried(opp, own, first, second, third, fourth, -beta, -alpha, spent)
    return -best if best > WORST else final(own, opp)
