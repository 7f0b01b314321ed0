"""Join or watch a match, from any room on any platform if it is by an invite code.

The player first confirms where the code leads (`invite_codes.py`). Then they take the seat, and the
board is shown in their room too.
"""

from bot.app.commit import MatchWriter
from bot.app.matches.commands import has_code, to_command
from bot.app.matches.invite_codes import InviteCodes
from bot.app.matches.playing import PlayHandlers
from bot.app.matches.screens import ScreenHandlers
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.placement import Placement
from bot.app.ports.system import Now
from bot.app.rooms.access import AccessPolicy
from core.errors import Reason, Refused
from core.match.decide import decide
from core.match.model import Status


class JoinHandlers:
    """Serves those who join or watch, and those who invite."""

    def __init__(
        self,
        writer: MatchWriter,
        playing: PlayHandlers,
        admission: AccessPolicy,
        places: Placement,
        guests: InviteCodes,
        showing: ScreenHandlers,
        now: Now,
    ) -> None:
        self._writer = writer
        self._playing = playing
        self._admission = admission
        self._places = places
        self._guests = guests
        self._showing = showing
        self._now = now

    async def join(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Take a seat: by the button of the offer, or by an invite code from any room."""
        if not has_code(request):
            return await self._playing.play(session, request, player, locale)
        await self._admission.join(session, request, player.id)
        return await self._sit_down(
            session, await self._screen(request, locale), request, player, locale
        )

    async def watch(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Show the board to spectators in this room, by an invite code."""
        await self._admission.join(session, request, player.id)
        if session.match.status is Status.OPEN:
            raise Refused(Reason.NOT_STARTED)  # its card would offer seats to this whole room
        if not session.match.is_over and session.is_shown_in(request.room):
            return await self._showing.show(session, request, player, locale)
        screen = await self._screen(request, locale)
        return Reply(session=await self._showing.widen(session.match.id, screen, request))

    async def invite(
        self, session: Session, request: Request, player: Player, locale: str
    ) -> Reply:
        """Give the invite code of a match to one of its players."""
        del request
        return await self._guests.invite(session.match.id, player.id, locale)

    async def _screen(self, request: Request, locale: str) -> Screen:
        place = request.to or request.room
        return Screen(place, ScreenKind.BOARD, await self._places.language(place, locale))

    async def _sit_down(
        self, found: Session, screen: Screen, request: Request, player: Player, locale: str
    ) -> Reply:
        id = found.match.id
        decide(
            found.match, to_command(request, found.match, player.id), self._now()
        )  # is there a seat?
        told = request.session == id and self._guests.has_asked(id, request, player.id)
        if not told and not found.is_shown_in(request.room):
            return await self._guests.ask(found, request, player.id, locale)
        saved = await self._writer.apply(
            id, lambda m: to_command(request, m, player.id), request, screen
        )
        return Reply(session=saved)
