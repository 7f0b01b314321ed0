"""The whole bot between both fake services and the page, as an operator runs it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from yarl import URL

from bot.bootstrap import serve
from bot.config import Config, DiscordConfig, Secret, StorageConfig, TelegramConfig, WebConfig
from tests.bot.frontends.telegram.harness import Harness as TelegramHarness
from tests.bot.frontends.web.visitor import Window, visitor
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.people import Place, Server
from tests.fakes.telegram import Chat, FakeTelegram, Message, User

LATE = 20.0
"""Seconds after which an expected message counts as missing."""


@dataclass
class Platforms:
    """Both services with their people, and the way to the page."""

    discord: FakeDiscord
    telegram: FakeTelegram
    server: Server
    group: Chat
    bo: User
    link: URL

    async def seen(self, place: Place, text: str) -> None:
        """Wait until the newest message on Discord contains this text."""
        await self.discord.until(lambda: place.messages and text in place.last.text, text)

    async def heard(self, text: str, chat: Chat | None = None) -> Message:
        """Waits until some message of the bot in the group, or in another chat, says this; the
        newest that does."""

        def found() -> list[Message]:
            bot = self.telegram.state.bot.id
            said = [each for each in (chat or self.group).history() if each.sender.id == bot]
            return [each for each in said if text in each.text]

        await self.telegram.until(lambda: bool(found()), LATE)
        return found()[-1]

    async def touch(self, message: Message, button: str) -> str:
        """Bo presses; what the toast says."""
        data = TelegramHarness.data(message, button)
        press = self.telegram.people.press_data(self.bo, message, data)
        async with asyncio.timeout(LATE):
            return await press.done


@asynccontextmanager
async def running(folder: Path, discord: FakeDiscord, telegram: FakeTelegram) -> AsyncIterator[URL]:
    """The bot as it runs for an operator with both tokens; the link to the page."""
    config = Config(
        web=WebConfig(port=0),
        storage=StorageConfig(path=folder / "tavola.db"),
        discord=DiscordConfig(
            api=discord.api, gateway=discord.gateway_url, token=Secret(discord.token)
        ),
        telegram=TelegramConfig(api=telegram.url, token=Secret(telegram.token)),
    )
    stop = asyncio.Event()
    ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    bot = asyncio.create_task(serve(config, stop, ready.set_result))
    try:
        async with asyncio.timeout(LATE):
            link = await ready
            await discord.connected()
            await discord.until(lambda: discord.commands, "the commands")
        yield URL(link)
    finally:
        stop.set()
        async with asyncio.timeout(LATE):
            await bot


@dataclass
class Runs:
    """One folder on which the bot runs time and again, between services that stay.

    Eve is at the page: `ticket` makes her the same person in every run.
    """

    folder: Path
    platforms: Platforms
    ticket: str = ""

    @asynccontextmanager
    async def run(self) -> AsyncIterator[Window]:
        """One run of the bot; Eve's window."""
        async with (
            running(self.folder, self.platforms.discord, self.platforms.telegram) as link,
            visitor(str(link.origin()), str(link)) as browser,
            browser.window("Eve", ticket=self.ticket) as eve,
        ):
            self.ticket = eve.welcome["ticket"]
            yield eve


@asynccontextmanager
async def in_runs(folder: Path) -> AsyncIterator[Runs]:
    """The services stay until the end; then no request to them may have been a violation."""
    async with FakeDiscord() as discord, FakeTelegram() as telegram:
        server = discord.guild()
        bo = telegram.people.person("Bo", language="fr")
        group = telegram.people.group(bo, super=True)
        yield Runs(folder, Platforms(discord, telegram, server, group, bo, URL()))
        assert discord.violations == []
        assert telegram.violations == []


@asynccontextmanager
async def on_platforms(folder: Path) -> AsyncIterator[Platforms]:
    """No request to either service may violate its description."""
    async with FakeDiscord() as discord, FakeTelegram() as telegram:
        server = discord.guild()
        bo = telegram.people.person("Bo", language="fr")
        group = telegram.people.group(bo, super=True)
        async with running(folder, discord, telegram) as link:
            yield Platforms(discord, telegram, server, group, bo, link)
        assert discord.violations == []
        assert telegram.violations == []
