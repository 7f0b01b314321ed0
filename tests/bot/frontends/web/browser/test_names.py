"""Names of every kind beside the page's sentences, and long lists of matches."""

import pytest
from playwright.async_api import expect

from tests.bot.frontends.web.browser.desk import Desk

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_name_from_right_to_left_leaves_the_sentence_as_it_is(desk: Desk) -> None:
    name = "محمد"
    ann = await desk.sit_down(name)
    await ann.say("/play novice first=challenger")
    line = ann.page.locator("main .words .line").last
    await expect(line).to_contain_text(name)
    assert await line.evaluate("(e) => getComputedStyle(e).direction") == "ltr"
    await expect(line.locator("bdi")).to_have_text(name)


async def test_two_people_of_one_name_are_told_apart(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    for _ in range(2):
        await desk.sit_down("Same")
    people = ann.page.locator("#people .name bdi, #people bdi.name")
    await expect(people).to_have_text(["Ann", "Same", "Same (2)"])


async def test_thirty_matches_are_a_list_one_can_read(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    for _ in range(10):
        await ann.say("/play novice first=challenger")
    rows = ann.page.locator("#matches [data-session]")
    await expect(ann.page.get_by_role("button", name="Show all 10")).to_be_visible()
    await expect(rows).to_have_count(8)
    await ann.page.get_by_role("button", name="Show all 10").click()
    await expect(rows).to_have_count(10)
    await expect(ann.page.get_by_role("button", name="Show fewer")).to_be_focused()


async def test_all_commands_are_suggested(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    field = ann.page.get_by_role("combobox", name="Message, or")
    await field.fill("/")
    count = await ann.page.locator("#suggestions li").count()
    known = await ann.page.evaluate(
        "import('./static/texts.js').then(({ verbs }) => Object.keys(verbs()).length)"
    )
    assert count == known + 1, "and the text board"
    sizes = "(e) => parseFloat(getComputedStyle(e).fontSize)"
    assert await field.evaluate(sizes) >= 16
    assert await ann.page.locator("#room-name").evaluate(sizes) >= 16


async def test_a_window_at_four_times_the_size_can_be_played_in(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", viewport={"width": 320, "height": 256})
    await ann.say("/play novice first=challenger")
    square = ann.square("d3")
    await square.scroll_into_view_if_needed()
    box = await square.bounding_box()
    assert box is not None
    assert box["width"] >= 24
    await square.click()
    await ann.see_disc("d3", "X")
    await ann.button("Resign").click()
    await ann.page.locator(".aside").get_by_role("button", name="Resign").click()
    await ann.see("Computer")
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert await ann.page.evaluate(wide)
