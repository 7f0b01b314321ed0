"""One window plays the computer."""

import pytest
from playwright.async_api import expect

from tests.bot.frontends.web.browser.desk import Desk

MY_TURN_OR_OVER = "() => document.querySelector('.yours, .table[data-status=finished]')"

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_whole_match_against_the_computer(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.stage.get_by_role("button", name="club").click()
    await ann.see("Computer (club)")
    for _ in range(60):
        await ann.page.wait_for_function(MY_TURN_OR_OVER)
        if await ann.table.get_attribute("data-status") == "finished":
            break
        version = await ann.version()
        await ann.page.locator("[data-legal]").first.click()
        await ann.sees(version + 1)
    await expect(ann.table).to_have_attribute("data-status", "finished")
    await ann.button("Rematch").click()
    await expect(ann.table).to_have_attribute("data-status", "playing")


async def test_the_computer_grants_takebacks_and_no_draws(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    await expect(ann.button("Draw")).to_have_count(0)
    await ann.square("d3").click()
    await ann.sees(3)
    await ann.button("Take back").click()
    await ann.see_disc("d3", ".")
    await ann.see("Ann to move")
    await ann.say("/draw")
    await expect(ann.toast).to_have_text("The computer would rather play on.")


async def test_a_game_without_a_drawing_is_played_on_its_picture(desk: Desk) -> None:
    """Every game has a picture and legal moves, so it can be played before it has its own board."""
    ann = await desk.sit_down("Ann")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    pressed = await ann.page.evaluate(
        """async () => {
          const { looksOf } = await import("./static/games.js");
          const { Drawing, small, first, colours, captures, shares } = looksOf("a fourth");
          const table = document.querySelector("main .table").dataset;
          const { session, version } = table;
          const position = { to_act: 0, view: { legal: ["d3", "c4"] } };
          const card = { alt: "a board", board: position };
          const pressed = [];
          const board = new Drawing((move) => pressed.push(move));
          document.querySelector("main").append(board.element);
          board.update({ session, version, card, mine: [0] });
          await board.element.querySelector("img").decode();
          for (const button of board.element.querySelectorAll("button")) button.click();
          board.wait("d3");
          pressed.push(board.element.querySelectorAll("[aria-disabled=true]").length);
          board.wait(null);
          board.focus();
          pressed.push(document.activeElement.textContent);
          pressed.push(small(first), colours.length, Boolean(captures || shares));
          return pressed;
        }"""
    )
    assert pressed == ["d3", "c4", 2, "d3", None, 0, False]


async def test_the_picture_of_the_board_can_be_had(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.stage.get_by_role("button", name="novice").click()
    await ann.see("to move")
    await ann.button("Picture").click()
    picture = ann.page.get_by_role("dialog").get_by_role("img")
    await expect(picture).to_be_visible()
    await ann.page.wait_for_function("document.querySelector('dialog img').naturalWidth > 0")
    await ann.page.keyboard.press("Escape")
    await ann.button("Text board").click()
    await expect(ann.page.locator("dialog .monospace")).to_contain_text("a")
