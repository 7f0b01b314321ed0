"""Which theme a picture has: in a private chat that of the person's own settings, else the usual.

A group's board is seen by everybody, so nobody's taste decides there.
"""

from bot.app.ports import Store
from bot.app.session import Room
from bot.frontends.telegram.rooms import PLATFORM
from core.match.model import Match
from renderers import THEMES

USUAL = THEMES[0]


class Looks:
    """Asks the store whose chat it is and what they like."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def theme(self, where: Room, match: Match) -> str:
        """The theme of this match's pictures in that room."""
        if where.space is not None:
            return USUAL
        people = [who.player for who in match.seats if who is not None and who.level is None]
        accounts = await self._store.accounts(PLATFORM, people)
        for player, account in accounts.items():
            if account == where.chat:
                return (await self._store.settings(player)).theme
        return USUAL
