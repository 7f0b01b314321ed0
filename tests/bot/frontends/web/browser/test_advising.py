"""Hints and reviews on the page: by the keyboard, for a screen reader, on a telephone."""

import re

import pytest
from playwright.async_api import expect

from bot.app.analysis import review_handler
from tests.bot.app.advising import Strict, advised
from tests.bot.frontends.web.browser.desk import Desk, Player
from tests.bot.frontends.web.browser.test_keyboard import NAMELESS
from tests.bot.frontends.web.browser.test_look import TELEPHONE, fits
from tests.fakes.engines import ScriptedEngine

ALT = re.compile(r"Score for Ann after each move: 0: .+, 4: .+")

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def finished(desk: Desk) -> Player:
    """Ann and Bo have played two moves each and Ann has given up; Ann with a telephone."""
    ann, bo = await desk.sit_down("Ann", **TELEPHONE), await desk.sit_down("Bo")
    await ann.say("/challenge reversi @Bo first=challenger")
    await bo.button("Accept").click()
    for who, square in ((ann, "d3"), (bo, "c3"), (ann, "c4"), (bo, "e3")):
        await expect(who.page.locator(".table.yours")).to_be_visible()
        await who.square(square).click()
    await ann.see("4. Bo e3")
    for _ in range(2):
        await ann.say("/resign")
    await ann.see("Bo wins")
    return ann


async def test_a_hint_by_the_keyboard_is_read_out(desk: Desk) -> None:
    home = desk.home
    async with advised(home.service, home.store, home.sessions, ScriptedEngine()):
        ann = await desk.sit_down("Ann")
        await ann.say("/challenge reversi hints first=challenger")
        bo = await desk.sit_down("Bo")
        await bo.page.get_by_role("button", name="Accept").first.click()
        await ann.see("Ann to move")
        await ann.button("Hint").focus()
        await ann.page.keyboard.press("Enter")
        whisper = ann.page.locator(".aside .whisper")
        await expect(whisper).to_contain_text("for you.")
        await expect(ann.page.locator("#live")).to_contain_text("for you.")
        await expect(whisper.get_by_role("button", name="Dismiss")).to_be_focused()
        await ann.page.keyboard.press("Enter")
        await expect(whisper).to_have_count(0)


async def test_the_pages_of_a_review_keep_the_keyboard(desk: Desk) -> None:
    home = desk.home
    async with advised(home.service, home.store, home.sessions, Strict()):
        ann = await finished(desk)
        await ann.button("Review").focus()
        await ann.page.keyboard.press("Enter")
        whisper = ann.page.locator(".aside .whisper")
        await expect(whisper.get_by_role("img")).to_have_attribute("alt", ALT)
        for page in ("2/4", "3/4"):
            await whisper.get_by_role("button", name="▶").press("Enter")
            await expect(whisper).to_contain_text(page)
            await expect(whisper.get_by_role("button", name="▶")).to_be_focused()
        assert await ann.page.evaluate(NAMELESS) == []
        await fits(ann.page)
        await whisper.get_by_role("button", name="Show here").press("Enter")
        await expect(whisper.get_by_role("button", name="Show here")).to_have_count(0)
        await expect(whisper).to_contain_text("3/4")
        await expect(ann.log.locator(".tile img")).to_have_attribute("alt", ALT)
        await fits(ann.page)


async def test_it_says_how_far_it_is_and_then_what_it_found(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_handler, "AT_ONCE", 0)
    home, engine = desk.home, Strict()
    engine.answering.clear()
    async with advised(home.service, home.store, home.sessions, engine):
        ann = await finished(desk)
        await ann.button("Review").press("Enter")
        whisper = ann.page.locator(".aside .whisper")
        await expect(whisper).to_contain_text("Reviewing: move 0 of 4")
        await expect(whisper.get_by_role("button", name="Refresh")).to_be_focused()
        engine.answering.set()
        await expect(whisper).to_contain_text("Accuracy: ")
        await expect(whisper).to_have_count(1)
        await expect(ann.page.locator("#live")).to_contain_text("Accuracy: ")
        await expect(whisper.locator("button:focus")).to_have_count(1)
