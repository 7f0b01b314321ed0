"""Telegram as a front end: connecting, and the way of updates in and screens out.

Polls on the loop of the whole process. Starting does not wait for Telegram: connecting is retried,
and screens wait with the publisher meanwhile.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar, cast

from telegram import ChatMemberUpdated, Message, Update
from telegram.constants import ChatMemberStatus, UpdateType
from telegram.error import Conflict, InvalidToken, TelegramError
from telegram.ext import ApplicationBuilder, CallbackContext, TypeHandler

from bot.app.facade import Facade
from bot.app.model.card import Limits
from bot.app.model.request import ResponseHandle
from bot.app.model.room import Room
from bot.app.model.session import Screen, Session
from bot.app.ports.frontend import DeliveryError, Notification, SlowDown, Unreachable
from bot.app.presentation.board_images import BoardImages
from bot.app.presentation.presenter import Presenter
from bot.app.presentation.welcome import welcome
from bot.app.service import GameService
from bot.config import TelegramConfig
from bot.frontends.telegram import errors, mapping
from bot.frontends.telegram.bot import QuietBot
from bot.frontends.telegram.inbound import command_menus, parse
from bot.frontends.telegram.inbound.admins import AdminCache
from bot.frontends.telegram.inbound.callbacks import CallbackQueries
from bot.frontends.telegram.inbound.deep_links import DeepLinks
from bot.frontends.telegram.inbound.point_picker import PointPicker
from bot.frontends.telegram.inbound.text_messages import TextMessages
from bot.frontends.telegram.membership import Membership
from bot.frontends.telegram.ordering import UpdateOrder
from bot.frontends.telegram.outbound.notifications import NotificationSender
from bot.frontends.telegram.outbound.rate_limit import RateLimit
from bot.frontends.telegram.outbound.replies import Replies
from bot.frontends.telegram.outbound.screens import Boards, Screens
from bot.frontends.telegram.outbound.sender import MessageSender
from bot.frontends.telegram.transport import FloodWait
from bot.text import chats
from bot.text.catalog import nearest, texts

log = logging.getLogger(__name__)

POLL = 25
"""Seconds that one request for updates waits."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between attempts to connect; doubled each time."""

GRACE = 3.0
"""Seconds for confirming the last updates, and for serving them, when the front end stops."""

WANTED = (
    *(UpdateType.MESSAGE, UpdateType.EDITED_MESSAGE, UpdateType.CALLBACK_QUERY),
    *(UpdateType.MY_CHAT_MEMBER, UpdateType.CHAT_MEMBER),  # the latter comes to administrators
)
_OUT = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)
_IN = (ChatMemberStatus.MEMBER, ChatMemberStatus.ADMINISTRATOR)

T = TypeVar("T")


