"""Who may come in: what is asked before somebody offers a match or takes a seat.

Owns the rules of the operator, of rooms and of people; those of matches are `decide`'s. Of a move
only one thing is asked here, so that whoever is in a match can play it to its end: who was barred
since cannot.
"""

from contextlib import suppress
from dataclasses import dataclass, replace

from bot.app.model.request import Request, Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import RoomSettings, houses
from bot.app.model.session import Session
from bot.app.people.blocking import BlockHandlers
from bot.app.ports.store import Store, UnreadableMatch
from core.errors import Reason, Refused
from core.registry import GAMES
from core.types import GameId, PlayerId

OFFERING = frozenset({Verb.CHALLENGE, Verb.PLAY, Verb.DICE, Verb.AGAIN, Verb.FROM})
"""Wishes that make a match."""

_CHOOSING = (Verb.CHALLENGE, Verb.PLAY)
"""Those that may leave the game open."""


@dataclass(frozen=True, slots=True)
class OperatorLimits:
    """What the operator says. Places are written `discord:123`: a platform, and the id of a server,
    a group or a chat. `allowed` names the only servers and groups that are served, unless it is
    empty. `each`, `most`: how many matches one person may have, and a room, at once."""

    allowed: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    each: int | None = None
    most: int | None = None

    def serves(self, room: Room) -> bool:
        place = f"{room.platform}:{room.space or room.chat}"
        known = room.space is None or not self.allowed or place in self.allowed
        return known and place not in self.barred


class AccessPolicy:
    """Lets in or refuses."""

    def __init__(self, store: Store, bounds: OperatorLimits, contacts: BlockHandlers) -> None:
        self._store = store
        self._contacts = contacts
        self._bounds = bounds

    def must_serve(self, room: Room) -> None:
        """Before anything at all. Refused(NOT_SERVED)."""
        if not self._bounds.serves(room):
            raise Refused(Reason.NOT_SERVED)

    async def offer(self, request: Request, player: PlayerId) -> Request:
        """Before a match, a game alone or a contest is made: the wish, with a game that is played
        here where it leaves that open.

        Refused(BOT_CHALLENGE), Refused(BARRED).
        """
        if request.opponent is not None and request.opponent.is_bot:
            raise Refused(Reason.BOT_CHALLENGE)
        await self._must_be_welcome(request.room, player)
        if request.verb in _CHOOSING and not request.arg:
            closed = (await self._store.houses.settings(request.room)).closed
            game = next((game for game in GAMES if game not in closed), None)
            return request if game is None else replace(request, arg=game)
        return request

    async def begin(self, session: Session, player: PlayerId) -> None:
        """Before this very session is created, or once more: one that is there counts no more.

        Refused(GAME_CLOSED), Refused(ROOM_FULL), Refused(TOO_MANY_MATCHES).
        """
        await self._contacts.may_offer(session, player)
        room, id = session.home, session.match.id
        settings = await self._store.houses.settings(room)
        _must_be_open(settings, session.match.game)
        here = [each for each in await self._store.in_room(room) if each != id]
        for most in (settings.most, self._bounds.most):
            if most is not None and len(here) >= most:
                raise Refused(Reason.ROOM_FULL, count=most)
        await self._must_have_time(session, player, settings)

    async def again(self, session: Session, player: PlayerId) -> None:
        """Before a rematch of one that is over; about any other this says nothing."""
        if session.match.is_over:
            await self._contacts.may_ask_again(session, player)
            await self._must_be_welcome(session.home, player)
            await self.begin(session, player)

    async def play(self, session: Session, player: PlayerId) -> None:
        """Before anything but giving up in a match. Refused(BARRED)."""
        if not session.match.is_over:
            await self._must_be_welcome(session.home, player)

    async def join(self, session: Session, request: Request, player: PlayerId) -> None:
        """Before somebody takes a seat, enters a contest or brings it to another room to watch.

        Refused(BARRED), Refused(NO_GUESTS), Refused(GAME_CLOSED), Refused(TOO_MANY_MATCHES).
        """
        home, room = session.home, request.room
        await self._must_be_welcome(home, player)
        await self._must_be_welcome(room, player)
        settings = await self._store.houses.settings(home)
        if houses(home)[0] != houses(room)[0]:
            if not settings.guests:
                raise Refused(Reason.NO_GUESTS)
            shown = await self._store.houses.settings(request.to or room)
            _must_be_open(shown, session.match.game)
        if request.verb is not Verb.WATCH:
            await self._contacts.may_join(session, player)
            await self._must_have_time(session, player, settings)

    async def _must_be_welcome(self, room: Room, player: PlayerId) -> None:
        if await self._store.houses.is_barred(room, player):
            raise Refused(Reason.BARRED)

    async def _must_have_time(
        self, session: Session, player: PlayerId, settings: RoomSettings
    ) -> None:
        """The room counts matches that are at home there, the operator all of them."""
        if settings.each is None and self._bounds.each is None:
            return
        mine = [id for id in await self._store.of_player(player) if id != session.match.id]
        if self._bounds.each is not None and len(mine) >= self._bounds.each:
            raise Refused(Reason.TOO_MANY_MATCHES, count=self._bounds.each)
        if settings.each is None or len(mine) < settings.each:
            return
        at_home = 0
        for id in mine:
            with suppress(UnreadableMatch):  # a damaged match keeps nobody from playing
                at_home += (await self._store.load(id)).home == session.home
        if at_home >= settings.each:
            raise Refused(Reason.TOO_MANY_MATCHES, count=settings.each)


def _must_be_open(settings: RoomSettings, game: GameId) -> None:
    if game in settings.closed:
        raise Refused(Reason.GAME_CLOSED)


def must_be_near(session: Session, request: Request, player: PlayerId) -> None:
    """An open challenge is for the chats that show it; from elsewhere people come by its code,
    unless they were asked by name. Of a challenge for one person the others are told that."""
    here = (request.room.platform, request.room.chat)
    near = any((each.room.platform, each.room.chat) == here for each in session.screens)
    match = session.match
    if not near and not match.is_for_one and player not in (match.invited, *match.people):
        raise Refused(Reason.UNKNOWN_MATCH)
