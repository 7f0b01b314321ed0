"""Post the board of a match at the end of a room, or show it in one more room."""

from bot.app.commit import MatchWriter, Update
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.placement import Placement
from bot.app.ports.system import Now
from bot.app.presentation.placement_card import board_elsewhere, link_to_board
from core.errors import Reason, Refused
from core.types import MatchId, Millis

REPOST_EVERY = 30_000
"""A board is reposted at most this often, in milliseconds."""


class ScreenHandlers:
    """Reposts boards, and brings them to other rooms."""

    def __init__(
        self,
        writer: MatchWriter,
        rooms: Placement,
        now: Now,
    ) -> None:
        self._writer = writer
        self._places = rooms
        self._now = now
        self._reposted: dict[tuple[MatchId, Room], Millis] = {}

    async def show(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Repost the board at the end of this room. Its players may bring it to other rooms."""
        id, now = session.match.id, self._now()
        locale_there = await self._places.language(request.room, locale)
        screen = Screen(request.room, ScreenKind.BOARD, locale_there)
        number = session.number_of(request.room, ScreenKind.BOARD)
        if number is not None:
            _may_repost(session, request, player)
            if now - self._reposted.get((id, request.room), Millis(0)) < REPOST_EVERY:
                raise Refused(Reason.TOO_OFTEN)
            self._reposted[(id, request.room)] = now
            replaced = session.screens[number].message
            saved = await self._writer.show(id, screen, request)
            return Reply(session=saved, replaced=replaced or "")
        if (board := board_elsewhere(session, request.room)) is not None:
            return Reply(card=link_to_board(session, board, locale))
        if not session.match.seats_of(player.id):
            raise Refused(Reason.NOT_SEATED)
        return Reply(session=await self._writer.show(id, screen, request))

    async def widen(self, id: MatchId, screen: Screen, request: Request) -> Session:
        """Show the match in one more room. Raises Refused(FINISHED)."""

        async def change(session: Session) -> Update:
            if session.match.is_over:
                raise Refused(Reason.FINISHED)
            return Update(session.shown_too(screen))

        return await self._writer.update(id, change, request)


def _may_repost(session: Session, request: Request, player: Player) -> None:
    """Let a public board be reposted only by those it belongs to, or by a code.

    Raises Refused(NOT_SEATED).
    """
    if request.verb is Verb.WATCH:
        return
    match, contest = session.match, session.contest
    belongs = bool(match.seats_of(player.id)) or player.id in (match.host, match.invited)
    belongs = belongs or (contest is not None and contest.entry_of(player.id) is not None)
    if not belongs and request.room.space is not None and not request.actor.may_manage:
        raise Refused(Reason.NOT_SEATED)