class TelegramFrontEnd:
    """Implements `ports.FrontEnd` for Telegram."""

    platform = mapping.PLATFORM
    remembers = True

    def __init__(
        self,
        config: TelegramConfig,
        service: GameService,
        presenter: Presenter,
        facade: Facade,
        pictures: BoardImages,
        *,
        pace: RateLimit | None = None,
    ) -> None:
        self._service = service
        self._presenter = presenter
        self._facade = facade
        self._pace = pace or RateLimit()
        self._presence = service.presence
        self._bot = QuietBot.at(config.api, config.token.reveal(), self._heard)
        self._comings = Membership(self._bot, service.presence)
        self._app = ApplicationBuilder().bot(self._bot).concurrent_updates(True).build()
        self._order = UpdateOrder()
        self._app.add_handler(TypeHandler(Update, self._update))
        self._app.add_error_handler(_report)
        posts = MessageSender(self._bot, pictures, facade)
        self._outbox = Replies(self._bot, posts, self._pace)
        self._noticing = NotificationSender(self._bot, posts)
        self._screens = Screens(self._bot, presenter, facade, posts, Boards(config.boards))
        self._passages = DeepLinks()
        steps = (service, presenter, facade, self._screens, self._outbox, self._passages)
        self._steps = PointPicker(*steps)
        self._stewards = AdminCache(self._bot)
        self._presses = CallbackQueries(
            self._bot,
            service,
            presenter,
            facade,
            self._outbox,
            self._steps,
            self._stewards,
            self._passages,
        )
        self._texts: TextMessages | None = None
        self._connecting: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    # --- its life ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Connects in the background, however long that takes; `ready` is set once it polls."""
        self._presence.offline(self.platform)
        self._connecting = asyncio.create_task(self._connect())

    def _heard(self) -> None:
        self._presence.online(self.platform)

    async def stop(self) -> None:
        """Finishes the updates already fetched and stops. What is unshown is shown next time."""
        self.ready.clear()
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._app.updater is not None and self._app.updater.running:
            await _soon(self._app.updater.stop())  # confirms what was fetched
        if self._app.running:
            await _soon(self._app.stop())
        await self._app.shutdown()
        await self._bot.shutdown()

    async def _connect(self) -> None:
        """Connect, then bring the command menus up to date: the root of the connection's task.

        Each step is repeated with growing pauses until it succeeds, after any error: a proxy
        between us and Telegram can answer with anything.
        """
        await self._persist(self._join, "Telegram cannot be reached")
        await self._persist(self._bring_menus, "the command lists are not up to date yet")

    async def _persist(self, step: Callable[[], Awaitable[None]], failure: str) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                await step()
                return
            except InvalidToken:  # its text holds the token
                log.error("Telegram does not accept the token, or [telegram] api is no Bot API")
            except FloodWait as error:
                log.warning("%s: %s", failure, error)
                await self._pace.pause(error.seconds)
                continue
            except TelegramError as error:
                log.warning("%s: %s", failure, error)
            except Exception as error:
                log.warning("%s: an answer that makes no sense (%s)", failure, type(error).__name__)
                log.debug("because of", exc_info=error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _bring_menus(self) -> None:
        """Update what is offered while one types a command."""
        if written := await command_menus.sync(self._bot):
            log.info("%d command lists were brought up to date", written)

    async def _join(self) -> None:
        """One attempt; each step may be repeated."""
        assert self._app.updater is not None
        await self._app.initialize()
        me = self._bot.bot
        self._texts = TextMessages(
            me.id,
            self._bot.username,
            self._service,
            self._presenter,
            self._facade,
            self._outbox,
            self._steps,
            self._stewards,
            self._passages,
        )
        if not me.can_read_all_group_messages:
            log.info(
                "privacy mode is on: in groups @%s sees commands and answers to its messages;"
                " BotFather's /setprivacy changes that",
                self._bot.username,
            )
        if not self._app.running:
            await self._app.start()
        await self._app.updater.start_polling(
            timeout=POLL, allowed_updates=WANTED, error_callback=self._polling_failed
        )
        self.ready.set()
        self._presence.online(self.platform)
        log.info("connected to Telegram as @%s", self._bot.username)

    def _polling_failed(self, error: TelegramError) -> None:
        """PTB tries again by itself, ever more slowly."""
        self._presence.offline(self.platform)
        if isinstance(error, Conflict):
            log.error("another process polls with the same token; only one can")
        else:
            log.warning("no updates from Telegram: %s", error)

    # --- in ---------------------------------------------------------------------------------------

    async def _update(self, update: Update, _: object) -> None:
        async with self._order.turn(_keys(update)):
            await self._serve(update)

    async def _serve(self, update: Update) -> None:
        if (query := update.callback_query) is not None:
            await self._presses.press(query, mapping.actor(query.from_user))
        elif update.my_chat_member is not None:
            await self._comings.of_bot(update.my_chat_member)
            await self._membership(update.my_chat_member)
        elif update.chat_member is not None:
            await self._comings.of_person(update.chat_member)
        elif update.message is not None:
            await self._message(update.message)
        elif update.edited_message is not None and not mapping.is_impersonal(update.edited_message):
            assert self._texts is not None
            await self._texts.edited(update.edited_message)

    async def _message(self, message: Message) -> None:
        if message.migrate_to_chat_id is not None:
            await self._moved(message.chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id is not None:
            await self._moved(message.migrate_from_chat_id, message.chat.id)
        elif message.left_chat_member is not None or message.new_chat_members:
            await self._comings.told(message)
        elif message.forward_origin is not None or message.is_automatic_forward:
            return  # another author's words are not the forwarder's request
        elif message.text and message.from_user is not None:
            assert self._texts is not None
            actor = mapping.actor(message.from_user)
            if not mapping.is_impersonal(message):
                await self._texts.text(message, actor)
            elif message.sender_chat is not None:
                await self._texts.on_behalf(message, actor)

    async def _moved(self, old: int, new: int) -> None:
        """Follow a group that became a supergroup."""
        await self._facade.chat_migrated(mapping.room(old), mapping.room(new))

    async def _membership(self, change: ChatMemberUpdated) -> None:
        """Says hello where it was added."""
        came = change.old_chat_member.status in _OUT and change.new_chat_member.status in _IN
        if not came or mapping.is_private(change.chat):
            return
        locale = nearest(mapping.actor(change.from_user).locale)
        sees_all = self._bot.bot.can_read_all_group_messages
        admin = change.new_chat_member.status == ChatMemberStatus.ADMINISTRATOR
        hint = "" if sees_all or admin else chats.hears_little(texts(locale), self._bot.username)
        await self._outbox.say(mapping.room(change.chat.id), welcome(locale, hint))

    # --- out --------------------------------------------------------------------------------------

    def limits(self, screen: Screen) -> Limits:
        return self._screens.limits(screen)

    async def wait_for_slot(self, screen: Screen) -> None:
        await self._pace.turn(screen.room.chat)

    async def show(
        self, session: Session, screen: Screen, via: ResponseHandle | None = None
    ) -> str:
        """Posts or edits; raises NotShown. Presses are answered apart, so `via` is never used."""
        del via
        if not self.ready.is_set():
            raise Unreachable("not connected yet")
        try:
            return await self._screens.show(session, screen)
        except TelegramError as error:
            if errors.is_same(error):
                return screen.message or ""
            meant = errors.meaning(error, screen.room)
            if meant is None:
                raise
            if isinstance(meant, SlowDown):
                self._pace.hold(screen.room.chat, meant.seconds)
            raise meant from None

    async def private(self, user: str) -> Room:
        return self._noticing.private(user)

    async def notify(self, notice: Notification) -> str:
        return await self._calling(notice, self._noticing.notify)

    async def withdraw(self, notice: Notification) -> None:
        await self._calling(notice, self._noticing.withdraw)

    async def _calling(
        self, notice: Notification, call: Callable[[Notification], Awaitable[T]]
    ) -> T:
        """What the call gives, in the chat's turn; raises NotShown where Telegram does not do it.

        "Not modified" is success.
        """
        if not self.ready.is_set():
            raise Unreachable("not connected yet")
        await self._pace.turn(notice.room.chat)
        try:
            return await call(notice)
        except TelegramError as error:
            if errors.is_same(error):
                return cast(T, notice.message)
            meant = errors.meaning(error, notice.room)
            if isinstance(meant, SlowDown):
                self._pace.hold(notice.room.chat, meant.seconds)
            raise meant or DeliveryError(str(error)) from None


async def _soon(ending: Awaitable[None]) -> None:
    """Wait briefly; unfinished work is safe, as Telegram delivers unconfirmed updates again."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GRACE):
            await ending


def _keys(update: Update) -> Iterator[str]:
    """What an update is about: its chat, its user, and the match of a pressed or answered board."""
    if update.effective_chat is not None:
        yield f"chat {update.effective_chat.id}"
    if update.effective_user is not None:
        yield f"user {update.effective_user.id}"
    match = parse.match_of(update)
    if match is not None:
        yield f"match {match}"


async def _report(update: object, context: CallbackContext[Any, Any, Any, Any]) -> None:
    """The root of every update's task."""
    id = update.update_id if isinstance(update, Update) else None
    log.error("update %s failed", id, exc_info=context.error)
