"""Copies made by the clock: real files, made while a store is open on the database."""

import logging
from pathlib import Path

import pytest

from bot.storage.ops.scheduled_backups import PAUSE, ScheduledBackups
from core.match.clock import HOUR
from tests.bot.storage.files import opened
from tests.bot.storage.sessions import named, session
from tests.fakes.clock import FixedNow

DAILY = 24 * HOUR


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_copy_is_made_at_once_and_then_when_it_is_time(tmp_path: Path) -> None:
    now, folder = FixedNow(1_800_000_000_000), tmp_path / "deep" / "copies"
    async with opened(tmp_path / "tavola.db") as store:
        await store.create(session("one"))
        copies = ScheduledBackups(tmp_path / "tavola.db", folder, DAILY, 3, now)
        assert await copies.run() == now() + DAILY
        assert await copies.run() == now() + DAILY
        assert names(folder) == ["tavola-20270115T080000Z.db"]
        now.advance(DAILY - 1)
        assert await copies.run() == now() + 1
        now.advance(1)
        await copies.run()
        assert len(names(folder)) == 2
    async with opened(folder / "tavola-20270115T080000Z.db") as copy:
        assert (await copy.load(named("one"))).match.id == named("one")


async def test_after_a_restart_it_goes_on_where_it_was(tmp_path: Path) -> None:
    now = FixedNow()
    async with opened(tmp_path / "tavola.db"):
        await ScheduledBackups(tmp_path / "tavola.db", tmp_path, DAILY, 3, now).run()
        now.advance(HOUR)
        again = ScheduledBackups(tmp_path / "tavola.db", tmp_path, DAILY, 3, now)
        assert await again.run() == now() + DAILY - HOUR
    assert len([name for name in names(tmp_path) if name.startswith("tavola-")]) == 1


async def test_the_oldest_go_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    now, folder = FixedNow(), tmp_path / "copies"
    folder.mkdir()
    others = [
        "tavola-before-the-move.db",
        "tavola-20270115T080000Z.db.txt",
        "x-20200101T000000Z.db",
    ]
    for name in others:
        (folder / name).write_text("mine")
    async with opened(tmp_path / "tavola.db"):
        copies = ScheduledBackups(tmp_path / "tavola.db", folder, DAILY, 2, now)
        made: list[str] = []
        for _ in range(4):
            before = set(names(folder))
            await copies.run()
            made += set(names(folder)) - before
            now.advance(DAILY)
    assert names(folder) == sorted([*others, *made[-2:]])


async def test_a_name_that_is_no_date_is_the_oldest(tmp_path: Path) -> None:
    now, folder = FixedNow(), tmp_path / "copies"
    folder.mkdir()
    (folder / "tavola-99999999T999999Z.db").write_text("no date")
    async with opened(tmp_path / "tavola.db"):
        await ScheduledBackups(tmp_path / "tavola.db", folder, DAILY, 1, now).run()
    [kept] = names(folder)
    assert not kept.startswith("tavola-9999")


async def test_one_that_fails_is_told_and_tried_again_in_an_hour(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now, folder = FixedNow(), tmp_path / "copies"
    folder.write_text("a file where the folder should be")
    async with opened(tmp_path / "tavola.db"):
        copies = ScheduledBackups(tmp_path / "tavola.db", folder, DAILY, 3, now)
        with caplog.at_level(logging.ERROR):
            assert await copies.run() == now() + PAUSE
        assert "the backup failed" in caplog.text
        folder.unlink()
        assert await copies.run() == now() + PAUSE  # not every minute
        now.advance(PAUSE)
        await copies.run()
        assert len(names(folder)) == 1
