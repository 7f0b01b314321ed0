"""Requests that become a command to a match: moves, offers, seats, resigning.

The player must be allowed to play in the room. Some commands are confirmed first
(`confirmations.py`). Then `commands.py` makes the command from the request, and the dispatcher
carries it out.
"""

from bot.app.lifecycle import CommandDispatcher
from bot.app.matches.commands import to_command
from bot.app.matches.confirmations import Confirmations
from bot.app.matches.invite_codes import InviteCodes
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.session import Session
from bot.app.presentation import buttons
from bot.app.rooms.access import AccessPolicy, must_be_near


class PlayHandlers:
    """Carries out what players ask of their matches."""

    def __init__(
        self,
        dispatcher: CommandDispatcher,
        access: AccessPolicy,
        confirmations: Confirmations,
        codes: InviteCodes,
    ) -> None:
        self._dispatcher = dispatcher
        self._access = access
        self._confirmations = confirmations
        self._codes = codes

    async def play(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Carry out the command, or ask for its confirmation. Raises Refused."""
        id = session.match.id
        if request.verb is Verb.JOIN:
            must_be_near(session, request, player.id)
            await self._access.join(session, request, player.id)
        if request.verb is not Verb.RESIGN:
            await self._access.play(session, player.id)
        if request.verb in (Verb.REMATCH, Verb.YES):
            await self._access.again(session, player.id)
        question = await self._confirmations.before(request, id, player.id, locale)
        if question is not None:
            return question
        saved = await self._dispatcher.apply(
            id, lambda match: to_command(request, match, player.id), request
        )
        return Reply(session=saved)

    async def place(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Play the point of a form; without a point, as on platforms without forms, pick one."""
        if not request.arg:
            return await self._confirmations.pick(session, request, player, locale)
        return await self.play(session, request, player, locale)

    async def no(self, session: Session, request: Request, player: Player, locale: str) -> Reply:
        """Answer No: to a question of the bot's, else to the offer of an opponent."""
        match request.arg:
            case Verb.JOIN:
                return self._codes.leave(request, player.id, locale)
            case Verb.MOVE | buttons.KEEP_PLAYING:
                return self._confirmations.cancel(session, request, player, locale)
            case _:
                return await self.play(session, request, player, locale)
