"""What waits is shown and read out wherever one looks, and leads to the board."""

import pytest
from playwright.async_api import expect

from bot.app.model.card import Card
from bot.app.model.request import Actor
from bot.app.ports.frontend import Notification
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
    area = ann.page.get_by_role("region", name="Waiting for you")
    await expect(area).to_be_hidden()
    desk.home.now.advance(3 * MINUTE)
    await desk.home.notices.run()
    await expect(area).to_contain_text("1 board is waiting for you:")
    await expect(ann.page.locator("#live")).to_contain_text("1 board is waiting for you: Reversi")
    assert "Your turn" in await ann.page.title()
    await fits(ann.page)
    await area.get_by_role("button", name="Reversi · Bo").click()
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    await ann.square("d3").click()
    await expect(area).to_be_hidden()


async def test_however_much_there_is_to_tell_one_can_type(desk: Desk) -> None:
    """A board on a telephone leaves little room; what waits is scrolled in it."""
    ann = await desk.sit_down("Ann", **TELEPHONE)
    await ann.say("/play novice first=challenger")
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    me = await ann.page.evaluate("JSON.parse(sessionStorage.getItem('tavola.me')).ticket")
    user = me.partition(".")[0]
    web = desk.home.web
    player = (await desk.home.store.player_for(Actor(web.platform, user, "Ann"))).id
    room = await web.private(user)
    for nonce in ("one", "two", "three"):
        card = Card(f"What waits, number {nonce}: it takes a line or two on a telephone.")
        await web.notify(Notification(player, user, "Ann", room, card, private=True, nonce=nonce))
    area = ann.page.get_by_role("region", name="Waiting for you")
    await expect(area).to_contain_text("number three")
    await expect(ann.page.locator("#said")).to_be_in_viewport(ratio=1)
    await ann.page.set_viewport_size({"width": 320, "height": 568})
    await ann.page.locator("#line").evaluate("(line) => { line.hidden = false; }")
    await expect(ann.page.locator("#said")).to_be_in_viewport(ratio=1)
    await ann.say("/help")
    await expect(ann.page.locator(".whisper").first).to_be_attached()
