"""Two against two on three platforms at once, from the challenge to the result.

Ann and Cy are in one channel of Discord, Bo writes to the bot on Telegram in French, Di is on the
page in Italian. One code brings Bo and Di to Ann's lobby; each platform's board says whose turn it
is, and the end is told everywhere.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bot.frontends.telegram.harness import Harness as TelegramHarness
from tests.bot.frontends.web.visitor import Message as Shown
from tests.bot.frontends.web.visitor import Window, token, visitor
from tests.bot.platforms import LATE, Platforms, on_platforms
from tests.fakes.discord import Person
from tests.fakes.discord.people import Place
from tests.fakes.telegram import Chat, Message


@dataclass
class Table:
    """The four at their places, and what each does there."""

    platforms: Platforms
    ann: Person
    cy: Person
    lounge: Place
    chat: Chat
    page: Window

    async def bo_says(self, text: str) -> None:
        self.platforms.telegram.people.say(self.platforms.bo, self.chat, text)

    async def bo_sees(self, text: str) -> Message:
        return await self.platforms.heard(text, self.chat)

    async def bo_presses(self, message: Message, button: str) -> str:
        data = TelegramHarness.data(message, button)
        press = self.platforms.telegram.people.press_data(self.platforms.bo, message, data)
        async with asyncio.timeout(LATE):
            return await press.done

    async def di_sees(self, *texts: str) -> Shown:
        """The next screen that says all of this."""

        def says(shown: Shown) -> bool:
            return all(text in shown["card"]["text"] for text in texts)

        async with asyncio.timeout(LATE):
            return await self.page.shown(says)

    async def di_presses(self, shown: Shown, label: str) -> Shown:
        return await self.page.press(token(shown, label))

    async def everybody_sees(self, english: str, french: str, italian: str) -> None:
        await self.platforms.seen(self.lounge, english)
        await self.bo_sees(french)
        await self.di_sees(italian)

    async def play(self, move: str) -> None:
        """`9 k11`: by whose turn that number is, at their own place, once their board says so.

        The number of the move before tells this turn's board from an earlier one.
        """
        number, point = move.split()
        before = f"{int(number) - 1}. " if int(number) > 2 else ""
        match "BCDA"[int(number) % 4 - 2]:
            case "B":
                await self.bo_sees(before)
                await self.bo_sees("à Bo de jouer")
                await self.bo_says(point)
            case "C":
                await self.platforms.seen(self.lounge, before)
                await self.platforms.seen(self.lounge, "Cy to move")
                await self.cy.slash(self.lounge, "move", point=point)
            case "D":
                shown = await self.di_sees(before, "tocca a Di")
                assert (await self.page.play(shown, point))["type"] == "ok"
            case "A":
                await self.platforms.seen(self.lounge, before)
                await self.platforms.seen(self.lounge, "Ann to move")
                await self.ann.slash(self.lounge, "move", point=point)


@asynccontextmanager
async def seated(platforms: Platforms) -> AsyncIterator[Table]:
    """The lobby is full: A is Ann and Cy, B is Bo and Di."""
    ann, cy = platforms.discord.person("Ann"), platforms.discord.person("Cy")
    platforms.server.join(ann, cy)
    lounge, chat = platforms.server.voice(), platforms.telegram.people.private(platforms.bo)
    async with (
        visitor(str(platforms.link.origin()), str(platforms.link)) as browser,
        browser.window("Di", locale="it") as page,
    ):
        table = Table(platforms, ann, cy, lounge, chat, page)
        await ann.slash(lounge, "challenge", game="pente", seats="4")
        await platforms.seen(lounge, "Pente 2x2 · waiting for 3 players")
        told = (await ann.press(lounge.last, "Invite with a code")).told
        code = re.search(r"join ([2-9A-Z]{6})", told)
        assert code, told

        await table.bo_says(f"/join {code[1]}")
        question = await table.bo_sees(
            "Rejoindre Ann (Discord) pour Pente en équipes\N{NO-BREAK SPACE}?"
        )
        await table.bo_presses(question, "Jouer ici")
        await table.bo_sees("⚫ B: Bo, ")
        await platforms.seen(lounge, "B: Bo (Telegram), ")
        await cy.press(lounge.last, "Join team A")
        await platforms.seen(lounge, "A: Ann, Cy")

        asked = await page.say(f"/join {code[1]}")
        assert "Ti unisci a Ann (Discord) per Pente a squadre?" in asked["card"]["text"]
        await table.di_presses(asked, "Gioca qui")
        await table.everybody_sees(
            "A: Ann, Cy   ⚫ B: Bo (Telegram), Di (Web)",
            "A: Ann (Discord), Cy (Discord)   ⚫ B: Bo, Di (Web)",
            "A: Ann (Discord), Cy (Discord)   ⚫ B: Bo (Telegram), Di",
        )
        await ann.press(lounge.last, "Start")
        yield table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with on_platforms(tmp_path) as platforms, seated(platforms) as opened:
        yield opened


async def test_four_people_on_three_platforms_play_to_five_in_a_row(table: Table) -> None:
    for move in ("2 a1", "3 k14", "4 a3", "5 k13", "6 c1", "7 k12", "8 e1", "9 k11"):
        await table.play(move)
    await table.everybody_sees(
        "Team A wins with five in a row after 9 moves.",
        "Équipe A gagne\N{NO-BREAK SPACE}: cinq alignés, 9 coups.",
        "Squadra A vince: cinque in fila, 9 mosse.",
    )


async def test_partners_on_two_platforms_resign_together(table: Table) -> None:
    for move in ("2 a1", "3 k14"):
        await table.play(move)
    await table.di_sees("tocca a Di")
    for _ in range(2):  # the second is the answer to "really?"
        await table.bo_says("/resign")
    asked = await table.di_sees("Bo (Telegram) vorrebbe abbandonare; decide il compagno.")
    await table.platforms.seen(
        table.lounge, "Bo (Telegram) would like to resign; the partner decides."
    )
    assert "partner" in (await table.ann.press(table.lounge.last, "Accept")).told
    assert (await table.di_presses(asked, "Accetta"))["type"] == "ok"
    await table.everybody_sees(
        "Team A wins: Team B resigned after 3 moves.",
        "Équipe A gagne\N{NO-BREAK SPACE}: Équipe B a abandonné, 3 coups.",
        "Squadra A vince: Squadra B ha abbandonato, 3 mosse.",
    )
