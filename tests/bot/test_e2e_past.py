"""What is over, on three platforms and across restarts: histories and leaderboards.

The bot runs on one folder several times while both services and their people stay. What was played
meanwhile is written to the file, so that there are pages to turn; buttons are pressed on messages
that an earlier run of the bot had sent.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.config import ForTesting
from bot.environment import clock
from bot.frontends.telegram.mapping import room as chat_room
from bot.storage.store import open_sqlite
from core.types import Millis
from tests.bot.frontends.web.visitor import token
from tests.bot.platforms import LATE, Platforms, Runs, in_runs
from tests.bot.storage.sessions import record
from tests.fakes.discord import Person
from tests.fakes.discord.people import Place
from tests.fakes.telegram import Chat, Message

OTHERS = 11
"""People of the server beside Ann."""

EACH = 2
"""Matches with each of them."""


@dataclass
class Town:
    """The people and their places."""

    runs: Runs
    ann: Person
    others: list[Person]
    lounge: Place
    chat: Chat

    @property
    def platforms(self) -> Platforms:
        return self.runs.platforms

    async def bo_says(self, text: str, told: str) -> Message:
        """In private; what the bot says then."""
        self.platforms.telegram.people.say(self.platforms.bo, self.chat, text)
        return await self.platforms.heard(told, self.chat)

    async def bo_turns(self, message: Message, way: str, told: str) -> None:
        """Presses and waits until this message says so."""
        assert await self.platforms.touch(message, way) == ""
        await self.platforms.telegram.until(lambda: told in message.text, LATE)

    async def play_meanwhile(self) -> None:
        """Everybody of the server plays Ann at home, Bo in his group and Eve at the page, twice."""
        async with self.runs.run():
            pass  # now Eve has her ticket
        now = clock(ForTesting())
        store = await open_sqlite(self.runs.folder / "tavola.db", now)
        try:
            server = self.platforms.server.guild.id
            homes = {
                "ann": Room("discord", server, self.lounge.channel.id),
                "bo": chat_room(self.platforms.group.id),
                "eve": Room("web", None, "lobby"),
            }
            guest = self.runs.ticket.partition(".")[0]
            ann = await store.player_for(Actor("discord", self.ann.user.id, "Ann"))
            bo = await store.player_for(Actor("telegram", str(self.platforms.bo.id), "Bo"))
            eve = await store.player_for(Actor("web", guest, "Eve"))
            at = now()
            for i, person in enumerate(self.others * EACH):
                other = await store.player_for(
                    Actor("discord", person.user.id, f"Other {i % OTHERS}")
                )
                when = Millis(at + i)
                await record(store, f"ann {i}", ann, other, homes["ann"], when)
                await record(store, f"bo {i}", other, bo, homes["bo"], when)
                await record(store, f"eve {i}", other, eve, homes["eve"], when)
        finally:
            await store.close()


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    async with in_runs(tmp_path) as runs:
        platforms = runs.platforms
        ann = platforms.discord.person("Ann")
        others = [platforms.discord.person(f"Other {i}") for i in range(OTHERS)]
        platforms.server.join(ann, *others)
        chat = platforms.telegram.people.private(platforms.bo)
        yield Town(runs, ann, others, platforms.server.voice(), chat)


async def test_a_newcomer_gets_a_kind_answer_everywhere(town: Town) -> None:
    async with town.runs.run() as eve:
        for verb in ("me history", "me profile"):
            told = (await town.ann.slash(town.lounge, verb)).told
            assert "No finished matches yet." in told
        told = (await town.ann.slash(town.lounge, "leaderboard")).told
        assert "Nobody is ranked here yet" in told
        for verb in ("history", "profile"):
            await town.bo_says(f"/{verb}", "Aucune partie finie pour l'instant")
            told = (await eve.say(f"/{verb}"))["card"]["text"]
            assert "No finished matches yet" in told
        await town.bo_says("/leaderboard everywhere", "Personne au classement pour l'instant")
        assert "Nobody is ranked here yet" in (await eve.say("/leaderboard"))["card"]["text"]


async def test_histories_are_turned_with_buttons_from_before_a_restart(town: Town) -> None:
    await town.play_meanwhile()
    async with town.runs.run() as eve:
        anns = (await town.ann.slash(town.lounge, "me history")).message
        assert "Page 1 of 3" in anns.text
        assert anns.text.count(" · won · ") == 10
        bos = await town.bo_says("/history", "Page 1 sur 3")
        assert sum(" · perdue · " in label for label in bos.labels) == 10
        shown = (await eve.say("/history"))["card"]
        assert "Page 1 of 3" in shown["text"]
        assert sum(" · lost · " in link["label"] for link in shown["links"]) == 10

    async with town.runs.run() as eve:
        await town.ann.press(anns, "▶")
        assert "Page 2 of 3" in anns.text
        await town.bo_turns(bos, "▶", "Page 2 sur 3")
        shown = (await eve.press(token({"card": shown}, "▶")))["card"]
        assert "Page 2 of 3" in shown["text"]

        await town.ann.press(anns, "▶")
        assert "Page 3 of 3" in anns.text
        assert anns.text.count(" · won · ") == OTHERS * EACH - 20
        assert anns.rows == [["◀"]]
        await town.bo_turns(bos, "▶", "Page 3 sur 3")
        assert "▶" not in bos.labels
        shown = (await eve.press(token({"card": shown}, "▶")))["card"]
        assert len(shown["links"]) == OTHERS * EACH - 20
        await town.bo_turns(bos, "◀", "Page 2 sur 3")


async def test_leaderboards_are_turned_with_buttons_from_before_a_restart(town: Town) -> None:
    await town.play_meanwhile()
    async with town.runs.run() as eve:
        anns = (await town.ann.slash(town.lounge, "leaderboard", scope="everywhere")).message
        assert anns.text.splitlines()[1:3] == [
            "1. Ann · 22 won, 0 drawn, 0 lost",
            "2. a player · 4 won, 0 drawn, 2 lost",
        ]
        bos = await town.bo_says("/leaderboard everywhere", "Page 1 sur 2")
        assert bos.text.splitlines()[-3:] == [
            "…",
            "13. Bo · gagnées : 0, nulles : 0, perdues : 22".replace(" :", "\N{NO-BREAK SPACE}:"),
            "Page 1 sur 2",
        ]
        shown = (await eve.say("/leaderboard everywhere"))["card"]
        assert "…\n13. Eve · 0 won, 0 drawn, 22 lost\nPage 1 of 2" in shown["text"]

    async with town.runs.run() as eve:
        await town.ann.press(anns, "▶")
        assert anns.text.splitlines()[-2:] == ["1. Ann · 22 won, 0 drawn, 0 lost", "Page 2 of 2"]
        await town.bo_turns(bos, "▶", "Page 2 sur 2")
        assert "13. Bo · " in bos.text
        assert "…" not in bos.text, "one's own place is on this page"
        shown = (await eve.press(token({"card": shown}, "▶")))["card"]
        assert "13. Eve · " in shown["text"]
        await town.bo_turns(bos, "◀", "Page 1 sur 2")


async def test_a_server_never_names_outsiders(town: Town) -> None:
    """Field report 64: Ann's server names its people, Bo's group and the page name none of them."""
    await town.play_meanwhile()
    async with town.runs.run() as eve:
        for scope in ("room", "space"):
            board = (await town.ann.slash(town.lounge, "leaderboard", scope=scope)).message
            assert "1. Ann · 22 won" in board.text
            for turned in (False, True):
                if turned:
                    await town.ann.press(board, "▶")
                assert ". Other " in board.text
                assert "Bo" not in board.text
                assert "Eve" not in board.text
        town.platforms.telegram.people.say(
            town.platforms.bo, town.platforms.group, "/leaderboard@tavola_bot space"
        )
        theirs = await town.platforms.heard("Page 1 sur 2")
        assert "1. un joueur · gagnées\N{NO-BREAK SPACE}: 2" in theirs.text
        await town.bo_turns(theirs, "▶", "Page 2 sur 2")
        assert "12. Bo · " in theirs.text
        shown = (await eve.say("/leaderboard"))["card"]["text"]
        assert "1. a player · 2 won" in shown
        for said in (theirs.text, shown):
            assert "Other" not in said
            assert "Ann" not in said
