"""Find the session that a request is about.

A pressed button and an answered board name their session, an invite code leads to one. Otherwise
the only session in the room to which the request can refer is meant, or the player's last finished
match. Every request is resolved here, once, before it is routed.
"""

from bot.app.contests.handlers import fits_contest
from bot.app.matches.commands import ANSWERING, MOVING, fits, has_code
from bot.app.matches.invite_codes import InviteCodes
from bot.app.model.button_token import NO_MATCH
from bot.app.model.request import Request, Verb
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.session_cache import SessionCache
from core.errors import Reason, Refused
from core.match.model import Status
from core.registry import GAMES
from core.types import MatchId, PlayerId

_PAST = (Verb.REPLAY, Verb.RECORD, Verb.REVIEW, Verb.FROM)
"""Requests about a match that is over."""

_TOLD_ASIDE = (Verb.HINT, Verb.REVIEW)
"""Requests that a group repeats in the private chat, where the match may not be shown."""


class SessionResolver:
    """Resolves which session a request refers to."""

    def __init__(self, store: Store, sessions: SessionCache, codes: InviteCodes) -> None:
        self._store = store
        self._sessions = sessions
        self._codes = codes

    async def resolve(self, request: Request, player: PlayerId) -> Session:
        """Return the session that the request names, else the only one it can refer to.

        Raises:
            Refused: WHICH_MATCH of several, NO_MATCH_HERE, UNKNOWN_CODE, NO_CODE if there is
                nothing to join, or NOT_YOUR_TURN if the player's match here waits for another.
        """
        if has_code(request):
            return await self._codes.find(request.arg, player, request.actor)
        if request.verb is Verb.WATCH:
            raise Refused(Reason.NO_CODE, verb=request.verb)
        aside = request.verb in _TOLD_ASIDE and request.session == NO_MATCH
        if request.session is not None and not aside:
            return await self._sessions.load(request.session)
        return await self._sessions.load(await self._only(request, player))

    async def _only(self, request: Request, player: PlayerId) -> MatchId:
        if request.verb in _PAST or request.verb is Verb.REMATCH:
            return await self._last(request, player)
        ids = await self._store.in_room(request.room)
        here = [session async for session in self._sessions.readable(ids)]
        possible = [each.match.id for each in here if _fits(request, each, player)]
        if len(possible) == 1:
            return possible[0]
        if possible:
            raise Refused(Reason.WHICH_MATCH)
        if request.verb is Verb.HINT and (elsewhere := await self._waiting(player)) is not None:
            return elsewhere
        own = [each for each in here if each.match.seats_of(player)]
        playing = any(each.match.status is Status.PLAYING for each in own)
        if request.verb in ANSWERING and not playing:  # a rematch is offered after the end
            return await self._last(request, player)
        if request.verb in MOVING and playing:
            raise Refused(Reason.NOT_YOUR_TURN)
        if request.verb is Verb.JOIN and not request.arg:
            raise Refused(Reason.NO_CODE, verb=request.verb)
        raise Refused(Reason.NO_MATCH_HERE, list=Verb.GAMES)

    async def _waiting(self, player: PlayerId) -> MatchId | None:
        """Return the player's only match that waits for them and allows hints.

        Hints are given in the private chat, where the match may not be shown.
        """
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
        """Return the player's last match here, or the last anywhere if the reply is private."""
        last = await self._store.last_finished(request.room, player)
        alone = request.verb is Verb.REVIEW or request.room.space is None
        if last is None and alone and request.verb in _PAST:
            rows = (await self._store.history(player, 1)).rows
            last = rows[0].match if rows else None
        if last is None:
            raise Refused(Reason.NO_MATCH_HERE, list=Verb.HISTORY)
        return last


def _fits(request: Request, session: Session, player: PlayerId) -> bool:
    """Whether a request that names no session can refer to this one."""
    if session.contest is not None:
        return fits_contest(request, session, session.contest, player)
    return fits(request, session.match, player)
