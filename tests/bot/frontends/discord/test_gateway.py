"""Connections that break, and a Discord that is not there."""

import asyncio
import logging
from pathlib import Path

import pytest
from discord import VoiceClient

from bot.app.model.session import ScreenKind
from bot.app.ports.frontend import Unreachable
from tests.bot.frontends.discord.harness import Harness, harness
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.errors import ApiError, too_many
from tests.fakes.discord.faults import Refuse
from tests.fakes.discord.people import Place, Server


class Waits:
    """Waits that are over at once, and are written down."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.changed = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        if seconds == 1.5:  # somebody's patience
            await asyncio.Event().wait()
        self.seconds.append(seconds)
        self.changed.set()
        await asyncio.sleep(0)


async def test_a_lost_gateway_is_resumed_and_presses_in_between_arrive(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    await home.discord.gateway.drop()
    await home.press(ann, board, "d3")
    assert "1. Ann d3" in board.text
    assert (home.discord.gateway.identified, home.discord.gateway.resumed) == (1, 1)
    await home.discord.gateway.ask_to_reconnect()
    await home.press(bo, board, "c3")
    assert len((await home.session(board)).match.plies) == 2


async def test_boards_are_drawn_while_the_gateway_is_away(
    home: Harness, ann: Person, lounge: Place
) -> None:
    home.engine.answering.clear()
    board = (await home.slash(ann, lounge, "play", first="challenger")).message
    await home.press(ann, board, "d3")
    home.discord.gateway.resumable = False
    await home.discord.gateway.drop()
    home.engine.answering.set()
    await home.discord.until(lambda: "2. Computer" in board.text)


async def test_it_keeps_trying_where_discord_is_not_there(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server, ann: Person
) -> None:
    lounge, waits = server.voice(), Waits()
    down = Refuse(ApiError(503, 0, "Service Unavailable"))
    discord.faults.add("GET", "/users/@me", down, times=3)
    async with harness(tmp_path / "tavola.db", discord, now, wait=waits, connect=False) as home:
        async with asyncio.timeout(20):
            await home.front_end.ready.wait()
        assert waits.seconds == [1.0, 2.0, 4.0]
        board = (await home.slash(ann, lounge, "play", first="challenger")).message
        await home.press(ann, board, "d3")
        assert len((await home.session(board)).match.plies) == 2


async def test_too_many_changes_of_commands_keep_nobody_from_playing(
    tmp_path: Path,
    discord: FakeDiscord,
    now: FixedNow,
    server: Server,
    ann: Person,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Discord takes two hundred a day, and then none for hours."""
    lounge = server.voice()
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        board = (await home.slash(ann, lounge, "play", first="challenger")).message
    discord.commands.pop()  # as an older release had written them
    discord.faults.add("PUT", "/applications/*/commands", Refuse(too_many(3_600)), times=9)
    async with harness(tmp_path / "tavola.db", discord, now, wait=Waits()) as home:
        await home.press(ann, board, "d3")
        assert len((await home.session(board)).match.plies) == 2
    assert "commands could not be brought up to date" in caplog.text


async def test_a_wrong_token_is_said_and_not_shown(
    tmp_path: Path,
    discord: FakeDiscord,
    now: FixedNow,
    caplog: pytest.LogCaptureFixture,
    ann: Person,
    lounge: Place,
) -> None:
    waits = Waits()
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        board = (await home.slash(ann, lounge, "play", first="challenger")).message
        session = await home.session(board)
    good, discord.token = discord.token, "secret-and-wrong"
    async with harness(tmp_path / "tavola.db", discord, now, wait=waits, connect=False) as home:
        await waits.changed.wait()
        with pytest.raises(Unreachable):
            await home.front_end.show(session, session.screens[0])
    discord.token = good
    assert "does not accept the token" in caplog.text
    assert "secret-and-wrong" not in caplog.text


async def test_a_start_that_goes_well_warns_of_nothing(
    tmp_path: Path,
    discord: FakeDiscord,
    now: FixedNow,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The library would say that it cannot speak, in every process once."""
    monkeypatch.setattr(VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(VoiceClient, "warn_dave", True)
    async with harness(tmp_path / "tavola.db", discord, now):
        pass
    assert [each.getMessage() for each in caplog.records if each.levelno > logging.INFO] == []


async def test_commands_that_cannot_be_written_do_not_keep_it_away(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, caplog: pytest.LogCaptureFixture
) -> None:
    refused = Refuse(ApiError(400, 50035, "Invalid Form Body"))
    discord.faults.add("PUT", "/applications/*/commands", refused)
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        assert home.front_end.ready.is_set()
    assert "commands could not be brought up to date" in caplog.text


@pytest.mark.parametrize(
    "error",
    [ApiError(400, 50035, "Invalid Form Body"), ApiError(403, 50001, "Missing Access")],
    ids=["400", "403"],
)
async def test_commands_that_could_not_be_written_are_written_later(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, error: ApiError
) -> None:
    """Not only at the next start; until then what there was goes on working."""
    discord.faults.add("PUT", "/applications/*/commands", Refuse(error), times=3)
    waits = Waits()
    async with harness(tmp_path / "tavola.db", discord, now, wait=waits) as home:
        assert home.front_end.ready.is_set()
        await discord.until(lambda: discord.commands)
    assert [each for each in waits.seconds if each in (1.0, 2.0, 4.0)] == [1.0, 2.0, 4.0]


async def test_only_servers_are_listened_to(home: Harness) -> None:
    [session] = home.discord.gateway.sessions.values()
    assert session.intents == 1 | 1 << 2  # servers and channels; who is banned


async def test_what_it_can_show(home: Harness, ann: Person, lounge: Place) -> None:
    board = (await home.slash(ann, lounge, "play", first="challenger")).message
    screen = (await home.session(board)).screens[0]
    limits = home.front_end.limits(screen)
    assert screen.kind is ScreenKind.BOARD
    assert (limits.pictures, limits.compact, limits.per_row) == (True, True, 5)
    await home.front_end.wait_for_slot(screen)


async def test_nothing_of_a_message_is_kept(home: Harness, ann: Person, lounge: Place) -> None:
    """Boards come and go by the thousand; the library must not remember their buttons."""
    for _ in range(5):
        board = (await home.slash(ann, lounge, "play", first="challenger")).message
        await home.press(ann, board, "d3")
    store = home.front_end._client._connection._view_store
    assert store._views == {}
    assert store._synced_message_views == {}
    assert list(home.front_end._client.cached_messages) == []
