"""Discord as a front end: connecting, and the way of interactions in and screens out.

Runs on the loop of the whole process. Starting does not wait for Discord: connecting is retried,
and screens wait with the publisher meanwhile. Of the gateway's events only servers, channels and
leaving members are subscribed to; message content is never read.
"""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

import discord
import yarl
from discord import app_commands
from discord.gateway import KeepAliveHandler

from bot.app.facade import Facade
from bot.app.model.card import Limits
from bot.app.model.request import ResponseHandle
from bot.app.model.room import Room
from bot.app.model.session import Screen, Session
from bot.app.ports.frontend import DeliveryError, DeliveryUnknown, Notification, Unreachable
from bot.app.presence.tracker import PresenceTracker
from bot.app.presentation.board_images import BoardImages
from bot.app.presentation.presenter import Presenter
from bot.app.service import GameService
from bot.config import DiscordConfig
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.commands import command_sync
from bot.frontends.discord.commands.command_i18n import CommandTranslator
from bot.frontends.discord.commands.slash_commands import Commands
from bot.frontends.discord.inbound.autocomplete import MoveAutocomplete
from bot.frontends.discord.inbound.interactions import Interactions
from bot.frontends.discord.membership import Membership, may_see_members
from bot.frontends.discord.outbound.command_mentions import CommandMentions
from bot.frontends.discord.outbound.in_flight import InFlightInteractions
from bot.frontends.discord.outbound.notifications import NotificationSender
from bot.frontends.discord.outbound.onboarding import Onboarding
from bot.frontends.discord.outbound.render import LIMITS
from bot.frontends.discord.outbound.replies import Replies
from bot.frontends.discord.outbound.responses import Wait
from bot.frontends.discord.outbound.screens import Screens
from bot.frontends.discord.outbound.sender import MessageSender
from bot.frontends.discord.outbound.threads import Threads
from core.errors import Reason, Refused

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between attempts to connect; doubled each time."""

LONGEST_WAIT = 30.0
"""Seconds of a flood wait that the library sits out; longer ones are the publisher's business."""

GRACE = 2.0
"""Seconds that presses in hand get when the front end stops."""

T = TypeVar("T")


