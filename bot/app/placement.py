"""Where a match is played and where its result is posted, according to the room's settings.

If a server or group has one place for all matches, a match offered elsewhere in it is played there;
the offering room keeps one card: the offer, then a link to the board, then the result. Also chooses
the language of a room's screens. Platform threads are up to the front end.
"""

from dataclasses import replace

from bot.app.model.card import Card, Link
from bot.app.model.room import Room
from bot.app.model.room_settings import room_in, scopes
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from bot.app.presentation.match_text import PlayerNames
from bot.text import chats
from bot.text.catalog import Texts, texts
from core.match.model import Status


class Placement:
    """Add screens to sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def language(self, room: Room, locale: str) -> str:
        """Return the language of a new screen in this room; `locale` if the room has none."""
        return (await self._store.houses.settings(room)).language or locale

    async def begin(self, session: Session) -> Session:
        """Return a new session with the screens its home room wants."""
        [screen] = session.screens
        locale = await self.language(session.home, screen.locale)
        screen = replace(screen, locale=locale)
        place = None if session.contest is not None else await self._place(session.home)
        if place is None:
            return replace(session, screens=(screen,))
        card = replace(screen, kind=ScreenKind.CARD)
        return await self.settled(replace(session, screens=(card,)))

    async def settled(self, session: Session) -> Session:
        """Return a session about to be saved, with a board once the match can be played."""
        kinds = {screen.kind for screen in session.screens}
        waits = session.match.status is Status.OPEN and not session.match.is_solo
        if ScreenKind.CARD not in kinds or ScreenKind.BOARD in kinds or waits:
            return session
        if session.match.status is Status.ABORTED:
            return session  # aborted, as its card shows
        room = await self._place(session.home) or session.home
        board = Screen(room, ScreenKind.BOARD, await self.language(room, session.screens[0].locale))
        return replace(session, screens=(*session.screens, board))

    async def announced(self, session: Session) -> Session:
        """Return a finished session with a screen in the room for results, if there is one."""
        results = (await self._store.houses.settings(session.home)).results
        room = None if results is None else room_in(session.home, results)
        rooms = [each.room for each in session.screens if each.kind is ScreenKind.RESULT]
        if room is None or room in rooms or _has_card(session, room):
            return session
        locale = await self.language(room, session.screens[0].locale)
        screen = Screen(room, ScreenKind.RESULT, locale)
        return replace(session, screens=(*session.screens, screen))

    async def _place(self, home: Room) -> Room | None:
        """Return the place for all matches, if it is another room."""
        settings = await self._store.houses.settings(home)
        room = room_in(home, settings.place)
        same = room is not None and scopes(room)[-1] == scopes(home)[-1]
        return None if same else room


def _has_card(session: Session, room: Room) -> bool:
    return any((s.kind, s.room) == (ScreenKind.CARD, room) for s in session.screens)


def board_elsewhere(session: Session, room: Room) -> Screen | None:
    """Return the board of a match of which this room has the card, or None."""
    boards = (s for s in session.screens if s.kind is ScreenKind.BOARD and s.message)
    return next(boards, None) if _has_card(session, room) else None


def way_to(session: Session, board: Screen, locale: str) -> Card:
    """Return a card that links to the board."""
    language = texts(locale)
    link = Link(chats.to_the_board(language), session.match.id, board)
    return Card(language.t("Follow the match here:"), links=(link,))


def placeholder_card(language: Texts, session: Session, cast: PlayerNames) -> Card:
    """Return the card of a match played elsewhere: players, game and link."""
    boards = [screen for screen in session.screens if screen.kind is ScreenKind.BOARD]
    label = chats.to_the_board(language)
    links = tuple(Link(label, session.match.id, board) for board in boards[:1])
    return Card(chats.being_played(language, session.match.game, cast.seats), links=links)
