"""The adviser of Reversi: evaluations and best moves.

Implements `core.engine.Adviser[View]` and owns its budgets: to the end from EXACT empty squares on,
before that one ply deeper each time until the share of nodes is spent. All compared moves are
searched in the same search, to the same depth, so differences between them are never between odd
and even depths. Advice ignores levels.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import exp

from core.engine import Advice, AdviceRequest, Candidate, Effort, Limit, Stop
from core.game import PASS
from core.games.reversi.bits import mobility, squares
from core.games.reversi.engine import boards_of
from core.games.reversi.kernels.evaluation import DISC, unpacked
from core.games.reversi.kernels.search_table import EXACT as SURE
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.rules import NAMES, View
from core.games.reversi.searcher import PASSED, USUAL, Searcher, SearchResult
from core.noise import draw_noise
from core.types import Move

EXACT = 20
"""Empty squares from which a score is proved."""

_LIMIT = Limit(nodes=40_000_000, millis=15_000)
"""Hard endings with 20 empty squares take thirty million; two seconds."""

_BEFORE: Mapping[Effort, int] = {Effort.HINT: 1_000_000, Effort.REVIEW: 150_000}
"""Nodes after which no deeper iteration is started when the end is out of reach."""

_FIRST, _FURTHEST = 4, 24
"""Plies."""

_SHORTLY = SearchResult(0, (), _FIRST, exact=False)
"""How far a move is looked into for which there was no time."""

_TABLE = 1 << 20
_FOLD = 8
"""Discs that multiply the odds by e."""


class ReversiAdviser:
    """Holds the memory for one search at a time; calls share no results."""

    def __init__(self, weights: bytes) -> None:
        self._table = SearchTable(unpacked(weights), _TABLE)

    def limit(self, effort: Effort) -> Limit:
        del effort  # an ending is worth the same effort for every kind of request
        return _LIMIT

    def advise(self, view: View, asked: AdviceRequest, limit: Limit, stop: Stop) -> Advice:
        """Scores are in discs. A forced pass is the only idea there is, without a score."""
        own, opp = boards_of(view)
        moves = squares(mobility(own, opp))
        if not moves:
            only = Candidate(PASS, 0, (PASS,), chance=_chance(0))
            return Advice((only,), only if asked.played == PASS else None, 0, cut=False)
        solved = 64 - (own | opp).bit_count() <= EXACT
        spent = 0
        for to_end in (True, False) if solved else (False,):
            self._table.begin(own, opp, limit.nodes, stop)
            searcher = Searcher(self._table, own, opp, moves, draw_noise(b"", moves, 0))
            result = self._think(searcher, asked.effort, to_end=to_end)
            candidates = list(self._ideas(result, moves, asked.candidates))
            played = self._played(candidates, moves, asked.played, result)
            spent += self._table.nodes
            if result.exact or not self._table.ended or stop():
                break
        if played is None:  # time was up before it was looked at
            self._table.begin(own, opp, limit.nodes, Stop())
            played = self._played(candidates, moves, asked.played, _SHORTLY)
        return Advice(tuple(candidates), played, spent, cut=stop())

    def _think(self, searcher: Searcher, effort: Effort, *, to_end: bool) -> SearchResult:
        if to_end:
            return searcher.think(_FIRST, EXACT)
        depth, furthest = _FIRST, _FURTHEST
        if len(searcher) > EXACT:
            furthest = min(furthest, len(searcher) - 1)  # to prove it would cost seconds
        result = searcher.think(depth, 0)
        while self._table.nodes < _BEFORE[effort] and depth < furthest:
            depth += 1
            result = searcher.think(depth, 0)
        return result

    def _ideas(self, result: SearchResult, moves: Sequence[int], count: int) -> Iterator[Candidate]:
        """The best, and what would be best without those before it."""
        best = result.line[0]
        yield _idea(best, result.score, result.line, exact=result.exact)
        left = [square for square in moves if square != best]
        while left and count > 1:
            scored = self._look(left, result)
            if not scored:
                return
            best = max(scored, key=scored.__getitem__)
            yield _idea(best, scored[best], (best,), exact=result.exact)
            left.remove(best)
            count -= 1

    def _played(
        self,
        candidates: Sequence[Candidate],
        moves: Sequence[int],
        move: Move | None,
        result: SearchResult,
    ) -> Candidate | None:
        for idea in candidates:
            if idea.move == move:
                return idea
        wanted = [square for square in moves if NAMES[square] == move]
        scored = self._look(wanted, result) if wanted else {}
        for square, score in scored.items():
            return _idea(square, score, (square,), exact=result.exact)
        return None

    def _look(self, squares: Sequence[int], result: SearchResult) -> dict[int, int]:
        """Scores of moves as far as the best one was looked into; nothing where time ran out."""
        if self._table.ended:
            return {}
        sure = SURE if result.exact else USUAL
        scored = self._table.look(squares, result.depth, sure)
        return {each.square: each.score for each in scored if each.known}


def _idea(square: int, score: int, line: Sequence[int], *, exact: bool) -> Candidate:
    named = tuple(PASS if each == PASSED else NAMES[each] for each in line)
    discs = (score + DISC // 2) // DISC
    return Candidate(NAMES[square], discs, named, proved=exact, chance=_chance(discs))


def _chance(discs: int) -> int:
    """A measure and no forecast: it says of known results too that ten discs are worth having."""
    return round(1000 / (1 + exp(-discs / _FOLD)))
