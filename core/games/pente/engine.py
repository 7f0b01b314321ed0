"""The computer player of Pente.

Implements `core.engine.Engine[View]`. Owns what the levels are, how a question becomes a choice,
and what no level ever misses: a win with one stone, and the last chance to prevent the other's.
Must not know matches, clocks or other games. It plays for a colour, so it need not know how many
sit at the board; the opening rule shows in what is legal.

What the lower levels lack is what people lack: they look less far ahead, and misjudge
(`core/blur.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.blur import drawn
from core.budget import Budget
from core.engine import Choice, Limit, Stop
from core.games.pente.evaluation import Field
from core.games.pente.points import NAMES, POINT_OF, POINTS
from core.games.pente.rules import BLACK, EMPTY, WHITE, View
from core.games.pente.search import WON, Search, defences
from core.types import Level


@dataclass(frozen=True, slots=True)
class Strength:
    """A level: plies ahead, nodes, and misjudgement (standard deviation, in the unit of scores)."""

    depth: int
    nodes: int
    error: int


STRENGTHS: Mapping[Level, Strength] = {
    Level("novice"): Strength(depth=1, nodes=1_000, error=60),
    Level("amateur"): Strength(depth=2, nodes=2_000, error=30),
    Level("club"): Strength(depth=3, nodes=4_000, error=12),
    Level("master"): Strength(depth=30, nodes=12_000, error=3),
}
_SAFETY = 5_000
"""Milliseconds after which even a very slow machine has to answer."""

_WIDTH = 20
"""How many moves are considered."""

_CELLS = {".": EMPTY, "O": WHITE, "X": BLACK}


class PenteEngine:
    """Alpha-beta in plain Python. Holds nothing between calls."""

    def limit(self, level: Level) -> Limit:
        return Limit(nodes=STRENGTHS[level].nodes, millis=_SAFETY)

    def choose(self, view: View, level: Level, limit: Limit, salt: bytes, stop: Stop) -> Choice:
        """The move to play; `score` as `search.py` and `evaluation.py` say, None where there was
        nothing to think about."""
        if view.to_act is None:
            raise ValueError("nobody is to act")
        side = view.to_act % 2
        field = Field([_CELLS[cell] for cell in view.cells], side, view.pairs)
        if won := field.wins(side):
            move = NAMES[won[0]]
            return Choice(move, score=WON - 1, line=(move,), depth=1, nodes=0, cut=False)
        points = sound(field, [POINT_OF[move] for move in view.legal])
        if len(points) == 1:
            only = NAMES[points[0]]
            return Choice(only, score=None, line=(only,), depth=0, nodes=0, cut=False)
        strength = STRENGTHS[level]
        budget = Budget(limit, stop)
        blur = drawn(salt, points, strength.error)
        thought = Search(budget).deepen(field, points, strength.depth, blur)
        line = tuple(NAMES[point] for point in thought.line)
        return Choice(line[0], thought.score, line, thought.depth, budget.nodes, budget.cut)


def sound(field: Field, legal: Sequence[int]) -> list[int]:
    """The moves worth considering: those after which the other does not win at once.

    If there is none, those that leave the fewest ways to.
    """
    allowed = frozenset(legal)
    ranked = [point for point in field.best(POINTS) if point in allowed]
    threats = field.wins(1 - field.side)
    for points in (defences(field, threats) if threats else ranked[:_WIDTH], ranked):
        left = {point: len(field.after(point).wins(1 - field.side)) for point in points}
        fewest = min(left.values())
        if not fewest:
            break
    return [point for point in points if left[point] == fewest]


ENGINE = PenteEngine()
