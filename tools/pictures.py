"""Draw the pictures of the documents: the page during a match, boards of each game, a replay.

    python -m tools.pictures        draws them into docs/pictures

Starts a bot in a temporary folder, with a fixed seed, and plays in a real browser.
"""

import asyncio
import hashlib
import tempfile
from importlib import resources
from pathlib import Path

from playwright.async_api import Page, async_playwright, expect

from bench.rules import SIXTY
from core.chance import Chance
from core.engine import Stop
from core.game import Setup
from core.games.dice.engine import DiceEngine
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.match.model import Ply
from core.match.replay import fold, positions
from core.types import Level, Millis, Move, Seat
from renderers.animation import replay
from renderers.registry import render
from renderers.theme import THEMES
from tests import chromium
from tests.process import Tavola

FOLDER = Path(__file__).parents[1] / "docs/pictures"
MOVES = tuple(Move(SIXTY[i : i + 2]) for i in range(0, 2 * 24, 2))
CHAT = ("One more game?", "Gladly. You begin.", "You will regret that :)")
DISCS = "#stage .board [data-disc=X], #stage .board [data-disc=O]"
WINDOW = {"width": 1200, "height": 740}


PENTE_MOVES = "l10n13j12k13l13h10m12j11k11k12l12n12m14j14m10n10"
"""Up to a capture; White's first stone is the setup's."""

DICE_ROUNDS = 22


def boards() -> None:
    """Draw a position in each theme, Pente, dice, and a replay of Reversi."""
    pente_setup = Setup(2, {"rule": "free"}, opening=PENTE.opening({}, b""))
    pente_plies = [
        Ply(Seat((i + 1) % 2), Move(move), Millis(0)) for i, move in enumerate(_threes(PENTE_MOVES))
    ]
    for game, view, theme in (
        (PENTE.id, PENTE.look(fold(PENTE, pente_setup, pente_plies)), "wood"),
        (DICE.id, DICE.look(fold(DICE, *_dice())), "classic"),
    ):
        png = render(game, view, names=("Ann", "Bo"), theme=theme, size=560, level=9)
        (FOLDER / f"{game}.png").write_bytes(png)
    moves = [SIXTY[i : i + 2] for i in range(0, len(SIXTY), 2)]
    whole = [Ply(Seat(i % 2), Move(move), Millis(0)) for i, move in enumerate(moves)]
    views = [REVERSI.look(position) for position in positions(REVERSI, Setup(2), whole)]
    names = ("Ann", "Bo")
    lines = ["", *(f"{i + 1}. {names[i % 2]} {move}" for i, move in enumerate(moves))]
    gif = replay(REVERSI.id, views, lines, names=names, theme="classic", size=320)
    (FOLDER / "replay.gif").write_bytes(gif)
    plies = [Ply(Seat(i % 2), move, Millis(0)) for i, move in enumerate(MOVES)]
    middle = REVERSI.look(fold(REVERSI, Setup(2), plies))
    for theme in THEMES:
        png = render(REVERSI.id, middle, names=("Ann", "Bo"), theme=theme, size=480, level=9)
        (FOLDER / f"reversi-{theme}.png").write_bytes(png)


def _threes(text: str) -> list[str]:
    return [text[i : i + 3] for i in range(0, len(text), 3)]


def _dice() -> tuple[Setup, list[Ply]]:
    """Return a promising game, as a computer player by rule card plays it."""
    player = DiceEngine(resources.files("core.games.dice").joinpath("mean.bin").read_bytes())
    level = Level("methodical")
    setup = Setup(1, chance=Chance(hashlib.sha256(b"pictures 42").digest(), "pictures", ""))
    position, plies = DICE.start(setup), []
    for _ in range(DICE_ROUNDS):
        view = DICE.look(position)
        move = player.choose(view, level, player.limit(level), b"", Stop()).move
        plies.append(Ply(Seat(0), move, Millis(0)))
        position = DICE.play(position, move)
    return setup, plies


async def page() -> None:
    """Draw a running match as one of its two players sees it."""
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
    await page.get_by_label("Your name").fill(name)
    await page.get_by_role("button", name="Enter").click()
    await page.locator("#said").wait_for()


async def _say(page: Page, words: str) -> None:
    await page.locator("#said").fill(words)
    await page.locator("#said").press("Enter")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    boards()
    asyncio.run(page())
