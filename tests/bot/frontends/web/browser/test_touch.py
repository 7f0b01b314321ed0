"""Pente under a finger, on a telephone: a point is aimed at first and played when it is the one."""

from collections.abc import Mapping, Sequence

import pytest
from playwright.async_api import expect

from bot.text.catalog import LOCALES, texts
from tests.bot.frontends.web.browser.desk import Desk, Player
from tests.bot.frontends.web.browser.test_look import SMALL, TELEPHONE, fits

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def drag(player: Player, points: Sequence[str]) -> None:
    """A finger comes down on the first point, goes over the others and is lifted on the last."""
    box = await player.page.locator(".pad").bounding_box()
    assert box is not None
    places = []
    for name in points:
        at = await player.point(name)
        places.append({"x": box["x"] + at["x"], "y": box["y"] + at["y"]})
    session = await player.page.context.new_cdp_session(player.page)
    for i, place in enumerate(places):
        kind = "touchMove" if i else "touchStart"
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [place]})
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await session.detach()


async def seated(desk: Desk, look: Mapping[str, object] = TELEPHONE) -> Player:
    """Ann with a telephone, to place White's second stone."""
    ann = await desk.sit_down("Ann", **look)
    await ann.say("/play pente novice first=challenger rule=free")
    await ann.see_stone("a1", "X")
    await expect(ann.page.locator(".table.yours")).to_be_visible()
    return ann


async def test_the_first_tap_only_aims(desk: Desk) -> None:
    ann = await seated(desk)
    version = await ann.version()
    await ann.tap_point("k11")
    lens = ann.page.locator(".aim")
    await expect(lens).to_be_visible()
    await expect(lens.locator(".label")).to_have_text("K11")
    place = ann.page.get_by_role("button", name="Place K11")
    await expect(place).to_be_in_viewport()
    await fits(ann.page)

    # a tap beside it moves the aim, and nothing else
    await ann.tap_point("l11")
    await expect(lens.locator(".label")).to_have_text("L11")
    await expect(ann.page.locator(".stone")).to_have_count(2)
    assert await ann.version() == version

    # giving it up
    await ann.button("Cancel").tap()
    await expect(lens).to_be_hidden()
    await expect(ann.page.get_by_role("button", name="Place L11")).to_be_hidden()
    assert await ann.version() == version


async def test_what_places_it_is_whole_on_the_smallest_telephone(desk: Desk) -> None:
    ann = await seated(desk, SMALL)
    await ann.tap_point("k11")
    await expect(ann.page.get_by_role("button", name="Place K11")).to_be_in_viewport(ratio=0.95)


LINES = """([place, cancel]) => {
  const buttons = [...document.querySelectorAll(".confirm .button")];
  buttons[0].textContent = place;
  buttons[1].textContent = cancel;
  const right = document.querySelector("#stage").getBoundingClientRect().right;
  return buttons.map((button) => {
    const text = document.createRange();
    text.selectNodeContents(button);
    const lines = new Set([...text.getClientRects()].map((box) => Math.round(box.top)));
    return [lines.size, button.getBoundingClientRect().right <= right];
  });
}"""


async def test_on_its_side_too_what_places_it_is_one_line(desk: Desk) -> None:
    """In every language, between the board and the chat."""
    ann = await seated(desk, TELEPHONE | {"viewport": {"width": 740, "height": 360}})
    for width, height in ((740, 360), (667, 375), (568, 320)):
        await ann.page.set_viewport_size({"width": width, "height": height})
        await ann.tap_point("q16")
        for language in map(texts, LOCALES):
            labels = [language.t("Place {point}", point="Q16"), language.t("Cancel")]
            measured = await ann.page.evaluate(LINES, labels)
            assert measured == [[1, True], [1, True]], (width, labels)
        await ann.page.locator(".confirm .button").last.tap()


async def test_the_second_tap_on_the_same_point_plays_it(desk: Desk) -> None:
    ann = await seated(desk)
    await ann.tap_point("k11")
    await expect(ann.page.locator(".aim")).to_be_visible()
    await ann.tap_point("k11")
    await ann.see_stone("k11", "O")
    await ann.see_stone("b1", "X")
    await expect(ann.page.locator(".aim")).to_be_hidden()


async def test_the_button_plays_it(desk: Desk) -> None:
    ann = await seated(desk)
    await ann.tap_point("a19")
    await ann.page.get_by_role("button", name="Place A19").tap()
    await ann.see_stone("a19", "O")
    await expect(ann.page.locator(".stone")).to_have_count(4)


async def test_dragging_moves_the_aim(desk: Desk) -> None:
    ann = await seated(desk)
    label = ann.page.locator(".aim .label")
    await drag(ann, ("c3", "d4", "e5"))
    await expect(label).to_have_text("E5")
    await drag(ann, ("e5", "e6"))  # from the point itself, away
    await expect(label).to_have_text("E6")
    await drag(ann, ("e6", "e7", "e6"))  # and back: that is no tap
    await expect(label).to_have_text("E6")
    await expect(ann.page.locator(".stone")).to_have_count(2)
    await ann.tap_point("e6")
    await ann.see_stone("e6", "O")


async def test_what_is_taken_can_be_looked_at_and_not_played(desk: Desk) -> None:
    ann = await seated(desk)
    await ann.tap_point("k10")
    await expect(ann.page.locator(".aim .label")).to_have_text("K10")
    await expect(ann.page.get_by_role("button", name="Place K10")).to_be_disabled()


async def test_while_the_others_think_a_tap_is_answered(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann", **TELEPHONE), await desk.sit_down("Bo")
    await ann.say("/challenge pente @Bo first=challenger")
    await bo.button("Accept").click()
    await ann.see("Bo to move")
    await ann.tap_point("k11")
    await expect(ann.toast).to_have_text("It's not your turn.")
    await expect(ann.page.locator(".aim")).to_be_hidden()
