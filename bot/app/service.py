"""The one way in: `handle(request) -> reply`.

A request is served in a few milliseconds. Here it is seen who asks, what is meant, who serves it
and what is refused; a command to a match is then made by `changes.py`: lock the session, load it,
`decide`, save it with a version check, wake those who draw, think and keep time. Nothing here
draws, talks to a network or waits for an engine; all of that is derived from the saved state
afterwards. Must not know platforms, SQL or rules.

    press or text -> handle -> bind -> decide -> save -> announce -> reply

Who else serves a wish (desks, contests, the daily dice) is put together in `assembly.py`.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from bot.app.commit import Announce, MatchWriter, Step, no_step
from bot.app.contests import service
from bot.app.matches.commands import to_command
from bot.app.matches.resolve import MatchResolver
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Session
from bot.app.people.account_linking import Moved, known_as
from bot.app.ports.store import Store, StoreUnavailable, UnreadableMatch, VersionConflict
from bot.app.presence.tracker import PresenceTracker
from bot.app.presentation.presenter import Presenter
from bot.app.rooms.access import OFFERING, AccessPolicy, must_be_near
from bot.app.routing import Handlers, Serve
from bot.app.session_cache import SessionCache
from bot.text.catalog import nearest, texts
from core.errors import Reason, Refused
from core.types import PlayerId

log = logging.getLogger(__name__)

Watch = Callable[[Request], Callable[[Reply], None]]
"""Told of a wish before it is served, and of the answer after; must not wait."""


class GameService:
    """Serves requests."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        changes: MatchWriter,
        meant: MatchResolver,
        admission: AccessPolicy,
        presence: PresenceTracker,
        staff: Handlers,
        step: Step = no_step,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._changes = changes
        self._meant = meant
        self._admission = admission
        self.presence = presence
        self._staff = staff
        self._desks = dict(staff.desks)
        self._step = step
        self._watches: list[Watch] = []

    def watched_by(self, watch: Watch) -> None:
        """Adds one who is told of every wish and its answer."""
        self._watches.append(watch)

    def listen(self, announce: Announce) -> None:
        """Adds one who is told of every saved session."""
        self._changes.listen(announce)

    def follow(self, moved: Moved) -> None:
        """Adds one who is told that a person is another one now, or (None) no more."""
        self._changes.follow(moved)

    def open(self, verb: Verb, serve: Serve) -> None:
        """Adds a desk that needs more than a store: engines, say."""
        self._desks[verb] = serve

    async def handle(self, request: Request) -> Reply:
        """Serves one wish of one person; refusals are replies, in the asker's language."""
        request = request.readable()
        told = [watch(request) for watch in self._watches]
        reply = await self._answer(request)
        for done in told:
            done(reply)
        return reply

    async def _answer(self, request: Request) -> Reply:
        self._step("received")
        locale = nearest(request.actor.locale)
        try:
            if await self._is_nobody(request):
                return Reply(texts(locale).t("I don't keep anything about you."))
            player = await self._store.player_for(request.actor)
            locale = nearest(player.locale, request.actor.locale)
            await self.presence.seen(request.room, player.id)
            return await self._serve(known_as(request, player), player, locale)
        except Refused as refused:
            return Reply(self._presenter.refusal(refused, locale), reason=refused.reason)
        except UnreadableMatch:
            damaged = Refused(Reason.UNREADABLE_MATCH)
            return Reply(self._presenter.refusal(damaged, locale), reason=damaged.reason)
        except (StoreUnavailable, VersionConflict) as fault:
            log.warning("%s of match %s failed: %s", request.verb, request.session, fault)
            busy = Refused(Reason.BUSY)
            return Reply(self._presenter.refusal(busy, locale), reason=busy.reason)

    async def _is_nobody(self, request: Request) -> bool:
        """Whether somebody of whom nothing is kept wants it deleted: nobody is made for that."""
        if request.verb is not Verb.DELETE:
            return False
        return await self._store.belongings.known(request.actor) is None

    async def _serve(self, request: Request, player: Player, locale: str) -> Reply:
        self._admission.must_serve(request.room)
        if request.session is None and service.may_be_meant(request):
            request = replace(request, session=await self._meant.which(request, player.id))
        if request.verb in OFFERING:
            request = await self._admission.offer(request, player.id)
        for may_serve in self._staff.first:
            if (reply := await may_serve(request, player, locale)) is not None:
                return reply
        serve = self._desks.get(request.verb, self._play)
        return await serve(request, player, locale)

    async def _play(self, request: Request, player: Player, locale: str) -> Reply:
        """A wish that is a command to a match, once nothing more is to be asked."""
        id = await self._meant.which(request, player.id)
        await self._may_play(request, await self._sessions.load(id), player.id)
        question = await self._staff.questions.before(request, id, player.id, locale)
        if question is not None:
            return question
        saved = await self._changes.apply(id, lambda m: to_command(request, m, player.id), request)
        return await self._staff.sheets.reply(saved, request, locale)

    async def _may_play(self, request: Request, session: Session, player: PlayerId) -> None:
        if request.verb is Verb.JOIN:
            must_be_near(session, request, player)
            await self._admission.join(session, request, player)
        if request.verb is not Verb.RESIGN:
            await self._admission.play(session, player)
        if request.verb in (Verb.REMATCH, Verb.YES):
            await self._admission.again(session, player)
