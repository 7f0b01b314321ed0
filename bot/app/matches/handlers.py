"""Requests for new matches: check who may offer them, create and save them.

`create.py` builds the session from the request. Contests are offered in `bot.app.contests`.
"""

from bot.app.commit import MatchWriter
from bot.app.matches import create
from bot.app.matches.fair_play import must_not_help
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.rooms.access import AccessPolicy
from bot.app.session_cache import SessionCache

LOT = 32
"""Random bytes per match: they decide who begins, and all throws."""


class CreateHandlers:
    """Serves requests for new matches."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        writer: MatchWriter,
        admission: AccessPolicy,
        now: Now,
        fresh: RandomBytes,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._writer = writer
        self._admission = admission
        self._now = now
        self._fresh = fresh

    async def offer(self, request: Request, player: Player, locale: str) -> Reply:
        """Create the match that is asked for. A repeated request finds the one it has created."""
        now, entropy = self._now(), self._fresh(LOT)
        if create.is_alone(request):
            session = create.alone(request, player.id, locale, entropy, now)
        elif request.verb is Verb.PLAY:
            session = create.against_computer(request, player.id, locale, entropy, now)
        else:
            invited = None
            if request.opponent is not None:
                invited = (await self._store.player_for(request.opponent)).id
            session = create.challenge(request, player.id, invited, locale, entropy, now)
        return await self._begin(session, request, player)

    async def again(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Offer a challenge again that was declined or has expired."""
        del locale
        offered = create.again(session, player.id, self._fresh(LOT), self._now())
        return await self._begin(offered, request, player)

    async def from_position(
        self, session: Session, request: Request, player: Player, locale: str
    ) -> Reply:
        """Play on against the computer from a position of a match."""
        begun = create.onward(request, session, player.id, locale, self._now())
        here, game = [begun.match.position], begun.match.game
        await must_not_help(self._store, self._sessions, game, here, player.id)
        return await self._begin(begun, request, player)

    async def _begin(self, session: Session, request: Request, player: Player) -> Reply:
        await self._admission.begin(session, player.id)
        return Reply(session=await self._writer.begin(session, request))
