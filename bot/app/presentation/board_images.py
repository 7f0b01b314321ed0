"""Board pictures, drawn once: an LRU cache over the renderers.

A cached board costs nothing, a new one about two milliseconds, so it is drawn on the loop.
"""

from collections.abc import Callable

from bot.app.lru import LRUDict
from bot.app.model.card import Card
from renderers import render, zoom

KEPT = 256
"""How many pictures stay in memory: 20 to 100 kB each."""


class BoardImages:
    """PNG bytes of boards."""

    def __init__(self, kept: int = KEPT) -> None:
        self._recent: LRUDict[object, bytes] = LRUDict(kept)

    def board(self, card: Card, theme: str, size: int) -> bytes:
        """The picture of a card's board, `size` pixels wide. The card must have a board."""
        assert card.board is not None
        game, view = card.board.match.game, card.board.board
        key = (game, repr(view), card.names, theme, size)
        return self._kept_or(
            key, lambda: render(game, view, names=card.names, theme=theme, size=size)
        )

    def zoom(self, card: Card, theme: str, size: int) -> bytes:
        """What `card.zoom` shows of the card's board, or the whole board where it shows no part."""
        assert card.board is not None
        if (section := card.zoom) is None:
            return self.board(card, theme, size)
        game, view, named = card.board.match.game, card.board.board, card.choices
        key = (game, repr(view), section, named, theme, size)
        return self._kept_or(
            key, lambda: zoom(game, view, section, named=named, theme=theme, size=size)
        )

    def _kept_or(self, key: object, draw: Callable[[], bytes]) -> bytes:
        drawn = self._recent.recall(key)
        if drawn is None:
            drawn = self._recent[key] = draw()
        return drawn
