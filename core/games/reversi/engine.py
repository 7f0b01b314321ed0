"""The computer player of Reversi.

Implements `core.engine.Engine[View]`. Owns what the levels are and how a question becomes a choice;
thinking is in `search.py` and `endgame.py`. Must not know matches, clocks or other games.

What the lower levels lack is what people lack: they look less far ahead, see an ending only when it
is close, and misjudge (`core/blur.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.blur import Blur, drawn
from core.budget import Budget, Ended
from core.engine import Choice, Limit, Stop
from core.game import PASS
from core.games.reversi.bits import mobility, squares
from core.games.reversi.endgame import Ending
from core.games.reversi.evaluation import DISC
from core.games.reversi.rules import BLACK, NAMES, View
from core.games.reversi.search import PASSED, Search, Thought
from core.types import Level, Move


@dataclass(frozen=True, slots=True)
class Strength:
    """A level: plies ahead, empty squares from which endings are exact, nodes, hundredths of a disc
    of misjudgement (standard deviation)."""

    depth: int
    exact: int
    nodes: int
    error: int


STRENGTHS: Mapping[Level, Strength] = {
    Level("novice"): Strength(depth=3, exact=4, nodes=10_000, error=200),
    Level("amateur"): Strength(depth=4, exact=6, nodes=20_000, error=130),
    Level("club"): Strength(depth=5, exact=10, nodes=40_000, error=80),
    Level("master"): Strength(depth=60, exact=14, nodes=70_000, error=15),
}
_SAFETY = 5_000
"""Milliseconds after which even a very slow machine has to answer."""


class ReversiEngine:
    """Alpha-beta in plain Python. Holds nothing between calls."""

    def limit(self, level: Level) -> Limit:
        return Limit(nodes=STRENGTHS[level].nodes, millis=_SAFETY)

    def choose(self, view: View, level: Level, limit: Limit, salt: bytes, stop: Stop) -> Choice:
        """The move to play; `score` in discs, None where there was nothing to think about."""
        own, opp = _boards(view)
        moves = squares(mobility(own, opp))
        if len(moves) < 2:
            only = NAMES[moves[0]] if moves else PASS
            return Choice(only, score=None, line=(only,), depth=0, nodes=0, cut=False)
        strength = STRENGTHS[level]
        blur = drawn(salt, moves, strength.error)
        budget = Budget(limit, stop)
        thought = _think(own, opp, strength, blur, budget)
        line = tuple(_name(square) for square in thought.line)
        score = (thought.score + DISC // 2) // DISC
        return Choice(line[0], score, line, thought.depth, budget.nodes, budget.cut)


def _think(own: int, opp: int, strength: Strength, blur: Blur, budget: Budget) -> Thought:
    """Looks ahead; near the end first half the way, to have an answer, then solves."""
    empty = 64 - (own | opp).bit_count()
    if empty > strength.exact:
        return Search(budget).deepen(own, opp, strength.depth, blur)
    ahead = Search(budget).deepen(own, opp, empty // 2, blur)
    try:
        return Ending(budget).solve(own, opp, ahead.line[0])
    except Ended:
        return ahead


def _boards(view: View) -> tuple[int, int]:
    """Own and opposing discs of the one to act. ValueError where nobody is."""
    if view.to_act is None:
        raise ValueError("nobody is to act")
    black = sum(1 << square for square, cell in enumerate(view.cells) if cell == "X")
    white = sum(1 << square for square, cell in enumerate(view.cells) if cell == "O")
    return (black, white) if view.to_act == BLACK else (white, black)


def _name(square: int) -> Move:
    return PASS if square == PASSED else NAMES[square]


ENGINE = ReversiEngine()
