"""Coming to a match by its code, from any room on any platform: to play, or to watch.

Asks first where the code leads (`invite_codes.py`), then takes the seat and shows the board here
too. Must not know how codes are made, nor how a contest takes people in.
"""

from dataclasses import replace

from bot.app.commit import MatchWriter
from bot.app.contests.service import ContestService
from bot.app.matches.commands import names_seat, to_command
from bot.app.matches.invite_codes import InviteCodes
from bot.app.matches.resolve import MatchResolver
from bot.app.matches.screens import ScreenHandlers
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.placement import Placement
from bot.app.ports.system import Now
from bot.app.rooms.access import AccessPolicy
from core.errors import Reason, Refused
from core.match.decide import decide
from core.match.model import Status
from core.types import PlayerId


class JoinHandlers:
    """Serves codes."""

    def __init__(
        self,
        changes: MatchWriter,
        meant: MatchResolver,
        admission: AccessPolicy,
        places: Placement,
        guests: InviteCodes,
        contests: ContestService,
        showing: ScreenHandlers,
        now: Now,
    ) -> None:
        self._changes = changes
        self._meant = meant
        self._admission = admission
        self._places = places
        self._guests = guests
        self._contests = contests
        self._showing = showing
        self._now = now

    async def serve(self, request: Request, player: Player, locale: str) -> Reply | None:
        """The reply; None where the wish has nothing to do with codes."""
        match request.verb:
            case Verb.JOIN | Verb.WATCH if request.arg and not names_seat(request):
                return await self._come_in(request, player, locale)
            case Verb.WATCH:
                raise Refused(Reason.NO_CODE, verb=request.verb)
            case Verb.INVITE:
                id = await self._meant.which(request, player.id)
                return await self._guests.invite(id, player.id, locale)
            case Verb.NO if request.arg == Verb.JOIN and request.session is not None:
                return self._guests.leave(request, player.id, locale)
            case _:
                return None

    async def _come_in(self, request: Request, player: Player, locale: str) -> Reply:
        found = await self._guests.find(request.arg, player.id, request.actor)
        await self._admission.join(found, request, player.id)
        if found.contest is not None:
            return await self._contests.come_in(found, request, player.id, locale)
        place = request.to or request.room
        screen = Screen(place, ScreenKind.BOARD, await self._places.language(place, locale))
        if request.verb is Verb.WATCH:
            return await self._watch(found, screen, request, player, locale)
        return await self._sit_down(found, screen, request, player.id, locale)

    async def _watch(
        self, found: Session, screen: Screen, request: Request, player: Player, locale: str
    ) -> Reply:
        if found.match.status is Status.OPEN:
            raise Refused(Reason.NOT_STARTED)  # its card would seat people who were not asked
        if not found.match.is_over and found.is_shown_in(request.room):
            meant = replace(request, session=found.match.id)
            return await self._showing.serve(meant, player, locale)
        return Reply(session=await self._showing.widen(found.match.id, screen, request))

    async def _sit_down(
        self, found: Session, screen: Screen, request: Request, player: PlayerId, locale: str
    ) -> Reply:
        id = found.match.id
        decide(
            found.match, to_command(request, found.match, player), self._now()
        )  # is there a seat?
        told = request.session == id and self._guests.has_asked(id, request, player)
        if not told and not found.is_shown_in(request.room):
            return await self._guests.ask(found, request, player, locale)
        saved = await self._changes.apply(
            id, lambda m: to_command(request, m, player), request, screen
        )
        return Reply(session=saved)
