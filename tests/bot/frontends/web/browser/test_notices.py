"""What waits is shown and read out wherever one looks, and leads to the board."""

import pytest
from playwright.async_api import expect

from core.match.clock import MINUTE
from tests.bot.frontends.web.browser.desk import Desk
from tests.bot.frontends.web.browser.test_look import TELEPHONE, fits

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_board_that_waits_is_told_of_in_another_room(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann", **TELEPHONE), await desk.sit_down("Bo")
    await bo.say("/challenge @Ann first=opponent")
    await ann.button("Accept").click()
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    await ann.page.goto(f"{desk.home.url}/#kitchen")
    await expect(ann.page.locator("#room")).to_have_text("# kitchen")
    area = ann.page.get_by_role("region", name="What waits for you")
    await expect(area).to_be_hidden()
    desk.home.now.advance(3 * MINUTE)
    await desk.home.notices.run()
    await expect(area).to_contain_text("1 board waits for you:")
    await expect(ann.page.locator("#live")).to_contain_text("1 board waits for you: Reversi")
    assert "Your turn" in await ann.page.title()
    await fits(ann.page)
    await area.get_by_role("button", name="Reversi · Bo").click()
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    await ann.square("d3").click()
    await expect(area).to_be_hidden()
