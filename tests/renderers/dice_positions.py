"""Sheets of Solitaire Dice that the tests of pictures share."""

from collections.abc import Iterator

from core.game import Setup
from core.games.dice.rules import DICE, Position, View
from core.types import Move
from tests.core import playthrough
from tests.core.games.dice.sheets import at, sheet

GOLDEN, MOVES = playthrough.read(playthrough.path_of(DICE.id).read_text())

DEEP = at(
    sheet({2: 1, 3: 3, 5: 2, 9: 1, 11: 4, 12: 2, 7: 3, 6: 13}, {3: 6, 5: 7, 2: 1}),
    "35146",
)
"""Far below nought, with more than ten sixes, one reject before the end."""


def before() -> View:
    """Nothing is thrown yet."""
    return DICE.look(DICE.start(Setup(1)))


def after(rounds: int) -> View:
    """The golden game after so many rounds."""
    position = DICE.start(GOLDEN)
    for move in MOVES[:rounds]:
        position = DICE.play(position, move)
    return DICE.look(position)


def along() -> Iterator[View]:
    """Every view of the golden game; it has a free ride, passes ten marks and ends at 500."""
    position: Position = DICE.start(GOLDEN)
    yield DICE.look(position)
    for move in MOVES:
        position = DICE.play(position, move)
        yield DICE.look(position)


def free_ride() -> View:
    return next(view for view in along() if view.free)


def won() -> View:
    return after(len(MOVES))


def lost() -> View:
    return DICE.look(DICE.play(DEEP, Move("1+3 4+6 5")))
