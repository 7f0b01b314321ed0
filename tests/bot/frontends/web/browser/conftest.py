"""One Chromium for all, a fresh page for each test. Everything runs in the session's loop."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.bot.frontends.web.browser.desk import Desk
from tests.bot.frontends.web.harness import Harness, harness
from tests.chromium import ARGUMENTS
from tests.fakes.clock import FlowingNow

PATIENCE = 20_000
"""Milliseconds: for a busy machine, not for a slow page."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium(chromium_path: str) -> AsyncIterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium_path, args=list(ARGUMENTS)
        )
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path / "tavola.db", FlowingNow()) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def desk(chromium: Browser, home: Harness) -> AsyncIterator[Desk]:
    """Opens browsers that have come in; at the end none may have complained."""
    desk = Desk(chromium, home)
    yield desk
    await desk.close()
    assert desk.complaints == []
