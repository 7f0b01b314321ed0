"""One's own settings, accounts and data on the page, and what can be done about somebody."""

import pytest
from playwright.async_api import Locator, expect

from tests.bot.frontends.web.browser.desk import Desk, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def mine(player: Player) -> Locator:
    """The dialog with all settings."""
    await player.page.locator("#me").click()
    await player.page.get_by_role("button", name="Reminders, accounts, my data …").click()
    dialog = player.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("Your settings:")
    return dialog


async def about(player: Player, name: str, choice: str) -> Locator:
    """What the dialog about somebody here leads to."""
    await player.page.locator("#people").get_by_role("button", name=name, exact=True).click()
    await player.page.get_by_role("dialog").get_by_role("button", name=choice, exact=True).click()
    return player.page.get_by_role("dialog")


async def test_all_that_is_ones_own_is_reached_without_typing(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    dialog = await mine(ann)
    for label, answer in (
        ("Ask before placing", "You're asked before a stone is placed."),
        ("Link my accounts", "Your code is"),
        ("Blocked people", "You haven't blocked anyone."),
        ("Download my data", "tavola-my-data.json"),
        ("Delete my data", "This deletes your name"),
    ):
        await dialog.get_by_role("button", name=label, exact=True).click()
        await expect(dialog).to_contain_text(answer)
        await dialog.get_by_role("button", name="Back", exact=True).click()
        await expect(dialog).to_contain_text("You're asked before a stone is placed.")
    await dialog.get_by_label("Who can challenge me").select_option(label="Nobody")
    await expect(dialog).to_contain_text("Nobody can challenge you.")


async def test_a_refusal_stands_where_it_was_asked(desk: Desk) -> None:
    ann, _ = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    dialog = await about(ann, "Bo", "Profile")
    await expect(dialog).to_contain_text("I haven't met “Bo” here yet.")


async def test_somebody_is_blocked_and_challenges_no_more(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    dialog = await about(ann, "Bo", "Block")
    await expect(dialog).to_contain_text("Bo can no longer challenge you")
    await ann.page.keyboard.press("Escape")
    await about(bo, "Ann", "Challenge")
    await expect(bo.toast).to_have_text("They aren't taking challenges right now.")


async def test_only_who_runs_the_page_bars_and_sets_up(desk: Desk) -> None:
    link = desk.home.web.link(owner=True)
    mo = await desk.introduce(await desk.window(await desk.browser(), link), "Mo")
    bo = await desk.sit_down("Bo")
    await expect(bo.page.locator("#setup")).to_be_hidden()
    await bo.page.locator("#people").get_by_role("button", name="Mo", exact=True).click()
    await expect(bo.page.get_by_role("button", name="Bar from the page")).to_have_count(0)
    await bo.page.keyboard.press("Escape")
    dialog = await about(mo, "Bo", "Bar from the page")
    await expect(dialog).to_contain_text("Bo is barred from playing here.")
    await mo.page.keyboard.press("Escape")
    await mo.page.locator("#setup").click()
    await expect(mo.log).to_contain_text("Room settings:")


async def test_what_is_preferred_holds_in_every_window_of_that_person(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    root = ann.page.locator("html")
    await ann.say("/settings theme wood")
    await expect(root).to_have_attribute("data-theme", "wood")
    await ann.say("/help it")
    await expect(root).to_have_attribute("lang", "it")
    await expect(ann.page.locator("#new")).to_have_text("Nuova partita")
    ticket = await ann.page.evaluate("sessionStorage.getItem('tavola.me')")
    other = await desk.window(await desk.browser(), desk.home.web.link())
    await other.evaluate("ticket => sessionStorage.setItem('tavola.me', ticket)", ticket)
    await other.reload()
    await expect(other.locator("html")).to_have_attribute("lang", "it")
    await expect(other.locator("html")).to_have_attribute("data-theme", "wood")
    await ann.page.locator("#me").click()
    await ann.page.locator("dialog select[name=locale]").select_option("fr")
    await expect(root).to_have_attribute("lang", "fr")
    await expect(other.locator("html")).to_have_attribute("lang", "fr")
