"""The adviser of Solitaire Dice, in whole points and tenths of a per cent.

Implements `core.engine.Adviser[View]` on top of `advisor.py`, two throws ahead, for the best
average score. `chance` is the probability of reaching 500 when playing for 500 from there on.
"""

from core.engine import Advice, AdviceRequest, Candidate, Effort, Limit, Stop
from core.games.dice.advisor import Advisor, Option, sheet_of
from core.games.dice.rules import View
from core.games.dice.splits import Split
from core.games.dice.values import Aim

_SAFETY = 5_000
"""Milliseconds after which even a very slow machine has to answer."""

_PER_MILLE = 1000


class DiceAdviser:
    """Stateless between calls."""

    def __init__(self, advisor: Advisor) -> None:
        self._advisor = advisor

    def limit(self, effort: Effort) -> Limit:
        del effort
        return Limit(nodes=1, millis=_SAFETY)  # the amount of work is constant

    def advise(self, view: View, asked: AdviceRequest, limit: Limit, stop: Stop) -> Advice:
        """Advise on the view's throw. ValueError if there is none."""
        del limit
        options = self._advisor.advise(view, Aim.MEAN, 1 if stop() else 2)
        candidates = [_idea(view, option) for option in options]
        played = next((idea for idea in candidates if idea.move == asked.played), None)
        return Advice(tuple(candidates[: asked.candidates]), played, len(candidates), cut=stop())


def _idea(view: View, option: Option) -> Candidate:
    after = sheet_of(view).marked(Split.parse(option.move), free=view.free)
    return Candidate(
        option.move,
        round(option.points),
        line=(option.move,),
        proved=after.is_over,
        chance=round(_PER_MILLE * option.chance),
    )
