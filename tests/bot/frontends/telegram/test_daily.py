"""The daily dice on Telegram: a line in the group, the game in everybody's private chat."""

import re
from pathlib import Path

import pytest

from core.day import Day
from tests.bot.frontends.telegram.harness import Harness, harness
from tests.bot.frontends.telegram.test_contests import opened, played
from tests.bot.frontends.telegram.test_dice import seen, shows_picture, splits
from tests.fakes.clock import FixedNow
from tests.fakes.telegram import Chat, FakeTelegram, User

PLAY = "🎲 Play"


async def test_a_day_in_a_group(home: Harness, group: Chat, ann: User, bo: User) -> None:
    await home.say(ann, group, "/daily@tavola_bot")
    line = home.last(group)
    assert line.text.startswith("Daily dice, 15 January: same throws for everyone")
    assert line.labels == [PLAY, "Standings"]
    hers, his = await opened(home, ann, line, PLAY), await opened(home, bo, line, PLAY)
    assert shows_picture(hers)
    assert (await seen(home, hers)).throw == (await seen(home, his)).throw
    await played(home, ann, hers)
    told = home.last(home.people.private(ann))
    place = re.search(r"^(\S+)\. Rank 1 of 1 here so far, streak 1\.", told.text)
    assert place
    assert told.labels == ["Share", "Standings", "Remind me tomorrow"]
    assert home.ours(group) == [line]  # nobody else saw any of it

    early = await opened(home, bo, line, "Standings")
    assert "Play your own game first" in early.text
    assert place[1] not in early.text
    await home.press(ann, told, "Share")
    shared = home.last(group)
    assert shared is not line
    [spoiler] = [e for e in shared.entities if e["type"] == "spoiler"]
    start, end = spoiler["offset"], spoiler["offset"] + spoiler["length"]
    coded = shared.text.encode("utf-16-le")
    assert coded[2 * start : 2 * end].decode("utf-16-le") == place[1]
    assert await home.press(ann, told, "Remind me tomorrow") != ""
    await home.press(ann, told, "Standings")
    assert "1. Ann" in home.last(home.people.private(ann)).text


@pytest.mark.parametrize("words", ["/daily@tavola_bot table", "/daily@tavola_bot 2027-01-15"])
async def test_what_is_typed_in_a_group_tells_the_group_no_total(
    home: Harness, group: Chat, ann: User, words: str
) -> None:
    await home.say(ann, group, "/daily@tavola_bot")
    line = home.last(group)
    await played(home, ann, await opened(home, ann, line, PLAY))
    total = home.last(home.people.private(ann)).text.split(".")[0]
    await home.say(ann, group, words)
    assert home.last(group) is not line
    assert total not in home.last(group).text


async def test_in_private_it_begins_at_once_and_is_shared_by_hand(home: Harness, ann: User) -> None:
    private = home.people.private(ann)
    await home.say(ann, private, "/daily")
    sheet = home.last(private)
    assert shows_picture(sheet)
    assert "The throws are already fixed" in sheet.text
    await home.say(ann, private, "/daily")
    assert home.last(private) is not sheet
    sheet = home.last(private)
    await played(home, ann, sheet)
    told = home.last(private)
    assert "Rank 1 of 1 so far" in told.text
    await home.press(ann, told, "Share")
    handed = home.last(private)
    assert handed is not told
    assert handed.labels == [PLAY]
    assert any(each["type"] == "spoiler" for each in handed.entities)


async def test_kills_between_throw_and_choice_and_one_at_midnight(
    tmp_path: Path, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    path, now = tmp_path / "t.db", FixedNow()
    now.at = Day.at(now()).shuts - 1_000
    async with harness(path, telegram, now=now) as home:
        await home.say(ann, group, "/daily@tavola_bot")
        line = home.last(group)
        sheet = await opened(home, ann, line, PLAY)
        thrown = (await seen(home, sheet)).throw
    now.advance(1_000)
    async with harness(path, telegram, now=now) as home:
        assert (await seen(home, sheet)).throw == thrown
        late = await opened(home, bo, line, PLAY)
        assert "it's too late to start" in late.text
        await home.press(ann, sheet, splits(sheet)[0])
    async with harness(path, telegram, now=now) as home:
        await played(home, ann, sheet)
        assert "Closes in 6 h." in home.last(home.people.private(ann)).text
    now.advance(6 * 3_600_000)
    async with harness(path, telegram, now=now) as home:
        await home.sweep.run()
        await home.settled()
        assert "Results for 15 January" in line.text
        assert "Ann" in line.text
