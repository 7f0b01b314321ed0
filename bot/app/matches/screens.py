"""Where a match is shown: its board posted anew at the end of a room, or in one more room."""

from bot.app import placement
from bot.app.commit import MatchWriter
from bot.app.matches.resolve import MatchResolver
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.placement import Placement
from bot.app.ports.system import Now
from bot.app.session_cache import SessionCache
from core.errors import Reason, Refused
from core.types import MatchId, Millis

REPOST_EVERY = 30_000
"""A board is posted anew at most this often, in milliseconds."""


class ScreenHandlers:
    """Shows boards again, and elsewhere."""

    def __init__(
        self,
        sessions: SessionCache,
        changes: MatchWriter,
        meant: MatchResolver,
        rooms: Placement,
        now: Now,
    ) -> None:
        self._sessions = sessions
        self._changes = changes
        self._meant = meant
        self._places = rooms
        self._now = now
        self._reposted: dict[tuple[MatchId, Room], Millis] = {}

    async def serve(self, request: Request, player: Player, locale: str) -> Reply:
        """Posts the board anew at the end of this room; who plays may bring it to another room."""
        id, now, replaced = await self._meant.which(request, player.id), self._now(), None
        async with self._changes.locks.hold(id):
            session = await self._sessions.load(id)
            here = (request.room, ScreenKind.BOARD)
            at = [i for i, each in enumerate(session.screens) if (each.room, each.kind) == here]
            if at:
                if now - self._reposted.get((id, request.room), Millis(0)) < REPOST_EVERY:
                    raise Refused(Reason.TOO_OFTEN)
                self._reposted[(id, request.room)] = now
                replaced = session.screens[at[0]].message
                await self._sessions.repost(id, at[0])
                saved = await self._sessions.load(id)
            elif (there := placement.board_elsewhere(session, request.room)) is not None:
                return Reply(card=placement.way_to(session, there, locale))
            elif session.match.seats_of(player.id):
                spoken = await self._places.language(request.room, locale)
                shown = Screen(request.room, ScreenKind.BOARD, spoken)
                saved = await self._sessions.save(session.shown_too(shown))
            else:
                raise Refused(Reason.NOT_SEATED)
        self._changes.announce(saved, request)
        return Reply(session=saved, replaced=replaced or "")

    async def widen(self, id: MatchId, screen: Screen, request: Request) -> Session:
        """Shows the match in one more room. Refused(FINISHED)."""
        async with self._changes.locks.hold(id):
            session = await self._sessions.load(id)
            if session.match.is_over:
                raise Refused(Reason.FINISHED)
            saved = await self._sessions.save(session.shown_too(screen))
        self._changes.announce(saved, request)
        return saved
