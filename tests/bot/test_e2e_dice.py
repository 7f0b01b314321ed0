"""Dice in company between Discord and Telegram: the same throws, a sheet for each alone.

Ann offers it in a channel, Bo comes by its code from a French group. Her sheet is an answer that
only she sees, his is in his private chat; the channel and the group are told who is done, and at
the end everything.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.model.button_token import decode
from bot.app.model.request import Verb
from tests.bot.frontends.telegram.harness import Harness as TelegramHarness
from tests.bot.platforms import LATE, Platforms, on_platforms
from tests.fakes.discord import Person
from tests.fakes.discord.messages import Message as DiscordMessage
from tests.fakes.telegram import Chat, Message

THROWN = re.compile(r"(?:Throw|Lancer)\W+([1-6](?: [1-6]){4})")


@pytest.fixture
async def platforms(tmp_path: Path) -> AsyncIterator[Platforms]:
    async with on_platforms(tmp_path) as opened:
        yield opened


def way(sheet: DiscordMessage) -> str | None:
    """The identifier of the first way to split; None where nothing is left to choose."""
    tokens = [str(button["custom_id"]) for button in sheet.buttons]
    return next((token for token in tokens if decode(token).verb is Verb.MOVE), None)


def first_way(sheet: Message) -> str | None:
    data = [str(button["callback_data"]) for row in sheet.buttons for button in row]
    return next((each for each in data if decode(each).verb is Verb.MOVE), None)


async def ann_plays_to_the_end(ann: Person, sheet: DiscordMessage) -> None:
    while (token := way(sheet)) is not None:
        answer = await ann.press(sheet, token)
        assert answer.told == "", "the sheet itself changes"


async def bo_plays_to_the_end(platforms: Platforms, chat: Chat) -> None:
    """Each press is made when the board shows what came of the one before."""
    pressed: str | None = ""

    async def changed(sheet: Message) -> str | None:
        await platforms.telegram.until(lambda: first_way(sheet) != pressed, LATE)
        return first_way(sheet)

    sheet = await platforms.heard("🎲 Bo", chat)
    while (pressed := await changed(sheet)) is not None:
        press = platforms.telegram.people.press_data(platforms.bo, sheet, pressed)
        async with asyncio.timeout(LATE):
            assert await press.done == ""


async def test_a_group_of_two_between_a_channel_and_a_private_chat(platforms: Platforms) -> None:
    ann, lounge = platforms.discord.person("Ann"), platforms.server.voice()
    platforms.server.join(ann)
    await ann.slash(lounge, "challenge", game="dice")
    await platforms.seen(lounge, "Ann offers Solitaire Dice: same throws for everyone.")
    card = lounge.last
    told = (await ann.press(card, "Invite with a code")).told
    code = re.search(r"join ([2-9A-Z]{6})", told)
    assert code, told

    # Bo comes from Telegram; his sheet is behind a link, in his private chat
    platforms.telegram.people.say(platforms.bo, platforms.group, f"/join@tavola_bot {code[1]}")
    question = await platforms.heard(
        "Jouer à Dés en solitaire contre Ann (Discord)\N{NO-BREAK SPACE}?"
    )
    data = TelegramHarness.data(question, "Jouer ici")
    press = platforms.telegram.people.press_data(platforms.bo, question, data)
    async with asyncio.timeout(LATE):
        await press.done
    await platforms.heard("les mêmes lancers pour tous")
    private = platforms.telegram.people.open_link(press)
    bos = await platforms.heard("🎲 Bo", private)
    assert bos.photo is not None
    await platforms.seen(lounge, "🎲 Bo (Telegram)")

    # Ann's is an answer that only she sees
    answer = await ann.press(card, "🎲 My sheet")
    assert answer.private
    anns = answer.message
    assert len(anns.attachments) == 1
    assert THROWN.search(anns.alt), anns.alt
    assert way(anns) is not None

    await ann_plays_to_the_end(ann, anns)
    assert "points" in anns.text
    await platforms.seen(lounge, "✓ Ann")
    assert "points" not in card.text
    await platforms.heard("✓ Ann (Discord)")
    await bo_plays_to_the_end(platforms, private)
    await platforms.seen(lounge, "✓ Bo (Telegram)")

    # the host closes it: now all is told, everywhere
    await ann.press(card, "Close entry")
    await platforms.seen(lounge, "To check the throws: seed ")
    assert "Bo (Telegram)" in lounge.last.text
    end = await platforms.heard("Pour vérifier les lancers")
    assert "Ann (Discord)" in end.text
    theirs = await ann.press(lounge.last, "Bo (Telegram)")
    assert theirs.private
    assert len(theirs.message.attachments) == 1
