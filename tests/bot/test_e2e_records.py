"""Replays, records and profiles of a match that was over before the bot was started anew.

Ann on Discord and Bo on Telegram have played, Eve has watched at the page. After the restart each
presses the buttons of the result where they are; what one takes away as a record another brings in.
"""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.bot.frontends.web.visitor import Message as Shown
from tests.bot.frontends.web.visitor import Window, token
from tests.bot.platforms import LATE, Platforms, Runs, in_runs
from tests.fakes.discord import Person
from tests.fakes.discord.messages import Message as Post
from tests.fakes.discord.people import Place
from tests.fakes.telegram import Chat, Message


@dataclass
class Table:
    """The players at their places, and the results that they were shown."""

    runs: Runs
    ann: Person
    lounge: Place
    chat: Chat

    @property
    def platforms(self) -> Platforms:
        return self.runs.platforms

    async def play(self, eve: Window) -> tuple[Post, Message, Shown]:
        """Ann and Bo play three moves, then Bo gives up; the result on the three platforms."""
        platforms, people = self.platforms, self.platforms.telegram.people
        options = {"game": "reversi", "first": "challenger"}
        await self.ann.slash(self.lounge, "challenge", **options)
        await platforms.seen(self.lounge, "Ann offers a Reversi match.")
        told = (await self.ann.press(self.lounge.last, "Invite with a code")).told
        code = re.search(r"join ([2-9A-Z]{6})", told)
        assert code, told
        people.say(platforms.bo, self.chat, f"/join {code[1]}")
        question = await platforms.heard("contre Ann (Discord)\N{NO-BREAK SPACE}?", self.chat)
        await platforms.touch(question, "Jouer ici")
        assert (await eve.say(f"/watch {code[1]}"))["type"] == "ok"
        await platforms.seen(self.lounge, "Ann to move")
        await self.ann.press(self.lounge.last, "d3")
        board = await platforms.heard("1. Ann (Discord) d3", self.chat)
        await platforms.touch(board, "c3")
        await platforms.seen(self.lounge, "2. Bo (Telegram) c3")
        await self.ann.press(self.lounge.last, "c4")
        await platforms.heard("3. Ann (Discord) c4", self.chat)
        await platforms.touch(board, "🏳")
        await platforms.touch(board, "🏳")
        await platforms.seen(self.lounge, "Score: ")
        over = await eve.shown(lambda shown: shown["kind"] == "result")
        return self.lounge.last, await platforms.heard("Score\N{NO-BREAK SPACE}: ", self.chat), over


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with in_runs(tmp_path) as runs:
        ann = runs.platforms.discord.person("Ann")
        runs.platforms.server.join(ann)
        chat = runs.platforms.telegram.people.private(runs.platforms.bo)
        yield Table(runs, ann, runs.platforms.server.voice(), chat)


def frames(gif: bytes) -> int:
    return int(getattr(Image.open(BytesIO(gif)), "n_frames", 1))


def game(record: str) -> str:
    """A record without what differs by who asks and when: names, dates, times, how it ended."""
    return re.sub(r"(?:PB|PW|DT|RE)\[[^]]*\]|//[0-9.]+", "", record.strip())


async def test_replays_and_records_of_a_match_from_before_a_restart(table: Table) -> None:
    platforms = table.platforms
    async with table.runs.run() as eve:
        post, message, shown = await table.play(eve)

    async with table.runs.run() as eve:
        replay = await (await table.ann.press(post, "Replay")).until_told()
        assert "Ann wins: Bo (Telegram) resigned after 3 moves." in replay.told
        assert frames(replay.message.attachments[0].data) == 4
        record = await (await table.ann.press(post, "Record")).until_told()
        written = record.message.attachments[0].data.decode()
        assert "PB[Ann]PW[Bo (Telegram)]" in written

        await platforms.touch(message, "Revoir")
        chat = table.chat
        await platforms.telegram.until(lambda: chat.history()[-1].upload is not None, LATE)
        bos = chat.history()[-1]
        assert bos.upload is not None
        assert "Ann (Discord) gagne" in bos.text
        assert frames(bos.upload.data) == 4
        await platforms.touch(bos, "Notation")
        bos = await platforms.heard("(;GM[Othello]", table.chat)

        told = await eve.press(token(shown, "Replay"))
        assert told["card"]["files"][0]["name"].endswith(".gif")
        told = await eve.press(token(shown, "Record"))
        for text in (bos.text, told["card"]["monospace"]):
            theirs = text[text.index("(;") :]
            assert game(theirs) == game(written)


async def test_what_one_took_away_before_a_restart_others_bring_in(table: Table) -> None:
    platforms, people = table.platforms, table.platforms.telegram.people
    async with table.runs.run() as eve:
        post, _, _ = await table.play(eve)
        record = await (await table.ann.press(post, "Record")).until_told()
        written = record.message.attachments[0].data.decode()

    async with table.runs.run() as eve:
        people.say(platforms.bo, table.chat, f"/import {written}")
        brought = await platforms.heard("Reversi · Ann et Bo (Telegram)", table.chat)
        assert brought.upload is not None
        assert frames(brought.upload.data) == 4
        told = await eve.say(f"/import {written}")
        again = await eve.press(token(told, "Record"))
        assert game(again["card"]["monospace"]) == game(written)
        answer = await table.ann.slash(table.lounge, "match import", text=written)
        theirs = await table.ann.press((await answer.until_told()).message, "Record")
        [file] = (await theirs.until_told()).message.attachments
        assert game(file.data.decode()) == game(written)

    async with table.runs.run() as eve:
        await platforms.touch(brought, "Jouer à partir d'ici")
        await platforms.heard("à Bo de jouer", table.chat)
        assert (await eve.press(token(told, "Play from here")))["type"] == "ok"
        await eve.shown(lambda shown: "Computer" in shown["card"]["text"])
        await table.ann.press(answer.message, "Play from here")
        await platforms.seen(table.lounge, "Computer")


async def test_profiles_of_a_match_from_before_a_restart(table: Table) -> None:
    platforms, people = table.platforms, table.platforms.telegram.people
    async with table.runs.run() as eve:
        await table.play(eve)

    async with table.runs.run() as eve:
        answer = await (await table.ann.slash(table.lounge, "me profile")).until_told()
        sums = r"Reversi · (\d+)\? · 1 won, 0 drawn, 0 lost\nAgainst Bo \(Telegram\) 1:0"
        assert re.search(sums, answer.told)
        [plot] = answer.message.attachments
        assert plot.size == (800, 460)
        people.say(platforms.bo, table.chat, "/profile")
        theirs = await platforms.heard("Contre Ann (Discord) 0:1", table.chat)
        assert theirs.photo is not None
        told = (await eve.say("/profile"))["card"]
        assert told["text"] == "Eve\nNo finished matches yet."

        # a history tells ids, and each of them leads to the match from anywhere
        listed = (await table.ann.slash(table.lounge, "me history")).told
        id = listed.rpartition(" · ")[2].partition("]")[0]
        replay = await table.ann.slash(table.ann.direct, "match replay", match=id)
        assert "Ann wins" in (await replay.until_told()).told
        people.say(platforms.bo, table.chat, f"/record {id}")
        assert "[d3]" in (await platforms.heard("(;GM[Othello]", table.chat)).text
        assert "[d3]" in (await eve.say(f"/record {id}"))["card"]["monospace"]
        assert (await eve.say("/replay aaaaaaaaaaaab"))["reason"] == "unknown_match"
