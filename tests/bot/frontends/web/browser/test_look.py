"""How the page behaves on a telephone, in the dark, without motion, in every language and theme."""

import pytest
from playwright.async_api import Page, expect

from bot.text.catalog import LOCALES, NAMES, texts
from bot.text.games import level_name
from core.types import Level
from tests.bot.frontends.web.browser.desk import Desk

pytestmark = pytest.mark.asyncio(loop_scope="session")

TELEPHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


MISPLACED = """() => {
  const pressable = "button, select, input:not([type=radio]), .option, .cell";
  return [...document.querySelectorAll(pressable)]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest("[inert]"))
    .filter((e) => {
      const { width, height, left, right } = e.getBoundingClientRect();
      return width && (left < -1 || right > innerWidth + 1 || height < 24);
    })
    .map((e) => e.outerHTML);
}"""


async def fits(page: Page) -> None:
    """Nothing can be scrolled sideways, nothing pressable is too small or beyond the edge."""
    await page.evaluate(
        "Promise.allSettled(document.getAnimations()"  # that of a dialog which closes is broken off
        ".filter((a) => a.effect.getComputedTiming().endTime < 1e6).map((a) => a.finished))"
        ".then(() => null)"
    )
    assert (
        await page.evaluate(
            "[...document.querySelectorAll('html, body, #app, main, .scroll, dialog')].filter("
            "(e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className || e.tagName)"
        )
        == []
    )
    assert await page.evaluate(MISPLACED) == []


BROKEN = """() => [...document.querySelectorAll(".level")].filter((level) => {
  const text = document.createRange();
  text.selectNodeContents(level.lastChild);
  const lines = new Set([...text.getClientRects()].map((box) => Math.round(box.top)));
  return lines.size > level.textContent.trim().split(/\\s+/).length;
}).map((level) => level.textContent)"""


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_levels_are_whole_words_on_a_telephone(desk: Desk, locale: str) -> None:
    browser = await desk.browser(locale=locale, **TELEPHONE)
    page = await desk.window(browser, desk.home.web.link())
    await page.locator("#name").fill("Ann")
    await page.locator("dialog form button").click()
    await expect(page.locator("[data-level=grandmaster]")).to_be_visible()
    assert await page.evaluate(BROKEN) == []


CUT = """() => [...document.querySelectorAll(".plate :is(.name, .skill)")]
  .filter((e) => e.scrollWidth > e.clientWidth)
  .map((e) => e.textContent)"""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 640), (1080, 800)])
async def test_a_computer_and_its_level_are_read_in_full_beside_the_board(
    desk: Desk, locale: str, width: int, height: int
) -> None:
    screen = {"viewport": {"width": width, "height": height}}
    look = TELEPHONE | screen if width < 1080 else screen
    page = await desk.window(await desk.browser(locale=locale, **look), desk.home.web.link())
    await page.locator("#name").fill("Ann")
    await page.locator("dialog form button").click()
    await page.get_by_role("combobox").fill("/play grandmaster first=challenger clock=5m")
    await page.get_by_role("combobox").press("Enter")
    computer, language = page.locator(".plate").nth(1), texts(locale)
    level = level_name(language, Level("grandmaster"))
    called = language.t("Computer ({level})", level=level)
    await expect(computer.locator(".skill")).to_have_text(level)
    await expect(computer.locator(".name")).to_have_text(called.removesuffix(f" ({level})"))
    assert await page.evaluate(CUT) == []


LEFT_OUT = """() => [...document.querySelectorAll(".plate :is(.name, .skill, .note)")]
  .filter((e) => e.textContent)
  .filter((e) => {
    const [inside, plate] = [e, e.closest(".plate")].map((each) => each.getBoundingClientRect());
    const around = e.parentElement.getBoundingClientRect();
    const cut = e.scrollWidth > e.clientWidth && e.clientWidth > 0;
    return cut || inside.bottom > around.bottom + 1 || inside.right > plate.right;
  })
  .map((e) => e.textContent)"""


