"""Pente at the page, by mouse and by keyboard; what is shown, and what it costs."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.bot.frontends.web.browser.desk import Desk, Player
from tests.bot.frontends.web.browser.test_keyboard import FAINT, NAMELESS, tab_to
from tests.bot.frontends.web.harness import free_port, harness
from tests.fakes.clock import FlowingNow

pytestmark = pytest.mark.asyncio(loop_scope="session")

CROSSES = re.compile(r"(M[^M]+){23}")
"""The path of the points that the opening rule shuts: five by five without the two stones there."""


class Script:
    """People who place stones in turn, each seen by everybody before the next."""

    def __init__(self, *players: Player) -> None:
        """The first has White, whose first stone lies on K10 already: the second begins."""
        self.players = players
        self.stones = 1

    async def play(self, points: str) -> None:
        for point in points.split():
            mover = self.players[self.stones % len(self.players)]
            await expect(mover.page.locator(".table.yours")).to_be_visible()
            await mover.click_point(point)
            for player in self.players:
                await player.see_stone(point, "OX"[self.stones % 2])
            self.stones += 1


async def started(ann: Player, bo: Player) -> Script:
    await ann.say("/challenge pente @Bo first=challenger")
    await bo.button("Accept").click()
    for player in (ann, bo):
        await player.see("Bo to move")
        await player.see_stone("k10", "O")
    return Script(ann, bo)


async def test_a_whole_match_by_clicks(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    script = await started(ann, bo)

    # who waits is told so; a stone shows where it would go, and not where it cannot
    await ann.click_point("a1")
    await expect(ann.toast).to_have_text("It's not your turn.")
    await bo.page.locator(".pad").hover(position=await bo.point("l10"))
    await expect(bo.page.locator(".preview")).to_have_attribute("data-shown", "")
    await bo.page.locator(".pad").hover(position=await bo.point("k10"))
    await expect(bo.page.locator(".preview")).not_to_have_attribute("data-shown", "")

    # the opening rule shuts the middle for White's second stone
    await script.play("l10")
    for player in (ann, bo):
        await expect(player.page.locator(".shut")).to_have_attribute("d", CROSSES)
    await ann.click_point("m10")
    await expect(ann.toast).to_contain_text("isn't a legal move here.")
    await script.play("n10")
    await expect(bo.page.locator(".shut")).to_have_attribute("d", "")

    # between two of the others one is safe; a pair that is captured fades away
    await script.play("m10 h5 j5 a1 k5 l5")
    for player in (ann, bo):
        await player.see_stone("m10", "X")
        await expect(player.page.locator(".stone[data-taken]")).to_have_count(2)
        await expect(player.page.locator(".stone[data-last]")).to_have_attribute("data-at", "l5")
        white = player.page.locator(".plate").first
        await expect(white.locator(".pair.taken")).to_have_count(1)
        await expect(white.locator(".tally")).to_have_text("1")
    await script.play("a3")
    for player in (ann, bo):
        await expect(player.stone("j5")).to_have_count(0)

    # five in a row win
    await script.play("k11 a5 k12 a7 k13 a9 k14")
    for player in (ann, bo):
        await player.see("Ann wins with five in a row")
        await expect(player.page.locator(".stone[data-five]")).to_have_count(5)
        await expect(player.page.locator(".winning")).not_to_have_attribute("d", "")

    # the rematch, colours swapped, on a fresh board
    await ann.button("Rematch").click()
    await bo.button("Accept").click()
    for player in (ann, bo):
        await player.see("Ann to move")
        await expect(player.page.locator(".stone")).to_have_count(1)
        await expect(player.page.locator(".plate .name").first).to_have_text("Bo")


async def test_a_match_against_the_computer_without_a_mouse(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    page = ann.page
    said = page.locator(".point-board [aria-live]")
    await tab_to(page, "main [data-game=pente]")
    await page.keyboard.press("Enter")
    await expect(page.locator("main [data-game=pente]")).to_be_focused()
    await tab_to(page, "main summary")
    await page.keyboard.press("Enter")
    await tab_to(page, "main select[name=first]")
    await page.keyboard.press("ArrowDown")
    await tab_to(page, "#said")  # round to the start of the page
    await tab_to(page, "main [data-level=novice]")
    await page.keyboard.press("Enter")

    # the board has the keyboard; the computer (black) has played already
    pad = page.get_by_role("application", name="Board")
    await expect(pad).to_be_focused()
    await ann.see_stone("a1", "X")
    await expect(page.locator(".table.yours")).to_be_visible()

    # walking: points are named, with what lies there
    for keys, name in (
        (("k", "1", "0"), "K10, white stone"),
        (("ArrowRight",), "L10, empty, closed by the opening rule"),
        (("ArrowUp",), "L11, empty, closed by the opening rule"),
        (("Home",), "A11, empty"),
        (("PageDown",), "A1, black stone, last move"),
        (("ArrowLeft", "ArrowDown"), "A1, black stone, last move"),
        (("Control+End",), "T1, empty"),
        (("PageUp",), "T19, empty"),
        (("Control+Home",), "A19, empty"),
        (("End",), "T19, empty"),
        (("2",), "T2, empty"),
        (("5",), "T5, empty"),
        (("J", "1", "9"), "J19, empty"),
        (("i",), "This board has no column I: J follows H."),
        (("k", "1", "1"), "K11, empty, closed by the opening rule"),
    ):
        for key in keys:
            await page.keyboard.press(key)
        await expect(said).to_have_text(name)

    # what is shut says so; then K13, K12, K14, K11 make five with K10
    await page.keyboard.press("Enter")
    await expect(ann.toast).to_contain_text("isn't a legal move here.")
    for i, (row, answer) in enumerate((("13", "b1"), ("12", "c1"), ("14", "d1"), ("11", ""))):
        await page.keyboard.type(f"k{row}")
        await expect(said).to_have_text(f"K{row}, empty")
        await page.keyboard.press("Enter" if i % 2 else "Space")
        await ann.see_stone(f"k{row}", "O")
        if answer:
            await ann.see_stone(answer, "X")
            await expect(page.locator("#live")).to_contain_text("Ann to move")
            await expect(page.locator(".table.yours")).to_be_visible()
        await expect(pad).to_be_focused()
    await ann.see("Ann wins with five in a row")
    await page.keyboard.press("ArrowUp")
    await expect(said).to_have_text("K12, white stone, in the winning line")
    await expect(page.locator("#live")).to_contain_text("Ann wins with five in a row")


async def test_a_restart_in_between(chromium: Browser, tmp_path: Path) -> None:
    now, file, port = FlowingNow(), tmp_path / "tavola.db", free_port()
    async with harness(file, now, port=port) as home:
        desk = Desk(chromium, home)
        desk.expected.append("ERR_CONNECTION_REFUSED")
        ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
        script = await started(ann, bo)
        await script.play("l10 n10")
    await expect(bo.page.get_by_text("Reconnecting")).to_be_visible()
    await bo.click_point("m10")
    await expect(bo.page.locator(".preview")).to_have_attribute("data-pending", "")
    async with harness(file, now, port=port, seed="later"):
        for player in (ann, bo):
            await player.see_stone("m10", "X")
        script.stones += 1
        await script.play("h5 j5")
        await desk.close()
    assert desk.complaints == []


async def test_a_move_changes_a_handful_of_elements(desk: Desk) -> None:
    """361 points are computed, not made; and what is made stays."""
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    script = await started(ann, bo)
    await script.play("l10 n10 m10 h5")
    assert await ann.page.locator(".point-board *").count() < 200
    await ann.page.evaluate(
        """() => {
          window.changes = 0;
          const note = (records) => { window.changes += records.length; };
          const what = { childList: true, subtree: true, attributes: true };
          new MutationObserver(note).observe(document.querySelector(".stones"), what);
        }"""
    )
    await script.play("j5 a1")
    assert await ann.page.evaluate("window.changes") < 60


async def test_the_text_board_keeps_step(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    script = await started(ann, bo)
    await bo.button("Text board").click()
    board = bo.page.locator("dialog .monospace")
    await expect(board).to_contain_text("ABCDEFGHJKLMNOPQRST")
    before = await board.inner_text()
    await bo.page.keyboard.press("Escape")
    await script.play("l10")
    await bo.button("Text board").click()
    await expect(board).not_to_have_text(before)
    after = await board.inner_text()
    await ann.click_point("n10")
    await bo.see_stone("n10", "O")
    await expect(board).not_to_have_text(after)  # while it is looked at


async def test_a_screen_reader_hears_what_it_is(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    await started(ann, bo)
    pad = bo.page.get_by_role("application", name="Board")
    described = (await pad.get_attribute("aria-describedby") or "").split()
    [keys, facts] = [await bo.page.locator(f"[id='{id}']").inner_text() for id in described]
    assert "arrow keys" in keys
    assert "⚪ k10" in facts.lower()
    assert len(facts) < 300, "361 legal moves are no help"
    await bo.page.keyboard.press("Escape")
    await tab_to(bo.page, ".pad")
    await expect(bo.page.locator(".pad .cursor")).to_have_css("opacity", "1")
    await expect(bo.page.locator(".point-board [aria-live]")).to_contain_text("K10")
    assert await bo.page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_words_on_the_board_can_be_read(desk: Desk, scheme: str) -> None:
    look = {"color_scheme": scheme, "reduced_motion": "reduce"}
    ann, bo = await desk.sit_down("Ann", **look), await desk.sit_down("Bo", **look)
    script = await started(ann, bo)
    await script.play("l10 n10")
    assert await bo.page.evaluate(FAINT) == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_captured_stones_fade_unless_motion_is_unwelcome(desk: Desk, motion: str) -> None:
    ann = await desk.sit_down("Ann", reduced_motion=motion)
    bo = await desk.sit_down("Bo")
    script = await started(ann, bo)
    await script.play("j5 h5 k5")
    await ann.page.evaluate(
        """() => {
          window.moved = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...how) {
            window.moved += this.classList.contains("stone");
            return animate.apply(this, how);
          };
        }"""
    )
    await script.play("l5")
    await expect(ann.page.locator(".stone[data-taken]")).to_have_count(2)
    assert await ann.page.evaluate("window.moved") == (0 if motion == "reduce" else 3)
