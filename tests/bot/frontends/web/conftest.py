"""A fresh page for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.frontends.web.house import House, house


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "tavola.db") as opened:
        yield opened
