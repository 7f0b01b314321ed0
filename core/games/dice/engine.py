"""The computer players of Solitaire Dice.

Implements `core.engine.Engine[View]`. Each plays the split it rates highest; the salt breaks ties.
None can see a coming throw, because a view has none. Three rate the sheet with hand-set weights:
what a mark is worth, and what leaving a die over costs.

* `greedy` counts the points a split brings now.
* `careful` prefers paying off opened sums to opening more, and leaves over the values it has left
  over least.
* `methodical` plays by a rule card: open 4 6 7 8 10; leave over 1 and 6, then 2 or
  5; keep the three piles level. Its numbers were fitted to 2,500 games and rounded.

Two use the learned table (`advisor.py`) to maximise the expected score:

* `shrewd` looks up each split.
* `farsighted` averages over the best split of every possible next throw.

They play duels the same way, because neither side sees the other's sheet before both are done.
Measured over 10,000 games by `bench/dice_advisor.py`.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.engine import Choice, Limit, Stop
from core.games.dice.advisor import further, nearer
from core.games.dice.rules import View
from core.games.dice.sheet import HIGHEST, LAST_REJECT, PAID_OFF, POINTS, worth
from core.games.dice.splits import Split
from core.games.dice.values import Aim, Values
from core.types import Level, Move

_SAFETY = 1_000
"""Milliseconds after which even a very slow machine has to answer."""


@dataclass(frozen=True, slots=True)
class HeuristicWeights:
    """Points, as a level sees them.

    `marks` are worth by sum, for the first to the tenth mark; `pile` is what the first to the
    eighth mark on a reject costs, `listing` what it is worth besides to list a value.
    """

    marks: Mapping[int, tuple[int, ...]]
    pile: tuple[int, ...]
    listing: Mapping[int, int]

    def of(self, view: View, split: Split) -> int:
        """What that split of the view's throw is worth."""
        one, other = split.sums
        have = view.sums[one - 2].marks
        more = have + 1 if other == one else view.sums[other - 2].marks
        points = self._mark(one, have) + self._mark(other, more)
        if view.free:
            return points
        marks = next((pile.marks for pile in view.piles if pile.value == split.reject), 0)
        listed = self.listing[split.reject] if marks == 0 else 0
        return points + listed - self.pile[marks]

    def _mark(self, value: int, have: int) -> int:
        return self.marks[value][have] if have < HIGHEST else 0


def _marks(
    opening: Mapping[int, int], progress: Mapping[int, int], percent: int
) -> Mapping[int, tuple[int, ...]]:
    """The first mark costs `opening`, the second to fifth bring `progress`, each by the distance of
    the sum from 7; the others count a percentage of what they pay."""
    return {
        value: (
            -opening[abs(value - 7)],
            *(progress[abs(value - 7)],) * (PAID_OFF - 1),
            *(points * percent // 100,) * (HIGHEST - PAID_OFF),
        )
        for value, points in POINTS.items()
    }


def _pile(cost: Callable[[int], int]) -> tuple[int, ...]:
    return tuple(cost(marks) for marks in range(LAST_REJECT))


_EVEN = dict.fromkeys(range(1, 7), 0)

TASTES: Mapping[Level, HeuristicWeights] = {
    Level("greedy"): HeuristicWeights(
        marks={
            value: tuple(worth(value, n + 1) - worth(value, n) for n in range(HIGHEST))
            for value in POINTS
        },
        pile=_pile(lambda _: 0),
        listing=_EVEN,
    ),
    Level("careful"): HeuristicWeights(
        marks=_marks(
            opening={far: 100 + 20 * far for far in range(6)},
            progress=dict.fromkeys(range(6), 50),
            percent=100,
        ),
        pile=_pile(lambda marks: 20 * marks),
        listing=_EVEN,
    ),
    Level("methodical"): HeuristicWeights(
        marks=_marks(
            opening={0: 0, 1: 0, 2: 100, 3: -60, 4: 200, 5: 200},
            progress={0: 40, 1: 40, 2: 40, 3: 50, 4: 20, 5: 20},
            percent=50,
        ),
        pile=_pile(lambda marks: 10 * marks + 3 * marks * marks),
        listing={1: 30, 2: 0, 3: -100, 4: -100, 5: 0, 6: 30},
    ),
}


STEPS: Mapping[Level, int] = {Level("shrewd"): 1, Level("farsighted"): 2}
"""How many throws ahead a level looks that goes by the learned table of points."""


class DiceEngine:
    """Holds nothing between calls.

    Args:
        mean: the file of the table of points (`values.py`).
    """

    def __init__(self, mean: bytes) -> None:
        self._values = Values(mean, Aim.MEAN)

    def limit(self, level: Level) -> Limit:
        del level
        return Limit(nodes=1, millis=_SAFETY)  # the work is always the same

    def choose(self, view: View, level: Level, limit: Limit, salt: bytes, stop: Stop) -> Choice:
        """The split to play. `score` is the total to be expected, of levels that know it."""
        del limit
        if view.to_act is None or not view.legal:
            raise ValueError("nobody is to act")
        if level in STEPS:
            return self._learned(view, STEPS[level], salt, stop)
        taste = TASTES[level]
        worths = {move: taste.of(view, Split.parse(move)) for move in view.legal}
        best = _best(worths, salt)
        return Choice(best, score=None, line=(best,), depth=1, nodes=len(worths), cut=False)

    def _learned(self, view: View, steps: int, salt: bytes, stop: Stop) -> Choice:
        """Where the time is up before the second step is done, the first one's word counts."""
        worths, depth = nearer(self._values, view), 1
        if steps > depth and (far := self._far(view, stop)):
            worths, depth = far, steps
        best = _best(worths, salt)
        score, cut = round(worths[best]), depth < steps
        return Choice(best, score, line=(best,), depth=depth, nodes=len(worths), cut=cut)

    def _far(self, view: View, stop: Stop) -> Mapping[Move, float]:
        """All splits at two steps, or none."""
        worths: dict[Move, float] = {}
        for move, total in further(self._values, view, view.legal):
            if stop():
                return {}
            worths[move] = total
        return worths


def _best(worths: Mapping[Move, float], salt: bytes) -> Move:
    def rank(move: Move) -> tuple[float, bytes]:
        return worths[move], hashlib.sha256(salt + move.encode()).digest()

    return max(worths, key=rank)
