"""Onboarding: the first message to a server's managers, and warnings about missing permissions.

Nothing is posted when the bot joins a server. A manager's first interaction is followed, privately,
by the server's settings and by the permissions the bot lacks there; the setup command shows the
same later. Other members learn of missing permissions once per channel, after an action that they
affect. Greeting a server is stored, so it happens once.
"""

from dataclasses import replace

from bot.app.facade import Facade
from bot.app.model.card import Card
from bot.app.model.request import Request, Verb
from bot.app.service import GameService
from bot.frontends.discord import mapping
from bot.frontends.discord.outbound import render
from bot.frontends.discord.outbound.render import Drawing
from bot.frontends.discord.outbound.responses import InteractionResponse
from bot.text import chats
from bot.text.catalog import Texts


class Onboarding:
    """Greets managers and warns about missing rights."""

    def __init__(self, service: GameService, facade: Facade) -> None:
        self._service = service
        self._facade = facade
        self._greeted: set[str] = set()  # servers that are known to have been greeted
        self._warned: set[str] = set()  # channels in which missing rights were named

    async def greet(self, response: InteractionResponse, request: Request, language: Texts) -> None:
        """Show the server's settings to the first user who may change them, after the answer."""
        room = request.room
        if not request.actor.may_manage or not _is_member(response) or room.space in self._greeted:
            return
        self._greeted.add(str(room.space))
        if not await self._facade.greet_once(room) or request.verb is Verb.SETUP:
            return
        setup = Request(f"{request.id}-setup", request.actor, room, Verb.SETUP)
        reply = await self._service.handle(setup)
        if reply.card is not None:
            hello = language.t("Hi! I bring board games to this server.")
            card = replace(reply.card, text=f"{hello}\n{reply.card.text}")
            await response.tell(render.draw(self.with_missing_rights(response, card, language)))

    def with_missing_rights(
        self, response: InteractionResponse, card: Card, language: Texts
    ) -> Card:
        """Return the settings card with each missing right named."""
        missing = mapping.missing_rights(response.rights) if _is_member(response) else ()
        if not missing:
            return card
        return replace(card, text=f"{card.text}\n{chats.missing_rights(language, missing)}")

    async def warn(self, response: InteractionResponse, language: Texts) -> None:
        """Say once per channel which rights are missing, and what that costs."""
        missing = mapping.missing_rights(response.rights)
        if not _is_member(response) or not missing or response.room.chat in self._warned:
            return
        self._warned.add(response.room.chat)
        await response.tell(Drawing(render.escape(chats.missing_rights(language, missing))))


def _is_member(response: InteractionResponse) -> bool:
    return response.room.space is not None and not mapping.is_by_token(response.room)
