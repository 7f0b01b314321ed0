"""Which match a wish is about, where it names none.

Looks only at what goes on in the room and at what the asker finished there last; who asks about a
match by pressing its button or answering its message has named it. Must not know what becomes of
the wish.
"""

from bot.app.contests import service
from bot.app.matches.commands import ANSWERING, MOVING
from bot.app.model.button_token import NO_MATCH
from bot.app.model.request import Request, Verb
from bot.app.ports.store import Store
from bot.app.session_cache import SessionCache
from core.errors import Reason, Refused
from core.match.model import Status
from core.registry import GAMES
from core.types import MatchId, PlayerId

_PAST = (Verb.REPLAY, Verb.RECORD, Verb.REVIEW, Verb.FROM)
"""Wishes to look at what is over."""

_TOLD_ASIDE = (Verb.HINT, Verb.REVIEW)
"""Wishes of a group that are asked again in private, where their match may not be."""


class MatchResolver:
    """Finds the match that somebody means."""

    def __init__(self, store: Store, sessions: SessionCache) -> None:
        self._store = store
        self._sessions = sessions

    async def which(self, request: Request, player: PlayerId) -> MatchId:
        """The match a wish names, else the only one here that it can mean.

        Raises:
            Refused: WHICH_MATCH of several, NO_MATCH_HERE, NO_CODE where there is nothing to join,
                or NOT_YOUR_TURN where one's own match is there and no move of one's own is due in
                it.
        """
        aside = request.verb in _TOLD_ASIDE and request.session == NO_MATCH
        if request.session is not None and not aside:
            return request.session
        if request.verb in _PAST or request.verb is Verb.REMATCH:
            return await self._last(request, player)
        ids = await self._store.in_room(request.room)
        here = [session async for session in self._sessions.readable(ids)]
        meant = [each.match.id for each in here if service.fits(request, each, player)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise Refused(Reason.WHICH_MATCH)
        if request.verb is Verb.HINT and (elsewhere := await self._waiting(player)) is not None:
            return elsewhere
        mine = [each for each in here if each.match.seats_of(player)]
        waiting = any(each.match.status is Status.PLAYING for each in mine)
        if request.verb in ANSWERING and not waiting:  # a rematch is asked for after the end
            return await self._last(request, player)
        if request.verb in MOVING and waiting:
            raise Refused(Reason.NOT_YOUR_TURN)
        if request.verb is Verb.JOIN and not request.arg:  # perhaps somebody has a code
            raise Refused(Reason.NO_CODE, verb=request.verb)
        raise Refused(Reason.NO_MATCH_HERE, list=Verb.GAMES)

    async def _waiting(self, player: PlayerId) -> MatchId | None:
        """The only match anywhere that waits for this person and allows hints: these are told in
        private, where the match may not be."""
        ids = await self._store.of_player(player)
        matches = [session.match async for session in self._sessions.readable(ids)]
        waiting = [
            match.id
            for match in matches
            if match.allows_hints
            and match.status is Status.PLAYING
            and GAMES[match.game].to_act(match.position) in match.seats_of(player)
        ]
        return waiting[0] if len(waiting) == 1 else None

    async def _last(self, request: Request, player: PlayerId) -> MatchId:
        """The last one here, or where nobody else reads the answer the last one anywhere."""
        last = await self._store.last_finished(request.room, player)
        alone = request.verb is Verb.REVIEW or request.room.space is None
        if last is None and alone and request.verb in _PAST:
            rows = (await self._store.history(player, 1)).rows
            last = rows[0].match if rows else None
        if last is None:
            raise Refused(Reason.NO_MATCH_HERE, list=Verb.HISTORY)
        return last
