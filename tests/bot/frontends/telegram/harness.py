"""The application on Telegram: real store, real python-telegram-bot, the fake service.

`Harness` has the acts of people and waits until all that follows from them has happened, so that
tests read as a story.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.app.background.publisher import Publisher
from bot.app.background.recovery import Recovery
from bot.app.model.button_token import decode
from bot.app.model.session import Session
from bot.app.notifications.scheduler import NotificationScheduler
from bot.app.ports.store import Store
from bot.app.presentation.board_images import BoardImages
from bot.app.service import GameService
from bot.app.session_cache import SessionCache
from bot.app.wiring import Application, build_application, build_presenter
from bot.config import Secret, TelegramConfig
from bot.frontends.telegram.client import TelegramFrontEnd
from bot.frontends.telegram.outbound.rate_limit import RateLimit
from bot.frontends.telegram.outbound.screens import Boards
from bot.storage.store import open_sqlite
from tests.fakes.clock import FixedNow, Seeded
from tests.fakes.engine_moves import NoEngineMoves
from tests.fakes.telegram import Chat, FakeTelegram, Message, Press, Topic, User

QUICK = 0.06
"""Seconds of a minute, for a pace a thousand times the real one."""


@dataclass
class Harness:
    """Everything, wired."""

    telegram: FakeTelegram
    front_end: TelegramFrontEnd
    store: Store
    sessions: SessionCache
    app: Application
    publisher: Publisher
    sweep: Recovery
    now: FixedNow
    notices: NotificationScheduler
    slept: list[float] = field(default_factory=list)

    @property
    def service(self) -> GameService:
        return self.app.service

    @property
    def people(self) -> "People":
        return People(self)

    async def settled(self) -> None:
        """Returns when every update was served and every screen shown."""
        async with asyncio.timeout(20):
            await self.telegram.until(lambda: not self.telegram.state.updates.unconfirmed)
            await self.front_end._app.update_queue.join()
            await self.publisher.idle()
            await self.notices.idle()

    async def later(self, millis: int) -> None:
        """Time goes by, and all is done that is due then."""
        self.now.advance(millis)
        await self.sweep.run()
        await self.notices.run()
        await self.settled()

    async def say(
        self,
        who: User,
        chat: Chat,
        text: str,
        *,
        reply_to: Message | None = None,
        topic: Topic | None = None,
        mention: User | None = None,
    ) -> Message:
        said = self.telegram.people.say(
            who, chat, text, reply_to=reply_to, topic=topic, mention=mention
        )
        await self.settled()
        return said

    async def press(self, who: User, message: Message, button: str) -> str:
        """Presses the button with this label or data, or on this square; what the toast says."""
        return (await self.pressed(who, message, self.data(message, button))).done.result()

    async def pressed(self, who: User, message: Message, data: str) -> Press:
        """The same with any data, and all there is to know of the answer."""
        press = self.telegram.people.press_data(who, message, data)
        async with asyncio.timeout(20):
            await press.done
        await self.settled()
        return press

    @staticmethod
    def data(message: Message, button: str) -> str:
        """The data of the button with this label or data, or on this square."""
        for row in message.buttons:
            for each in row:
                data = each.get("callback_data", "")
                if button in (each["text"], data) or data.endswith(f"-move-{button}"):
                    return str(data)
        raise LookupError(f"no button {button!r} on {message.labels}")

    def ours(self, chat: Chat) -> list[Message]:
        """The bot's messages in a chat, oldest first."""
        bot = self.telegram.state.bot.id
        return [each for each in chat.history() if each.sender.id == bot]

    def last(self, chat: Chat) -> Message:
        """The bot's newest message."""
        return self.ours(chat)[-1]

    async def session(self, message: Message) -> Session:
        """The session whose board this is."""
        return await self.store.load(decode(message.buttons[0][0]["callback_data"]).session)

    async def started(
        self, first: User, second: User, chat: Chat, game: str = "reversi"
    ) -> Message:
        """The board of a match in which `first` has the first seat."""
        await self.say(first, chat, f"/challenge@tavola_bot {game} first=challenger")
        board = self.last(chat)
        assert await self.press(second, board, "Accept") == ""
        return board


class People:
    """Shorthands for making people and chats."""

    def __init__(self, harness: Harness) -> None:
        self._people = harness.telegram.people
        self.group = self._people.group
        self.forum = self._people.forum
        self.private = self._people.private
        self.person = self._people.person


@asynccontextmanager
async def harness(
    path: Path,
    telegram: FakeTelegram,
    *,
    boards: Boards = Boards.KEYBOARD,
    minute: float = QUICK,
    now: FixedNow | None = None,
    pace: RateLimit | None = None,
) -> AsyncIterator[Harness]:
    """Opens it on this file and connects; closing leaves everything in the file."""
    now = now or FixedNow()
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(0)

    async with AsyncExitStack() as opened:
        store = await open_sqlite(path, now)
        opened.push_async_callback(store.close)
        sessions, presenter = SessionCache(store), build_presenter(store, now)
        app = build_application(store, sessions, presenter, now, Seeded())
        service = app.service
        front_ends: dict[str, TelegramFrontEnd] = {}
        publisher = Publisher(sessions, front_ends, sleep=sleep)
        config = TelegramConfig(api=telegram.url, boards=boards.value, token=Secret(telegram.token))
        front_end = TelegramFrontEnd(
            config,
            service,
            presenter,
            app.facade,
            BoardImages(),
            pace=pace or RateLimit(minute),
        )
        front_ends[front_end.platform] = front_end
        publisher.use_presence(service.presence)
        app.events.on_saved(publisher.wake)
        app.events.on_saved(service.presence.wake)
        await service.presence.start()
        sweep = Recovery(
            store, sessions, app.dispatcher, publisher, NoEngineMoves(app.dispatcher), now
        )
        notices = NotificationScheduler(store, sessions, presenter, front_ends, now)
        app.events.on_saved(notices.wake)
        await front_end.start()
        opened.push_async_callback(front_end.stop)
        opened.push_async_callback(publisher.close)
        opened.push_async_callback(notices.close)
        async with asyncio.timeout(20):
            await front_end.ready.wait()
        await sweep.run()
        yield Harness(
            telegram,
            front_end,
            store,
            sessions,
            app,
            publisher,
            sweep,
            now,
            notices,
            slept,
        )
