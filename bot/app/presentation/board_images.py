"""Render sessions as cards: text, buttons, picture, keyboard board.

The only package that turns a match into words for a screen; platforms differ by their `Limits`.
Depends on `bot.text` and `renderers`. Start with `presenter.py`.
"""

from collections.abc import Callable

from bot.app.lru import LRUDict
from bot.app.model.card import Card
from renderers.registry import render, zoom

KEPT = 256
"""Maximum number of pictures in memory, 20 to 100 kB each."""


class BoardImages:
    """Render and cache boards as PNG bytes."""

    def __init__(self, kept: int = KEPT) -> None:
        self._recent: LRUDict[object, bytes] = LRUDict(kept)

    def board(self, card: Card, theme: str, size: int) -> bytes:
        """Return the picture of the card's board, `size` pixels wide; it must have a board."""
        assert card.board is not None
        game, view = card.board.match.game, card.board.board
        key = (game, repr(view), card.names, theme, size)
        return self._cached(
            key, lambda: render(game, view, names=card.names, theme=theme, size=size)
        )

    def zoom(self, card: Card, theme: str, size: int) -> bytes:
        """Return the section of the board that `card.zoom` selects, or the whole board."""
        assert card.board is not None
        if (section := card.zoom) is None:
            return self.board(card, theme, size)
        game, view, named = card.board.match.game, card.board.board, card.choices
        key = (game, repr(view), section, named, theme, size)
        return self._cached(
            key, lambda: zoom(game, view, section, named=named, theme=theme, size=size)
        )

    def _cached(self, key: object, draw: Callable[[], bytes]) -> bytes:
        drawn = self._recent.recall(key)
        if drawn is None:
            drawn = self._recent[key] = draw()
        return drawn
