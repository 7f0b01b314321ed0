"""A fresh Discord and a fresh house for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.frontends.discord.harness import Harness, harness
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.people import Place, Server


@pytest.fixture
def now() -> FixedNow:
    return FixedNow()


@pytest.fixture
async def discord(now: FixedNow) -> AsyncIterator[FakeDiscord]:
    """No request of any test may violate the limits or the description of the API."""
    async with FakeDiscord(now=now) as fake:
        yield fake
        assert fake.violations == []


@pytest.fixture
def ann(discord: FakeDiscord) -> Person:
    return discord.person("Ann")


@pytest.fixture
def bo(discord: FakeDiscord) -> Person:
    return discord.person("Bo")


@pytest.fixture
def eve(discord: FakeDiscord) -> Person:
    return discord.person("Eve")


@pytest.fixture
def server(discord: FakeDiscord, ann: Person, bo: Person, eve: Person) -> Server:
    server = discord.guild()
    server.join(ann, bo, eve)
    return server


@pytest.fixture
def channel(server: Server) -> Place:
    return server.text()


@pytest.fixture
def lounge(server: Server) -> Place:
    """A place where matches have no thread: a voice channel's chat."""
    return server.voice()


@pytest.fixture
async def home(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server
) -> AsyncIterator[Harness]:
    del server  # made before the bot connects
    async with harness(tmp_path / "tavola.db", discord, now) as opened:
        yield opened
