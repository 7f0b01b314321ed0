"""Who may come in: what is asked before somebody offers a match or takes a seat.

Owns the rules of rooms and people; those of matches are `decide`'s. A move asks nothing here.
"""

from bot.app.requests import Request, Verb
from bot.app.session import Session
from core.errors import Reason, Refused
from core.types import PlayerId

OFFERING = frozenset({Verb.CHALLENGE, Verb.PLAY, Verb.DICE, Verb.AGAIN, Verb.FROM})
"""Wishes that make a match."""


class Admission:
    """Lets in or refuses."""

    async def offer(self, request: Request, player: PlayerId) -> None:
        """Before a match, a game alone or a contest is made."""
        del player
        if request.opponent is not None and request.opponent.is_bot:
            raise Refused(Reason.BOT_CHALLENGE)

    async def join(self, session: Session, request: Request, player: PlayerId) -> None:
        """Before somebody takes a seat, enters a contest or brings it to another room to watch."""
        del session, request, player


def must_be_near(session: Session, request: Request, player: PlayerId) -> None:
    """An open challenge is for the chats that show it; from elsewhere people come by its code,
    unless they were asked by name. Of a challenge for one person the others are told that."""
    here = (request.room.platform, request.room.chat)
    near = any((each.room.platform, each.room.chat) == here for each in session.screens)
    match = session.match
    if not near and not match.is_for_one and player not in (match.invited, *match.people):
        raise Refused(Reason.UNKNOWN_MATCH)
