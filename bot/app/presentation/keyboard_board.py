"""Render the board as a keyboard: one row of buttons per row of squares.

For platforms that fit eight buttons in a row (`Limits.grid`). Every square can be pressed; the
rules refuse illegal ones like any other move. Pure.
"""

from bot.app.model.card import Button, Buttons, Card, Style
from bot.app.model.request import Verb
from bot.app.presentation import buttons
from bot.app.presentation.coordinates import grid_of
from bot.text import games
from core.match.view import MatchView
from core.types import GameId, Move, Seat

WIDEST = 8
LEGAL = "•"
EMPTY = "\u2800"  # labels must not be empty; this one renders blank and is not a space


def fits(game: GameId) -> bool:
    """Return whether this game's board can be a keyboard."""
    board = grid_of(game)
    return board is not None and max(len(board.columns), board.rows) <= WIDEST


def grid(card: Card) -> tuple[Buttons, ...]:
    """Return the board as rows of buttons, or nothing if there is nothing to press."""
    view = card.board
    board = None if view is None else grid_of(view.match.game)
    if view is None or board is None or not card.points or not fits(view.match.game):
        return ()
    marks, first = _marks(view), board.name(0, 0)
    stem = buttons.token(view.match, Verb.MOVE, first).removesuffix(first)
    keyboard = []
    for row in board.downwards(range(board.rows)):
        squares = []
        for column in range(len(board.columns)):
            name = board.name(column, row)
            if name in card.points:
                label = marks.get(name, LEGAL)
                squares.append(Button(label, card.points[name], Style.SUCCESS))
            else:
                style = Style.PRIMARY if name == view.board.last else Style.PLAIN
                squares.append(Button(marks.get(name, EMPTY), stem + name, style))
        keyboard.append(Buttons(tuple(squares)))
    return tuple(keyboard)


def _marks(view: MatchView) -> dict[Move, str]:
    """Return the mark of the side on each occupied point."""
    return {
        place: games.seat_mark(view.match.game, Seat(side))
        for side, places in enumerate(view.board.occupied)
        for place in places
    }
