"""A fresh fake, a bare client, two people."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.fakes.of_telegram.bare import Bare, HandClock
from tests.fakes.telegram import FakeTelegram, User


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def fake(clock: HandClock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(now=clock) as fake:
        yield fake


@pytest.fixture
async def bare(fake: FakeTelegram) -> AsyncIterator[Bare]:
    async with aiohttp.ClientSession() as http:
        yield Bare(fake, http)


@pytest.fixture
def ann(fake: FakeTelegram) -> User:
    return fake.people.person("Ann", language="fr", username="ann_b")


@pytest.fixture
def bo(fake: FakeTelegram) -> User:
    return fake.people.person("Bo")
