"""Choose the rooms in which a match is shown, and the language of its screens.

A server or group may name one room for all its matches. Then a match offered elsewhere is played in
that room, and the room of the offer keeps a card: the offer, then a link to the board, then the
result. The result may have a room of its own too. Threads are left to the front end.
"""

from dataclasses import replace

from bot.app.model.room import Room
from bot.app.model.room_settings import room_in, scopes
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from core.match.model import Status


class Placement:
    """Adds screens to sessions, as the settings of their rooms demand."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def language(self, room: Room, locale: str) -> str:
        """Return the language of new screens in this room: its own, else `locale`."""
        return (await self._store.houses.settings(room)).language or locale

    async def begin(self, session: Session) -> Session:
        """Prepare a session for its first save: place its only screen as the room demands."""
        [screen] = session.screens
        locale = await self.language(session.home, screen.locale)
        screen = replace(screen, locale=locale)
        place = None if session.contest is not None else await self._place(session.home)
        if place is None:
            return replace(session, screens=(screen,))
        card = replace(screen, kind=ScreenKind.CARD)
        return await self.settled(replace(session, screens=(card,)))

    async def settled(self, session: Session) -> Session:
        """Prepare a session for a save: add the board once the match can be played."""
        kinds = {screen.kind for screen in session.screens}
        waits = session.match.status is Status.OPEN and not session.match.is_solo
        if ScreenKind.CARD not in kinds or ScreenKind.BOARD in kinds or waits:
            return session
        if session.match.status is Status.ABORTED:
            return session  # the card says so
        room = await self._place(session.home) or session.home
        board = Screen(room, ScreenKind.BOARD, await self.language(room, session.screens[0].locale))
        return replace(session, screens=(*session.screens, board))

    async def announced(self, session: Session) -> Session:
        """Add the room that collects the results to a session that has just finished."""
        results = (await self._store.houses.settings(session.home)).results
        room = None if results is None else room_in(session.home, results)
        told = [each.room for each in session.screens if each.kind is ScreenKind.RESULT]
        if room is None or room in told or session.has_card_in(room):
            return session
        locale = await self.language(room, session.screens[0].locale)
        screen = Screen(room, ScreenKind.RESULT, locale)
        return replace(session, screens=(*session.screens, screen))

    async def _place(self, home: Room) -> Room | None:
        """Return the room named for all matches, unless that is `home` itself."""
        settings = await self._store.houses.settings(home)
        room = room_in(home, settings.place)
        same = room is not None and scopes(room)[-1] == scopes(home)[-1]
        return None if same else room
