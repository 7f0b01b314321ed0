"""How boards are shown: as one likes it oneself where nobody else looks, else as usual.

A board in a group is seen by everybody, so nobody's taste decides there. Must not know how
pictures are made or sent.
"""

from bot.app.model.session import Room
from bot.app.people.settings_card import Settings
from bot.app.ports import Store
from bot.frontends.telegram.mapping import PLATFORM
from core.match.model import Match
from renderers import THEMES

USUAL = THEMES[0]


class DisplayPrefs:
    """Asks the store whose chat it is and what they like."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def theme(self, where: Room, match: Match) -> str:
        """The theme of this match's pictures in that room."""
        return (await self._liked(where, match)).theme

    async def are_pictures(self, where: Room, match: Match) -> bool:
        """Whether the room wants pictures, and whoever is alone in it."""
        wanted = (await self._store.houses.settings(where)).pictures
        return wanted and (await self._liked(where, match)).pictures

    async def _liked(self, where: Room, match: Match) -> Settings:
        if where.space is not None:
            return Settings()
        accounts = await self._store.accounts(PLATFORM, match.people)
        for player, account in accounts.items():
            if account == where.chat:
                return await self._store.settings(player)
        return Settings()