async def test_beside_captures_and_a_clock_levels_and_whose_turn_it_is_are_read(desk: Desk) -> None:
    """In the language with the longest words for it; what is captured is a number too."""
    page = await desk.window(await desk.browser(locale="fr"), desk.home.web.link())
    await page.locator("#name").fill("Ann")
    await page.locator("dialog form button").click()
    command = "/play pente grandmaster first=challenger rule=free clock=5+3"
    await page.get_by_role("combobox").fill(command)
    await page.get_by_role("combobox").press("Enter")
    await expect(page.locator(".plate.acts .note")).to_have_text("À toi de jouer")
    await expect(page.locator(".plate .skill").nth(1)).to_have_text("grand maître")
    for width, height in ((1080, 800), (1024, 600), (390, 844), (320, 568), (740, 360), (667, 375)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(LEFT_OUT) == [], (width, height)
        assert await page.evaluate(CUT) == [], (width, height)


async def test_a_telephone(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", **TELEPHONE)
    await fits(ann.page)
    await ann.stage.get_by_role("button", name="novice").tap()
    await ann.see("to move")
    await fits(ann.page)
    await expect(ann.page.get_by_role("combobox", name="Message, or")).to_be_in_viewport()
    await expect(ann.square("h8")).to_be_in_viewport()
    await ann.page.locator("[data-legal]").first.tap()
    await ann.sees(3)
    await ann.say("a rather long line, " * 20)
    await expect(ann.log).to_contain_text("a rather long line")
    await fits(ann.page)
    await ann.page.get_by_role("button", name="Menu").tap()
    await expect(ann.page.get_by_role("navigation")).to_be_in_viewport()
    await fits(ann.page)
    await ann.page.locator("#me").tap()
    await expect(ann.page.get_by_role("dialog")).to_be_visible()
    await fits(ann.page)
    await ann.page.keyboard.press("Escape")
    await expect(ann.page.get_by_role("dialog")).to_have_count(0)
    await ann.page.keyboard.press("Escape")  # and the menu slides out
    await ann.page.locator("#bar-new").tap()
    await expect(ann.page.get_by_role("dialog")).to_be_visible()
    await fits(ann.page)


@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (768, 1024), (844, 390), (1024, 700), (1920, 1080)]
)
async def test_other_screens(desk: Desk, width: int, height: int) -> None:
    ann = await desk.sit_down("Ann", viewport={"width": width, "height": height})
    await fits(ann.page)
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    await fits(ann.page)
    await ann.square("d3").click()
    await ann.sees(3)


SMALL = TELEPHONE | {"viewport": {"width": 320, "height": 568}}


@pytest.mark.parametrize("locale", LOCALES)
async def test_dialogs_are_whole_on_the_smallest_telephone(desk: Desk, locale: str) -> None:
    page = await desk.window(await desk.browser(locale=locale, **SMALL), desk.home.web.link())
    await page.locator("#name").fill("Ann")
    await fits(page)
    await page.locator("dialog form button").click()
    for way in ("#me", "#invite"):
        await page.locator(way).evaluate("(way) => way.click()")  # the menu may be open or not
        await expect(page.locator("dialog[open]")).to_be_visible()
        await fits(page)
        await page.locator(".sheet > :last-child").scroll_into_view_if_needed()
        await page.locator("dialog > .dismiss").tap()  # in reach wherever one has scrolled to
        await expect(page.locator("dialog")).to_have_count(0)


