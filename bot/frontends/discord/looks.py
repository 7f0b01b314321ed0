"""How large pictures are, and in which theme: one's own where nobody else looks, else the usual.

A board in a channel is seen by everybody, so nobody's taste decides there.
"""

from collections.abc import Mapping

from bot.app.card import Card
from bot.app.ports import Store
from bot.app.requests import Actor
from bot.app.session import Room
from bot.frontends.discord import rooms
from core.games.pente.rules import PENTE
from core.match.model import Match
from core.types import GameId
from renderers import THEMES

USUAL = THEMES[0]

SIZE = 640
LARGER: Mapping[GameId, int] = {PENTE.id: 960}
"""Widths in pixels; boards that are finer than the usual are larger."""


def size(card: Card) -> int:
    """The width of the picture of a card's board."""
    assert card.board is not None
    return LARGER.get(card.board.match.game, SIZE)


class Looks:
    """Asks the store what people like."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, actor: Actor) -> str:
        """The theme of what this person alone is shown."""
        player = await self._store.belongings.known(actor)  # who has just left is made by nobody
        return USUAL if player is None else (await self._store.settings(player.id)).theme

    async def there(self, room: Room, match: Match) -> str:
        """The theme of a board in that place: of two who play in private, each in their own
        channel, it is not known whose is whose."""
        if room.space is not None or rooms.is_by_token(room):
            return USUAL
        people = [who.player for who in match.seats if who is not None and who.level is None]
        here = await self._store.accounts(rooms.PLATFORM, people)
        if len(here) != 1:
            return USUAL
        return (await self._store.settings(next(iter(here)))).theme
