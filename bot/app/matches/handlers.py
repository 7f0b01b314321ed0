"""New matches: who may offer them, where they begin, what is saved first.

What such a match is like is `offering.py`, which is pure. Must not know contests, which are offered
in `contests.py`.
"""

from bot.app.analysis.hints import must_not_help
from bot.app.commit import Changes
from bot.app.matches import create as offering
from bot.app.matches.resolve import Meant
from bot.app.model.player import PlayerRecord
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Session
from bot.app.ports import Fresh, Now, Store
from bot.app.rooms.access import Admission
from bot.app.session_cache import Sessions

LOT = 32
"""Bytes of chance for a match: who begins, and its throws."""


class Openings:
    """Serves those who want to play."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        changes: Changes,
        meant: Meant,
        admission: Admission,
        now: Now,
        fresh: Fresh,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._changes = changes
        self._meant = meant
        self._admission = admission
        self._now = now
        self._fresh = fresh

    async def serve(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        """Makes the match that is wanted, or finds the one this very request has made."""
        session = await self._wanted(request, player, locale)
        await self._admission.begin(session, player.id)
        return Reply(session=await self._changes.begin(session, request))

    async def _wanted(self, request: Request, player: PlayerRecord, locale: str) -> Session:
        now, lot = self._now(), self._fresh(LOT)
        if request.verb is Verb.FROM:
            old = await self._sessions.load(await self._meant.which(request, player.id))
            begun = offering.onward(request, old, player.id, locale, now)
            here, game = [begun.match.position], begun.match.game
            await must_not_help(self._store, self._sessions, game, here, player.id)
            return begun
        if offering.is_alone(request):
            return offering.alone(request, player.id, locale, lot, now)
        if request.verb is Verb.PLAY:
            return offering.against_computer(request, player.id, locale, lot, now)
        if request.verb is Verb.AGAIN and request.session is not None:
            old = await self._sessions.load(request.session)
            return offering.again(old, player.id, lot, now)
        invited = None
        if request.opponent is not None:
            invited = (await self._store.player_for(request.opponent)).id
        return offering.challenge(request, player.id, invited, locale, lot, now)
