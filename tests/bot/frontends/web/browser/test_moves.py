"""The list of moves, and stepping through a match while it goes on."""

import re

import pytest
from playwright.async_api import expect

from tests.bot.frontends.web.browser.desk import Desk, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")

WIDE = {"viewport": {"width": 1440, "height": 900}}


async def four_moves(desk: Desk) -> tuple[Player, list[str]]:
    """Ann against the computer; the moves as the list shows them."""
    ann = await desk.sit_down("Ann", **WIDE)
    await ann.say("/play novice first=challenger")
    plies = ann.page.locator(".ply")
    for i in range(2):
        await expect(ann.page.locator(".table.yours")).to_be_visible()
        await ann.page.locator("[data-legal]").first.click()
        await expect(plies).to_have_count(2 * i + 2)
    await ann.page.get_by_role("tab", name="Moves").click()
    return ann, await plies.all_text_contents()


async def test_moves_are_stepped_through_by_keys_buttons_and_clicks(desk: Desk) -> None:
    ann, moves = await four_moves(desk)
    await expect(ann.page.locator(".moves-list li")).to_have_count(2)
    discs = ann.page.locator("[data-disc=X], [data-disc=O]")
    present = ann.page.get_by_role("button", name="Back to the present")
    await expect(discs).to_have_count(8)

    await ann.page.keyboard.press("ArrowLeft")
    await expect(discs).to_have_count(7)
    await expect(present).to_be_visible()
    await expect(ann.page).to_have_url(re.compile(r"/match/\w+/3$"))
    await expect(ann.page.locator("[data-legal]")).to_have_count(0)
    await ann.page.keyboard.press("Home")
    await expect(discs).to_have_count(4)
    await ann.page.locator(".steps").get_by_role("button", name="One move forward").click()
    await expect(discs).to_have_count(5)
    await ann.page.locator(".ply").nth(1).click()
    await expect(discs).to_have_count(6)
    await expect(ann.square(moves[1])).to_have_attribute("data-last", "")
    await expect(ann.page.locator(".ply[aria-current]")).to_have_text(moves[1])
    await expect(ann.page.locator(".plate .tally").first).not_to_have_text("")

    await ann.page.reload()
    await expect(discs).to_have_count(6)
    await present.click()
    await expect(discs).to_have_count(8)
    await expect(present).to_be_hidden()
    assert await ann.page.locator("[data-legal]").count() > 0
    await expect(ann.page).to_have_url(re.compile(r"/match/\w+$"))


async def test_the_wheel_over_the_board_steps_too(desk: Desk) -> None:
    ann, _ = await four_moves(desk)
    discs = ann.page.locator("[data-disc=X], [data-disc=O]")
    await ann.page.locator("div.frame").hover()
    await ann.page.mouse.wheel(0, -100)
    await expect(discs).to_have_count(7)
    await ann.page.mouse.wheel(0, 100)
    await expect(discs).to_have_count(8)


async def test_what_happens_meanwhile_does_not_leave_the_past(desk: Desk) -> None:
    ann, _ = await four_moves(desk)
    bo = await desk.sit_down("Bo", **WIDE)
    await bo.page.goto(f"{ann.page.url}/1")
    discs = bo.page.locator("[data-disc=X], [data-disc=O]")
    await expect(discs).to_have_count(5)
    await ann.page.locator("[data-legal]").first.click()
    await expect(ann.page.locator(".ply")).to_have_count(6)
    await expect(bo.page.locator(".ply")).to_have_count(6)
    await expect(discs).to_have_count(5)
    await bo.page.keyboard.press("End")
    await expect(discs).to_have_count(10)


async def test_on_a_telephone_the_list_takes_the_place_of_the_chat(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", viewport={"width": 390, "height": 844})
    await ann.say("/play novice first=challenger")
    await expect(ann.page.locator("[data-legal]")).to_have_count(4)
    await ann.page.locator("[data-legal]").first.click()
    await expect(ann.page.locator(".ply")).to_have_count(2)
    await ann.button("More").click()
    await ann.button("Moves").click()
    await ann.page.get_by_role("button", name="One move back").click()
    await expect(ann.page.get_by_role("button", name="Back to the present")).to_be_visible()
    await ann.page.locator(".steps").get_by_role("button", name="Chat").click()
    await expect(ann.log).to_be_visible()


async def test_sounds_and_coordinates_are_switched_in_the_settings(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    played = (
        "window.notes = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (at) {"
        " window.notes += 1; start.call(this, at); };"
    )
    await ann.page.evaluate(f"(() => {{ {played} }})()")
    await ann.say("/play novice first=challenger")
    await ann.square("d3").click()
    await ann.sees(3)
    assert await ann.page.evaluate("window.notes") == 0, "no sound until it is allowed"
    await ann.page.locator("#me").click()
    dialog = ann.page.get_by_role("dialog")
    await dialog.get_by_role("switch", name="Sounds").check()
    await dialog.get_by_role("switch", name="Coordinates").uncheck()
    await ann.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(ann.page.locator(".board .coordinates")).to_be_hidden()
    heard = await ann.page.evaluate("window.notes")
    assert heard == 1, "a sample"
    version = await ann.version()
    await ann.page.locator("[data-legal]").first.click()
    await ann.sees(version + 1)
    await ann.page.wait_for_function("window.notes > 1")
