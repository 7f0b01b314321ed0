"""Dice in company on Discord: a card for all in the channel, a sheet in private for each."""

import re
from pathlib import Path

import pytest

from bot.app.model.button_token import decode
from bot.app.model.request import Verb
from core.types import MatchId
from tests.bot.frontends.discord.harness import Harness, harness
from tests.fakes.clock import FixedNow
from tests.fakes.discord import Answer, FakeDiscord, Person
from tests.fakes.discord.interactions import UPDATE
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import Permission

SEED = re.compile(r"[0-9a-f]{64}")
MY_SHEET = "🎲 My sheet"


def ways(sheet: Message) -> list[str]:
    """The identifiers of the ways to split."""
    tokens = [str(button["custom_id"]) for button in sheet.buttons]
    return [token for token in tokens if decode(token).verb is Verb.MOVE]


def thrown(sheet: Message) -> str:
    """The throw, as those hear it who do not see."""
    found = re.search("Throw: ([1-6 ]+)", sheet.alt)
    assert found
    return found[1]


async def opened(home: Harness, who: Person, card: Message, label: str = MY_SHEET) -> Message:
    """One's own sheet, which nobody else sees."""
    answer = await home.press(who, card, label)
    sheet = (await answer.until_told()).message
    assert sheet.for_user == who.user.id
    return sheet


async def played(home: Harness, who: Person, sheet: Message, rounds: int = 1_000) -> Answer | None:
    """So many rounds, or to the end; always the last way."""
    answer = None
    while rounds and (tokens := ways(sheet)):
        answer = await home.press(who, sheet, tokens[-1])
        assert (answer.kind, answer.told) == (UPDATE, "")
        rounds -= 1
    return answer


def table(card: Message) -> MatchId:
    return decode(str(card.buttons[0]["custom_id"])).session


async def test_a_duel_from_the_challenge_to_the_sheets(
    home: Harness, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge", game="dice", opponent=bo)
    card = lounge.last
    promise = SEED.search(card.text)
    assert promise
    assert (await home.press(eve, card, "Accept")).private
    his = await opened(home, bo, card, "Accept")
    hers = await opened(home, ann, card)
    assert thrown(his) == thrown(hers)
    assert his.attachments[0].data[:4] == b"\x89PNG"
    await played(home, bo, his, 2)
    assert "🎲 Bo" in card.text
    assert card.attachments == []  # nobody sees a throw before it is theirs
    await played(home, bo, his)
    assert "✓ Bo" in card.text
    again = await home.press(bo, card, MY_SHEET)
    assert again.private
    await played(home, ann, hers)
    result = lounge.last
    assert result.reply_to == card.id
    assert "wins" in result.text or "tie for first" in result.text
    assert SEED.search(result.text)
    for name in ("Ann", "Bo"):
        shown = await home.press(eve, result, name)
        assert shown.private
        assert len(shown.message.attachments) == 1


async def test_a_group_in_which_everybody_goes_their_own_pace(
    home: Harness, ann: Person, bo: Person, eve: Person, channel: Place
) -> None:
    await home.slash(ann, channel, "challenge", game="dice")
    card = channel.last
    sheets = [(who, await opened(home, who, card)) for who in (ann, bo, eve)]
    assert channel.messages == [card]
    assert card.channel.id == channel.channel.id
    for rounds, (who, sheet) in enumerate(sheets, 1):
        await played(home, who, sheet, rounds)
    assert len({thrown(sheet) for _, sheet in sheets}) == 3
    await home.press(ann, card, "Close entry")
    for who, sheet in sheets:
        await played(home, who, sheet)
    assert SEED.search(channel.last.text)


async def test_kills_between_throw_and_choice_throw_nothing_anew(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        await home.slash(ann, lounge, "challenge", game="dice", opponent=bo)
        card = lounge.last
        sheet = await opened(home, bo, card, "Accept")
        seen = (sheet.alt, ways(sheet))
    async with harness(path, discord, now) as home:
        again = await opened(home, bo, card)
        assert (again.alt, ways(again)) == seen
        await played(home, bo, sheet, 1)  # the message of before, from another process
        stale = await home.press(bo, again, ways(again)[0])
        assert (stale.kind, stale.told) == (UPDATE, "")
        assert ways(again) == ways(sheet)  # it shows the next throw instead
    async with harness(path, discord, now) as home:
        await played(home, bo, again)
        assert "✓ Bo" in card.text


async def test_nobody_presses_on_somebody_elses_sheet(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge", game="dice", opponent=bo)
    card = lounge.last
    sheet = await opened(home, bo, card, "Accept")
    with pytest.raises(AssertionError, match="private"):
        ann.forge(sheet, ways(sheet)[0])
    typed = await home.slash(ann, lounge, "match sheet")
    assert typed.private
    assert typed.message.for_user == ann.user.id


async def test_where_only_tokens_reach_each_has_a_sheet_too(
    home: Harness, discord: FakeDiscord, ann: Person, bo: Person
) -> None:
    ann.user_installed = bo.user_installed = True
    friends = discord.group(ann, bo)
    await home.slash(ann, friends, "challenge", game="dice")
    card = friends.messages[0]
    for who in (ann, bo):
        sheet = await opened(home, who, card)
        await played(home, who, sheet, 3)
        assert ways(sheet)
    assert [r.path for r in discord.requests if r.path.startswith("/channels/")] == []


async def test_without_pictures_sheets_are_letters(
    home: Harness, ann: Person, server: Server
) -> None:
    lounge = server.voice()
    lounge.deny(Permission.ATTACH_FILES)
    await home.slash(ann, lounge, "challenge", game="dice")
    sheet = await opened(home, ann, lounge.messages[0])
    assert sheet.attachments == []
    assert "```" in sheet.source
    await played(home, ann, sheet, 1)
    assert "```" in sheet.source


async def test_a_computer_takes_part(home: Harness, ann: Person, lounge: Place) -> None:
    await home.slash(ann, lounge, "play", game="dice", level="careful")
    card = lounge.last
    sheet = await opened(home, ann, card)
    await played(home, ann, sheet)
    assert "Computer (careful)" in lounge.messages[0].text
