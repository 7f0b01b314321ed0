"""The application on Discord: real store, real discord.py, the fake service.

`Harness` waits until all that follows from an act has happened, so that tests read as a story.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.app.background.engine_moves import EngineMoves
from bot.app.background.publisher import Publisher
from bot.app.background.recovery import Recovery
from bot.app.model.button_token import Press, decode
from bot.app.model.request import Request, Verb
from bot.app.model.session import Session
from bot.app.notifications.scheduler import NotificationScheduler
from bot.app.ports.store import Store
from bot.app.presentation.board_images import BoardImages
from bot.app.service import GameService
from bot.app.session_cache import SessionCache
from bot.app.wiring import Application, build_application, build_presenter
from bot.config import DiscordConfig, Secret
from bot.frontends.discord import DiscordFrontEnd
from bot.frontends.discord.outbound.responses import Wait
from bot.storage.store import open_sqlite
from core.types import MatchId
from tests.fakes.clock import FixedNow, Seeded
from tests.fakes.discord import Answer, FakeDiscord, Person
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place
from tests.fakes.engines import ScriptedEngine


@dataclass
class Harness:
    """Everything, wired."""

    discord: FakeDiscord
    front_end: DiscordFrontEnd
    store: Store
    sessions: SessionCache
    app: Application
    publisher: Publisher
    sweep: Recovery
    engine: ScriptedEngine
    notices: NotificationScheduler
    now: FixedNow
    slept: list[float] = field(default_factory=list)

    @property
    def service(self) -> GameService:
        return self.app.service

    async def settled(self) -> None:
        """Returns when every interaction was served and every screen shown."""
        async with asyncio.timeout(20):
            await self.front_end._in_flight.idle()
            await self.publisher.idle()
            await self.notices.idle()

    async def later(self, millis: int) -> None:
        """Time goes by, and all is done that is due then."""
        self.now.advance(millis)
        await self.sweep.run()
        await self.notices.run()
        await self.settled()

    async def slash(self, who: Person, place: Place, path: str, **options: object) -> Answer:
        answer = await who.slash(place, path, **options)
        await self.settled()
        return answer

    async def press(self, who: Person, message: Message, label: str) -> Answer:
        answer = await who.press(message, label)
        await self.settled()
        return answer

    async def started(
        self, first: Person, second: Person, place: Place, game: str = "reversi"
    ) -> Message:
        """The board of a match in which `first` has the first seat."""
        await self.slash(first, place, "challenge", game=game, first="challenger")
        card = place.last
        await self.press(second, card, token(card, Verb.JOIN))
        thread = self.discord.world.channels.get(card.id)
        return card if thread is None else Place(self.discord, thread).last

    async def session(self, message: Message) -> Session:
        """The session whose board this is."""
        return await self.store.load(pressed(message).session)


def token(message: Message, verb: Verb) -> str:
    """The identifier of the first button with this verb."""
    tokens = [button["custom_id"] for button in message.buttons]
    return str(next(each for each in tokens if decode(each).verb is verb))


def pressed(message: Message) -> Press:
    """What the first button of a message says."""
    return decode(message.buttons[0]["custom_id"])


def moves(message: Message) -> list[str]:
    """The squares that can be chosen."""
    presses = [decode(b["custom_id"]) for b in message.buttons]
    return [press.arg for press in presses if press.verb == "move"]


async def until_paused(home: Harness, match: MatchId) -> None:
    """What the gateway tells has been acted on; nothing goes out that could be waited for."""
    paused = asyncio.Event()

    def look(session: Session, _: Request | None) -> None:
        if session.match.paused is not None:
            paused.set()

    home.app.events.on_saved(look)
    if (await home.store.load(match)).match.paused is None:
        async with asyncio.timeout(20):
            await paused.wait()


@asynccontextmanager
async def harness(
    path: Path,
    discord: FakeDiscord,
    now: FixedNow,
    *,
    wait: Wait = asyncio.sleep,
    pictures: BoardImages | None = None,
    connect: bool = True,
) -> AsyncIterator[Harness]:
    """Opens it on this file and connects; closing leaves everything in the file."""
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
        config = DiscordConfig(
            api=discord.api, gateway=discord.gateway_url, token=Secret(discord.token)
        )
        front_end = DiscordFrontEnd(
            config, service, presenter, app.facade, pictures or BoardImages(), wait=wait
        )
        publisher = Publisher(sessions, {front_end.platform: front_end}, sleep=sleep)
        publisher.use_presence(service.presence)
        app.events.on_saved(service.presence.wake)
        await service.presence.start()
        engine = ScriptedEngine()
        thinking = EngineMoves(engine, app.dispatcher)
        app.events.on_saved(publisher.wake)
        app.events.on_saved(thinking.wake)
        sweep = Recovery(store, sessions, app.dispatcher, publisher, thinking, now)
        notices = NotificationScheduler(
            store, sessions, presenter, {front_end.platform: front_end}, now
        )
        app.events.on_saved(notices.wake)
        await front_end.start()
        opened.push_async_callback(front_end.stop)
        opened.push_async_callback(publisher.close)
        opened.push_async_callback(thinking.close)
        opened.push_async_callback(notices.close)
        if connect:
            async with asyncio.timeout(20):
                await front_end.ready.wait()
            await sweep.run()
        yield Harness(
            discord,
            front_end,
            store,
            sessions,
            app,
            publisher,
            sweep,
            engine,
            notices,
            now,
            slept,
        )
