"""The short forms of the fault driver; `python -m tests.faults page 200` is a long one."""

from pathlib import Path

from tests.faults.chats import drive_chats
from tests.faults.driver import drive
from tests.faults.process import free_port

KILLS = 8
KILLS_IN_CHATS = 3


async def test_nothing_is_lost_or_doubled_on_the_page(tmp_path: Path) -> None:
    done = await drive(tmp_path, free_port(), KILLS, seed=7)
    assert done.problems == []
    assert done.deaths == KILLS
    assert done.moves > 0


async def test_nothing_is_lost_or_doubled_between_discord_and_telegram(tmp_path: Path) -> None:
    done = await drive_chats(tmp_path, free_port(), KILLS_IN_CHATS, KILLS_IN_CHATS, seed=3)
    assert done.problems == []
    assert done.deaths >= KILLS_IN_CHATS
    assert done.weather.struck >= KILLS_IN_CHATS
    assert done.moves > 0
