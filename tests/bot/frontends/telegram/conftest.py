"""A fresh Telegram and a fresh house for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.frontends.telegram.harness import Harness, harness
from tests.fakes.telegram import Chat, FakeTelegram, User


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    """No request of any test may violate the description of the API."""
    async with FakeTelegram() as fake:
        yield fake
        assert fake.violations == []


@pytest.fixture
async def home(tmp_path: Path, telegram: FakeTelegram) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db", telegram) as opened:
        yield opened


@pytest.fixture
def ann(telegram: FakeTelegram) -> User:
    return telegram.people.person("Ann", username="ann_b", language="en")


@pytest.fixture
def bo(telegram: FakeTelegram) -> User:
    return telegram.people.person("Bo", username="bo_c", language="en")


@pytest.fixture
def eve(telegram: FakeTelegram) -> User:
    return telegram.people.person("Eve", language="en")


@pytest.fixture
def group(telegram: FakeTelegram, ann: User, bo: User, eve: User) -> Chat:
    return telegram.people.group(ann, bo, eve, super=True)
