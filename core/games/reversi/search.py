"""Looking ahead: iterative deepening with principal-variation search.

Owns the choice of a move before the ending (`endgame.py` has that). The tree is cut by alpha-beta;
moves are tried in the order of the table's move first, then of the evaluation one ply on, which
`expand` has already made for all of them together. Scores are hundredths of a disc for the one to
move.
"""

from collections.abc import Callable
from dataclasses import dataclass

from core.blur import Blur
from core.budget import Budget, Ended
from core.games.reversi.bits import flips, mobility
from core.games.reversi.evaluation import Child, expand, final

INFINITE = 1_000_000
PASSED = -1
"""The square of a pass in a line."""

_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
_Entry = tuple[int, int, int, int]  # depth, score, which bound the score is, best square


@dataclass(frozen=True, slots=True)
class Thought:
    """A move found: `line` are squares, the move's own first; `score` is without any noise."""

    score: int
    line: tuple[int, ...]
    depth: int


def expected(own: int, opp: int, best: Callable[[tuple[int, int]], int | None]) -> tuple[int, ...]:
    """What both play from here, as far as `best` knows the square to play on a board."""
    line: list[int] = []
    while True:
        if not mobility(own, opp) and mobility(opp, own):
            line.append(PASSED)
            own, opp = opp, own
        square = best((own, opp))
        if square is None:
            return tuple(line)
        line.append(square)
        turned = flips(own, opp, square)
        own, opp = opp ^ turned, own | turned | 1 << square


class Search:
    """One request's search. The table lives as long as the request, so answers repeat."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._table: dict[tuple[int, int], _Entry] = {}

    def deepen(self, own: int, opp: int, depth: int, blur: Blur) -> Thought:
        """The move to play, looking 1, 2, ... `depth` plies ahead as far as the budget goes."""
        children = expand(own, opp, mobility(own, opp))
        children.sort(key=lambda child: (child[0], blur.noise[child[1]]), reverse=True)
        found = Thought(children[0][0], (children[0][1],), 0)
        for ahead in range(1, min(depth, 64 - (own | opp).bit_count()) + 1):
            scored: list[tuple[int, Child]] = []
            try:
                self._root(children, ahead, blur.reach, scored)
            except Ended:
                # What was scored begins with the best move so far: anything preferred is better.
                if scored:
                    found = self._choose(scored, ahead, blur)
                break
            found = self._choose(scored, ahead, blur)
            best = max(scored, key=lambda entry: entry[0])[1]
            children.remove(best)
            children.insert(0, best)
        return found

    def _root(
        self, children: list[Child], ahead: int, reach: int, scored: list[tuple[int, Child]]
    ) -> None:
        """Adds to `scored` each move not proved to be `reach` or more behind, with its score."""
        best = -INFINITE
        for child in children:
            score, _, own, opp, moves, replies = child
            self._budget.spend(1)
            if ahead > 1:
                floor = max(best - reach, -INFINITE)
                if scored:
                    score = -self._run(own, opp, moves, replies, ahead - 1, -floor - 1, -floor)
                if not scored or score > floor:
                    score = -self._run(own, opp, moves, replies, ahead - 1, -INFINITE, -floor)
            if not scored or score > best - reach:
                scored.append((score, child))
                best = max(best, score)

    def _choose(self, scored: list[tuple[int, Child]], ahead: int, blur: Blur) -> Thought:
        score, (_, square, own, opp, _, _) = max(
            scored, key=lambda entry: entry[0] + blur.noise[entry[1][1]]
        )
        table = self._table
        line = expected(own, opp, lambda board: table[board][3] if board in table else None)
        return Thought(score, (square, *line), ahead)

    def _run(
        self, own: int, opp: int, moves: int, replies: int, depth: int, alpha: int, beta: int
    ) -> int:
        """The score of a position, exact between alpha and beta, else a bound beyond them.

        `moves` are the mover's legal squares, `replies` those the other would have. A pass costs
        no depth.
        """
        if not moves:
            if not replies:
                return final(own, opp)
            return -self._run(opp, own, replies, 0, depth, -beta, -alpha)
        if depth == 1:
            children = expand(own, opp, moves)
            self._budget.spend(len(children))
            return max(children)[0]
        entry = self._table.get((own, opp))
        if entry is not None and entry[0] >= depth:
            score, bound = entry[1], entry[2]
            if bound == _EXACT or (score >= beta if bound == _AT_LEAST else score <= alpha):
                return score
        return self._try_all(own, opp, self._ordered(own, opp, moves, entry), depth, alpha, beta)

    def _ordered(self, own: int, opp: int, moves: int, entry: _Entry | None) -> list[Child]:
        children = expand(own, opp, moves)
        self._budget.spend(len(children))
        children.sort(reverse=True)
        if entry is not None:
            first = next(i for i, child in enumerate(children) if child[1] == entry[3])
            children.insert(0, children.pop(first))
        return children

    def _try_all(
        self, own: int, opp: int, children: list[Child], depth: int, alpha: int, beta: int
    ) -> int:
        """The first move gets the whole window, the others must first beat it in a narrow one."""
        best, best_square, floor = -INFINITE, children[0][1], alpha
        for _, square, next_own, next_opp, moves, replies in children:
            if best == -INFINITE:
                score = -self._run(next_own, next_opp, moves, replies, depth - 1, -beta, -floor)
            else:
                score = -self._run(
                    next_own, next_opp, moves, replies, depth - 1, -floor - 1, -floor
                )
                if floor < score < beta:
                    score = -self._run(next_own, next_opp, moves, replies, depth - 1, -beta, -score)
            if score > best:
                best, best_square = score, square
                floor = max(floor, best)
                if floor >= beta:
                    break
        bound = _AT_LEAST if best >= beta else _AT_MOST if best <= alpha else _EXACT
        self._table[own, opp] = (depth, best, bound, best_square)
        return best
