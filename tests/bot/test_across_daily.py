"""The daily dice between Discord and Telegram: one day, the same throws, one table of everywhere.

Ann plays in a channel, where only she sees it, Bo in his private chat, led there from a French
group. Neither is told the other's total before their own game is over.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.earth import LATE, Earth, on_earth
from tests.bot.frontends.telegram.house import House as TelegramHouse
from tests.bot.test_across_dice import THROWN, bo_plays_to_the_end
from tests.fakes.discord import Person
from tests.fakes.discord.messages import Message as DiscordMessage
from tests.fakes.telegram import Message


@pytest.fixture
async def earth(tmp_path: Path) -> AsyncIterator[Earth]:
    async with on_earth(tmp_path) as opened:
        yield opened


async def bo_presses(earth: Earth, message: Message, label: str) -> None:
    """A button of a group that leads to his private chat."""
    data = TelegramHouse.data(message, label)
    press = earth.telegram.people.press_data(earth.bo, message, data)
    async with asyncio.timeout(LATE):
        await press.done
    earth.telegram.people.open_link(press)


async def ann_plays_otherwise(ann: Person, sheet: DiscordMessage) -> None:
    """The last way, where he takes the first."""
    while tokens := [str(b["custom_id"]) for b in sheet.buttons if "-move-" in str(b["custom_id"])]:
        answer = await ann.press(sheet, tokens[-1])
        assert answer.told == "", "the sheet itself changes"


async def test_the_same_day_on_two_platforms(earth: Earth) -> None:
    ann, lounge = earth.discord.person("Ann"), earth.server.voice()
    earth.server.join(ann)
    await ann.slash(lounge, "daily")
    await earth.seen(lounge, "Daily dice, ")
    hers = (await (await ann.press(lounge.last, "🎲 Play")).until_told()).message
    thrown = THROWN.search(hers.alt)
    assert thrown

    earth.telegram.people.say(earth.bo, earth.group, "/daily@tavola_bot")
    line = await earth.heard("Dés du jour, ")
    await bo_presses(earth, line, "🎲 Jouer")
    private = earth.telegram.people.private(earth.bo)
    await earth.heard("🎲 Bo", private)

    await ann_plays_otherwise(ann, hers)
    place = re.search(r"(\S+)\. Rank 1 of 1 here so far", hers.text)
    assert place
    await bo_presses(earth, line, "Classement")
    await earth.heard("Joue d'abord ta partie", private)
    await bo_plays_to_the_end(earth, private)
    told = await earth.heard("Place 1 sur 1 ici", private)
    data = TelegramHouse.data(told, "Classement")
    earth.telegram.people.press_data(earth.bo, told, data)
    here = await earth.heard("1. Bo", private)
    assert place[1] not in here.text.splitlines()[1]  # she plays in other rooms
    earth.telegram.people.press_data(earth.bo, here, TelegramHouse.data(here, "Partout"))
    everywhere = await earth.heard("partout", private)
    assert re.search(rf"\d\. .+ {re.escape(place[1])}$", everywhere.text, re.MULTILINE)
    assert "Ann" not in everywhere.text  # she has not said that she may be named
