"""Private answers over the board: they go when they are past, and can always be sent away."""

import pytest
from playwright.async_api import Locator, expect

from tests.bot.app.advising import advised
from tests.bot.frontends.web.browser.desk import Desk, Player
from tests.bot.frontends.web.browser.test_look import SMALL, TELEPHONE
from tests.fakes.engines import ScriptedEngine

pytestmark = pytest.mark.asyncio(loop_scope="session")


def answer(player: Player) -> Locator:
    return player.page.locator(".aside .whisper")


async def opened(desk: Desk, **look: object) -> tuple[Player, Player]:
    """Ann, with that look, and Bo at a board where hints are fair; Ann begins."""
    ann, bo = await desk.sit_down("Ann", **look), await desk.sit_down("Bo")
    await ann.say("/challenge reversi @Bo hints first=challenger")
    await bo.button("Accept").click()
    await ann.see("Ann to move")
    return ann, bo


async def test_a_hint_goes_with_the_move_it_was_for(desk: Desk) -> None:
    home = desk.home
    async with advised(home.service, home.store, home.sessions, ScriptedEngine()):
        ann, bo = await opened(desk)
        await ann.button("Hint").click()
        await expect(answer(ann)).to_contain_text("for you.")
        await ann.square("d3").click()
        await bo.see("Bo to move")
        await expect(answer(ann)).to_have_count(0)


async def test_what_is_asked_between_moves_stays_when_the_other_moves(desk: Desk) -> None:
    ann, bo = await opened(desk)
    await ann.square("d3").click()
    await bo.see("Bo to move")
    await ann.button("Resign").click()
    await expect(answer(ann)).to_contain_text("Resign this match?")
    await bo.square("c3").click()
    await ann.see("Ann to move")
    await expect(answer(ann)).to_contain_text("Resign this match?")


async def test_escape_sends_an_answer_away_and_the_board_has_the_keyboard(desk: Desk) -> None:
    ann, _ = await opened(desk)
    await ann.button("Resign").press("Enter")
    await expect(answer(ann)).to_contain_text("Resign this match?")
    await ann.page.keyboard.press("Escape")
    await expect(answer(ann)).to_have_count(0)
    await expect(ann.page.locator("[role=gridcell]:focus")).to_have_count(1)


REACHED = """() => {
  const top = (selector) => document.querySelector(selector).getBoundingClientRect().top;
  return top(".aside .dismiss") >= top("#stage");
}"""


async def test_a_replay_higher_than_the_stage_can_be_sent_away(desk: Desk) -> None:
    """On both telephones, on a low laptop, and on a telephone on its side."""
    ann, bo = await opened(desk, **TELEPHONE)
    for who, square in ((ann, "d3"), (bo, "c3"), (ann, "c4"), (bo, "e3")):
        await expect(who.page.locator(".table.yours")).to_be_visible()
        await who.square(square).click()
    await ann.see("4. Bo e3")
    await ann.button("Resign").click()
    await answer(ann).get_by_role("button", name="Resign").click()
    await ann.see("Bo wins")
    await ann.page.set_viewport_size({"width": 320, "height": 568})
    await expect(ann.button("Rematch")).to_be_in_viewport(ratio=1)
    for width, height in ((390, 844), (320, 568), (1366, 600), (800, 390)):
        await ann.page.set_viewport_size({"width": width, "height": height})
        await ann.button("Replay").click()
        await expect(answer(ann).get_by_role("img")).to_have_js_property("complete", True)
        dismiss = answer(ann).get_by_role("button", name="Dismiss")
        await ann.page.wait_for_function(REACHED)  # it scrolls when the picture is there
        await answer(ann).get_by_role("button", name="Record").scroll_into_view_if_needed()
        await dismiss.click()
        await expect(answer(ann)).to_have_count(0)


@pytest.mark.parametrize("look", [TELEPHONE, SMALL], ids=["telephone", "smallest telephone"])
async def test_what_the_chat_is_too_low_for_is_answered_in_a_dialog(
    desk: Desk, look: dict[str, object]
) -> None:
    ann, _ = await opened(desk, **look)
    helping = ann.page.locator("dialog.answer")
    await ann.say("/help")
    await expect(helping.locator(".line").first).to_be_in_viewport(ratio=1)
    await helping.get_by_role("button", name="Dismiss").tap()
    await expect(helping).to_have_count(0)
    await ann.say("/help")
    await helping.get_by_role("button", name="/play").first.tap()
    await expect(helping).to_have_count(0)
    await expect(ann.page.locator("#said")).to_have_value("/play ")
    await expect(ann.page.locator("#said")).to_be_focused()


async def test_what_is_pressed_in_such_a_dialog_is_answered_in_another(desk: Desk) -> None:
    ann, _ = await opened(desk, **TELEPHONE)
    await ann.say("/help")
    shown = ann.page.locator("dialog.answer")
    await shown.get_by_role("button", name="Français").tap()
    await expect(shown).to_contain_text("une partie contre")
    await expect(shown).to_have_count(1)


async def test_an_answer_higher_than_the_chat_is_read_from_its_beginning(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", viewport={"width": 1280, "height": 600})
    await ann.say("/help")
    await expect(ann.log.locator(".whisper .line").first).to_be_in_viewport(ratio=1)
    await expect(ann.log.get_by_role("button", name="My settings")).not_to_be_in_viewport()
    await ann.say("/privacy")
    await expect(ann.log.get_by_role("button", name="/delete")).to_be_in_viewport()


async def test_the_page_is_never_higher_than_its_window(desk: Desk) -> None:
    ann, _ = await opened(desk)
    assert (
        await ann.page.evaluate(
            "document.documentElement.scrollHeight - document.documentElement.clientHeight"
        )
        == 0
    )


LAYERS = """() => ["#newest", ".tile .row"].map(
  (selector) => Number(getComputedStyle(document.querySelector(selector)).zIndex) || 0)"""


async def test_new_lines_are_told_above_the_buttons_of_boards(desk: Desk) -> None:
    ann = await desk.sit_down("Ann", **TELEPHONE)
    await ann.say("/challenge reversi")
    await expect(ann.log.locator(".tile .row").first).to_be_attached()
    pill, row = await ann.page.evaluate(LAYERS)
    assert pill > row


async def test_the_end_of_the_chat_stays_in_sight_when_another_match_takes_the_stage(
    desk: Desk,
) -> None:
    ann = await desk.sit_down("Ann")
    for number in range(20):
        await ann.say(f"line {number}")
    await ann.say("/challenge pente 2x2")
    await ann.see("waiting for 3 players")
    await ann.say("/play novice first=challenger")
    await ann.see("Ann to move")
    await expect(ann.log.locator(".tile").last).to_be_in_viewport(ratio=1)
    await expect(ann.page.locator("#newest")).to_be_hidden()


async def test_who_arrives_with_a_telephone_sees_the_end_of_what_was_said(desk: Desk) -> None:
    bo = await desk.sit_down("Bo")
    for number in range(40):
        await bo.say(f"line {number}")
    await expect(bo.log).to_contain_text("line 39")
    ann = await desk.sit_down("Ann", **TELEPHONE)
    await expect(ann.log.get_by_text("line 39")).to_be_in_viewport()
    await bo.say("one more")
    await expect(ann.log.get_by_text("one more")).to_be_in_viewport()
    await expect(ann.page.locator("#newest")).to_be_hidden()
