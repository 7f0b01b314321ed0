"""People at the page: each has a browser, or a further window in somebody's."""

from typing import Any

from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Position,
    expect,
)

from tests.bot.frontends.web.harness import Harness

ON_STAGE = "main .table"
POINTS = "abcdefghjklmnopqrst"
FRAME, CELL, WHOLE = 34, 40, 828
"""Of a drawn board of points, in its own units: edge, distance of the lines, width."""


class Desk:
    """Opens windows and listens to their consoles."""

    def __init__(self, chromium: Browser, home: Harness) -> None:
        self.home = home
        self.complaints: list[str] = []
        self.expected: list[str] = []  # complaints that a test provokes
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []

    async def browser(self, **look: Any) -> BrowserContext:
        """A fresh browser that has not come in."""
        context = await self._chromium.new_context(**look)
        self._contexts.append(context)
        return context

    async def window(self, context: BrowserContext, link: str) -> Page:
        """A window on that address."""
        page = await context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", self._broken)
        await page.goto(link)
        return page

    async def sit_down(self, name: str, **look: Any) -> "Player":
        """Somebody in a browser of their own, come in by a link and given a name."""
        page = await self.window(await self.browser(**look), self.home.web.link())
        return await self.introduce(page, name)

    async def introduce(self, page: Page, name: str) -> "Player":
        await page.get_by_label("Your name").fill(name)
        await page.get_by_role("button", name="Enter").click()
        await expect(page.locator("#me")).to_contain_text(name)
        return Player(page)

    async def close(self) -> None:
        for context in self._contexts:
            for page in context.pages:
                await _leave(page)
            await context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(message.text)

    def _broken(self, error: Error) -> None:
        self._complain(f"{error.message}\n{error.stack}")

    def _complain(self, text: str) -> None:
        if not any(part in text for part in self.expected):
            self.complaints.append(text)


async def _leave(page: Page) -> None:
    """Off the page, and nothing is being loaded any more. Chromium promises to close a window that
    is just about to show another document, and never does (crbug.com/536385539)."""
    while True:
        try:
            await page.goto("about:blank")
            return
        except Error as fault:
            if "interrupted by another navigation" not in fault.message:
                raise


class Player:
    """What a person sees and does in one window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stage = page.get_by_role("main")
        self.table = page.locator(ON_STAGE)
        self.toast = page.get_by_role("alert")
        self.log = page.get_by_role("log")

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-at="{name}"]')

    def stone(self, point: str) -> Locator:
        return self.page.locator(f'.stone[data-at="{point}"]')

    async def point(self, name: str) -> Position:
        """Where that point of a board of points is, from the board's upper left corner."""
        box = await self.page.locator(".pad").bounding_box()
        assert box is not None
        scale = box["width"] / WHOLE
        column, row = POINTS.index(name[0]), 19 - int(name[1:])
        return {
            "x": scale * (FRAME + CELL * (column + 0.5)),
            "y": scale * (FRAME + CELL * (row + 0.5)),
        }

    async def click_point(self, name: str) -> None:
        await self.page.locator(".pad").click(position=await self.point(name))

    async def tap_point(self, name: str) -> None:
        await self.page.locator(".pad").tap(position=await self.point(name))

    async def see_stone(self, point: str, colour: str) -> None:
        await expect(self.stone(point)).to_have_attribute("data-disc", colour)

    def button(self, name: str) -> Locator:
        """A button in the middle."""
        return self.stage.get_by_role("button", name=name, exact=True)

    async def see(self, text: str) -> None:
        await expect(self.stage).to_contain_text(text)

    async def say(self, text: str) -> None:
        field = self.page.get_by_role("combobox", name="Message, or")
        await field.fill(text)
        await field.press("Enter")

    async def see_disc(self, square: str, colour: str) -> None:
        await expect(self.square(square)).to_have_attribute("data-disc", colour)

    async def turns(self) -> bool:
        """Whether this window is asked to move now."""
        return await self.page.locator(".table.yours").count() > 0

    async def version(self) -> int:
        return int(await self.table.get_attribute("data-version") or 0)

    async def sees(self, version: int) -> None:
        """Waits until the board is at that version or newer."""
        await self.page.wait_for_function(
            "([selector, version]) => Number(document.querySelector(selector)?.dataset.version)"
            " >= version",
            arg=[ON_STAGE, version],
        )
