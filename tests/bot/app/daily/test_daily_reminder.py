"""“Remind me tomorrow”: told a day later, to who has not played by then, and taken away after."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.daily.handlers import REMINDER
from tests.bot.app.company import sheet, splits
from tests.bot.app.daily_play import HOUR, TODAY, at, passes, play
from tests.bot.app.harness import ANN, BO, Harness
from tests.fakes.clock import START, FixedNow
from tests.fakes.front_end import buttons


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with at(tmp_path / "tavola.db", FixedNow()) as opened:
        opened.notices.open(REMINDER, opened.app.daily.reminder)
        opened.app.daily.reminds_by(opened.notices.ask)
        yield opened


async def reminded(home: Harness) -> list[str]:
    """The texts of the reminders that stand."""
    await home.notices.run()
    await home.notices.idle()
    standing = [note.notice.card.text for note in home.paper.notes.values()]
    return [text for text in standing if "New daily dice" in text]


async def ask_for_it(home: Harness) -> None:
    done = await play(home, ANN)
    [token] = [b.token for b in buttons(sheet(done)) if b.label == "Remind me tomorrow"]
    reply = await home.press(ANN, token)
    assert reply.text == "I'll remind you tomorrow at this time."
    await home.press(ANN, token)  # once more only moves it


async def test_it_comes_a_day_later_and_leads_to_the_game(home: Harness) -> None:
    await ask_for_it(home)
    await passes(home, START + 24 * HOUR - 1)
    assert await reminded(home) == []
    await passes(home, START + 24 * HOUR)
    assert len(await reminded(home)) == 1
    assert len(await reminded(home)) == 1  # and is not said again
    [note] = home.paper.notes.values()
    [token] = [button.token for button in buttons(note.notice.card)]
    assert splits(sheet(await home.press(ANN, token)))


async def test_who_has_played_by_then_is_left_alone(home: Harness) -> None:
    await ask_for_it(home)
    await passes(home, TODAY.plus(1).opens + HOUR)
    await play(home, ANN)
    await passes(home, START + 24 * HOUR)
    assert await reminded(home) == []


async def test_it_goes_when_they_have_played(home: Harness) -> None:
    await ask_for_it(home)
    await passes(home, START + 24 * HOUR)
    assert len(await reminded(home)) == 1
    await play(home, ANN)
    assert await reminded(home) == []


async def test_nobody_else_is_reminded(home: Harness) -> None:
    await play(home, BO)
    await passes(home, START + 24 * HOUR)
    assert await reminded(home) == []
