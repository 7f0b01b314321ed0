"""Dice in company at the page: a duel of two windows, a group, a computer; sheets in place."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.bot.frontends.web.browser.desk import Desk, Player
from tests.bot.frontends.web.browser.test_look import TELEPHONE, fits
from tests.bot.frontends.web.harness import free_port, harness
from tests.fakes.clock import FlowingNow

pytestmark = pytest.mark.asyncio(loop_scope="session")

FACES = "[...document.querySelectorAll('.die')].map((die) => die.dataset.value).join(' ')"


async def challenged(ann: Player, bo: Player) -> None:
    await ann.page.locator("main [data-game=dice]").click()
    await ann.stage.get_by_role("button", name="Bo", exact=True).click()
    await bo.see("same throws for both")


async def one_round(player: Player, nth: int = 0) -> None:
    version = await player.version()
    split = player.page.locator(".split").nth(nth)
    await split.click()
    await expect(player.page.locator(f".table[data-version='{version}']")).to_have_count(0)


async def to_the_end(player: Player) -> None:
    """Whatever comes first, until the eighth reject."""
    for _ in range(60):
        if await player.table.get_attribute("data-status") == "finished":
            return
        version = await player.version()
        await player.page.locator(".split").first.dispatch_event("click")
        await expect(player.page.locator(f".table[data-version='{version}']")).to_have_count(0)
    raise AssertionError("sixty rounds and no eighth reject")


async def test_a_duel_of_two_windows_to_the_end(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    bo = await desk.sit_down("Bo", **TELEPHONE)
    await challenged(ann, bo)
    await expect(ann.button("Accept")).to_have_count(0)
    await bo.button("Accept").click()

    # the same throw for both, each on a sheet that nobody else is shown
    await expect(bo.page.locator(".table.yours")).to_be_visible()
    await fits(bo.page)
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    await expect(ann.page).to_have_title("● Your turn · Tavola")
    await expect(bo.page.locator("#matches")).not_to_contain_text("challenges you")
    assert await ann.page.evaluate(FACES) == await bo.page.evaluate(FACES)
    await one_round(bo)
    await expect(bo.page.locator("tbody .ticked")).not_to_have_count(0)
    await expect(ann.page.locator("tbody .ticked")).to_have_count(0)

    # back to the contest and to the sheet again
    await expect(ann.page.locator("#matches")).not_to_contain_text("open challenge")
    await ann.button("Go to contest").click()
    await ann.see("same throws for both")
    await ann.page.locator("#matches").get_by_role("button", name="Your turn").click()
    await expect(ann.page.locator(".table.yours")).to_be_visible()

    # the other's total stays hidden until one's own game is over
    await to_the_end(bo)
    await bo.see("The result will be posted in the room.")
    await expect(ann.log).to_contain_text("✓ Bo")
    await expect(ann.log).not_to_contain_text("To check the throws")
    await to_the_end(ann)
    for player in (ann, bo):
        await expect(player.log).to_contain_text("To check the throws: seed")
        await expect(player.page.locator("#matches-part")).to_be_hidden()
        await expect(player.page).to_have_title("Tavola")
        await player.see("1. Ann")
        await player.log.get_by_role("button", name="Bo", exact=True).click()
        await expect(player.table.locator(".plate .name")).to_have_text("Bo")
        await expect(player.page.locator(".split")).to_have_count(0)


async def test_a_group_closes_when_the_host_says_so(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    cy = await desk.sit_down("Cy")
    await ann.page.locator("main [data-game=dice]").click()
    await ann.stage.get_by_text("Anyone here").click()
    await ann.see("same throws for everyone")
    for player in (bo, ann):
        await player.page.get_by_role("button", name="My sheet").click()
        await expect(player.page.locator(".table.yours")).to_be_visible()
    assert await ann.page.evaluate(FACES) == await bo.page.evaluate(FACES)
    await one_round(ann)
    await ann.log.get_by_role("button", name="Close entry").click()
    await expect(cy.log).to_contain_text("entry closed")
    await cy.log.get_by_role("button", name="My sheet").click()
    await expect(cy.toast).to_be_visible()
    await ann.button("My sheet").click()  # closing had brought the contest into the middle
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    await to_the_end(ann)
    await bo.button("End game").click()
    await bo.page.locator(".aside").get_by_role("button", name="End game").click()
    await expect(cy.log).to_contain_text("To check the throws: seed")


async def test_against_the_computer(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.locator("main [data-game=dice]").click()
    await ann.page.locator("main [data-level=careful]").click()
    await ann.see("Computer (careful)")
    await ann.button("My sheet").click()
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    await to_the_end(ann)
    await expect(ann.log).to_contain_text("To check the throws: seed")


async def test_a_sheet_after_a_restart_has_the_same_throw(
    chromium: Browser, tmp_path: Path
) -> None:
    now, file, port = FlowingNow(), tmp_path / "tavola.db", free_port()
    async with harness(file, now, port=port) as home:
        desk = Desk(chromium, home)
        desk.expected.append("ERR_CONNECTION_REFUSED")
        ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
        await challenged(ann, bo)
        await bo.button("Accept").click()
        await expect(bo.page.locator(".table.yours")).to_be_visible()
        await one_round(bo)
        thrown = await bo.page.evaluate(FACES)
    await expect(bo.page.get_by_text("Reconnecting")).to_be_visible()
    async with harness(file, now, port=port, seed="later"):
        await expect(bo.page.get_by_text("Reconnecting")).to_be_hidden()
        assert await bo.page.evaluate(FACES) == thrown
        await bo.page.reload()
        await bo.page.locator("#matches").get_by_role("button", name="Your turn").click()
        await expect(bo.page.locator(".table.yours")).to_be_visible()
        assert await bo.page.evaluate(FACES) == thrown
        await one_round(bo, nth=1)
        await desk.close()
    assert desk.complaints == []


async def test_nobody_sees_a_sheet_by_its_address(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    await challenged(ann, bo)
    await bo.button("Accept").click()
    await expect(bo.page.locator(".table.yours")).to_be_visible()
    desk.expected.append("404")
    session = await bo.table.get_attribute("data-session")
    for version in (1, 2):
        status = await ann.page.evaluate(
            f"fetch('boards/{session}/{version}.png').then((answer) => answer.status)"
        )
        assert status == 404
    await expect(bo.button("Picture")).to_have_count(0)
