"""A fresh page for each test."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.bot.frontends.web.harness import Harness, harness
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import visitor


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db") as opened:
        yield opened


@pytest.fixture
async def table(home: Harness) -> AsyncIterator[Table]:
    async with AsyncExitStack() as opened:
        browser = await opened.enter_async_context(visitor(home.url, home.web.link()))
        ann = await opened.enter_async_context(browser.window("Ann"))
        bo = await opened.enter_async_context(browser.window("Bo"))
        yield Table(home, browser, ann, bo)
