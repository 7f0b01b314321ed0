"""Interactions: presses, commands and submitted modals become requests to the service.

Each interaction is the root of a task: a failure is logged with the match id, and the user gets an
answer instead of "This interaction failed". Everything a press is about is in the component's
custom id, never in memory, so components of messages older than this process work, and forged or
outdated ones are refused like any other. Boards are shown by the publisher, through the response
that waits here.
"""

import asyncio
import contextlib
import logging
from dataclasses import replace

from bot.app.facade import Facade
from bot.app.model.button_token import decode
from bot.app.model.invite_code import is_private
from bot.app.model.request import Request, Verb
from bot.app.model.room import Room
from bot.app.service import GameService
from bot.frontends.discord import mapping
from bot.frontends.discord.mapping import Interaction
from bot.frontends.discord.outbound import modals
from bot.frontends.discord.outbound.in_flight import InFlightInteractions
from bot.frontends.discord.outbound.onboarding import Onboarding
from bot.frontends.discord.outbound.replies import Replies
from bot.frontends.discord.outbound.responses import InteractionResponse, Wait
from bot.frontends.discord.outbound.screens import Screens
from bot.frontends.discord.outbound.sender import MessageSender
from bot.text.catalog import texts
from core.errors import Reason, Refused

log = logging.getLogger(__name__)


class Interactions:
    """Serves interactions."""

    def __init__(
        self,
        service: GameService,
        facade: Facade,
        in_flight: InFlightInteractions,
        sender: MessageSender,
        screens: Screens,
        replies: Replies,
        onboarding: Onboarding,
        wait: Wait = asyncio.sleep,
    ) -> None:
        self._service = service
        self._facade = facade
        self._in_flight = in_flight
        self._sender = sender
        self._screens = screens
        self._replies = replies
        self._onboarding = onboarding
        self._wait = wait

    async def press(self, interaction: Interaction) -> None:
        """Serve a pressed button or a choice from a menu."""
        try:
            press = decode(mapping.pressed_id(interaction))
        except Refused as refused:
            await self.refuse(interaction, refused)
            return
        await self._handle(interaction, mapping.request_of_press(interaction, press))

    async def command(self, interaction: Interaction, request: Request) -> None:
        """Serve a slash command. A move chosen from the autocompletion names its own match."""
        if request.verb is Verb.MOVE:
            with contextlib.suppress(Refused):
                request = mapping.request_of_press(interaction, decode(request.arg))
        await self._handle(interaction, request)

    async def submit(self, interaction: Interaction) -> None:
        """Serve a submitted modal: a move in the match and turn for which it was opened."""
        token, text = modals.content(interaction)
        try:
            press = decode(token)
        except Refused as refused:
            await self.refuse(interaction, refused)
            return
        request = mapping.request_of_press(interaction, press)
        await self._handle(interaction, replace(request, verb=Verb.MOVE, arg=text))

    async def refuse(self, interaction: Interaction, refused: Refused) -> None:
        """Answer an interaction that could not be read."""
        await self._handle(interaction, mapping.request_of(interaction, Verb.HELP), refused)

    async def _handle(
        self, interaction: Interaction, request: Request, refused: Refused | None = None
    ) -> None:
        """Run one interaction: the root of its task."""
        response = InteractionResponse(interaction, request)
        timer = asyncio.create_task(response.defer_in_time(self._wait))
        try:
            with self._in_flight.handling(response):
                if refused is not None:
                    await self._replies.refuse(response, refused)
                else:
                    await self._serve(response, request)
        except Exception:
            log.exception("an interaction failed: %s, match %s", request.verb, request.session)
            await self._replies.refuse(response, Refused(Reason.BUSY), last=True)
        finally:
            timer.cancel()
            await asyncio.gather(timer, return_exceptions=True)

    async def _serve(self, response: InteractionResponse, request: Request) -> None:
        language = texts(await self._facade.locale(request.actor))
        to = await response.private_room() if _needs_private_room(request) else None
        request = replace(request, ack=response, to=to)
        if (thread := await self._own_thread(request)) is not None:
            await self._replies.point_to_thread(response, language, thread)
            return
        await self._adopt(response, request)
        reply = await self._service.handle(request)
        if reply.session is not None and reply.replaced:
            self._sender.replaced(reply.session, request.room, reply.replaced)
        await self._replies.show(response, request, reply, language)
        await self._onboarding.greet(response, request, language)

    async def _own_thread(self, request: Request) -> Room | None:
        """Return the thread of the match whose board is asked for in the channel around it."""
        room = request.room
        if request.verb is not Verb.BOARD or room.space is None or room.thread is not None:
            return None
        player = await self._facade.player(request.actor)
        sessions = await self._facade.sessions_in(room)
        own = [each for each in sessions if each.match.seats_of(player.id)]
        thread = self._screens.own_thread(own[0], room) if len(own) == 1 else None
        return thread if thread is not None and await self._sender.still_has(thread) else None

    async def _adopt(self, response: InteractionResponse, request: Request) -> None:
        """Take a pressed message for the board that it is, if its posting was never confirmed."""
        message = response.message
        if message is None or not response.is_press or response.is_private:
            return
        session = await self._facade.find_session(request.session)
        if session is None:
            return
        for screen in session.screens:
            if (screen.room, screen.message) == (request.room, message):
                self._sender.pressed(session, screen)
        await self._facade.adopt_message(session.match.id, request.room, message, request.verb)


def _needs_private_room(request: Request) -> bool:
    """Whether the user's direct messages matter: as the place of the board, or because an account
    is linked or deleted with them."""
    if request.verb in (Verb.LINK, Verb.DELETE):
        return True
    return request.verb is Verb.JOIN and request.session is not None and is_private(request.arg)
