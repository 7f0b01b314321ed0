"""What is said besides answers to those who run a server, and to whoever meets what is missing.

Nothing is posted when the bot comes to a server. Whoever may manage it and uses the bot first is
shown, privately, how it is set up there, and which rights it lacks; later the command for it shows
the same. To everybody else missing rights are told once in each channel, after an act that they
change. Which server has been greeted is kept, so that it happens once.
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
    """Greets and warns."""

    def __init__(self, service: GameService, facade: Facade) -> None:
        self._service = service
        self._facade = facade
        self._greeted: set[str] = set()  # servers, as far as is known
        self._warned: set[str] = set()  # channels where missing rights were told

    async def greet(self, ack: InteractionResponse, verb: Verb, language: Texts) -> None:
        """Shows the settings of this server to the first who may change them, after what they
        asked for."""
        manages = mapping.actor_of(ack.interaction).may_manage
        if not manages or not _is_member(ack) or ack.room.space in self._greeted:
            return
        self._greeted.add(str(ack.room.space))
        if not await self._facade.greet_once(ack.room) or verb is Verb.SETUP:
            return
        actor = mapping.actor_of(ack.interaction)
        id = f"{ack.interaction.id}-setup"
        reply = await self._service.handle(Request(id, actor, ack.room, Verb.SETUP))
        if reply.card is not None:
            hello = language.t("Hi! I bring board games to this server.")
            card = replace(reply.card, text=f"{hello}\n{reply.card.text}")
            await ack.tell(render.draw(self.remarked(ack, card, language)))

    def remarked(self, ack: InteractionResponse, card: Card, language: Texts) -> Card:
        """The settings, with the rights that are missing named one by one."""
        missing = mapping.missing_rights(ack.rights) if _is_member(ack) else ()
        if not missing:
            return card
        return replace(card, text=f"{card.text}\n{chats.missing_rights(language, missing)}")

    async def warn(self, ack: InteractionResponse, language: Texts) -> None:
        """Says once in each channel which rights are missing, and what follows from that."""
        missing = mapping.missing_rights(ack.rights)
        if not _is_member(ack) or not missing or ack.room.chat in self._warned:
            return
        self._warned.add(ack.room.chat)
        await ack.tell(Drawing(render.escape(chats.missing_rights(language, missing))))


def _is_member(ack: InteractionResponse) -> bool:
    return ack.room.space is not None and not mapping.is_by_token(ack.room)
