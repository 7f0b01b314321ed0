"""Downtime costs no player any time and is credited once, however often startup is interrupted."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app.lifecycle import CommandDispatcher
from bot.app.model.session import Session
from bot.app.presence.outages import WORTH_IT
from bot.app.presence.tracker import BEAT
from core.match.clock import DAY, HOUR, MINUTE, SECOND
from core.match.commands import Command, CreditOutage
from core.match.model import Match, Status
from core.types import MatchId
from tests.bot.app.harness import ANN, BO, ROOM, Harness, harness
from tests.fakes.clock import FixedNow


@asynccontextmanager
async def running(path: Path, now: FixedNow) -> AsyncIterator[Harness]:
    """Start as in production: the heartbeat first."""
    async with harness(path / "tavola.db", options={"now": now}) as home:
        await home.service.presence.start()
        yield home


async def begun(home: Harness, clock: str, count: int = 1) -> list[MatchId]:
    """Start matches in which each side has moved; Ann is to move."""
    ids = []
    for _ in range(count):
        await home.say(ANN, f"challenge @Bo first=challenger clock={clock}")
        reply = await home.click(BO, home.paper.last(ROOM), "Accept")
        id = (await home.match(reply)).match.id
        for who, move in ((ANN, "d3"), (BO, "c3")):
            match = await match_of(home, id)
            await home.press(who, f"v1-{id}-{match.turn}-move-{move}")
        ids.append(id)
    return ids


async def match_of(home: Harness, id: MatchId) -> Match:
    return (await home.session(id)).match


def left(match: Match, home: Harness) -> int:
    assert match.clock is not None
    assert match.clock.running is not None
    return match.clock.remaining(match.clock.running, home.now())


async def test_a_clock_stands_while_the_bot_is_down(tmp_path: Path) -> None:
    """Field report 2: the clock is as accurate as position and turn."""
    now = FixedNow()
    async with running(tmp_path, now) as home:
        [id] = await begun(home, "5+0")
        now.advance(MINUTE)
        await home.service.presence.beat()
        now.advance(3 * SECOND)  # killed
    now.advance(DAY)
    async with running(tmp_path, now) as home:
        await home.sweep.run()
        match = await match_of(home, id)
        assert match.status is Status.PLAYING
        assert left(match, home) == 4 * MINUTE
        now.advance(4 * MINUTE)
        await home.sweep.run()
        assert (await match_of(home, id)).is_over


async def test_a_clean_stop_is_noted_to_the_millisecond(tmp_path: Path) -> None:
    now = FixedNow()
    async with running(tmp_path, now) as home:
        [id] = await begun(home, "5+0")
        now.advance(7 * SECOND)
        await home.service.presence.stop()
    now.advance(HOUR)
    async with running(tmp_path, now) as home:
        assert left(await match_of(home, id), home) == 5 * MINUTE - 7 * SECOND


class Dying(CommandDispatcher):
    """Credits so many, then the power is cut."""

    def __init__(self, home: Harness, credits: int) -> None:
        self._home = home
        self._left = credits

    async def act(self, id: MatchId, command: Command) -> Session:
        assert isinstance(command, CreditOutage)
        if not self._left:
            raise KeyboardInterrupt
        self._left -= 1
        return await self._home.app.dispatcher.act(id, command)


@pytest.mark.parametrize("cut_at", [0, 1, 2, 3])
async def test_a_start_that_is_killed_over_and_over_credits_once(
    tmp_path: Path, cut_at: int
) -> None:
    """Three matches and an outage; each start is killed after some credits, the last one is not."""
    now = FixedNow()
    async with running(tmp_path, now) as home:
        ids = await begun(home, "5+0", 3)
        now.advance(MINUTE)
        await home.service.presence.stop()
    for _ in range(3):
        now.advance(HOUR)
        async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
            presence = home.service.presence
            presence._dispatcher = Dying(home, cut_at)
            if cut_at < len(ids):
                with pytest.raises(KeyboardInterrupt):
                    await presence.start()
            else:
                await presence.start()  # killed right after it
    now.advance(HOUR)
    async with running(tmp_path, now) as home:
        for id in ids:
            assert left(await match_of(home, id), home) == 4 * MINUTE


async def test_short_outages_do_not_redraw_what_has_days(tmp_path: Path) -> None:
    now = FixedNow()
    async with running(tmp_path, now) as home:
        [id] = await begun(home, "none")
        await home.service.presence.stop()
        version = (await home.session(id)).version
    now.advance(WORTH_IT - 1)
    async with running(tmp_path, now) as home:
        assert (await home.session(id)).version == version
        await home.service.presence.stop()
    now.advance(10 * DAY)
    async with running(tmp_path, now) as home:
        session = await home.session(id)
        assert session.due == now() + 2 * DAY - WORTH_IT + 1
        await home.sweep.run()
        assert (await match_of(home, id)).absences == ()


async def test_in_the_day_after_a_warning_short_outages_count_too(tmp_path: Path) -> None:
    """A warned player has the whole day, even if the bot was down for a quarter of the day
    repeatedly."""
    now = FixedNow()
    async with running(tmp_path, now) as home:
        [id] = await begun(home, "none")
        now.advance(2 * DAY)
        await home.sweep.run()
        [warned] = (await match_of(home, id)).absences
        assert warned.until == now() + DAY
        await home.service.presence.stop()
    for _ in range(4):
        now.advance(15 * MINUTE)
        async with running(tmp_path, now) as home:
            now.advance(5 * HOUR)
            await home.service.presence.stop()
    async with running(tmp_path, now) as home:
        [warned] = (await match_of(home, id)).absences
        assert warned.until == now() + 4 * HOUR
        home.service.presence.offline("paper")
        now.advance(30 * MINUTE)
        home.service.presence.online("paper")
        for _ in range(2):
            await home.service.presence.beat()
        [warned] = (await match_of(home, id)).absences
        assert warned.until == now() + 4 * HOUR


async def test_report_10_an_offer_that_ran_out_meanwhile_is_told_late_and_once(
    tmp_path: Path,
) -> None:
    """Announced deadlines hold, whatever was down."""
    now = FixedNow()
    async with running(tmp_path, now) as home:
        await home.say(ANN, "challenge @Bo")
        await home.service.presence.stop()
    now.advance(3 * DAY)
    async with running(tmp_path, now) as home:
        for _ in range(2):
            await home.sweep.run()
            await home.publisher.idle()
        [sheet] = home.paper.sheets.values()
        assert "Nobody accepted this challenge in time." in sheet.card.text
        assert len(sheet.cards) == 1


async def test_a_sign_of_life_every_ten_seconds(tmp_path: Path) -> None:
    now = FixedNow()
    async with running(tmp_path, now) as home:
        assert await home.service.presence.beat() == now() + BEAT
        assert BEAT == 10 * SECOND


async def test_a_platform_that_was_down_for_hours_costs_nobody_days(tmp_path: Path) -> None:
    """Players on that platform get their days back; others do not."""
    now = FixedNow()
    async with running(tmp_path, now) as home:
        [id] = await begun(home, "none")
        now.advance(DAY)
        home.service.presence.offline("paper")
        home.service.presence.offline("scrolls")
        now.advance(5 * HOUR)
        home.service.presence.online("scrolls")
        await home.service.presence.beat()
        assert (await home.session(id)).due == now() + DAY - 5 * HOUR
        home.service.presence.online("paper")
        for _ in range(2):
            await home.service.presence.beat()
        assert (await home.session(id)).due == now() + DAY


# --- suspended process, changed clock -------------------------------------------------------------


async def test_a_process_that_stood_still_charges_nobody_whatever_comes_first(
    tmp_path: Path,
) -> None:
    """A command checks the flag before the beat has credited anything."""
    now = FixedNow()
    async with running(tmp_path, now) as home:
        [timed] = await begun(home, "5+0")
        began = now()
        now.advance(HOUR)
        home.service.presence.did_not_serve(began, now())
        await home.sweep.run()
        assert (await match_of(home, timed)).status is Status.PLAYING
        match = await match_of(home, timed)
        await home.press(ANN, f"v1-{timed}-{match.turn}-move-c4")
        match = await match_of(home, timed)
        assert match.clock is not None
        assert match.clock.left[0] == 5 * MINUTE
        await home.service.presence.beat()
        await home.service.presence.beat()
        assert left(await match_of(home, timed), home) == 5 * MINUTE


async def test_what_a_killed_process_did_not_credit_the_next_one_does(tmp_path: Path) -> None:
    now = FixedNow()
    async with running(tmp_path, now) as home:
        ids = await begun(home, "5+0", 3)
        began = now()
        now.advance(HOUR)
        home.service.presence.did_not_serve(began, now())  # killed before the next beat
    async with running(tmp_path, now) as home:
        for id in ids:
            assert left(await match_of(home, id), home) == 5 * MINUTE


async def test_a_clock_that_was_put_back_gives_and_takes_nothing(tmp_path: Path) -> None:
    """Regression: after a step two hours back all clocks were stopped, since everything had started
    in the future."""
    now = FixedNow()
    async with running(tmp_path, now) as home:
        [id] = await begun(home, "5+0")
        now.advance(MINUTE)
        await home.service.presence.beat()
    now.advance(-2 * HOUR)
    for _ in range(2):  # repeated starts change nothing
        async with running(tmp_path, now) as home:
            assert left(await match_of(home, id), home) == 4 * MINUTE
    async with running(tmp_path, now) as home:
        now.advance(3 * MINUTE)
        await home.service.presence.beat()
        assert left(await match_of(home, id), home) == MINUTE
        now.advance(MINUTE)
        await home.sweep.run()
        assert (await match_of(home, id)).is_over


async def test_a_clock_put_back_while_the_bot_runs(tmp_path: Path) -> None:
    now = FixedNow()
    async with running(tmp_path, now) as home:
        [id] = await begun(home, "5+0")
        now.advance(MINUTE)
        began = now()
        now.advance(-2 * HOUR)
        home.service.presence.did_not_serve(began, now())
        await home.service.presence.beat()
        assert left(await match_of(home, id), home) == 4 * MINUTE
        now.advance(2 * MINUTE)
        assert left(await match_of(home, id), home) == 2 * MINUTE
