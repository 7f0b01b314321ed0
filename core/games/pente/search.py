"""Looking ahead: iterative deepening with principal-variation search.

Owns the choice among given moves. Tried are only the most promising points, fewer the deeper. Where
the other threatens to win at once it is what may prevent that, and it does not count as looking
ahead: so a win by one threat after the other is seen from afar. Scores are those of `evaluation.py`
for the one to move, or WON less the number of moves until then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.blur import Blur
from core.budget import Budget, Ended
from core.games.pente.evaluation import Field

WON = 1_000_000
DECIDED = WON - 1_000
"""Scores beyond this say who wins, if the moves tried are all that matter."""

WIDTHS = (6, 8, 10, 12)
"""How many points are tried with 1, 2, ... plies to go; the last number for any more."""

_INFINITE = 2 * WON
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2
_Entry = tuple[int, int, int, int]  # depth, score, which bound the score is, best point
_Key = tuple[bytes, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Thought:
    """A move found: `line` are points, the move's own first; `score` is without any noise."""

    score: int
    line: tuple[int, ...]
    depth: int


def defences(field: Field, threats: Sequence[int]) -> list[int]:
    """All moves that could prevent wins at those points: a stone there, or capturing stones that
    threaten."""
    return list(dict.fromkeys((*threats, *field.captures(field.side))))


class Search:
    """One request's search. The table lives as long as the request, so answers repeat.

    How many moves led to a position follows from its stones and pairs, so scores of wins, which
    count moves, can stay in the table as they are.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._table: dict[_Key, _Entry] = {}

    def deepen(self, field: Field, moves: Sequence[int], depth: int, blur: Blur) -> Thought:
        """The best of some moves, looking 1, 2, ... `depth` plies ahead as far as the budget goes.

        `moves` are in the order in which they are tried first.
        """
        children = {point: field.after(point) for point in moves}
        points = list(moves)
        found = Thought(-children[points[0]].judge(), (points[0],), 0)
        for ahead in range(1, depth + 1):
            scored: dict[int, int] = {}
            try:
                self._root(children, points, ahead, blur.reach, scored)
            except Ended:
                # What was scored begins with the best move so far: anything preferred is better.
                if scored:
                    found = self._choose(children, scored, ahead, blur)
                break
            found = self._choose(children, scored, ahead, blur)
            best = max(scored, key=scored.__getitem__)
            points.remove(best)
            points.insert(0, best)
            if scored[best] > DECIDED:
                break
        return found

    def _root(
        self,
        children: Mapping[int, Field],
        points: Sequence[int],
        ahead: int,
        reach: int,
        scored: dict[int, int],
    ) -> None:
        """Adds to `scored` each move not proved to be `reach` or more behind, with its score."""
        best = -_INFINITE
        for point in points:
            floor = max(best - reach, -_INFINITE)
            if scored and -self._run(children[point], ahead - 1, -floor - 1, -floor, 1) <= floor:
                continue
            score = -self._run(children[point], ahead - 1, -_INFINITE, -floor, 1)
            if not scored or score > floor:
                scored[point] = score
                best = max(best, score)

    def _choose(
        self, children: Mapping[int, Field], scored: Mapping[int, int], ahead: int, blur: Blur
    ) -> Thought:
        point = max(scored, key=lambda each: (scored[each] + blur.noise[each], blur.noise[each]))
        return Thought(scored[point], (point, *self._expected(children[point])), ahead)

    def _expected(self, field: Field) -> list[int]:
        """What both play from here, as far as the table knows."""
        line: list[int] = []
        while (entry := self._table.get(_key(field))) is not None:
            line.append(entry[3])
            field = field.after(entry[3])
        return [*line, *field.wins(field.side)[:1]]

    def _run(self, field: Field, depth: int, alpha: int, beta: int, played: int) -> int:
        """The score of a position, exact between alpha and beta, else a bound beyond them.

        `played` counts the moves since the search began.
        """
        self._budget.spend(1)
        if field.wins(field.side):
            return WON - played - 1
        threats = field.wins(1 - field.side)
        if not threats and depth <= 0:
            return field.judge()
        key = _key(field)
        entry = self._table.get(key)
        if entry is not None and entry[0] >= depth and _settles(entry, alpha, beta):
            return entry[1]
        if threats:
            points, ahead = defences(field, threats), depth
        else:
            points, ahead = field.best(WIDTHS[min(depth, len(WIDTHS)) - 1]), depth - 1
        if not points:
            return 0  # a full board is a draw
        if entry is not None:
            points = [entry[3], *(point for point in points if point != entry[3])]
        best, best_point, floor = -_INFINITE, points[0], alpha
        for point in points:
            first = best == -_INFINITE
            score = self._try(field.after(point), ahead, floor, beta, played + 1, first)
            if score > best:
                best, best_point = score, point
                floor = max(floor, best)
                if floor >= beta:
                    break
        bound = _AT_LEAST if best >= beta else _AT_MOST if best <= alpha else _EXACT
        self._table[key] = (depth, best, bound, best_point)
        return best

    def _try(
        self, child: Field, depth: int, floor: int, beta: int, played: int, first: bool
    ) -> int:
        """The first move gets the whole window, the others must first beat it in a narrow one."""
        if not first:
            score = -self._run(child, depth, -floor - 1, -floor, played)
            if not floor < score < beta:
                return score
        return -self._run(child, depth, -beta, -floor, played)


def _key(field: Field) -> _Key:
    return bytes(field.cells), field.pairs


def _settles(entry: _Entry, alpha: int, beta: int) -> bool:
    """Whether what is known is enough between those bounds."""
    _, score, bound, _ = entry
    return bound == _EXACT or (score >= beta if bound == _AT_LEAST else score <= alpha)