async def test_the_chat_is_in_sight_below_a_board_on_the_smallest_telephone(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", **SMALL)
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    await ann.say("hello")
    await expect(ann.log.get_by_text("hello")).to_be_in_viewport(ratio=0.9)
    await expect(ann.page.locator("#compose")).to_be_in_viewport(ratio=1)


async def test_on_its_side_all_but_the_board_stands_beside_it(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", **TELEPHONE | {"viewport": {"width": 844, "height": 390}})
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    frame = await ann.page.locator("div.frame").bounding_box()
    assert frame is not None
    for button in await ann.stage.locator(".rows .button, .extras .link").all():
        await expect(button).to_be_in_viewport(ratio=1)
        box = await button.bounding_box()
        assert box is not None
        assert box["x"] >= frame["x"] + frame["width"]


async def test_a_long_name_does_not_burst_anything(desk: Desk) -> None:
    ann = await desk.sit_down("W" * 40, **TELEPHONE)
    await ann.say("/play novice")
    await ann.see("to move")
    await fits(ann.page)
    await ann.page.evaluate("sessionStorage.clear()")
    await ann.page.reload()
    await expect(ann.page.get_by_role("button", name="Continue as WWW")).to_be_visible()
    await fits(ann.page)


async def test_a_long_name_stays_within_the_side(desk: Desk) -> None:
    ann = await desk.sit_down("W" * 40)
    side = await ann.page.locator("#side").bounding_box()
    assert side is not None
    for id in ("new", "invite", "me"):
        box = await ann.page.locator(f"#{id}").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] < side["x"] + side["width"], id


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_discs_turn_unless_motion_is_unwelcome(desk: Desk, motion: str) -> None:
    ann = await desk.sit_down("Ann", reduced_motion=motion)
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    await ann.page.evaluate(
        """() => {
          window.turned = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) {
            window.turned += this.classList.contains("face");
            return animate.apply(this, how);
          };
        }"""
    )
    await ann.square("d3").click()
    await ann.sees(3)
    turned = await ann.page.evaluate("window.turned")
    assert turned == 0 if motion == "reduce" else turned > 3


async def test_the_board_does_not_jump(desk: Desk) -> None:
    """A move, a line of chat, a question: the squares stay where they are."""
    ann = await desk.sit_down("Ann")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    before = await ann.square("a1").bounding_box()
    await ann.square("d3").click()
    await ann.sees(3)
    await ann.say("hello")
    await expect(ann.log).to_contain_text("hello")
    await ann.button("Resign").click()
    await ann.see("Resign this match?")
    assert await ann.square("a1").bounding_box() == before


async def test_light_and_dark(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", color_scheme="dark")
    ground = "getComputedStyle(document.body.querySelector('.chat')).backgroundColor"
    dark = await ann.page.evaluate(ground)
    await ann.page.locator("#me").click()
    await ann.page.get_by_role("radio", name="light").check()
    light = await ann.page.evaluate(ground)
    assert dark != light
    await ann.page.emulate_media(color_scheme="light")
    assert await ann.page.evaluate(ground) == light
    await ann.page.reload()
    await expect(ann.page.locator("#me")).to_be_visible()
    assert await ann.page.evaluate(ground) == light, "the choice is kept"


GROUNDS = """() => ["[data-level=novice] .on", "[data-level=novice] i:not(.on)", "#new"].map(
  (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor)"""


async def test_where_the_system_chooses_the_colours_what_they_told_is_told(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", forced_colors="active")
    on, off, button = await ann.page.evaluate(GROUNDS)
    assert on != off
    assert button == on
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    border = "(plate) => getComputedStyle(plate).borderTopWidth"
    acts = await ann.page.locator(".plate.acts").evaluate(border)
    assert acts != await ann.page.locator(".plate:not(.acts)").evaluate(border)
    adjusted = "(sign) => getComputedStyle(sign).forcedColorAdjust"
    assert await ann.page.locator(".plate .sign").first.evaluate(adjusted) == "none"


LEFT = """() => [...document.querySelectorAll("#people .name")].map((name) => {
  const text = document.createRange();
  text.selectNodeContents(name);
  return Math.round(text.getBoundingClientRect().left);
})"""


async def test_a_name_that_is_written_to_the_left_stands_where_names_stand(desk: Desk) -> None:
    await desk.sit_down("Ann")
    moshe = await desk.sit_down("משה")
    await expect(moshe.page.locator("#people .name")).to_have_text(["Ann", "משה"])
    assert len(set(await moshe.page.evaluate(LEFT))) == 1


async def test_themes(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    felt = "getComputedStyle(document.querySelector('.board .felt')).fill"
    mark = ann.page.locator('[data-at="e4"] .face.X .mark')
    seen = set()
    for theme in ("classic", "wood", "dark", "shapes"):
        await ann.page.locator("#me").click()
        await ann.page.locator(f"dialog [data-theme={theme}]").click()
        await ann.page.keyboard.press("Escape")
        seen.add(await ann.page.evaluate(felt))
        assert await mark.is_visible() is (theme == "shapes")
    assert len(seen) == 4


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_language(desk: Desk, locale: str) -> None:
    page = await desk.window(await desk.browser(locale=locale), desk.home.web.link())
    await expect(page.locator("html")).to_have_attribute("lang", locale)
    await page.locator("#name").fill("Ann")
    await page.locator("dialog form button").click()
    await page.locator("[data-level=novice]").click()
    await expect(page.locator(".table .line").last).to_be_visible()
    await fits(page)


async def test_the_language_can_be_changed(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    await ann.page.locator("#me").click()
    await ann.page.locator("dialog select[name=locale]").select_option(label=NAMES["it"])
    await expect(ann.page.locator("html")).to_have_attribute("lang", "it")
    await ann.see("tocca a Ann")
    await expect(ann.button("Scacchiera in testo")).to_be_visible()
    await expect(ann.square("d3")).to_have_attribute("aria-label", "d3, mossa possibile")
    await ann.page.reload()
    await expect(ann.page.locator("html")).to_have_attribute("lang", "it")
