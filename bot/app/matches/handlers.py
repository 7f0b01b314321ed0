"""New matches: who may offer them, where they begin, what is saved first.

What such a match is like is `create.py`, which is pure. Must not know contests, which are offered
in `contests.py`.
"""

from bot.app.commit import MatchWriter
from bot.app.matches import create
from bot.app.matches.fair_play import must_not_help
from bot.app.matches.resolve import MatchResolver
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.rooms.access import AccessPolicy
from bot.app.session_cache import SessionCache

LOT = 32
"""Bytes of chance for a match: who begins, and its throws."""


class CreateHandlers:
    """Serves those who want to play."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        changes: MatchWriter,
        meant: MatchResolver,
        admission: AccessPolicy,
        now: Now,
        fresh: RandomBytes,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._changes = changes
        self._meant = meant
        self._admission = admission
        self._now = now
        self._fresh = fresh

    async def serve(self, request: Request, player: Player, locale: str) -> Reply:
        """Makes the match that is wanted, or finds the one this very request has made."""
        session = await self._wanted(request, player, locale)
        await self._admission.begin(session, player.id)
        return Reply(session=await self._changes.begin(session, request))

    async def _wanted(self, request: Request, player: Player, locale: str) -> Session:
        now, entropy = self._now(), self._fresh(LOT)
        if request.verb is Verb.FROM:
            old = await self._sessions.load(await self._meant.which(request, player.id))
            begun = create.onward(request, old, player.id, locale, now)
            here, game = [begun.match.position], begun.match.game
            await must_not_help(self._store, self._sessions, game, here, player.id)
            return begun
        if create.is_alone(request):
            return create.alone(request, player.id, locale, entropy, now)
        if request.verb is Verb.PLAY:
            return create.against_computer(request, player.id, locale, entropy, now)
        if request.verb is Verb.AGAIN and request.session is not None:
            old = await self._sessions.load(request.session)
            return create.again(old, player.id, entropy, now)
        invited = None
        if request.opponent is not None:
            invited = (await self._store.player_for(request.opponent)).id
        return create.challenge(request, player.id, invited, locale, entropy, now)
