"""The bot as its operator runs it, killed on the way of a press, against the fake Discord."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.app.model.button_token import decode
from tests.bot.frontends.discord.harness import moves
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place
from tests.process import Tavola


def settings(discord: FakeDiscord, **more: str) -> dict[str, str]:
    return {
        "TAVOLA_DISCORD_API": discord.api,
        "TAVOLA_DISCORD_GATEWAY": discord.gateway_url,
        "TAVOLA_DISCORD_TOKEN": discord.token,
        "TAVOLA_TESTING": "1",
        "TAVOLA_ENGINES_WORKERS": "1",
        **more,
    }


async def started(folder: Path, discord: FakeDiscord, **more: str) -> Tavola:
    """Runs and is connected."""
    before = discord.gateway.identified
    tavola = await asyncio.to_thread(Tavola, folder, settings(discord, **more))
    await discord.until(lambda: discord.gateway.identified > before)
    return tavola


PASSED = {"received": 3, "decided": 2, "saved": 3, "showing": 3, "shown": 3}
"""How often each step is passed by a challenge, its acceptance and the first move."""


@pytest.mark.parametrize("step", PASSED)
async def test_killed_on_the_way_of_a_move(tmp_path: Path, step: str) -> None:
    """Whatever was answered is kept, nothing is doubled, and one board goes on."""
    async with FakeDiscord() as discord:
        server = discord.guild()
        lounge, ann, bo = server.voice(), discord.person("Ann"), discord.person("Bo")
        server.join(ann, bo)
        doomed = {"TAVOLA_TESTING_KILL_AT": step, "TAVOLA_TESTING_KILL_ON": str(PASSED[step])}
        with await started(tmp_path, discord, **doomed) as tavola:
            board = await played(ann, bo, lounge)
            it = ann.touch(board, "d3")
            await asyncio.to_thread(tavola.process.wait, 20)
        saved = step in ("saved", "showing", "shown")
        assert it.answer is None or step == "shown"
        with await started(tmp_path, discord):
            if saved:
                await discord.until(lambda: "1. Ann d3" in board.text)
            else:
                await ann.press(board, "d3")
            again = ann.forge(board, board.buttons[0]["custom_id"])
            await ann.wait(again)
            await bo.press(board, "c3")
            await discord.until(lambda: "2. Bo c3" in board.text)
        assert lounge.messages == [board]
        assert discord.violations == []


async def played(ann: Person, bo: Person, place: Place) -> Message:
    board = (await ann.slash(place, "challenge", first="challenger")).message
    await bo.press(board, "Accept")
    assert moves(board) == ["d3", "c4", "f5", "e6"]
    assert decode(board.buttons[0]["custom_id"]).turn == 1
    return board


async def test_against_the_computer_and_a_clean_stop(tmp_path: Path) -> None:
    async with FakeDiscord() as discord:
        server = discord.guild()
        channel, ann = server.text(), discord.person("Ann")
        server.join(ann)
        with await started(tmp_path, discord) as tavola:
            card = (await ann.slash(channel, "play", level="novice", first="challenger")).message
            await discord.until(lambda: card.id in discord.world.channels)
            thread = Place(discord, discord.world.channels[card.id])
            await discord.until(lambda: thread.messages)
            await ann.press(thread.last, "d3")
            await discord.until(lambda: "2. Computer" in thread.last.text)
            code, seconds, _ = await asyncio.to_thread(tavola.stop)
            assert (code, seconds < 10) == (0, True)
            assert discord.token not in tavola.log
            assert "Traceback" not in tavola.log
        assert discord.violations == []


async def test_an_offer_that_a_kill_left_unnoted_and_that_has_expired(tmp_path: Path) -> None:
    """Field report 7, where nobody knows of the message: pressed, it says so and has no buttons."""
    later = {"TAVOLA_TESTING_CLOCK_OFFSET": str(25 * 3_600_000)}
    async with FakeDiscord() as discord:
        server = discord.guild()
        lounge, ann, bo = server.voice(), discord.person("Ann"), discord.person("Bo")
        server.join(ann, bo)
        doomed = {"TAVOLA_TESTING_KILL_AT": "shown"}
        with await started(tmp_path, discord, **doomed) as tavola:
            card = (await ann.slash(lounge, "challenge", opponent=bo)).message
            await asyncio.to_thread(tavola.process.wait, 20)
        outlived(tmp_path)
        with await started(tmp_path, discord, **later):
            await discord.until(
                lambda: "Nobody accepted this challenge in time." in lounge.last.text
            )
            assert lounge.last is not card
            await asyncio.to_thread(until_noted, tmp_path, lounge.last.id)
            told = await bo.press(card, "Accept")
            await told.until_told()
            assert (told.private, told.told) == (True, "This match was cancelled.")
            assert card.buttons == []
            assert "Ann challenges Bo" in card.text
        assert discord.violations == []


def until_noted(folder: Path, message: str) -> None:
    """Until the bot knows of this message: what is seen is there a moment before."""
    [path] = folder.rglob("*.db")
    late = time.monotonic() + 20
    known = ""
    with closing(sqlite3.connect(path)) as db:
        while known != message:
            assert time.monotonic() < late, f"{known!r} instead of {message!r}"
            [(known,)] = db.execute("SELECT message FROM screens WHERE platform = 'discord'")


def outlived(folder: Path) -> None:
    """The bot was there all the time, as far as it can know: no time is given back."""
    [path] = folder.rglob("*.db")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE alive SET at = at + ?", (26 * 3_600_000,))
