"""Board pictures, drawn once: an LRU cache over the renderers.

A cached board costs nothing, a new one about two milliseconds, so it is drawn on the loop.
"""

from collections import OrderedDict

from bot.app.card import Card
from renderers import render

KEPT = 256
"""How many pictures stay in memory: about 20 kB each."""


class Pictures:
    """PNG bytes of boards."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._recent: OrderedDict[object, bytes] = OrderedDict()

    def board(self, card: Card, theme: str, size: int) -> bytes:
        """The picture of a card's board, `size` pixels wide. The card must have a board."""
        assert card.board is not None
        game, view = card.board.match.game, card.board.board
        key = (game, repr(view), card.names, theme, size)
        if (known := self._recent.get(key)) is not None:
            self._recent.move_to_end(key)
            return known
        drawn = render(game, view, names=card.names, theme=theme, size=size)
        self._recent[key] = drawn
        if len(self._recent) > self._kept:
            self._recent.popitem(last=False)
        return drawn
