"""Recovery and every other loop over stored matches: one damaged row affects nobody else."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app.model.request import Verb
from core.errors import Reason
from core.match.clock import DAY
from core.match.model import Status
from core.types import MatchId
from tests.bot.app.harness import ANN, BO, harness
from tests.fakes.clock import FixedNow


def damage(path: Path, match: MatchId, old: str = '"f5"', new: str = '"a3"') -> None:
    """Replace a move of a stored body by an illegal one."""
    with closing(sqlite3.connect(path)) as file, file:
        changed = file.execute(
            "UPDATE sessions SET body = replace(body, ?, ?) WHERE id = ?", (old, new, match)
        )
        [(body,)] = file.execute("SELECT body FROM sessions WHERE id = ?", (match,)).fetchall()
    assert changed.rowcount == 1
    assert new in body


async def test_a_damaged_match_stops_nobody_elses_clock(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        first = await home.started()
        await home.say(ANN, "move f5")
        second = await home.started()
        assert (await home.session(first)).match.plies
    damage(path, first)
    now = FixedNow()
    now.advance(30 * DAY)
    async with harness(path, options={"now": now}) as home:
        caplog.set_level(logging.ERROR)
        for _ in range(3):
            await home.sweep.run()
            now.advance(2 * DAY)
        await home.publisher.idle()
        assert (await home.session(second)).match.status is not Status.PLAYING
    told = [record.getMessage() for record in caplog.records if first in record.getMessage()]
    assert len(told) == 1, told


async def test_what_people_ask_for_is_served_beside_a_damaged_match(tmp_path: Path) -> None:
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        first = await home.started()
        await home.say(ANN, "move f5")
        second = await home.started()
    damage(path, first)
    async with harness(path) as home:
        moved = await home.say(ANN, "move f5")
        assert moved.reason is None
        assert moved.session is not None
        assert moved.session.match.id == second
        for text in ("games", "history", "settings", "end", "export"):
            reply = await home.say(ANN, text)
            assert reply.reason not in (Reason.BUSY, Reason.UNREADABLE_MATCH), text
        asked = await home.ask(BO, Verb.BOARD, session=first)
        assert asked.reason is Reason.UNREADABLE_MATCH
        assert "can't be read" in asked.text