class Client(discord.Client):
    """The library's client with our commands."""

    interactions: Interactions

    def __init__(self, presence: PresenceTracker, wait: Wait = asyncio.sleep) -> None:
        voice = discord.VoiceClient
        voice.warn_nacl = voice.warn_dave = False  # Tavola never speaks: it needs neither package
        super().__init__(
            intents=discord.Intents(guilds=True, moderation=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        self.tree = Tree(self)
        self.mentions = CommandMentions(self.tree)
        self.online = asyncio.Event()
        self.presence = presence
        self.logged_in = False
        self._wait = wait
        self._syncing: asyncio.Task[None] | None = None
        self._sockets: list[Any] = []
        self._connect = self.http.ws_connect
        self.http.ws_connect = self._open_socket  # type: ignore[method-assign]

    async def _open_socket(self, url: str, *, compress: int = 0) -> Any:
        """Remember gateway sockets: the library forgets those given up during the handshake."""
        socket = await self._connect(url, compress=compress)
        self._sockets = [each for each in self._sockets if not each.closed] + [socket]
        return socket

    async def setup_hook(self) -> None:
        """After each login, before anything comes in."""
        self._connection._intents.members = may_see_members(self.application_flags)
        await self.tree.set_translator(CommandTranslator())
        await self._stop_syncing()
        if not await self._sync_commands():
            self._syncing = asyncio.create_task(self._keep_syncing())
        self.logged_in = True

    async def _sync_commands(self) -> bool:
        """Bring the commands up to date; return whether that worked."""
        try:
            self.mentions.update(await command_sync.sync(self, self.tree))
        except errors.Failed as error:
            log.warning("the commands could not be brought up to date: %s", error)
            return False
        return True

    async def _keep_syncing(self) -> None:
        """Try again with growing pauses; until then the commands of the last start work."""
        pause = FIRST_PAUSE
        while True:
            await self._wait(pause)
            if await self._sync_commands():
                return
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _stop_syncing(self) -> None:
        """Cancel the task and wait for its end, so that its request gives the connection back."""
        if self._syncing is not None:
            self._syncing.cancel()
            await asyncio.gather(self._syncing, return_exceptions=True)
            self._syncing = None

    async def close(self) -> None:
        """Also ends heartbeats of connections that were given up while they were being made: the
        library forgets those, and their threads would speak to a loop that is gone."""
        await self._stop_syncing()
        await super().close()
        for socket in self._sockets:
            await socket.close()  # at once: the session is closed
        self._sockets = []
        for thread in threading.enumerate():
            if isinstance(thread, KeepAliveHandler) and thread.ws._connection is self._connection:
                thread.stop()

    def reset(self) -> None:
        """After closing: brings it back to where it can log in once more."""
        self.clear()
        self.logged_in = False
        self.online.clear()
        self.http.connector = discord.utils.MISSING  # the old one is closed for good

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Of all that comes in, what no command takes: presses, and forms that were filled in."""
        if interaction.type is discord.InteractionType.component:
            await self.interactions.press(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.interactions.submit(interaction)

    async def on_connect(self) -> None:
        log.info("connected to Discord as %s", self.user)
        self._is_online()

    async def on_resumed(self) -> None:
        self._is_online()

    def _is_online(self) -> None:
        self.online.set()
        self.presence.online(mapping.PLATFORM)

    async def on_disconnect(self) -> None:
        self.online.clear()
        self.presence.offline(mapping.PLATFORM)


class Tree(app_commands.CommandTree[Client]):
    """Answers what the library itself refuses, such as a command of an older release."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        log.warning("a command was not understood: %s", error)
        if interaction.type is discord.InteractionType.autocomplete:
            return  # the operator cannot be reached
        data: Any = interaction.data
        named = str(data.get("name", ""))
        await interaction.client.interactions.refuse(
            interaction, Refused(Reason.UNKNOWN_VERB, verb=named)
        )


def point_at(config: DiscordConfig) -> None:
    """The library keeps its addresses in class attributes: one Discord a process."""
    discord.http.Route.BASE = config.api.rstrip("/")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(config.gateway)


class DiscordFrontEnd:
    """Implements `ports.FrontEnd` for Discord."""

    platform = mapping.PLATFORM
    remembers = True

    def __init__(
        self,
        config: DiscordConfig,
        service: GameService,
        presenter: Presenter,
        facade: Facade,
        pictures: BoardImages,
        *,
        wait: Wait = asyncio.sleep,
    ) -> None:
        self._config = config
        self._wait = wait
        self._presence = service.presence
        self._client = Client(service.presence, wait)
        self._membership = Membership(self._client, service.presence, facade)
        self._membership.listen()
        self._in_flight = InFlightInteractions()
        threads = Threads(self._client, service, facade)
        sender = MessageSender(self._client, facade, self._in_flight, threads)
        self._screens = Screens(
            presenter, facade, pictures, self._in_flight, threads, sender, self._client.mentions
        )
        self._notifications = NotificationSender(self._client, threads)
        onboarding = Onboarding(service, facade)
        shown = (self._in_flight, sender, self._screens)
        interactions = Interactions(
            service,
            facade,
            *shown,
            Replies(presenter, facade, *shown, onboarding),
            onboarding,
            wait,
        )
        self._client.interactions = interactions
        Commands(interactions.command, MoveAutocomplete(facade).fitting).add_to(self._client.tree)
        self._running: asyncio.Task[None] | None = None

    @property
    def ready(self) -> asyncio.Event:
        """Set while interactions come in."""
        return self._client.online

    # --- its life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Connects in the background, however long that takes."""
        point_at(self._config)
        self._presence.offline(self.platform)
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Answers what is in hand and hangs up. What is unshown is shown next time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self._in_flight.idle()
        self._client.logged_in = False
        await self._membership.close()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        await self._client.close()

    async def _run(self) -> None:
        """The root of the connection's task: connects, and does so again whenever that ends."""
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._client:
                    await self._client.login(self._config.token.reveal())
                    pause = FIRST_PAUSE
                    await self._client.connect()
            except discord.LoginFailure:
                log.error("Discord does not accept the token")
            except Exception as error:
                log.warning("Discord cannot be reached: %s", type(error).__name__)
                log.debug("because of", exc_info=error)
            self._client.reset()
            await self._wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    # --- out --------------------------------------------------------------------------------------

    def limits(self, screen: Screen) -> Limits:
        del screen
        return LIMITS

    async def wait_for_slot(self, screen: Screen) -> None:
        """The library keeps Discord's pace by the headers of its answers."""

    async def show(
        self, session: Session, screen: Screen, via: ResponseHandle | None = None
    ) -> str:
        """Posts or edits; raises NotShown."""
        if not self._client.logged_in:
            raise Unreachable("not connected yet")
        try:
            return await self._screens.show(session, screen, via)
        except errors.Failed as error:
            meant = errors.meaning(error)
            if meant is None:
                raise
            if isinstance(meant, DeliveryUnknown) and not screen.message:
                raise Unreachable("posting again is safe: the nonce is the same") from None
            raise meant from None

    async def private(self, user: str) -> Room:
        return await self._calling(self._notifications.private(user))

    async def notify(self, notice: Notification) -> str:
        return await self._calling(self._notifications.notify(notice))

    async def withdraw(self, notice: Notification) -> None:
        await self._calling(self._notifications.withdraw(notice))

    async def _calling(self, call: Coroutine[None, None, T]) -> T:
        """What the call gives; raises NotShown where Discord does not do it."""
        if not self._client.logged_in:
            call.close()
            raise Unreachable("not connected yet")
        try:
            return await call
        except errors.Failed as error:
            raise errors.meaning(error) or DeliveryError(str(error)) from None
