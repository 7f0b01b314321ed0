"""The keyboard that is the board: a row of buttons a row of squares.

For platforms whose buttons fit eight in a row (`Limits.grid`). Every square can be pressed; what is
legal is for the rules to say, so a press on any other square is refused like any other move. Pure.
"""

from bot.app.model.card import Button, Buttons, Card, Style
from bot.app.model.request import Verb
from bot.app.presentation import buttons
from core.games.reversi.rules import NAMES, REVERSI, SIZE, View
from core.types import GameId

_MARKS = {"X": "⚫", "O": "⚪"}
LEGAL = "•"
EMPTY = "\u2800"  # a label may not be empty; this one shows nothing and is no space


def fits(game: GameId) -> bool:
    """Whether this game's board can be a keyboard."""
    return game == REVERSI.id


def grid(card: Card) -> tuple[Buttons, ...]:
    """The board as rows of buttons; none where there is nothing to press."""
    view = card.board
    if view is None or not card.points or not isinstance(view.board, View):
        return ()
    cells, last = view.board.cells, view.board.last
    stem = buttons.token(view.match, Verb.MOVE, NAMES[0]).removesuffix(NAMES[0])
    squares = []
    for cell, name in zip(cells, NAMES, strict=True):
        if name in card.points:
            squares.append(Button(LEGAL, card.points[name], Style.SUCCESS))
        else:
            style = Style.PRIMARY if name == last else Style.PLAIN
            squares.append(Button(_MARKS.get(cell, EMPTY), stem + name, style))
    starts = range(0, len(squares), SIZE)
    return tuple(Buttons(tuple(squares[start : start + SIZE])) for start in starts)
