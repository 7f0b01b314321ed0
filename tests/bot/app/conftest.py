"""A fresh harness for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.app.harness import Harness, harness


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db") as opened:
        yield opened
