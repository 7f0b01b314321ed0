"""Evaluates the splits of a throw of Solitaire Dice.

Uses two learned tables (`values.py`): the expected score when playing for points, and the
probability of reaching 500 when playing for that. Inputs are views and sheets, which contain no
seed and no future roll, so the advisor has the same information as the player.

One step looks up the sheet after each split; two steps average over the best split of every
possible next throw. Both are plain Python, about 1 ms and 25 ms. A split that ends the game has its
exact score.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.games.dice.rules import View
from core.games.dice.sheet import Sheet
from core.games.dice.splits import Split
from core.games.dice.throws import kind_of
from core.games.dice.values import Aim, Values
from core.types import Move


@dataclass(frozen=True, slots=True)
class Option:
    """A split, its expected score when playing for points, and the probability of 500, from 0 to 1,
    when playing for that."""

    move: Move
    points: float
    chance: float

    def by(self, aim: Aim) -> float:
        return self.points if aim is Aim.MEAN else self.chance


class Advisor:
    """Stateless between calls.

    Args:
        mean: the file of the table of points.
        win: the file of the table of chances of 500.
    """

    def __init__(self, mean: bytes, win: bytes) -> None:
        self._values = {Aim.MEAN: Values(mean, Aim.MEAN), Aim.WIN: Values(win, Aim.WIN)}

    def advise(self, view: View, aim: Aim, steps: int = 1) -> tuple[Option, ...]:
        """Return all splits of the view's throw, best for that aim first.

        Args:
            steps: 1, or 2 for a closer look that takes some 50 ms.

        Raises:
            ValueError: there is no throw to split.
        """
        points, chances = (self.worths(view, each, steps) for each in (Aim.MEAN, Aim.WIN))
        options = [Option(move, points[move], chances[move]) for move in view.legal]
        return tuple(sorted(options, key=lambda option: (-option.by(aim), -option.points)))

    def worths(self, view: View, aim: Aim, steps: int = 1) -> Mapping[Move, float]:
        """Return the value of each split for one aim: points, or a probability. ValueError as
        above."""
        values = self._values[aim]
        if steps == 1:
            return nearer(values, view)
        return dict(further(values, view, view.legal))


def nearer(values: Values, view: View) -> Mapping[Move, float]:
    """Evaluate each split one step ahead, by the sheet after it. ValueError as above."""
    if not view.throw or not view.legal:
        raise ValueError("there is nothing to split")
    sheet = sheet_of(view)
    splits = [Split.parse(move) for move in view.legal]
    rejects = {split: None if view.free else split.reject for split in splits}
    worths = {reject: values.ways(sheet, reject) for reject in dict.fromkeys(rejects.values())}
    return {
        split.move: values.read(worths[reject][kind_of(*split.sums)])
        for split, reject in rejects.items()
    }


def further(values: Values, view: View, moves: Sequence[Move]) -> Iterator[tuple[Move, float]]:
    """Evaluate splits two steps ahead, by the mean over all next throws, one split at a time."""
    if not view.throw or not view.legal:
        raise ValueError("there is nothing to split")
    sheet = sheet_of(view)
    known: dict[Sheet, float] = {}
    for move in moves:
        after = sheet.marked(Split.parse(move), free=view.free)
        if after not in known:
            known[after] = values.settled(after) if after.is_over else values.ahead(after)
        yield move, known[after]


def sheet_of(view: View) -> Sheet:
    """Return the sheet that a view shows."""
    return Sheet(
        tuple(each.marks for each in view.sums), tuple((p.value, p.marks) for p in view.piles)
    )
