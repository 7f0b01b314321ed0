"""Every match, room and dialog has an address: Back, reload, copying and sharing work."""

import re

import pytest
from playwright.async_api import expect

from tests.bot.frontends.web.browser.desk import Desk, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")

MATCH = re.compile(r"/#lobby/match/[a-z0-9]+$")


async def plays(desk: Desk, name: str) -> Player:
    player = await desk.sit_down(name)
    await player.say("/play novice first=challenger")
    await player.see(f"{name} to move")
    await expect(player.page).to_have_url(MATCH)
    return player


async def test_back_leaves_the_match_and_not_the_page(desk: Desk) -> None:
    ann = await plays(desk, "Ann")
    await ann.page.go_back()
    await ann.see("Play Reversi")
    await ann.square("d3").wait_for(state="detached")
    await ann.page.go_forward()
    await ann.see("Ann to move")


async def test_a_match_is_there_after_a_reload_and_for_whoever_gets_the_link(desk: Desk) -> None:
    ann = await plays(desk, "Ann")
    address = ann.page.url
    await ann.page.reload()
    await ann.see("Ann to move")
    bo = await desk.sit_down("Bo")
    await bo.page.goto(address)
    await bo.see("Ann to move")
    await expect(bo.page.locator("[data-legal]")).to_have_count(0)
    await ann.square("d3").click()
    await bo.see_disc("d3", "X")


async def test_a_match_that_the_log_no_longer_shows_has_an_address_still(desk: Desk) -> None:
    ann = await plays(desk, "Ann")
    address = ann.page.url
    for i in range(61):
        await ann.say(f"line {i}")
        await expect(ann.log).to_contain_text(f"line {i}")
    bo = await desk.sit_down("Bo")
    await bo.page.goto(address)
    await bo.see("Ann to move")


async def test_an_address_of_nothing_says_so(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.goto(f"{desk.home.url}/#lobby/match/zzzzzzzzzzzz")
    await expect(ann.toast).to_be_visible()
    await expect(ann.page).to_have_url(f"{desk.home.url}/")


async def test_rooms_and_dialogs_have_addresses(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.locator("#room-name").fill("Chess Club")
    await ann.page.locator("#room-name").press("Enter")
    await expect(ann.page.get_by_role("heading", name="# chess-club")).to_be_visible()
    await expect(ann.page).to_have_url(f"{desk.home.url}/#chess-club")
    dialog = ann.page.get_by_role("dialog")
    for name, view in (("Leaderboard", "leaderboard"), ("Help", "help"), ("New match", "new")):
        await ann.page.get_by_role("button", name=name, exact=True).first.click()
        await expect(dialog).to_be_visible()
        await expect(ann.page).to_have_url(f"{desk.home.url}/#chess-club/{view}")
        await ann.page.reload()
        await expect(dialog).to_be_visible()
        await ann.page.go_back()
        await expect(dialog).to_have_count(0)
        await expect(ann.page).to_have_url(f"{desk.home.url}/#chess-club")
    await ann.page.locator("#me").click()
    await ann.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(ann.page).to_have_url(f"{desk.home.url}/#chess-club")
    await ann.page.go_back()
    await expect(ann.page.get_by_role("heading", name="# lobby")).to_be_visible()


async def test_rules_and_leaderboard_are_those_of_the_game_on_the_stage(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/play pente novice first=challenger")
    await ann.see("Ann to move")
    for name in ("Rules", "Leaderboard"):
        await ann.page.locator("#side").get_by_role("button", name=name, exact=True).click()
        await expect(ann.page.get_by_role("dialog")).to_contain_text("Pente")
        await ann.page.keyboard.press("Escape")
        await expect(ann.page.get_by_role("dialog")).to_have_count(0)


async def test_an_invitation_says_how_far_it_reaches_and_is_copied_in_any_case(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.evaluate(
        "navigator.clipboard.writeText = () => Promise.reject(new Error());"
        "document.execCommand = () => false; null"
    )
    await ann.page.locator("#invite").click()
    dialog = ann.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("works on this machine only")
    await dialog.get_by_role("button", name="Copy").click()
    await expect(dialog).to_contain_text("The link is selected")
    selected = await ann.page.evaluate("document.getSelection().toString()")
    assert selected.startswith(desk.home.url)
