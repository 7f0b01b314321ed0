"""The daily dice between Discord and Telegram: one day, the same throws, one table of everywhere.

Ann plays in a channel, where only she sees it, Bo in his private chat, led there from a French
group. Neither is told the other's total before their own game is over.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.frontends.telegram.harness import Harness as TelegramHarness
from tests.bot.platforms import LATE, Platforms, on_platforms
from tests.bot.test_e2e_dice import THROWN, bo_plays_to_the_end
from tests.fakes.discord import Person
from tests.fakes.discord.messages import Message as DiscordMessage
from tests.fakes.telegram import Message


@pytest.fixture
async def platforms(tmp_path: Path) -> AsyncIterator[Platforms]:
    async with on_platforms(tmp_path) as opened:
        yield opened


async def bo_presses(platforms: Platforms, message: Message, label: str) -> None:
    """A button of a group that leads to his private chat."""
    data = TelegramHarness.data(message, label)
    press = platforms.telegram.people.press_data(platforms.bo, message, data)
    async with asyncio.timeout(LATE):
        await press.done
    platforms.telegram.people.open_link(press)


async def ann_plays_otherwise(ann: Person, sheet: DiscordMessage) -> None:
    """The last way, where he takes the first."""
    while tokens := [str(b["custom_id"]) for b in sheet.buttons if "-move-" in str(b["custom_id"])]:
        answer = await ann.press(sheet, tokens[-1])
        assert answer.told == "", "the sheet itself changes"


async def test_the_same_day_on_two_platforms(platforms: Platforms) -> None:
    ann, lounge = platforms.discord.person("Ann"), platforms.server.voice()
    platforms.server.join(ann)
    await ann.slash(lounge, "daily")
    await platforms.seen(lounge, "Daily dice, ")
    hers = (await (await ann.press(lounge.last, "🎲 Play")).until_told()).message
    thrown = THROWN.search(hers.alt)
    assert thrown

    platforms.telegram.people.say(platforms.bo, platforms.group, "/daily@tavola_bot")
    line = await platforms.heard("Dés du jour, ")
    await bo_presses(platforms, line, "🎲 Jouer")
    private = platforms.telegram.people.private(platforms.bo)
    await platforms.heard("🎲 Bo", private)

    await ann_plays_otherwise(ann, hers)
    place = re.search(r"(\S+)\. Rank 1 of 1 here so far", hers.text)
    assert place
    await bo_presses(platforms, line, "Classement")
    await platforms.heard("Joue d'abord ta partie", private)
    await bo_plays_to_the_end(platforms, private)
    told = await platforms.heard("Place 1 sur 1 ici", private)
    data = TelegramHarness.data(told, "Classement")
    platforms.telegram.people.press_data(platforms.bo, told, data)
    here = await platforms.heard("1. Bo", private)
    assert place[1] not in here.text.splitlines()[1]  # she plays in other rooms
    platforms.telegram.people.press_data(platforms.bo, here, TelegramHarness.data(here, "Partout"))
    everywhere = await platforms.heard("partout", private)
    assert re.search(rf"\d\. .+ {re.escape(place[1])}$", everywhere.text, re.MULTILINE)
    assert "Ann" not in everywhere.text  # she has not said that she may be named
