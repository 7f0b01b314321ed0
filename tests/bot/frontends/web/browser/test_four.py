"""Two against two at the page: the lobby, four windows, a computer in a seat."""

import pytest
from playwright.async_api import expect

from tests.bot.frontends.web.browser.desk import Desk, Player
from tests.bot.frontends.web.browser.test_look import TELEPHONE, fits
from tests.bot.frontends.web.browser.test_pente import Script

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def offered(ann: Player) -> None:
    await ann.page.locator("main [data-game=pente]").click()
    await ann.stage.get_by_role("button", name="Two against two").click()
    await ann.see("waiting for 3 players")


async def test_four_windows_to_five_in_a_row(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    bo, cy, di = [await desk.sit_down(name) for name in ("Bo", "Cy", "Di")]
    await offered(ann)
    await expect(ann.button("Start")).to_be_disabled()

    # the wrong side first: joining the other moves her
    await cy.log.get_by_role("button", name="Join team B").click()
    await cy.see("B: Cy")
    await cy.button("Join team A").click()
    await cy.see("A: Ann, Cy")
    await bo.log.get_by_role("button", name="Join team B").click()
    await di.log.get_by_role("button", name="Join team B").click()
    for player in (ann, bo, cy, di):
        await player.see("everyone is here")
    await expect(di.button("Start")).to_have_count(0)
    await ann.button("Start").click()
    four = (ann, bo, cy, di)
    for player in four:
        await player.see("Bo to move")
        plates = player.page.locator(".plate")
        await expect(plates).to_have_count(2)
        await expect(plates.nth(0).locator(".name")).to_have_text(["Ann", "Cy"])
        await expect(plates.nth(1).locator(".name")).to_have_text(["Bo", "Di"])

    # in turn A1 B1 A2 B2; nobody plays for a partner
    script = Script(*four)
    await script.play("j5")
    await expect(ann.page.locator(".plate").first.locator(".name:not(.waits)")).to_have_text("Cy")
    await ann.click_point("k13")
    await expect(ann.toast).to_have_text("It's not your turn.")

    # a pair that one of them captures is the team's
    await script.play("h5 k5 l5")
    for player in four:
        white = player.page.locator(".plate").first
        await expect(white.locator(".pair.taken")).to_have_count(1)
        await expect(white.locator(".tally")).to_have_text("1")

    await script.play("a1 k11 a3 k12 a5 k13 a7 k14")
    for player in four:
        await player.see("five in a row")
        await expect(player.page.locator(".stone[data-five]")).to_have_count(5)


ALONE = """async () => {
  const { textLines } = await import("./static/card.js");
  const tile = document.createElement("li"), words = document.createElement("div");
  tile.className = "tile";
  words.className = "words";
  words.append(...textLines("⚪ A: Ann, Cleo 1   ⚫ B: Bo, Dan 0\\n▶ Bo to move"));
  tile.append(words);
  document.querySelector("#log").append(tile);
  const top = (sought) => {
    const text = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
    while (text.nextNode()) {
      const at = text.currentNode.data.search(sought);
      if (at < 0) continue;
      const place = document.createRange();
      place.setStart(text.currentNode, at);
      place.setEnd(text.currentNode, at + 1);
      return Math.round(place.getBoundingClientRect().top);
    }
  };
  const alone = [];
  for (let width = 150; width <= 400; width += 10) {
    tile.style.width = `${width}px`;
    const pairs = [[/Cleo/, /1/], [/Dan/, /0/], [/⚫/, /B:/]];
    if (pairs.some(([one, other]) => top(one) !== top(other))) alone.push(width);
  }
  return alone;
}"""


async def test_what_a_team_has_stands_beside_its_names(desk: Desk) -> None:
    """However wide a tile is, a score or a colour is never alone in a line."""
    ann = await desk.sit_down("Ann")
    assert await ann.page.evaluate(ALONE) == []


async def test_computers_take_seats_and_leave_them(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann", **TELEPHONE), await desk.sit_down("Bo")
    await offered(ann)
    await fits(ann.page)
    await ann.button("Add computer to A").click()
    await ann.see("A: Ann, Computer (amateur)")
    await ann.button("A2 → club").click()
    await ann.see("A: Ann, Computer (club)")
    await ann.button("A2 ✕").click()
    await ann.see("A: Ann, \N{EN DASH}")
    await ann.button("Add computer to A").click()
    await ann.see("A: Ann, Computer (amateur)")
    await ann.button("Add computer to B").click()
    await ann.see("B: Computer (amateur)")
    await bo.log.get_by_role("button", name="Join team B").click()
    await ann.see("everyone is here")
    await fits(ann.page)
    await ann.button("Start").click()

    # B1 is the computer's: it plays at once, A2's too, and then Bo has the fourth stone
    await bo.see("Bo to move")
    await expect(bo.page.locator(".stone")).to_have_count(3)
    await bo.click_point("k14")
    await ann.see("Ann to move")
    await ann.see_stone("k14", "X")
    await fits(ann.page)
