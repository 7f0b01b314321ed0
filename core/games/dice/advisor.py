"""What to do with a throw of Solitaire Dice.

Goes by two learned tables (`values.py`): the points that a game comes to on average where it is
played for points, and the chance of 500 where it is played for that. Everything is asked of views
and sheets, which hold no seed and no coming throw, so the advisor can know no more than the player.

One step asks the table about each split; two steps ask it about the best split of every throw that
can follow each. Both are plain Python, some 1 ms and 25 ms. A split that ends the game has its
exact score. Must not say sentences: it gives numbers.
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
    """A split, the points that the game then comes to on average if it is played for points, and
    the chance of 500, from 0 to 1, if it is played for that."""

    move: Move
    points: float
    chance: float

    def by(self, aim: Aim) -> float:
        return self.points if aim is Aim.MEAN else self.chance


class Advisor:
    """Keeps nothing of one question for the next.

    Args:
        mean: the table of points, as its file.
        win: the table of chances of 500.
    """

    def __init__(self, mean: bytes, win: bytes) -> None:
        self._values = {Aim.MEAN: Values(mean, Aim.MEAN), Aim.WIN: Values(win, Aim.WIN)}

    def advise(self, view: View, aim: Aim, steps: int = 1) -> tuple[Option, ...]:
        """All splits of the view's throw, the best for that aim first.

        Args:
            steps: 1, or 2 for a closer look that takes some 50 ms.

        Raises:
            ValueError: nothing is to be split.
        """
        points, chances = (self.worths(view, each, steps) for each in (Aim.MEAN, Aim.WIN))
        options = [Option(move, points[move], chances[move]) for move in view.legal]
        return tuple(sorted(options, key=lambda option: (-option.by(aim), -option.points)))

    def worths(self, view: View, aim: Aim, steps: int = 1) -> Mapping[Move, float]:
        """What each split is worth for that aim alone: points, or a chance. ValueError as above."""
        values = self._values[aim]
        if steps == 1:
            return nearer(values, view)
        return dict(further(values, view, view.legal))


def nearer(values: Values, view: View) -> Mapping[Move, float]:
    """Each split by what a table says of the sheet after it: one step. ValueError as above."""
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
    """Splits by the mean over all throws that can follow: two steps, one split after the other."""
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
    """The sheet that a view shows."""
    return Sheet(
        tuple(each.marks for each in view.sums), tuple((p.value, p.marks) for p in view.piles)
    )
