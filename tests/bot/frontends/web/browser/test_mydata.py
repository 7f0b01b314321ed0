"""One's own data at the page: a file to save, and a goodbye."""

import pytest
from playwright.async_api import expect

from tests.bot.frontends.web.browser.desk import Desk

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_goodbye_and_in_again_as_somebody_new(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    await ann.say("good morning")
    await expect(bo.log).to_contain_text("good morning")
    await ann.say("/export")
    await expect(ann.page.get_by_role("link", name="Save")).to_be_visible()
    await ann.say("/delete")
    await ann.page.get_by_role("button", name="Delete everything", exact=True).click()
    await ann.page.get_by_role("button", name="Yes, delete everything", exact=True).click()
    goodbye = ann.page.get_by_role("dialog", name="Goodbye")
    await expect(goodbye).to_contain_text("Everything about you has been deleted.")
    await goodbye.get_by_role("button", name="Enter").click()
    await expect(ann.page.get_by_label("Your name")).to_have_value("")
    await expect(ann.page.locator("body")).not_to_contain_text("Ann")


async def test_goodbye_takes_the_place_of_the_settings(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.locator("#me").click()
    await ann.page.get_by_role("button", name="Reminders, accounts, my data …").click()
    for way in ("Delete my data", "Delete everything", "Yes, delete everything"):
        await ann.page.get_by_role("dialog").get_by_role("button", name=way, exact=True).click()
    await expect(ann.page.get_by_role("dialog", name="Goodbye")).to_be_visible()
    await expect(ann.page.locator("dialog")).to_have_count(1)
