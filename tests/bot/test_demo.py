"""`tavola demo`: a process that plays by itself, looked at by a visitor of its page."""

import asyncio
from pathlib import Path

from tests.bot.frontends.web.visitor import visitor
from tests.process import Tavola, command

LATE = 60.0
"""Seconds after which nobody waits for the show any more; it takes a few."""

ENDS = (
    "Draw, 32–32 after 60 moves.",
    "Cleo wins with five in a row after 43 moves.",
    " rounds.",
)


async def test_a_match_of_each_game_is_played_to_its_end_and_again(tmp_path: Path) -> None:
    with Tavola(tmp_path, arguments=("demo", "--pause", "0.05")) as demo:
        async with visitor(demo.url, demo.link) as browser, browser.window("Eve") as page:
            async with asyncio.timeout(LATE):
                for end in ENDS:  # they are played side by side, and again
                    await page.shown(lambda shown, end=end: end in shown["card"]["text"])
                await page.shown(lambda shown: "a Reversi match" in shown["card"]["text"])
        code, seconds, _ = demo.stop()
        assert (code, seconds < 10) == (0, True)
        assert "Traceback" not in demo.log
    assert not (tmp_path / "data").exists(), "the database was thrown away"


def test_a_pause_is_a_number(tmp_path: Path) -> None:
    for odd in ("soon", "-1", "nan"):
        refused = command(tmp_path, "demo", "--pause", odd)
        assert refused.returncode == 2
        assert f"--pause: {odd} is not a number of seconds" in refused.stderr
