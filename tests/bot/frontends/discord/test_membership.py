"""People leave servers, the bot is thrown out of them, channels go, the connection too."""

import asyncio
from pathlib import Path

import pytest

from core.match.model import AbortCause, PauseCause, Status
from tests.bot.frontends.discord.harness import Harness, harness, until_paused
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.people import Place, Server

MINUTE, DAY = 60_000, 86_400_000


@pytest.fixture
def seeing(discord: FakeDiscord) -> FakeDiscord:
    """The portal lets the bot see members."""
    discord.grant_members()
    return discord


async def test_who_leaves_a_server_is_warned_and_gives_up(
    tmp_path: Path,
    seeing: FakeDiscord,
    now: FixedNow,
    ann: Person,
    bo: Person,
    server: Server,
    lounge: Place,
) -> None:
    """Field report 32, on Discord."""
    async with harness(tmp_path / "tavola.db", seeing, now) as home:
        board = await home.started(ann, bo, lounge)
        seeing.remove_member(server.guild, bo)
        await seeing.until(lambda: "🚪 Bo left" in board.text, "a warning")
        seeing.add_member(server.guild, bo)
        await seeing.until(lambda: "🚪" not in board.text, "that he is back")
        seeing.remove_member(server.guild, bo)
        await seeing.until(lambda: "🚪 Bo left" in board.text, "a warning")
        now.advance(DAY)
        await home.sweep.run()
        await home.settled()
        assert "Cancelled: a player never moved." in lounge.last.text + board.text


async def test_who_is_banned_is_known_without_seeing_members(
    home: Harness, discord: FakeDiscord, ann: Person, bo: Person, server: Server, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge", opponent=bo, first="challenger")
    card = lounge.last
    match = (await home.session(card)).match.id
    discord.ban(server.guild, bo)
    await discord.until(lambda: "Cancelled: a player left." in card.text, "the end of it")
    assert (await home.store.load(match)).match.cause is AbortCause.LEFT


async def test_report_45_thrown_out_of_a_server_it_asks_nothing_there_any_more(
    home: Harness,
    discord: FakeDiscord,
    now: FixedNow,
    ann: Person,
    bo: Person,
    server: Server,
    lounge: Place,
) -> None:
    await home.slash(ann, lounge, "challenge", first="challenger", clock="5+0")
    await home.press(bo, lounge.last, "Accept")
    match = (await home.session(lounge.last)).match.id
    now.advance(MINUTE)
    asked = len(discord.requests)
    discord.remove_guild(server.guild)
    await until_paused(home, match)
    await home.settled()
    stopped = (await home.store.load(match)).match
    assert stopped.clock is not None
    assert stopped.clock.left[0] == 4 * MINUTE
    assert len(discord.requests) == asked
    now.advance(DAY)
    await home.sweep.run()
    await home.settled()
    assert (await home.store.load(match)).match.status is Status.PLAYING
    assert len(discord.requests) == asked


async def test_report_45_invited_again_it_goes_on(
    tmp_path: Path,
    discord: FakeDiscord,
    now: FixedNow,
    ann: Person,
    bo: Person,
    server: Server,
    lounge: Place,
) -> None:
    """And where that happened while it was not looking, it finds out when it connects."""
    path = tmp_path / "tavola.db"
    async with harness(path, discord, now) as home:
        board = await home.started(ann, bo, lounge)
        match = (await home.session(board)).match.id
    rights, server.guild.app = server.guild.app, None
    async with harness(path, discord, now) as home:
        await until_paused(home, match)
        paused = (await home.store.load(match)).match.paused
        assert paused is not None
        assert paused.cause is PauseCause.ROOM
    server.guild.app = rights
    before = len(lounge.messages)
    async with harness(path, discord, now) as home:
        await discord.until(lambda: len(lounge.messages) > before, "the board anew")
        await home.settled()
        assert (await home.store.load(match)).match.paused is None
        await home.press(ann, lounge.last, "d3")
        assert "1. Ann d3" in lounge.last.text


async def test_report_40_a_channel_is_deleted_under_a_running_match(
    lounge: Place, home: Harness, discord: FakeDiscord, ann: Person, bo: Person
) -> None:
    board = await home.started(ann, bo, lounge)
    match = (await home.session(board)).match.id
    discord.remove_channel(lounge.channel)
    await until_paused(home, match)
    paused = (await home.store.load(match)).match.paused
    assert paused is not None
    assert paused.cause is PauseCause.ROOM


async def test_while_discord_is_down_no_clock_runs(
    home: Harness, now: FixedNow, ann: Person, bo: Person, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge", first="challenger", clock="5+0")
    await home.press(bo, lounge.last, "Accept")
    board = lounge.last
    match = (await home.session(board)).match.id
    presence = home.service.presence
    home.front_end._client.presence.offline("discord")
    now.advance(MINUTE)
    await presence.beat()
    now.advance(DAY)
    presence.online("discord")
    await presence.beat()
    going_on = (await home.store.load(match)).match
    assert going_on.clock is not None
    assert going_on.clock.flag_at == now() + 5 * MINUTE


async def test_a_lost_connection_is_told_and_so_is_its_return(
    home: Harness, discord: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    back = asyncio.Event()
    presence = home.service.presence
    monkeypatch.setattr(presence, "offline", told.append)
    monkeypatch.setattr(presence, "online", lambda _: back.set())
    await discord.gateway.drop()
    async with asyncio.timeout(20):
        await back.wait()
    assert told == ["discord"]


async def test_without_seeing_members_they_are_asked_after(
    home: Harness, discord: FakeDiscord, ann: Person, bo: Person, server: Server, lounge: Place
) -> None:
    """Field report 67, where nobody tells that somebody left."""
    board = await home.started(ann, bo, lounge)
    for who, square in ((ann, "d3"), (bo, "c3")):
        await home.press(who, board, square)
    await home.slash(ann, lounge, "match resign")
    await home.slash(ann, lounge, "match resign")
    discord.remove_member(server.guild, ann)
    assert "Ann" in (await home.slash(bo, lounge, "leaderboard")).told
    await home.service.presence.beat()
    told = (await home.slash(bo, lounge, "leaderboard")).told
    assert "1. Bo" in told
    assert "Ann" not in told
