"""Clocks run where both can see them, a window that comes late too."""

import re

import pytest
from playwright.async_api import Locator, expect

from core.match.clock import MINUTE, SECOND
from tests.bot.frontends.web.browser.desk import Desk, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")

STANDING = "10:00"


def clocks(player: Player) -> Locator:
    """What the plates show of the time of each side, the first seat's first."""
    return player.page.get_by_role("timer")


async def runs(player: Player, at: int) -> None:
    """That side's clock goes down by itself, the other one stands."""
    running = clocks(player).nth(at)
    await expect(running).to_have_text(re.compile(r"^9:\d\d$"))
    before = await running.text_content()
    assert before is not None
    await expect(running).not_to_have_text(before)
    after = await running.text_content()
    assert after is not None
    assert before > after
    await expect(clocks(player).nth(1 - at)).to_have_text(STANDING)


async def test_the_time_of_a_move_runs_down_before_both(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    await ann.say("/challenge @Bo first=challenger 10m")
    await bo.button("Accept").click()
    await ann.see("Ann to move")
    await ann.square("d3").click()
    await bo.see("Bo to move")
    await bo.square("c3").click()
    await ann.see("Ann to move")
    await runs(ann, 0)
    await runs(bo, 0)
    await bo.page.reload()
    await runs(bo, 0)
    await ann.square("c4").click()
    await bo.see("Bo to move")
    await runs(ann, 1)

    # what runs out is seen to
    desk.home.now.advance(9 * MINUTE + 45 * SECOND)
    await bo.page.reload()
    await expect(clocks(bo).nth(1)).to_have_class("clock low")
    await expect(clocks(bo).nth(0)).to_have_class("clock")
