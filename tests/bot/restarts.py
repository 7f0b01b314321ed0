"""Run the bot on one folder again and again, killed each time as by a power cut.

The bot is a process between both fake services, which keep running, and a page. The test sets its
clock: it starts at a noon and leaps between runs without an outage for the bot, because a sign of
life is stored as if it had run until then.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from yarl import URL

from tests.bot.frontends.telegram.harness import Harness as TelegramHarness
from tests.bot.frontends.web.visitor import Message as Shown
from tests.bot.frontends.web.visitor import Visitor, Window, visitor
from tests.bot.platforms import LATE, Platforms
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.messages import Message as DiscordMessage
from tests.fakes.discord.people import Place
from tests.fakes.telegram import Chat, FakeTelegram, Message, User
from tests.process import Tavola

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000


def next_noon() -> int:
    """Milliseconds from now until a noon of UTC that has not yet come."""
    now = time.time_ns() // 1_000_000
    return DAY + HOUR * 12 - now % DAY


@dataclass
class Restarts:
    """The folder, both services, and who is at the page: the same people in each life."""

    folder: Path
    platforms: Platforms
    guests: tuple[str, ...] = ()
    ahead: int = field(default_factory=next_noon)
    """By how many milliseconds the bot's clock is ahead."""
    windows: dict[str, Window] = field(default_factory=dict)
    tickets: dict[str, str] = field(default_factory=dict)
    _browsers: dict[str, Visitor] = field(default_factory=dict)
    _ids: "count[int]" = field(default_factory=lambda: count(100))

    @asynccontextmanager
    async def life(self, later: int = 0) -> AsyncIterator[None]:
        """From the start of the bot to its kill; `later` milliseconds after the life before."""
        if later:
            self.ahead += later
            self._was_there(later)
        discord, telegram = self.platforms.discord, self.platforms.telegram
        settings = {
            "TAVOLA_DISCORD_API": discord.api,
            "TAVOLA_DISCORD_GATEWAY": discord.gateway_url,
            "TAVOLA_DISCORD_TOKEN": discord.token,
            "TAVOLA_TELEGRAM_API": telegram.url,
            "TAVOLA_TELEGRAM_TOKEN": telegram.token,
            "TAVOLA_TESTING": "1",
            "TAVOLA_TESTING_CLOCK_OFFSET": str(self.ahead),
            "TAVOLA_ENGINES_WORKERS": "1",
        }
        telegram.state.updates.polled.clear()
        before = discord.gateway.identified
        tavola = await asyncio.to_thread(Tavola, self.folder, settings)
        with tavola:
            await discord.until(lambda: discord.gateway.identified > before and discord.commands)
            async with asyncio.timeout(LATE):
                await telegram.state.updates.polled.wait()
            async with self._page(tavola):
                yield
            tavola.kill()
            assert "Traceback" not in tavola.log, tavola.log

    @asynccontextmanager
    async def _page(self, tavola: Tavola) -> AsyncIterator[None]:
        """Everybody at the page comes back, each in a browser of their own: the first by the
        terminal's link, so that they run the rooms there, the others by their invitations."""
        self.windows.clear()
        link = tavola.link
        async with AsyncExitStack() as opened:
            for name in self.guests:
                browser = await opened.enter_async_context(visitor(tavola.url, link))
                ticket = self.tickets.get(name, "")
                window = await opened.enter_async_context(browser.window(name, ticket=ticket))
                window._ids = self._ids  # or what is asked now were taken for what was before
                self.windows[name] = window
                self._browsers[name] = browser
                self.tickets[name] = window.welcome["ticket"]
                link = (await window.ask("invite"))["link"]
            yield

    # --- what people of Telegram do ---------------------------------------------------------------

    def comes(self, name: str) -> User:
        """Add a person to the group, with the handle `name_t`."""
        who = self.platforms.telegram.people.person(
            name, username=f"{name.lower()}_t", language="en"
        )
        self.platforms.group.members[who.id] = "member"
        return who

    async def says(self, who: User, text: str, told: str, chat: Chat | None = None) -> Message:
        """In the group, or another chat; the message of the bot that then says so."""
        telegram, chat = self.platforms.telegram, chat or self.platforms.group
        said = telegram.people.say(who, chat, text)

        def heard() -> list[Message]:
            later = [each for each in chat.history() if each.id > said.id]
            return [each for each in later if each.sender.is_bot and told in each.text]

        await telegram.until(lambda: bool(heard()), LATE)
        return heard()[-1]

    async def presses(self, who: User, message: Message, button: str, told: str = "") -> str:
        """By label or square; what the toast says, once the message says what is to be seen."""
        data = TelegramHarness.data(message, button)
        press = self.platforms.telegram.people.press_data(who, message, data)
        async with asyncio.timeout(LATE):
            toast = await press.done
        await self.platforms.telegram.until(lambda: told in message.text, LATE)
        return toast

    async def taken(self, one: User, other: User) -> Message:
        """The board of a match in which nobody has moved and it is the first one's turn."""
        board = await self.says(one, "/challenge@tavola_bot first=challenger", "offers")
        await self.presses(other, board, "Accept", f"▶ {one.first_name}")
        return board

    async def begun(self, one: User, other: User) -> Message:
        """The same when each has moved once. A group takes twenty messages and edits a minute."""
        board = await self.taken(one, other)
        await self.presses(one, board, "d3", "1. ")
        await self.presses(other, board, "c3", "2. ")
        return board

    # --- what people at the page do ---------------------------------------------------------------

    async def begun_at_page(self, one: str, other: str) -> Shown:
        """The board of such a match of these two."""
        first, second = self.windows[one], self.windows[other]
        async with asyncio.timeout(LATE):
            await first.say("/challenge first=challenger")
            await second.press(await second.button("Accept"))
            board = await first.shown(lambda each: each["status"] == "playing")
            await first.play(board, "d3")
            board = await second.shown(lambda each: each["turn"] == board["turn"] + 1)
            await second.play(board, "c3")
            return await second.shown(lambda each: each["turn"] == board["turn"] + 1)

    async def fetched(self, name: str, address: str) -> bytes:
        """What their browser gets from there."""
        browser = self._browsers[name]
        return await (await browser.http.get(f"{browser.url}/{address}")).read()

    # --- what people of Discord do ----------------------------------------------------------------

    async def begun_in(self, place: Place, one: Person, other: Person) -> DiscordMessage:
        """The board of such a match of these two."""
        board = (await one.slash(place, "challenge", first="challenger")).message
        for who, button, seen in ((other, "Accept", "▶"), (one, "d3", "1. "), (other, "c3", "2. ")):
            await who.press(board, button)
            await self._reads(board, seen)
        return board

    async def _reads(self, board: DiscordMessage, seen: str) -> None:
        await self.platforms.discord.until(lambda: seen in board.text, seen)

    def _was_there(self, later: int) -> None:
        [path] = self.folder.rglob("*.db")
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE alive SET at = at + ?", (later,))


@asynccontextmanager
async def restarts(folder: Path, *guests: str) -> AsyncIterator[Restarts]:
    """The services stay until the end; then no request to them may have been a violation."""
    async with FakeDiscord() as discord, FakeTelegram() as telegram:
        bo = telegram.people.person("Bo", username="bo_c", language="en")
        group = telegram.people.group(bo, super=True)
        platforms = Platforms(discord, telegram, discord.guild(), group, bo, URL())
        yield Restarts(folder, platforms, guests)
        assert discord.violations == []
        assert telegram.violations == []
