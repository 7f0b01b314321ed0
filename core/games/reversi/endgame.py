"""Endings, exactly.

Owns the search to the last disc. With many empty squares left the moves that leave the other the
fewest replies come first, because small trees are solved soonest; with few left, any order is
cheaper than ordering. Scores inside are discs for the one to move, empty squares to the winner.
"""

from core.budget import Budget
from core.games.reversi.bits import FULL, flips, mobility
from core.games.reversi.evaluation import DISC, final
from core.games.reversi.lanes import LANES, play_all
from core.games.reversi.search import PASSED, Thought, expected

_FEW = 5
"""Up to so many empty squares moves are tried in board order."""

_MOST = 64
_FIRST = -2
_CORNERS = 0x8100000000000081
_QUARTER = 0x0F0F0F0F
_QUARTERS = tuple(_QUARTER << (square & 4) + (square & 32) for square in range(64))
"""By square: the quarter of the board it lies in."""

_Child = tuple[int, int, int, int, int, int]  # rank, square, own, opp, moves, replies


class Ending:
    """One request's solver."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._table: dict[tuple[int, int], tuple[int, int, int]] = {}  # least, most, best square

    def solve(self, own: int, opp: int, first: int) -> Thought:
        """The best move with its exact score; `first` is the square to try first. Or Ended."""
        self._table[own, opp] = (-_MOST, _MOST, first)
        moves, replies = mobility(own, opp), mobility(opp, own)
        score = self._many(own, opp, moves, replies, -_MOST, _MOST)
        line = expected(
            own, opp, lambda board: self._table[board][2] if board in self._table else None
        )
        return Thought(DISC * score, line, 64 - (own | opp).bit_count())

    def _many(self, own: int, opp: int, moves: int, replies: int, alpha: int, beta: int) -> int:
        """The score, exact between alpha and beta, else a bound beyond them."""
        if not moves:
            if not replies:
                return final(own, opp) // DISC
            return -self._many(opp, own, replies, 0, -beta, -alpha)
        least, most, first = self._table.get((own, opp), (-_MOST, _MOST, PASSED))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        children = self._ordered(own, opp, moves, first)
        few = 64 - (own | opp).bit_count() <= _FEW + 1
        best, best_square, floor = -_MOST - 1, children[0][1], alpha
        for _, square, next_own, next_opp, next_moves, next_replies in children:
            if few:
                empty = FULL ^ (next_own | next_opp)
                score = -_few(next_own, next_opp, empty, -beta, -floor, False)
            elif best < -_MOST:
                score = -self._many(next_own, next_opp, next_moves, next_replies, -beta, -floor)
            else:
                score = -self._many(
                    next_own, next_opp, next_moves, next_replies, -floor - 1, -floor
                )
                if floor < score < beta:
                    score = -self._many(next_own, next_opp, next_moves, next_replies, -beta, -score)
            if score > best:
                best, best_square = score, square
                floor = max(floor, best)
                if floor >= beta:
                    break
        self._table[own, opp] = (
            best if best > alpha else least,
            best if best < beta else most,
            best_square,
        )
        return best

    def _ordered(self, own: int, opp: int, moves: int, first: int) -> list[_Child]:
        """All children: `first`, then by how few replies they leave (a corner counts double), then
        those in a quarter of the board with an odd number of empty squares."""
        squares, others, movers = play_all(own, opp, moves)
        count = len(squares)
        self._budget.spend(count)
        lanes = LANES[2 * count]
        packed = mobility(lanes.pack(others + movers), lanes.pack(movers + others), lanes.axes)
        mobile = lanes.unpack(packed)
        empty = FULL ^ (own | opp)
        children: list[_Child] = []
        for i in range(count):
            square, replies = squares[i], mobile[i]
            rank = 2 * (replies.bit_count() + (replies & _CORNERS).bit_count())
            rank -= (_QUARTERS[square] & empty).bit_count() & 1
            if square == first:
                rank = _FIRST
            children.append((rank, square, others[i], movers[i], replies, mobile[count + i]))
        children.sort()
        return children


def _few(own: int, opp: int, empty: int, alpha: int, beta: int, passed: bool) -> int:
    """The score for few empty squares: every one is tried, legal or not."""
    best, left = -_MOST - 1, empty
    while left:
        placed = left & -left
        left ^= placed
        turned = flips(own, opp, placed.bit_length() - 1)
        if not turned:
            continue
        if empty == placed:
            return 2 * (own | turned).bit_count() + 2 - 64
        score = -_few(opp ^ turned, own | turned | placed, empty ^ placed, -beta, -alpha, False)
        if score > best:
            best = score
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    if best >= -_MOST:
        return best
    if passed:
        return final(own, opp) // DISC
    return -_few(opp, own, empty, -beta, -alpha, True)
