"""How a question about a position becomes a move and a score.

Owns the order of searches: one ply further each time, then to the end, surer and surer, as far as
nodes go. Each search starts from the best move of the one before. The searching is in `kernels/`;
this decides what to ask. Scores are 64ths of a disc for the one to move.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.games.reversi.bits import flips, mobility
from core.games.reversi.kernels.evaluation import DISC
from core.games.reversi.kernels.search_table import EXACT, Scored, SearchTable
from core.noise import Noise

PASSED = -1
"""The square of a pass in a line."""

_EVERYTHING = 65 * DISC
_NARROW = 2 * DISC
_SURER = (2, 4)
"""How sure searches to the end are before the proof."""
USUAL = 1
"""How sure searches are that do not reach the end."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A move found: `line` are squares, the move's own first; `score` is without any noise, and
    `exact` says that it was proved; `depth` is that of the last search that was finished."""

    score: int
    line: tuple[int, ...]
    depth: int
    exact: bool


class Searcher:
    """Thinks about one board, for which the thinker has begun a request.

    Args:
        order: the moves there are, in the order in which to look at them first.
        blur: how far from the best it strays (`core/noise.py`, in 64ths of a disc).
    """

    def __init__(
        self, table: SearchTable, own: int, opp: int, order: Sequence[int], noise: Noise
    ) -> None:
        self._table = table
        self._board = own, opp
        self._empty = 64 - (own | opp).bit_count()
        self._order = list(order)
        self._noise = noise
        self._score = 0
        self._found = SearchResult(0, (self._order[0],), 0, exact=False)

    def __len__(self) -> int:
        """Empty squares."""
        return self._empty

    def think(self, depth: int, exact: int) -> SearchResult:
        """Looks up to `depth` plies ahead; with at most `exact` empty squares to the end."""
        to_end = self._empty <= exact
        for ahead in range(1, self._ahead(depth, to_end) + 1):
            if not self._look(ahead, USUAL):
                return self._found
        if to_end or depth >= self._empty:
            for sure in (*_SURER, EXACT):
                if not self._look(self._empty, sure):
                    break
        return self._found

    def _ahead(self, depth: int, to_end: bool) -> int:
        """How far to look before the searches to the end: halfway is far enough to order moves."""
        if to_end:
            return min(self._empty // 2, 12)
        return min(depth, self._empty)

    def _look(self, depth: int, sure: int) -> bool:
        """One search. False where it ended early; what it had found by then counts."""
        scored = self._all(depth, sure) if self._noise.reach else self._best(depth, sure)
        known = [entry for entry in scored if entry.known]
        if known:
            chosen = max(known, key=lambda entry: entry.score + self._noise.offsets[entry.square])
            best = max(known, key=lambda entry: entry.score)
            self._order.remove(best.square)
            self._order.insert(0, best.square)
            self._score = best.score
            line = (chosen.square, *self._line(chosen.square))
            exact = sure == EXACT and depth == self._empty and not self._table.ended
            self._found = SearchResult(chosen.score, line, depth, exact)
        return not self._table.ended

    def _all(self, depth: int, sure: int) -> list[Scored]:
        """Every move that noise could make the best one, scored."""
        return self._table.look(self._order, depth, sure, self._noise.reach)

    def _best(self, depth: int, sure: int) -> list[Scored]:
        """The best move, looked for in a window round the last score that grows until it fits."""
        width = _NARROW
        low, high = self._score - width, self._score + width
        while True:
            scored = self._table.look(self._order, depth, sure, window=(low, high))
            known = [entry for entry in scored if entry.known]
            best = max(known, key=lambda entry: entry.score, default=None)
            if best is None or self._table.ended:
                return [entry for entry in known if entry.score > low]
            width *= 2
            if best.score <= low and low > -_EVERYTHING:
                low = max(best.score - width, -_EVERYTHING)
            elif best.score >= high and high < _EVERYTHING:
                high = min(best.score + width, _EVERYTHING)
                self._order.remove(best.square)
                self._order.insert(0, best.square)
            else:
                return [best]

    def _line(self, square: int) -> tuple[int, ...]:
        """What both are expected to play after a move, as far as the table remembers."""
        own, opp = played(*self._board, square)
        line: list[int] = []
        while len(line) < self._empty:
            moves = mobility(own, opp)
            if not moves:
                if not mobility(opp, own):
                    break
                line.append(PASSED)
                own, opp = opp, own
                continue
            following = self._table.remembered(own, opp)
            if following is None or not moves >> following & 1:
                break
            line.append(following)
            own, opp = played(own, opp, following)
        return tuple(line)


def played(own: int, opp: int, square: int) -> tuple[int, int]:
    """The board after a move, as the other sees it."""
    turned = flips(own, opp, square)
    return opp ^ turned, own | turned | 1 << square
