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
from tests.bot.earth import LATE, Earth, on_earth
from tests.bot.frontends.telegram.house import House as TelegramHouse
from tests.fakes.discord import Person
from tests.fakes.discord.messages import Message as DiscordMessage
from tests.fakes.telegram import Chat, Message

THROWN = re.compile(r"(?:Throw|Lancer)\W+([1-6](?: [1-6]){4})")


@pytest.fixture
async def earth(tmp_path: Path) -> AsyncIterator[Earth]:
    async with on_earth(tmp_path) as opened:
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


async def bo_plays_to_the_end(earth: Earth, chat: Chat) -> None:
    """Each press is made when the board shows what came of the one before."""
    pressed: str | None = ""

    async def changed(sheet: Message) -> str | None:
        await earth.telegram.until(lambda: first_way(sheet) != pressed, LATE)
        return first_way(sheet)

    sheet = await earth.heard("🎲 Bo", chat)
    while (pressed := await changed(sheet)) is not None:
        press = earth.telegram.people.press_data(earth.bo, sheet, pressed)
        async with asyncio.timeout(LATE):
            assert await press.done == ""


async def test_a_group_of_two_between_a_channel_and_a_private_chat(earth: Earth) -> None:
    ann, lounge = earth.discord.person("Ann"), earth.server.voice()
    earth.server.join(ann)
    await ann.slash(lounge, "challenge", game="dice")
    await earth.seen(lounge, "Ann offers Solitaire Dice: same throws for everyone.")
    card = lounge.last
    told = (await ann.press(card, "Invite with a code")).told
    code = re.search(r"join ([2-9A-Z]{6})", told)
    assert code, told

    # Bo comes from Telegram; his sheet is behind a link, in his private chat
    earth.telegram.people.say(earth.bo, earth.group, f"/join@tavola_bot {code[1]}")
    question = await earth.heard("Jouer à Dés en solitaire contre Ann (Discord)\N{NO-BREAK SPACE}?")
    data = TelegramHouse.data(question, "Jouer ici")
    press = earth.telegram.people.press_data(earth.bo, question, data)
    async with asyncio.timeout(LATE):
        await press.done
    await earth.heard("les mêmes lancers pour tous")
    private = earth.telegram.people.open_link(press)
    bos = await earth.heard("🎲 Bo", private)
    assert bos.photo is not None
    await earth.seen(lounge, "🎲 Bo (Telegram)")

    # Ann's is an answer that only she sees
    answer = await ann.press(card, "🎲 My sheet")
    assert answer.private
    anns = answer.message
    assert len(anns.attachments) == 1
    assert THROWN.search(anns.alt), anns.alt
    assert way(anns) is not None

    await ann_plays_to_the_end(ann, anns)
    assert "points" in anns.text
    await earth.seen(lounge, "✓ Ann")
    assert "points" not in card.text
    await earth.heard("✓ Ann (Discord)")
    await bo_plays_to_the_end(earth, private)
    await earth.seen(lounge, "✓ Bo (Telegram)")

    # the host closes it: now all is told, everywhere
    await ann.press(card, "Close entry")
    await earth.seen(lounge, "To check the throws: seed ")
    assert "Bo (Telegram)" in lounge.last.text
    end = await earth.heard("Pour vérifier les lancers")
    assert "Ann (Discord)" in end.text
    theirs = await ann.press(lounge.last, "Bo (Telegram)")
    assert theirs.private
    assert len(theirs.message.attachments) == 1
