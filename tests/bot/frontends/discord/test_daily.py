"""The daily dice on Discord: a line in the channel, the game in messages that only one sees."""

import re
from pathlib import Path

from core.day import Day
from tests.bot.frontends.discord.harness import Harness, harness
from tests.bot.frontends.discord.test_contests import opened, played, thrown, ways
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.people import Place

PLAY = "🎲 Play"


async def test_a_day_in_a_channel(home: Harness, ann: Person, bo: Person, channel: Place) -> None:
    await home.slash(ann, channel, "daily")
    line = channel.last
    assert line.text.startswith("Daily dice, 15 January: same throws for everyone")
    hers, his = await opened(home, ann, line, PLAY), await opened(home, bo, line, PLAY)
    assert thrown(hers) == thrown(his)
    assert hers.attachments[0].data[:4] == b"\x89PNG"
    early = await home.press(bo, line, "Standings")
    assert early.private
    assert "Play your own game first" in early.told
    await played(home, ann, hers)
    assert channel.messages == [line]  # nobody else saw any of it
    place = re.search(r"(\S+)\. Rank 1 of 1 here so far, streak 1\.", hers.text)
    assert place
    table = await home.press(ann, line, "Standings")
    assert table.private
    assert f"1. Ann {place[1]}" in table.told
    told = await home.press(ann, hers, "Share")
    assert (told.told, told.private) == ("Shared.", True)
    assert (await home.press(ann, hers, "Standings")).told.startswith("Daily dice, 15 January")
    assert "I'll remind you" in (await home.press(ann, hers, "Remind me tomorrow")).told
    assert "streak 1." in hers.text, "it stays, and what can be asked of it"
    shared = channel.last
    assert shared is not line
    hidden = re.search(r"\|\|(.+)\|\|", shared.text)
    assert hidden
    assert hidden[1] == place[1]
    assert "🟥" in shared.text
    await played(home, bo, his)
    assert "of 2 here so far" in his.text


async def test_asked_for_again_the_line_is_posted_below(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    await home.slash(ann, channel, "daily")
    first = channel.last
    await home.slash(bo, channel, "daily")
    assert channel.last is not first
    assert first.buttons == []
    assert ways(await opened(home, ann, channel.last, PLAY))


async def test_a_kill_between_throw_and_choice_and_one_at_midnight(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, ann: Person, bo: Person, channel: Place
) -> None:
    path = tmp_path / "tavola.db"
    now.at = Day.at(now()).shuts - 1_000
    async with harness(path, discord, now) as home:
        await home.slash(ann, channel, "daily")
        line = channel.last
        sheet = await opened(home, ann, line, PLAY)
        seen = (sheet.alt, ways(sheet))
    now.advance(1_000)
    async with harness(path, discord, now) as home:
        again = await opened(home, ann, line, PLAY)
        assert (again.alt, ways(again)) == seen
        late = await home.press(bo, line, PLAY)
        assert "it's too late to start" in late.told
        await played(home, ann, sheet)
        assert "Closes in 6 h." in sheet.text
    now.advance(6 * 3_600_000)
    async with harness(path, discord, now) as home:
        await home.sweep.run()
        await home.publisher.idle()
        assert "Results for 15 January" in line.text
        assert "Ann" in line.text
        told = await home.press(bo, line, "Standings")
        assert re.search("seed [0-9a-f]{64}", told.told)
