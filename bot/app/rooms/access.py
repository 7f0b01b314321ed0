"""Decide who may offer a match or take a seat.

Owns the rules of the operator, rooms and players; `decide` owns those of matches. Moves are checked
for one thing only, a ban, so that players can finish what they started.
"""

from contextlib import suppress
from dataclasses import dataclass, replace

from bot.app.model.request import Request, Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import RoomSettings, scopes
from bot.app.model.session import Session
from bot.app.people.blocking import BlockHandlers
from bot.app.ports.store import Store, UnreadableMatch
from core.errors import Reason, Refused
from core.registry import GAMES
from core.types import GameId, PlayerId

OFFERING = frozenset({Verb.CHALLENGE, Verb.PLAY, Verb.DICE, Verb.AGAIN, Verb.FROM})
"""Verbs that create a match."""

_CHOOSING = (Verb.CHALLENGE, Verb.PLAY)
"""Verbs that may leave the game open."""


@dataclass(frozen=True, slots=True)
class OperatorLimits:
    """Limits set by the operator.

    Places are written `discord:123`: a platform, and the id of a server, a group or a chat.
    `allowed` lists the only servers and groups served, unless it is empty. `each` and `most` limit
    the concurrent matches of a player and of a room.
    """

    allowed: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    each: int | None = None
    most: int | None = None

    def serves(self, room: Room) -> bool:
        place = f"{room.platform}:{room.space or room.chat}"
        allowed = room.space is None or not self.allowed or place in self.allowed
        return allowed and place not in self.barred


class AccessPolicy:
    """Allow or refuse requests."""

    def __init__(self, store: Store, bounds: OperatorLimits, contacts: BlockHandlers) -> None:
        self._store = store
        self._contacts = contacts
        self._bounds = bounds

    def must_serve(self, room: Room) -> None:
        """Check the room of any request. Raises Refused(NOT_SERVED)."""
        if not self._bounds.serves(room):
            raise Refused(Reason.NOT_SERVED)

    async def offer(self, request: Request, player: PlayerId) -> Request:
        """Check a request that creates a match, solo game or contest.

        Returns the request with a game available in the room, if it left the game open. Raises
        Refused: BOT_CHALLENGE, BARRED.
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
        """Check a session before it is created; one that exists already is not counted again.

        Raises Refused: GAME_CLOSED, ROOM_FULL, TOO_MANY_MATCHES.
        """
        await self._contacts.may_offer(session, player)
        room, id = session.home, session.match.id
        settings = await self._store.houses.settings(room)
        _must_be_open(settings, session.match.game)
        others = [each for each in await self._store.in_room(room) if each != id]
        for most in (settings.most, self._bounds.most):
            if most is not None and len(others) >= most:
                raise Refused(Reason.ROOM_FULL, count=most)
        await self._must_have_time(session, player, settings)

    async def again(self, session: Session, player: PlayerId) -> None:
        """Check a rematch of a finished match; ignores any other session."""
        if session.match.is_over:
            await self._contacts.may_ask_again(session, player)
            await self._must_be_welcome(session.home, player)
            await self.begin(session, player)

    async def play(self, session: Session, player: PlayerId) -> None:
        """Check any action but resigning. Raises Refused(BARRED)."""
        if not session.match.is_over:
            await self._must_be_welcome(session.home, player)

    async def join(self, session: Session, request: Request, player: PlayerId) -> None:
        """Check a player who takes a seat, enters a contest, or posts it in another room.

        Raises Refused: BARRED, NO_GUESTS, GAME_CLOSED, TOO_MANY_MATCHES.
        """
        home, room = session.home, request.room
        await self._must_be_welcome(home, player)
        await self._must_be_welcome(room, player)
        settings = await self._store.houses.settings(home)
        if scopes(home)[0] != scopes(room)[0]:
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
        """Check the limits of concurrent matches: the room counts its own, the operator all."""
        if settings.each is None and self._bounds.each is None:
            return
        others = [id for id in await self._store.of_player(player) if id != session.match.id]
        if self._bounds.each is not None and len(others) >= self._bounds.each:
            raise Refused(Reason.TOO_MANY_MATCHES, count=self._bounds.each)
        if settings.each is None or len(others) < settings.each:
            return
        at_home = 0
        for id in others:
            with suppress(UnreadableMatch):  # a damaged match blocks no one
                at_home += (await self._store.load(id)).home == session.home
        if at_home >= settings.each:
            raise Refused(Reason.TOO_MANY_MATCHES, count=settings.each)


def _must_be_open(settings: RoomSettings, game: GameId) -> None:
    if game in settings.closed:
        raise Refused(Reason.GAME_CLOSED)


def must_be_near(session: Session, request: Request, player: PlayerId) -> None:
    """Check that the player may accept an open challenge from this room.

    Challenges are open to the chats that display them; players elsewhere need the code, unless they
    were challenged by name. A challenge to one player is refused to others with that reason.
    """
    chat = (request.room.platform, request.room.chat)
    near = any((each.room.platform, each.room.chat) == chat for each in session.screens)
    match = session.match
    if not near and not match.is_for_one and player not in (match.invited, *match.people):
        raise Refused(Reason.UNKNOWN_MATCH)
