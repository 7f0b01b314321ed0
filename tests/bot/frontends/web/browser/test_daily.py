"""The daily dice at the page: a line in the room, one's own sheet in the middle, what is shared."""

import pytest
from playwright.async_api import expect

from tests.bot.frontends.web.browser.desk import Desk
from tests.bot.frontends.web.browser.test_contests import FACES, to_the_end

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_day_of_two_windows(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    await ann.say("/daily")
    for player in (ann, bo):
        await expect(player.log).to_contain_text("same throws for everyone")
        await player.page.get_by_role("button", name="Play", exact=True).first.click()
        await expect(player.page.locator(".table.yours")).to_be_visible()
    assert await ann.page.evaluate(FACES) == await bo.page.evaluate(FACES)

    # nobody's total before one's own game is over
    await bo.page.get_by_role("button", name="Standings", exact=True).first.click()
    await expect(bo.page.locator("body")).to_contain_text("Play your own game first")
    await to_the_end(ann)
    await ann.see("Web guests aren't ranked until they “link” a chat account.")

    # what is shared stays hidden until it is asked for
    await ann.button("Share").click()
    shared = bo.log.locator(".tile", has_text="Daily 15")
    total = await ann.page.locator(".total").first.inner_text()
    await expect(shared).to_contain_text("🟥")
    await expect(shared).not_to_contain_text(total.strip("\N{MINUS SIGN}-"))
    await shared.get_by_role("button", name="Show spoiler").click()
    await expect(shared).to_contain_text(total.strip("\N{MINUS SIGN}-"))


async def test_reloading_shows_the_same_throw(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/daily")
    await ann.page.get_by_role("button", name="Play", exact=True).first.click()
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    thrown = await ann.page.evaluate(FACES)
    await ann.page.reload()
    await ann.page.locator("#matches").get_by_role("button", name="Your turn").click()
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    assert await ann.page.evaluate(FACES) == thrown
