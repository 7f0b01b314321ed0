"""Replies of the service as responses to an interaction.

Lookups and refusals go to the user alone. After a save the publisher shows the match, through this
response if it can; the user is sent only what the board does not show.
"""

import logging

from bot.app.facade import Facade
from bot.app.model.card import Card
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.app.presentation.presenter import Presenter
from bot.frontends.discord import errors
from bot.frontends.discord.outbound import render
from bot.frontends.discord.outbound.in_flight import InFlightInteractions
from bot.frontends.discord.outbound.modals import move_modal
from bot.frontends.discord.outbound.onboarding import Onboarding
from bot.frontends.discord.outbound.render import Drawing
from bot.frontends.discord.outbound.responses import InteractionResponse
from bot.frontends.discord.outbound.screens import Screens
from bot.frontends.discord.outbound.sender import MessageSender
from bot.text import chats, games
from bot.text.catalog import Texts, nearest
from core.errors import Reason, Refused
from core.game import PASS

log = logging.getLogger(__name__)

_OUTDATED = (Reason.FINISHED, Reason.ABORTED, Reason.STALE_TURN)
"""Refusals of a press on a board that does not show the current state."""


class Replies:
    """Answers interactions with what the service replied."""

    def __init__(
        self,
        presenter: Presenter,
        facade: Facade,
        in_flight: InFlightInteractions,
        sender: MessageSender,
        screens: Screens,
        onboarding: Onboarding,
    ) -> None:
        self._presenter = presenter
        self._facade = facade
        self._in_flight = in_flight
        self._sender = sender
        self._screens = screens
        self._onboarding = onboarding

    async def show(
        self, response: InteractionResponse, request: Request, reply: Reply, language: Texts
    ) -> None:
        """Answer with the reply to this request."""
        if request.verb is Verb.PLACE and reply.card is not None:
            await self._open_modal(response, reply.card, language)
        elif reply.session is not None:
            await self._confirm(response, reply.session, language)
            beside = await self._facade.after_move.beside(request, reply)
            if beside is not None:
                await self._screens.tell(response, beside)
        else:
            outdated = reply.reason in _OUTDATED and response.is_press
            if outdated and request.session is not None and not response.is_private:
                await self._bring_up_to_date(response, await self._facade.session(request.session))
            await self._tell(response, reply, language)

    async def refuse(
        self, response: InteractionResponse, refused: Refused, *, last: bool = False
    ) -> None:
        """Say why not. With `last`, a failure to say it is logged and goes no further."""
        text = self._presenter.refusal(refused, nearest(response.actor.locale))
        try:
            await response.tell(Drawing(render.escape(text)))
        except errors.Failed as error:
            if not last:
                raise
            log.info("interaction %d stays unanswered: %s", response.id, error)

    async def point_to_thread(
        self, response: InteractionResponse, language: Texts, thread: Room
    ) -> None:
        """Say in which thread the board is."""
        text = render.escape(chats.in_its_thread(language))
        await response.tell(Drawing(f"{text}\n<#{thread.thread}>"))

    async def _bring_up_to_date(self, response: InteractionResponse, session: Session) -> None:
        """Redraw a pressed board that only interactions can change. A board that no screen knows,
        because a kill came right after it was posted, loses its buttons."""
        at = (response.room, response.message)
        screen = next((s for s in session.screens if (s.room, s.message) == at), None)
        if screen is None and response.by_its_own_button:
            await response.change(render.stripped(response.pressed))
        elif screen is not None and response.by_token:
            await self._screens.show(session, screen, response)

    async def _tell(self, response: InteractionResponse, reply: Reply, language: Texts) -> None:
        """Show what was looked up, or why not; a repeated press was answered already."""
        if reply.reason is Reason.REPEATED and response.is_press:
            await response.defer()
        elif reply.reason is Reason.REPEATED:
            await response.tell(_text(chats.done(language)))
        else:
            card = reply.card or Card(reply.text, commands=reply.reason is not None)
            if response.verb is Verb.SETUP and reply.reason is None:
                card = self._onboarding.with_missing_rights(response, card, language)
            await self._screens.tell(response, card)
        if reply.following is not None:
            async for card in reply.following:
                await self._screens.amend(response, card)

    async def _open_modal(self, response: InteractionResponse, card: Card, language: Texts) -> None:
        """Open the modal for the move; if it is too late for one, show the picker instead."""
        assert card.board is not None
        if not await response.open(move_modal(language, card.board)):
            await self._screens.tell(response, card)

    async def _confirm(
        self, response: InteractionResponse, saved: Session, language: Texts
    ) -> None:
        """Answer once the session was saved; the publisher shows it, with this response if it
        fits."""
        if response.is_private or not (response.is_press or response.public):
            await response.tell(_text(_confirmation(response, saved, language)))
        elif response.is_press and not _shows(saved, response):
            self._sender.stripped(str(response.message))
            await response.change(render.stripped(response.pressed))
        if response.by_token:
            await self._in_flight.all_shown(response, saved)
        await response.settled.wait()
        await self._onboarding.warn(response, language)


def _text(text: str) -> Drawing:
    return Drawing(render.escape(text))


def _confirmation(response: InteractionResponse, saved: Session, language: Texts) -> str:
    """Say what was done, where the board does not: a move that was picked or confirmed in private,
    or a board that is somewhere else."""
    if response.verb is Verb.JOIN and all(each.room != response.room for each in saved.screens):
        return chats.in_private(language)
    if not response.is_private or response.verb not in (Verb.MOVE, Verb.SURE):
        return chats.done(language)
    moves = [ply.move for ply in saved.match.plies if ply.move != PASS]
    return chats.played(language, games.point(saved.match.game, moves[-1]))


def _shows(session: Session, response: InteractionResponse) -> bool:
    """Whether the pressed message is one of the match's screens."""
    at = (response.room, response.message)
    return any((each.room, each.message) == at for each in session.screens)
