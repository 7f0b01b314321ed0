"""One match on three platforms at once: the whole bot, both fake services, the page.

Ann offers it on Discord in English, Bo joins from a French Telegram group by its code, Eve watches
on the page in Italian. Every board is in step, each in its own language, foreign names marked.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from yarl import URL

from bot.config import Config, DiscordConfig, Secret, StorageConfig, TelegramConfig, WebConfig
from bot.running import serve
from tests.bot.frontends.discord.house import moves
from tests.bot.frontends.telegram.house import House as TelegramHouse
from tests.bot.frontends.web.visitor import Message as WebMessage
from tests.bot.frontends.web.visitor import visitor
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.people import Place, Server
from tests.fakes.telegram import Chat, FakeTelegram, Message, User

LATE = 20.0
"""Seconds after which what should come has not come."""


@dataclass
class Earth:
    """Both services with their people, and the way to the page."""

    discord: FakeDiscord
    telegram: FakeTelegram
    server: Server
    group: Chat
    bo: User
    link: URL

    async def seen(self, place: Place, text: str) -> None:
        """Waits until the newest message on Discord says this."""
        await self.discord.until(lambda: place.messages and text in place.last.text, text)

    async def heard(self, text: str) -> Message:
        """Waits until some message of the bot in the group says this; the newest that does."""

        def found() -> list[Message]:
            bot = self.telegram.state.bot.id
            said = [each for each in self.group.history() if each.sender.id == bot]
            return [each for each in said if text in each.text]

        await self.telegram.until(lambda: bool(found()), LATE)
        return found()[-1]

    async def touch(self, message: Message, button: str) -> str:
        """Bo presses; what the toast says."""
        data = TelegramHouse.data(message, button)
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


@pytest.fixture
async def earth(tmp_path: Path) -> AsyncIterator[Earth]:
    """No request to either service may violate its description."""
    async with FakeDiscord() as discord, FakeTelegram() as telegram:
        server = discord.guild()
        bo = telegram.people.person("Bo", language="fr")
        group = telegram.people.group(bo, super=True)
        async with running(tmp_path, discord, telegram) as link:
            yield Earth(discord, telegram, server, group, bo, link)
        assert discord.violations == []
        assert telegram.violations == []


async def test_one_match_on_three_platforms(earth: Earth) -> None:
    ann, lounge = earth.discord.person("Ann"), earth.server.voice()
    earth.server.join(ann)
    await ann.slash(lounge, "challenge", game="reversi", first="challenger")
    await earth.seen(lounge, "Ann offers a match of Reversi.")
    told = (await ann.press(lounge.last, "Invite from elsewhere")).told
    code = re.search(r"join ([2-9A-Z]{6})", told)
    assert code, told

    # Bo comes from Telegram, is told where he goes, and sits down
    earth.telegram.people.say(earth.bo, earth.group, f"/join@tavola_bot {code[1]}")
    question = await earth.heard("Jouer à Reversi contre Ann (Discord) ?")
    await earth.touch(question, "Jouer ici")
    await earth.heard("au tour de Ann (Discord)")
    await earth.seen(lounge, "Ann to move")
    assert "Bo (Telegram)" in lounge.last.text
    assert moves(lounge.last) == ["d3", "c4", "f5", "e6"]

    async with (
        visitor(str(earth.link.origin()), str(earth.link)) as browser,
        browser.window("Eve", locale="it") as eve,
    ):
        await eve.say(f"/watch {code[1]}")
        assert "tocca a Ann (Discord)" in (await eve.shown())["card"]["text"]

        # both move; three boards are in step
        await ann.press(lounge.last, "d3")
        assert await earth.touch(await earth.heard("1. Ann (Discord) d3"), "c3") == ""
        await earth.seen(lounge, "2. Bo (Telegram) c3")

        def second(shown: WebMessage) -> bool:
            return "2. Bo (Telegram) c3" in shown["card"]["text"]

        shown = await eve.shown(second)
        assert shown["mine"] == [], "who watches has nothing to click"
        board = await earth.heard("2. Bo c3")
        assert "pas ton tour" in await earth.touch(board, "c4")

        # the end is told everywhere
        assert "Abandonner" in await earth.touch(board, "🏳")
        await earth.touch(board, "🏳")
        await earth.seen(lounge, "Ann wins: Bo (Telegram) resigned, 2 moves.")
        await earth.heard("Ann (Discord) gagne : Bo a abandonné, 2 coups.")
        over = await eve.shown(lambda shown: shown["kind"] == "result")
        assert "Ann (Discord) vince: Bo (Telegram) ha abbandonato" in over["card"]["text"]


async def test_a_guest_of_the_page_plays_somebody_on_telegram(earth: Earth) -> None:
    """The other way round: the page offers, Telegram joins, and a wrong code leads nowhere."""
    async with (
        visitor(str(earth.link.origin()), str(earth.link)) as browser,
        browser.window("Ann") as ann,
    ):
        await ann.ask("ask", verb="challenge", options={"first": "opponent"})
        invite = await ann.button("Invite from elsewhere")
        code = (await ann.press(invite))["text"].split()[-1]
        people = earth.telegram.people
        people.say(earth.bo, earth.group, "/join@tavola_bot ZZZZZZ")
        await earth.heard("Aucune partie n'a le code « ZZZZZZ ».")
        people.say(earth.bo, earth.group, f"/join@tavola_bot {code}")
        await earth.touch(await earth.heard("contre Ann (Web)"), "Jouer ici")
        board = await earth.heard("au tour de Bo")
        await earth.touch(board, "d3")
        shown = await ann.shown(lambda shown: "1. Bo (Telegram) d3" in shown["card"]["text"])
        assert (await ann.play(shown, "c3"))["type"] == "ok"
        await earth.heard("2. Ann (Web) c3")
