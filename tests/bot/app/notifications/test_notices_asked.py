"""Scheduled notifications: sent at their instant, once, and not if they no longer apply."""

from pathlib import Path

import pytest

from bot.app.model.card import Card
from bot.app.model.notification import ScheduledNotification
from bot.text.catalog import Texts
from core.match.clock import DAY, HOUR, MINUTE, SECOND
from core.types import Millis
from tests.bot.app.harness import ANN, ROOM, Harness, harness
from tests.bot.app.notifications.test_scheduler import DESK, id_of, later
from tests.fakes.clock import FixedNow


async def test_an_ask_is_told_at_its_instant_across_a_restart(tmp_path: Path) -> None:
    now = FixedNow()
    at = Millis(now() + DAY)
    for time in range(2):
        async with harness(tmp_path / "tavola.db", options={"now": now}) as home:

            async def say(ask: ScheduledNotification, texts: Texts) -> Card | None:
                return Card(f"{ask.arg} {texts.t('Next board')}")

            home.notices.open("daily", say)
            ann = await id_of(home, "Ann")
            if not time:
                await home.notices.ask(ann, ROOM, at, "daily", "today")
                await home.notices.ask(ann, ROOM, at, "daily", "today")
                await later(home, DAY - 1)
                assert home.paper.noted(ROOM) == []
                now.advance(HOUR)
            else:
                for _ in range(3):
                    await later(home, MINUTE)
                assert home.paper.noted(ROOM) == ["@Ann today Next board"]
                await home.notices.ask(ann, ROOM, now(), "daily", "tomorrow")
                await home.notices.idle()
                assert home.paper.noted(ROOM) == ["@Ann tomorrow Next board"], "the newer one"


async def test_an_ask_that_has_lost_its_sense_is_not_told_or_taken_away(home: Harness) -> None:
    answers: list[Card | None] = [None]

    async def say(ask: ScheduledNotification, texts: Texts) -> Card | None:
        del ask, texts
        return answers[0]

    home.notices.open("offer", say)
    ann = await id_of(home, "Ann")
    await home.notices.ask(ann, ROOM, home.now(), "offer", "one")
    await home.notices.idle()
    assert home.paper.notes == {}
    answers[0] = Card("Bo offers a match.")
    await home.notices.ask(ann, None, home.now(), "offer", "two")
    await home.notices.idle()
    assert home.paper.noted(DESK) == ["Bo offers a match."]
    answers[0] = None
    await home.notices.drop(ann, "offer", "two")
    await home.notices.idle()
    assert home.paper.notes == {}


async def test_an_ask_that_was_dropped_is_never_told(home: Harness) -> None:
    ann = await id_of(home, "Ann")
    await home.notices.ask(ann, ROOM, Millis(home.now() + HOUR), "daily")
    await home.notices.drop(ann, "daily")
    await later(home, DAY)
    assert home.paper.notes == {}


async def test_quiet_hours_put_an_ask_off(tmp_path: Path) -> None:
    start = FixedNow(1_800_000_000_000)

    async def say(ask: ScheduledNotification, texts: Texts) -> Card | None:
        del texts
        return Card(ask.arg)

    async with harness(tmp_path / "tavola.db", options={"now": start}) as home:
        home.notices.open("daily", say)
        await home.say(ANN, "settings quiet 7-10")
        await home.notices.ask(await id_of(home, "Ann"), ROOM, start(), "daily", "now")
        await home.notices.idle()
        assert await home.notices.run() == start() + 2 * HOUR
        await later(home, 2 * HOUR)
        assert home.paper.noted(ROOM) == ["@Ann now"]


async def test_an_ask_of_another_release_is_forgotten(home: Harness) -> None:
    ann = await id_of(home, "Ann")
    await home.notices.ask(ann, ROOM, home.now(), "unheard")
    await home.notices.idle()
    assert (await home.store.notices.known(ann)).asks == ()


async def test_what_failed_is_tried_again_and_stops_nobody_else(
    home: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    faults = [ZeroDivisionError("a fault of ours")]

    async def say(ask: ScheduledNotification, texts: Texts) -> Card | None:
        del texts
        if faults:
            raise faults.pop()
        return Card(ask.arg)

    home.notices.open("daily", say)
    await home.notices.ask(await id_of(home, "Ann"), ROOM, home.now(), "daily", "now")
    await home.notices.idle()
    assert home.paper.notes == {}
    assert "notifying" in caplog.text
    await later(home, 30 * SECOND)
    assert home.paper.noted(ROOM) == ["@Ann now"]
