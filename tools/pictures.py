"""The pictures of the documents: the page in the middle of a match, and a board in each theme.

    python -m tools.pictures        draws them into docs/pictures

Starts a bot of its own in a temporary folder, with a fixed seed, and plays in a real browser.
"""

import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import Page, async_playwright, expect

from bench.rules import SIXTY
from core.game import Setup
from core.games.reversi.rules import REVERSI
from core.match.model import Ply
from core.match.replay import fold
from core.types import Millis, Move, Seat
from renderers import THEMES, render
from tests import chromium
from tests.process import Tavola

FOLDER = Path(__file__).parents[1] / "docs/pictures"
MOVES = tuple(Move(SIXTY[i : i + 2]) for i in range(0, 2 * 24, 2))
CHAT = ("One more game?", "Gladly. You begin.", "You will regret that :)")
DISCS = "#stage .board [data-disc=X], #stage .board [data-disc=O]"
WINDOW = {"width": 1200, "height": 740}


def boards() -> None:
    """The same position in each theme."""
    plies = [Ply(Seat(i % 2), move, Millis(0)) for i, move in enumerate(MOVES)]
    view = REVERSI.look(fold(REVERSI, Setup(2), plies))
    for theme in THEMES:
        png = render(REVERSI.id, view, names=("Ann", "Bo"), theme=theme, size=480, level=9)
        (FOLDER / f"reversi-{theme}.png").write_bytes(png)


async def page() -> None:
    """Two people in the middle of a match, as one of them sees it."""
    settings = {"TAVOLA_TESTING": "1", "TAVOLA_TESTING_SEED": "pictures"}
    with tempfile.TemporaryDirectory() as folder, Tavola(Path(folder), settings) as bot:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=chromium.find(), args=list(chromium.ARGUMENTS)
            )
            context = await browser.new_context(viewport=WINDOW, reduced_motion="reduce")  # type: ignore[arg-type]
            players = await context.new_page(), await context.new_page()
            await _enter(players[0], bot.link, "Ann")
            await _enter(players[1], bot.url, "Bo")
            for number, words in enumerate(CHAT):
                await _say(players[number % 2], words)
                await expect(players[0].locator("#log")).to_contain_text(words)
            await _say(players[0], "/challenge reversi first=challenger")
            await players[1].get_by_role("button", name="Accept").first.click()
            for number, move in enumerate(MOVES):
                await _say(players[number % 2], move)
                for player in players:
                    await expect(player.locator(DISCS)).to_have_count(5 + number)
            await players[0].screenshot(path=FOLDER / "page.png")
            await browser.close()


async def _enter(page: Page, link: str, name: str) -> None:
    await page.goto(link)
    await page.get_by_label("What shall we call you?").fill(name)
    await page.get_by_role("button", name="Come in").click()
    await page.locator("#said").wait_for()


async def _say(page: Page, words: str) -> None:
    await page.locator("#said").fill(words)
    await page.locator("#said").press("Enter")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    boards()
    asyncio.run(page())
