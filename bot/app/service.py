"""The entry point of the application: `handle(request) -> reply`.

A request is answered in a few milliseconds: authenticate the player, resolve the session, authorise
the request, route it to its handler.

    press -> handle -> route -> handler -> command -> decide -> commit -> publish -> reply

`bot.app.routing` has the handlers, `bot.app.commit` saves what they change. Drawing, sending and
thinking happen afterwards, derived from the saved state.
"""

import asyncio
import logging
from dataclasses import replace

from bot.app.commit import Step, no_step
from bot.app.contests.private_boards import PrivateBoards
from bot.app.matches.commands import has_code
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.people.account_linking import known_as
from bot.app.ports.store import Store, StoreUnavailable, UnreadableMatch, VersionConflict
from bot.app.presence.tracker import PresenceTracker
from bot.app.resolver import SessionResolver
from bot.app.rooms.access import OFFERING, AccessPolicy
from bot.app.routing import Routes
from bot.app.subscriptions import Subscriptions
from bot.text import refusals
from bot.text.catalog import nearest, texts
from core.errors import Reason, Refused

log = logging.getLogger(__name__)


class GameService:
    """Answers requests."""

    def __init__(
        self,
        store: Store,
        resolver: SessionResolver,
        access: AccessPolicy,
        boards: PrivateBoards,
        routes: Routes,
        presence: PresenceTracker,
        events: Subscriptions,
        step: Step = no_step,
    ) -> None:
        self._store = store
        self._resolver = resolver
        self._access = access
        self._boards = boards
        self._routes = routes
        self.presence = presence
        self._events = events
        self._step = step

    async def handle(self, request: Request) -> Reply:
        """Answer one request of one player. A refusal is a reply too, in the player's language."""
        request = request.readable()
        clock = asyncio.get_running_loop().time
        began = clock()
        reply = await self._answer(request)
        self._events.replied(request, reply, clock() - began)
        return reply

    async def _answer(self, request: Request) -> Reply:
        self._step("received")
        locale = nearest(request.actor.locale)
        try:
            if await self._is_unknown(request):
                return Reply(texts(locale).t("I don't keep anything about you."))
            player = await self._store.player_for(request.actor)
            locale = nearest(player.locale, request.actor.locale)
            await self.presence.seen(request.room, player.id)
            return await self._route(known_as(request, player), player, locale)
        except Refused as refused:
            return _refusal(refused, locale)
        except UnreadableMatch:
            return _refusal(Refused(Reason.UNREADABLE_MATCH), locale)
        except (StoreUnavailable, VersionConflict) as fault:
            log.warning("%s of match %s failed: %s", request.verb, request.session, fault)
            return _refusal(Refused(Reason.BUSY), locale)

    async def _is_unknown(self, request: Request) -> bool:
        """Whether data of a player that does not exist is to be deleted. None is created for it."""
        if request.verb is not Verb.DELETE:
            return False
        return await self._store.belongings.known(request.actor) is None

    async def _route(self, request: Request, player: Player, locale: str) -> Reply:
        """Resolve, authorise and route."""
        self._access.must_serve(request.room)
        if request.verb in OFFERING:
            request = await self._access.offer(request, player.id)
        if (handler := self._routes.by_verb.get(request.verb)) is not None:
            return await handler(request, player, locale)
        session = await self._resolver.resolve(request, player.id)
        if session.match.contest is not None:
            session = await self._boards.authorise(session, request, player.id)
        if not has_code(request):
            request = replace(request, session=session.match.id)
        route = self._routes.by_session.get((request.verb, session.kind))
        if route is None:
            raise Refused(Reason.UNKNOWN_VERB, verb=request.verb)
        return await route(session, request, player, locale)


def _refusal(refused: Refused, locale: str) -> Reply:
    return Reply(refusals.refusal(texts(locale), refused), reason=refused.reason)
