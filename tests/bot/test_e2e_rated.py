"""A rated match of four on two platforms, watched on a third, with the bot restarted in its middle.

Ann and Cy are in a channel of Discord, Bo and Di in private chats of Telegram, Eve watches at the
page. The result states to everybody what it did to each of the four.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.config import ForTesting
from bot.environment import clock
from bot.storage.store import open_sqlite
from core.games.pente.rules import PENTE
from tests.bot.frontends.web.visitor import Message as Shown
from tests.bot.frontends.web.visitor import Window
from tests.bot.platforms import LATE, Platforms, Runs, in_runs
from tests.fakes.discord import Person
from tests.fakes.discord.people import Place
from tests.fakes.telegram import Chat, User


@dataclass
class Table:
    """The five and their places."""

    runs: Runs
    ann: Person
    cy: Person
    di: User
    lounge: Place
    chats: dict[int, Chat]

    @property
    def platforms(self) -> Platforms:
        return self.runs.platforms

    async def seat(self, eve: Window) -> None:
        """A is Ann and Cy, B is Bo and Di; Eve watches."""
        platforms = self.platforms
        await self.ann.slash(self.lounge, "challenge", game="pente", seats="4")
        await platforms.seen(self.lounge, "Pente 2x2 · waiting for 3 players")
        told = (await self.ann.press(self.lounge.last, "Invite with a code")).told
        code = re.search(r"join ([2-9A-Z]{6})", told)
        assert code, told
        await self.join(platforms.bo, code[1])
        await platforms.seen(self.lounge, "B: Bo (Telegram), ")
        await self.cy.press(self.lounge.last, "Join team A")
        await platforms.seen(self.lounge, "A: Ann, Cy")
        await self.join(self.di, code[1])
        await platforms.seen(self.lounge, "B: Bo (Telegram), Di (Telegram)")
        await self.ann.press(self.lounge.last, "Start")
        await platforms.seen(self.lounge, "Bo (Telegram) to move")
        assert (await eve.say(f"/watch {code[1]}"))["type"] == "ok"
        await watched(eve, "Bo (Telegram) to move")

    async def join(self, who: User, code: str) -> None:
        """By the code, in their private chat."""
        people, chat = self.platforms.telegram.people, self.chats[who.id]
        people.say(who, chat, f"/join {code}")
        question = await self.platforms.heard(
            "Rejoindre Ann (Discord) pour Pente en équipes\N{NO-BREAK SPACE}?", chat
        )
        press = people.press(who, question, "Jouer ici")
        async with asyncio.timeout(LATE):
            assert await press.done == ""
        await self.platforms.heard("⚫ B: ", chat)

    async def play(self, *moves: str) -> None:
        """`9 k11`: by whose turn that number is, once the boards of both platforms show the move
        before."""
        for move in moves:
            number, point = move.split()
            who = (self.platforms.bo, self.cy, self.di, self.ann)[int(number) % 4 - 2]
            before = f"{int(number) - 1}. " if int(number) > 2 else ""
            if isinstance(who, Person):
                await self.platforms.seen(self.lounge, before)
                await who.slash(self.lounge, "move", point=point)
            else:
                await self.platforms.heard(before, self.chats[who.id])
                self.platforms.telegram.people.say(who, self.chats[who.id], point)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with in_runs(tmp_path) as runs:
        platforms = runs.platforms
        ann, cy = platforms.discord.person("Ann"), platforms.discord.person("Cy")
        platforms.server.join(ann, cy)
        people = platforms.telegram.people
        di = people.person("Di", language="fr")
        chats = {who.id: people.private(who) for who in (platforms.bo, di)}
        yield Table(runs, ann, cy, di, platforms.server.voice(), chats)


async def watched(eve: Window, text: str) -> Shown:
    """The next screen at the page that says so."""
    async with asyncio.timeout(LATE):
        return await eve.shown(lambda shown: text in shown["card"]["text"])


CHANGE = re.compile(r"(\w+)(?: \(\w+\))? (\d+)\?? (?:->|→) (\d+)\?? \(([+−]\d+)\)")  # noqa: RUF001


def changes(text: str) -> dict[str, tuple[int, int]]:
    """What a result says the match did: the rating before and after, by name."""
    found = CHANGE.findall(text)
    for name, before, after, change in found:
        assert int(after) - int(before) == int(change.replace("\N{MINUS SIGN}", "-")), name
    return {name: (int(before), int(after)) for name, before, after, _ in found}


async def test_four_are_told_what_a_match_with_a_restart_in_it_did_to_each(table: Table) -> None:
    async with table.runs.run() as eve:
        await table.seat(eve)
        await table.play("2 a1", "3 k14", "4 a3", "5 k13")
        await watched(eve, "5. Ann (Discord) K13")
        await table.platforms.heard("5. Ann (Discord) K13", table.chats[table.platforms.bo.id])
        await table.platforms.heard("5. Ann (Discord) K13", table.chats[table.di.id])

    async with table.runs.run() as eve:
        await table.play("6 c1", "7 k12", "8 e1", "9 k11")
        told = changes((await watched(eve, "(+"))["card"]["text"])
        assert list(told) == ["Ann", "Bo", "Cy", "Di"]
        assert told["Ann"] == told["Cy"] > (1000, 1000) > told["Bo"] == told["Di"]
        await table.platforms.seen(table.lounge, "(+")
        assert changes(table.lounge.last.text) == told
        for chat in table.chats.values():
            assert changes((await table.platforms.heard("(+", chat)).text) == told

    store = await open_sqlite(table.runs.folder / "tavola.db", clock(ForTesting()))
    try:
        assert await store.recompute(PENTE.id) == 0, "computed anew it comes out the same"
    finally:
        await store.close()

    async with table.runs.run():
        ann, bo = told["Ann"], told["Bo"]
        board = (await table.ann.slash(table.lounge, "leaderboard", game="pente")).told
        assert board.splitlines()[1:] == [
            f"1. Ann {ann[1]}? · 1 won, 0 drawn, 0 lost",
            f"1. Cy {ann[1]}? · 1 won, 0 drawn, 0 lost",
            f"3. a player {bo[1]}? · 0 won, 0 drawn, 1 lost",
            f"3. a player {bo[1]}? · 0 won, 0 drawn, 1 lost",
        ]
        answer = await table.ann.slash(table.lounge, "me history")
        assert f"won (+{ann[1] - ann[0]})" in answer.told
        answer = await (await table.cy.slash(table.lounge, "me profile")).until_told()
        assert f"Pente · {ann[1]}? · 1 won, 0 drawn, 0 lost" in answer.told
        assert len(answer.message.attachments) == 1
