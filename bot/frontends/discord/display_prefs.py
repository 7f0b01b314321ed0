"""How boards are shown: as one likes it oneself where nobody else looks, else as usual.

A board in a channel is seen by everybody, so nobody's taste decides there.
"""

from bot.app.model.request import Actor
from bot.app.model.session import Room
from bot.app.people.settings_card import Settings
from bot.app.ports import Store
from bot.frontends.discord import mapping
from core.match.model import Match
from renderers import THEMES

USUAL = THEMES[0]


class DisplayPrefs:
    """Asks the store what people like."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, actor: Actor) -> str:
        """The theme of what this person alone is shown."""
        player = await self._store.belongings.known(actor)  # who has just left is made by nobody
        return USUAL if player is None else (await self._store.settings(player.id)).theme

    async def there(self, room: Room, match: Match) -> str:
        """The theme of a board in that place."""
        return (await self._liked(room, match)).theme

    async def are_pictures(self, room: Room, match: Match) -> bool:
        """Whether the room wants pictures, and whoever is alone in it."""
        wanted = (await self._store.houses.settings(room)).pictures
        return wanted and (await self._liked(room, match)).pictures

    async def _liked(self, room: Room, match: Match) -> Settings:
        """Of two who play in private, each in their own channel, it is not known whose is whose."""
        if room.space is not None or mapping.is_by_token(room):
            return Settings()
        here = await self._store.accounts(mapping.PLATFORM, match.people)
        return await self._store.settings(next(iter(here))) if len(here) == 1 else Settings()
