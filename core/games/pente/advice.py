"""The adviser of Pente: evaluations, best moves, and proved wins.

Implements `core.engine.Adviser[View]` and owns its budgets. A win or loss reported as forced was
searched with every defence (`search.py`); everything else is an estimate. All compared moves are
searched to the same depth, in one search. Advice ignores levels. It plays for the colour, so it
serves two and four players.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp

from core.engine import Advice, AdviceRequest, Candidate, Effort, Limit, Stop
from core.games.pente.engine import WIDTH, board_of
from core.games.pente.kernels.board import Board
from core.games.pente.kernels.search import WON
from core.games.pente.points import NAMES, POINT_OF
from core.games.pente.rules import View
from core.games.pente.search import DECIDED, SearchResult, Sight, deepen, holding, proved, sound
from core.noise import draw_noise


@dataclass(frozen=True, slots=True)
class Depth:
    """How far one looks: `nodes` after which no further ply is begun, how far forced wins are seen,
    and nodes to see that a win was kept."""

    nodes: int
    sight: Sight
    kept: int


_DEPTHS: Mapping[Effort, Depth] = {
    Effort.HINT: Depth(nodes=150_000, sight=Sight(12, 8, 5_000), kept=200_000),
    Effort.REVIEW: Depth(nodes=40_000, sight=Sight(12, 8, 3_000), kept=100_000),
}
_LIMITS: Mapping[Effort, Limit] = {
    Effort.HINT: Limit(nodes=3_000_000, millis=15_000),
    Effort.REVIEW: Limit(nodes=1_000_000, millis=15_000),
}
_FIRST, _FURTHEST = 2, 30
"""Plies."""

_FOLD = 200
"""A score that multiplies the odds of winning by e (`training/pente/weights.py`)."""
_CLEAR = 6.9
"""Cap of the logit: 999 in a thousand."""


class PenteAdviser:
    """Holds nothing between calls."""

    def limit(self, effort: Effort) -> Limit:
        return _LIMITS[effort]

    def advise(self, view: View, asked: AdviceRequest, limit: Limit, stop: Stop) -> Advice:
        """Scores are those of `search.py`; beyond DECIDED they say who wins, and when."""
        board = board_of(view, limit, stop)
        depth = _DEPTHS[asked.effort]
        legal = [POINT_OF[move] for move in view.legal]
        result = _won(board, depth)
        if result is not None:
            candidates = [_idea(result, forced=True)]
        else:
            found = _Found(board, depth, legal)
            candidates = sorted(found.candidates(asked.candidates), key=_score, reverse=True)
        played = next((idea for idea in candidates if idea.move == asked.played), None)
        if played is None and asked.played is not None:
            point = POINT_OF[asked.played]
            played = _forced(board, point, depth, is_won=result is not None)
            if played is None and result is not None:
                played = _let_go(view, point, limit, stop)
            elif played is None:
                played = found.worth(point)
        return Advice(tuple(candidates), played, board.nodes, cut=board.cut)


class _Found:
    """What a search that is no forced win comes to. Everything is looked at equally far."""

    def __init__(self, board: Board, depth: Depth, legal: Sequence[int]) -> None:
        self._board = board
        self._sight = depth.sight
        points = sound(board, legal, WIDTH)
        if len(points) > 1:
            points = holding(board, points, depth.sight)
        self._points = points
        self._ahead = _FIRST
        self._best = self._deepen(points)
        while board.nodes < depth.nodes and self._ahead < _FURTHEST:
            if board.ended or abs(self._best.score) >= DECIDED:
                break
            self._ahead += 1
            self._best = self._deepen([self._best.line[0], *self._without(self._best.line[0])])

    def candidates(self, count: int) -> Iterator[Candidate]:
        """The best, and what would be best without those before it, which a search that has learned
        more meanwhile may find better after all."""
        best = self._best
        yield self._idea(best)
        left = self._without(best.line[0])
        while left and count > 1 and not self._board.ended:
            best = self._deepen(left)
            yield self._idea(best)
            left.remove(best.line[0])
            count -= 1

    def worth(self, point: int) -> Candidate:
        """Another move."""
        return self._idea(self._deepen([point]))

    def _without(self, point: int) -> list[int]:
        return [each for each in self._points if each != point]

    def _deepen(self, points: Sequence[int]) -> SearchResult:
        return deepen(self._board, points, self._ahead, draw_noise(b"", points, 0))

    def _idea(self, result: SearchResult) -> Candidate:
        lost = _lost(self._board, result.line[0], self._sight)
        return lost or _idea(result, forced=result.score > DECIDED)


def _won(board: Board, depth: Depth) -> SearchResult | None:
    """A win at once or by force."""
    if at_once := board.wins(board.side):
        return SearchResult(WON - 1, (at_once[0],), 1)
    if board.wins(1 - board.side):
        return proved(board, Sight(depth.sight.mine, depth.sight.theirs, depth.kept))
    return proved(board, depth.sight)


def _forced(board: Board, point: int, depth: Depth, *, is_won: bool) -> Candidate | None:
    """What a move comes to where that is sure: it wins, loses, or keeps the win that there is."""
    if point in board.wins(board.side):
        return _idea(SearchResult(WON - 1, (point,), 1), forced=True)
    if lost := _lost(board, point, depth.sight):
        return lost
    if not is_won:
        return None
    board.put(point)
    keeps = not board.wins(board.side) and not board.escapes(depth.sight.mine, depth.kept)
    board.back()
    rest = 2 * depth.sight.mine + 1
    return _idea(SearchResult(WON - rest, (point,), rest), forced=True) if keeps else None


def _lost(board: Board, point: int, sight: Sight) -> Candidate | None:
    """A move after which the other wins by force, as far as that is seen."""
    board.put(point)
    needed = 1 if board.wins(board.side) else board.forced(sight.theirs, sight.nodes)
    board.back()
    return (
        _idea(SearchResult(-(WON - 2 * needed), (point,), 2 * needed), forced=True)
        if needed
        else None
    )


def _let_go(view: View, point: int, limit: Limit, stop: Stop) -> Candidate:
    """What another move is worth where there was a win by force."""
    fresh = board_of(view, limit, stop)
    found = deepen(fresh, (point,), _FIRST + 2, draw_noise(b"", (point,), 0))
    return _idea(found, forced=False)


def _idea(result: SearchResult, *, forced: bool) -> Candidate:
    """Cap the score of an unproved result at DECIDED."""
    score = result.score if forced else max(-DECIDED, min(DECIDED, result.score))
    line = tuple(NAMES[point] for point in result.line)
    return Candidate(line[0], score, line, proved=forced, chance=_chance(score, forced=forced))


def _score(idea: Candidate) -> int:
    return idea.score


def _chance(score: int, *, forced: bool) -> int:
    """Turn a score into a percentage; an unproved one is never 0 or 100."""
    if forced:
        return 1000 if score > 0 else 0
    folds = max(-_CLEAR, min(_CLEAR, score / _FOLD))
    return round(1000 / (1 + exp(-folds)))
