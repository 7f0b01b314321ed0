"""Deadlines derived from saved state are processed."""

import asyncio

from bot.app.background.scheduler import EVERY, DeadlineScheduler
from core.match.clock import DAY, HOUR, MINUTE
from core.match.model import AbortCause, Status
from core.types import Millis
from tests.bot.app.harness import ANN, BO, ROOM, Harness


async def test_a_challenge_expires_and_says_so(home: Harness) -> None:
    """Field report 7."""
    reply = await home.say(ANN, "challenge @Bo")
    sheet = home.paper.last(ROOM)
    token = sheet.token("Accept")
    home.now.advance(DAY - 1)
    assert await home.sweep.run() == home.now() + 1
    assert (await home.match(reply)).match.status is Status.OPEN
    home.now.advance(1)
    assert await home.sweep.run() is None
    await home.publisher.idle()
    assert (await home.match(reply)).match.cause is AbortCause.EXPIRED
    assert "Nobody accepted this challenge in time." in sheet.card.text
    assert (await home.press(BO, token)).text == "This match was cancelled."


async def test_a_flag_falls_with_nobody_looking(home: Harness) -> None:
    await home.say(ANN, "challenge @Bo first=challenger clock=1m")
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    await home.say(ANN, "move d3")
    await home.say(BO, "move c3")
    home.now.advance(MINUTE)
    await home.sweep.run()
    await home.publisher.idle()
    assert "Bo wins on time against Ann" in home.paper.last(ROOM).card.text
    assert (await home.match(reply)).match.status is Status.FINISHED


async def test_a_flag_before_both_have_moved_is_no_result(home: Harness) -> None:
    await home.say(ANN, "challenge @Bo first=challenger clock=1m")
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    home.now.advance(HOUR)
    await home.sweep.run()
    assert (await home.match(reply)).match.cause is AbortCause.NO_SHOW


async def test_the_sweep_twice_acts_once(home: Harness) -> None:
    await home.say(ANN, "challenge")
    home.now.advance(2 * DAY)
    await asyncio.gather(home.sweep.run(), home.sweep.run())
    await home.publisher.idle()
    assert len(home.paper.last(ROOM).cards) == 2


async def test_the_keeper_sleeps_until_the_earliest_deadline(home: Harness) -> None:
    runs: asyncio.Queue[int] = asyncio.Queue()
    due = [Millis(home.now() + 20), None, None]

    async def sweep() -> Millis | None:
        runs.put_nowait(len(due))
        return due.pop(0) if due else None

    keeper = DeadlineScheduler(sweep, home.now)
    keeper.start()
    assert await runs.get() == 3
    assert await runs.get() == 2  # twenty milliseconds later, on the real clock
    assert runs.empty()
    await keeper.close()
    assert EVERY == MINUTE


async def test_an_earlier_deadline_wakes_it(home: Harness) -> None:
    runs: asyncio.Queue[None] = asyncio.Queue()

    async def sweep() -> Millis | None:
        runs.put_nowait(None)
        return Millis(home.now() + 30 * DAY)

    keeper = DeadlineScheduler(sweep, home.now)
    keeper.start()
    await runs.get()
    reply = await home.say(ANN, "challenge")
    keeper.wake(await home.match(reply))
    await runs.get()
    await keeper.close()


async def test_a_failing_sweep_is_tried_again(home: Harness) -> None:
    runs: asyncio.Queue[None] = asyncio.Queue()

    async def sweep() -> Millis | None:
        runs.put_nowait(None)
        raise OSError("disk")

    keeper = DeadlineScheduler(sweep, home.now)
    keeper.start()
    await runs.get()
    await asyncio.sleep(0)
    keeper.wake(await home.match(await home.say(ANN, "challenge")))
    await runs.get()
    await keeper.close()
