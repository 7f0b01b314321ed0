"""Deep links into the private chat and the payload they may carry.

A link can be forged, and Telegram sends its `/start` in the name of the user who follows it. So a
link acts only for the user it was issued to; for others it only looks, or asks. The same holds for
the button behind which a request waits in a group: it carries text only for its author. All of it
is in memory; losing it costs a second press.
"""

from dataclasses import replace

from bot.app.lru import LRUDict
from bot.app.model import button_token
from bot.app.model.invite_code import PRIVATE, read_code
from bot.app.model.request import Request, Verb
from bot.app.model.room import Room

KEPT = 2_000

_LOOKING = frozenset(
    {
        *(Verb.BOARD, Verb.PICK, Verb.SHEET, Verb.TEXT, Verb.MORE, Verb.HINT, Verb.REPLAY),
        *(Verb.RECORD, Verb.GAMES, Verb.HISTORY, Verb.PROFILE, Verb.LEADERBOARD),
        *(Verb.RULES, Verb.HELP, Verb.PRIVACY, Verb.EXPORT, Verb.INVITE),
    }
)
"""Verbs that change nothing, with any argument."""

_OWN = frozenset({Verb.SETTINGS, Verb.LINK, Verb.UNLINK, Verb.DELETE, Verb.BLOCK, Verb.UNBLOCK})
_BARE = _OWN | {Verb.REVIEW, Verb.DAILY}
"""Wishes that look or ask as long as nothing follows the word."""


class DeepLinks:
    """Remember which link was issued to whom, and whose request waits behind a button."""

    def __init__(self) -> None:
        self._handed: LRUDict[tuple[str, str], None] = LRUDict(KEPT)  # by user and token
        self._askers: LRUDict[tuple[str, int], str] = LRUDict(KEPT)  # by chat and message

    def hand(self, user: str, token: str) -> None:
        """A press of this person is answered with a link that says this."""
        self._handed[(user, token)] = None

    def follow(self, request: Request, token: str) -> Request:
        """Return the request of a user who followed a link with this token."""
        return request if (request.actor.user, token) in self._handed else looking(request)

    def keep(self, where: Room, message: int, user: str) -> None:
        """Under this message's button waits what this person wrote."""
        self._askers[(where.chat, message)] = user

    def theirs(self, request: Request, token: str, message: int) -> str:
        """What a press of that button leads to: for others than the asker nothing of what was
        written."""
        is_own = request.verb in _OWN
        if not is_own or self._askers.get((request.room.chat, message)) == request.actor.user:
            return token
        return button_token.command_token(request.verb)


def looking(request: Request) -> Request:
    """The part of a wish that changes nothing; of one that has none its board, or help."""
    if request.verb in _LOOKING:
        return request
    if request.verb in _BARE:
        return replace(request, arg="")
    if request.verb is Verb.JOIN and read_code(request.arg.removesuffix(PRIVATE)):
        return request  # asks first where it leads
    if request.session not in (None, button_token.NO_MATCH):
        return replace(request, verb=Verb.BOARD, turn=None, arg="")
    return replace(request, verb=Verb.HELP, arg="")
