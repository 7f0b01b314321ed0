"""Everything works without a mouse, and tells a screen reader what it is."""

import pytest
from playwright.async_api import Page, expect

from tests.bot.frontends.web.browser.desk import Desk

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMELESS = """() => {
  const named = (e) =>
    e.getAttribute("aria-label") || e.labels?.length || e.title || e.alt ||
    e.placeholder || e.textContent.trim();
  const all = document.querySelectorAll("button, input, select, a[href], img, [role=img], dialog");
  return [...all].filter((e) => e.checkVisibility() && !named(e)).map((e) => e.outerHTML);
}"""

FAINT = """() => {
  const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (colours) => {
    probe.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      probe.fillStyle = colour;
      probe.fillRect(0, 0, 1, 1);
    }
    return [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => {
      const s = c / 255;
      return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grounds = (e) => {
    const found = [];
    for (let at = e; at; at = at.parentElement) found.unshift(getComputedStyle(at).backgroundColor);
    return found;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim()) continue;
    if (e.closest("svg, .unseen, .skip, option")) continue;
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(e);
    const below = grounds(e);
    const [a, b] = [light(paint(below)), light(paint([...below, style.color]))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (contrast < (large ? 3 : 4.5)) found.push(`${contrast.toFixed(2)} ${e.outerHTML}`);
  }
  return found;
}"""


async def tab_to(page: Page, wanted: str) -> None:
    """Presses Tab until the element is reached that matches the selector."""
    for _ in range(80):
        await page.keyboard.press("Tab")
        if await page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


async def test_a_match_without_a_mouse(desk: Desk) -> None:
    page = await desk.window(await desk.browser(), desk.home.web.link())
    await expect(page.get_by_label("Your name")).to_be_focused()
    await page.keyboard.type("Ann")
    await page.keyboard.press("Enter")
    await expect(page.locator("#me")).to_contain_text("Ann")

    # the challenger begins; then the weakest computer
    await tab_to(page, "main summary")
    await page.keyboard.press("Enter")
    await tab_to(page, "main select[name=first]")
    await page.keyboard.press("ArrowDown")
    await tab_to(page, "#said")  # round to the start of the page
    await tab_to(page, "main [data-level=novice]")
    await page.keyboard.press("Enter")

    # the board has the keyboard, on the first legal square
    square = page.locator(":focus")
    await expect(square).to_have_attribute("aria-label", "d3, legal move")
    await page.keyboard.press("ArrowRight")
    await expect(square).to_have_attribute("aria-label", "e3, empty")
    await page.keyboard.press("ArrowDown")
    await expect(square).to_have_attribute("aria-label", "e4, black disc")
    await page.keyboard.press("Home")
    await expect(square).to_have_attribute("aria-label", "a4, empty")
    await page.keyboard.press("Control+End")
    await expect(square).to_have_attribute("aria-label", "h8, empty")
    await page.keyboard.press("ArrowRight")
    await expect(square).to_have_attribute("aria-label", "h8, empty")

    # an illegal square says so; a legal one is played, and the keyboard stays where it is
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_have_text("h8 isn't a legal move here.")
    for _ in range(5):
        await page.keyboard.press("ArrowUp")
    for _ in range(4):
        await page.keyboard.press("ArrowLeft")
    await expect(square).to_have_attribute("aria-label", "d3, legal move")
    await page.keyboard.press("Space")
    await expect(page.locator('[data-at="d3"]')).to_have_attribute("data-disc", "X")
    await expect(page.locator("[data-at=d3]")).to_be_focused()

    # the computer's answer is read out
    await expect(page.locator("#live")).to_contain_text("2. Computer (novice)")
    await expect(page.locator("#live")).to_contain_text("Ann to move")

    # resign, asked twice, with the keyboard taken along
    await tab_to(page, "main .button.danger")
    await page.keyboard.press("Enter")
    await expect(page.locator(".aside .button").first).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".table")).not_to_have_attribute("data-status", "playing")
    assert await page.evaluate("document.querySelector('main').contains(document.activeElement)")


async def test_who_skips_to_the_board_or_the_chat_stays_in_the_room(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    address = ann.page.url
    for way, goal in (("Go to board", "[role=gridcell]"), ("Go to chat", "#said")):
        await ann.page.get_by_role("link", name=way).focus()
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.locator(f"{goal}:focus")).to_have_count(1)
        assert ann.page.url == address
    await expect(ann.page.locator("#rooms .item")).to_have_count(1)


async def test_a_match_that_comes_onto_the_stage_is_read_out(desk: Desk) -> None:
    """Typed, the keyboard stays with the text: nothing else would tell that it has begun."""
    ann = await desk.sit_down("Ann")
    live = ann.page.locator("#live")
    await expect(live).to_be_empty()
    await ann.say("/play novice first=challenger")
    await expect(live).to_have_text("▶ Ann to move")


async def test_a_screen_reader_finds_its_way(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    page = ann.page
    for role, name in (
        ("navigation", "Rooms and matches"),
        ("main", "Board"),
        ("region", "Chat"),
    ):
        await expect(page.get_by_role(role, name=name)).to_have_count(1)  # type: ignore[arg-type]
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await expect(page.get_by_role("log")).to_have_attribute("aria-live", "polite")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    grid = page.get_by_role("grid")
    await expect(grid.get_by_role("row")).to_have_count(8)
    await expect(grid.get_by_role("gridcell")).to_have_count(64)
    await expect(grid.get_by_role("gridcell", name="legal move")).to_have_count(4)
    await expect(grid.get_by_role("gridcell", name="d4, white disc")).to_have_count(1)
    label = await grid.get_attribute("aria-label")
    assert label is not None
    assert "Ann to move" in label
    assert "Legal moves: d3, c4, f5, e6" in label
    await expect(page.locator("svg.board [tabindex='0']")).to_have_count(1)
    await ann.square("d3").click()
    await ann.sees(3)
    await expect(grid.get_by_role("gridcell", name="last move")).to_have_count(1)


async def test_everything_has_a_name_and_no_id_stands_twice(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/play novice")
    await ann.see("to move")
    await ann.say("/help")
    await expect(ann.page.get_by_text("Only you can see this")).to_be_visible()
    for opener in (None, "#me", "#invite", "#new"):
        if opener:
            await ann.page.locator(opener).click()
            await expect(ann.page.get_by_role("dialog")).to_be_visible()
        assert await ann.page.evaluate(NAMELESS) == []
        twice = (
            "() => { const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);"
            " return ids.filter((id, i) => ids.indexOf(id) !== i); }"
        )
        assert await ann.page.evaluate(twice) == []
        if opener:
            await ann.page.keyboard.press("Escape")
            await expect(ann.page.get_by_role("dialog")).to_have_count(0)
            await expect(ann.page.locator(opener)).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_words_can_be_read(desk: Desk, scheme: str) -> None:
    ann = await desk.sit_down("Ann", color_scheme=scheme, reduced_motion="reduce")
    assert await ann.page.evaluate(FAINT) == []
    await ann.say("hello")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    await ann.say("/help")
    await expect(ann.page.get_by_text("Only you can see this")).to_be_visible()
    await ann.square("a1").click()
    await expect(ann.toast).to_be_visible()
    assert await ann.page.evaluate(FAINT) == []
    await ann.page.locator("#me").click()
    assert await ann.page.evaluate(FAINT) == []
