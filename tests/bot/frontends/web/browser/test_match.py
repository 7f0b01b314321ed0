"""Two windows play each other, from a declined challenge to the end of the rematch."""

import re

import pytest
from playwright.async_api import ViewportSize, expect

from tests.bot.frontends.web.browser.desk import Desk, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def challenge(ann: Player, bo: Player) -> None:
    """Ann challenges Bo from the middle of the page; she begins."""
    await ann.stage.get_by_text("Options").click()
    await ann.stage.get_by_label("Who goes first").select_option("challenger")
    await ann.stage.get_by_label("Hints").select_option("yes")
    await ann.stage.get_by_role("button", name="Bo", exact=True).click()
    await ann.see("Ann challenges Bo to Reversi.")
    await bo.see("Ann challenges Bo to Reversi.")


async def test_a_whole_match(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    await expect(ann.stage.get_by_role("button", name="Bo", exact=True)).to_be_visible()

    # declined, offered again, accepted
    await challenge(ann, bo)
    await bo.button("Decline").click()
    await ann.see("Bo declined.")
    await ann.button("Offer again").click()
    await bo.button("Accept").click()  # in the middle: it takes the place of the declined one
    await ann.see("Ann to move")
    await bo.see("Ann to move")
    await expect(ann.button("Hint")).to_be_visible()
    for nothing_yet in ("Take back", "Draw"):
        await expect(ann.button(nothing_yet)).to_have_count(0)
    await expect(ann.page.locator("[data-legal]")).to_have_count(4)
    await expect(bo.page.locator("[data-legal]")).to_have_count(0)

    # wrong moves change nothing and are told to whoever tried
    version = await ann.version()
    await ann.square("a1").click()
    await expect(ann.toast).to_have_text("a1 isn't a legal move here.")
    await bo.square("d3").click()
    await expect(bo.toast).to_have_text("It's not your turn.")
    assert await bo.version() == version

    # two moves
    await ann.square("d3").click()
    await bo.see_disc("d3", "X")
    await bo.see_disc("d4", "X")
    await bo.see("Bo to move")
    await bo.square("c3").click()
    await ann.see_disc("c3", "O")
    await expect(ann.square("c3")).to_have_attribute("data-last", "")

    # a takeback needs consent
    await ann.button("Take back").click()
    await bo.see("Ann would like to take back their last move.")
    await bo.button("Decline").click()
    await expect(ann.stage).not_to_contain_text("take back their last move")
    await ann.button("Take back").click()
    await expect(ann.toast).to_have_text(
        "That was declined. You can ask again after the next move."
    )
    await ann.square("c4").click()
    await bo.see_disc("c4", "X")
    await bo.square("e3").click()
    await ann.see_disc("e3", "O")
    for back in ("c4", "d3"):
        await ann.button("Take back").click()
        await bo.button("Accept").click()
        await ann.see_disc(back, ".")
    for player in (ann, bo):
        await player.see_disc("d3", ".")
        await player.see_disc("d4", "O")
    await ann.square("d3").click()
    await bo.see("Bo to move")

    # a draw is offered and refused
    await bo.button("Draw").click()
    await ann.see("Bo offers a draw.")
    await expect(ann.page).to_have_title("● Waiting for your answer · Tavola")
    await expect(ann.page.locator("#matches")).to_contain_text("Waiting for your answer")
    await expect(bo.button("Withdraw")).to_be_visible()
    await ann.button("Decline").click()
    await expect(bo.stage).not_to_contain_text("offers a draw")

    # to the end: the shortest there is, nine moves and not one white disc left
    for i, square in enumerate(("c5", "d6", "c3", "b4", "e3", "d2", "c4", "f4")):
        mover, waiter = (bo, ann) if i % 2 == 0 else (ann, bo)
        await mover.square(square).click()
        await waiter.see_disc(square, "XO"[(i + 1) % 2])
    for player in (ann, bo):
        await player.see("Ann wins 64–0")
        await expect(player.table).to_have_attribute("data-status", "finished")
        await expect(player.button("Rematch")).to_be_visible()
        await expect(player.page.locator("[data-legal]")).to_have_count(0)

    # the rematch, colours swapped, resigned
    await ann.button("Rematch").click()
    await bo.see("Ann would like a rematch with colours swapped.")
    await bo.button("Accept").click()
    for player in (ann, bo):
        await player.see("Bo to move")
        await player.see_disc("d4", "O")
    await bo.square("d3").click()
    await ann.see("Ann to move")
    await ann.square("c3").click()
    await bo.see("Bo to move")
    await bo.button("Resign").click()
    await bo.see("Resign this match?")
    await expect(ann.stage).not_to_contain_text("resign")
    await bo.page.locator(".aside").get_by_role("button", name="Resign").click()
    for player in (ann, bo):
        await player.see("Ann wins: Bo resigned")

    # it counts
    await ann.page.get_by_role("button", name="Leaderboard").click()
    await expect(ann.page.get_by_role("dialog")).to_contain_text("2 won, 0 drawn, 0 lost")


async def test_a_replay_is_looked_at_and_kept(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/play novice first=challenger")
    await ann.square("d3").click()
    await ann.sees(3)
    await ann.button("Resign").click()
    await ann.page.locator(".aside").get_by_role("button", name="Resign").click()
    await ann.see("Computer (novice) wins")
    await ann.button("Replay").click()
    picture = ann.page.locator(".whisper .file img")
    await expect(picture).to_be_visible()
    await expect(picture).to_have_js_property("complete", value=True)
    assert await picture.evaluate("(image) => image.naturalWidth") > 100
    keep = ann.page.get_by_role("link", name="Save")
    await expect(keep).to_have_attribute("download", re.compile(r"reversi-.*\.gif"))


async def test_what_is_offered_to_anybody_is_listed_so(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.stage.get_by_text("Anyone here").click()
    await expect(ann.page.locator("#matches .name")).to_have_text("Anyone here")


async def test_a_challenge_is_listed_by_who_makes_it(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    await ann.stage.get_by_role("button", name="Bo", exact=True).click()
    await expect(bo.page.locator("#matches .name")).to_have_text("Ann")
    await expect(ann.page.locator("#matches .name")).to_have_text("Bo")


async def test_two_windows_of_one_browser(desk: Desk) -> None:
    browser = await desk.browser()
    first = await desk.window(browser, desk.home.web.link())
    ann = await desk.introduce(first, "Ann")
    async with browser.expect_page() as opened:
        await first.get_by_role("button", name="Invite a friend").click()
        await first.get_by_role("button", name="Open window").click()
    bo = await desk.introduce(await opened.value, "Bo")
    await first.keyboard.press("Escape")
    await bo.stage.get_by_role("button", name="Ann", exact=True).click()
    await ann.button("Accept").click()
    await ann.see("to move")
    await bo.see("to move")
    mover, waiter = (ann, bo) if await ann.turns() else (bo, ann)
    await mover.square("d3").click()
    await waiter.see_disc("d3", "X")


async def test_a_closed_window_goes_on(desk: Desk) -> None:
    browser = await desk.browser()
    ann = await desk.introduce(await desk.window(browser, desk.home.web.link()), "Ann")
    await ann.stage.get_by_role("button", name="novice").click()
    await ann.see("to move")
    await ann.page.close()
    again = await desk.window(browser, desk.home.url)
    await again.get_by_role("button", name="Continue as Ann").click()
    player = Player(again)
    await player.see("to move")
    await player.page.locator("[data-legal]").first.click()
    await player.sees(3)


async def test_a_reloaded_window_is_the_same_person(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.stage.get_by_role("button", name="novice").click()
    await ann.see("to move")
    await ann.page.reload()
    await expect(ann.page.locator("#me")).to_contain_text("Ann")
    await ann.see("to move")


async def test_somebody_else_in_the_same_window(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.locator("#me").click()
    await ann.page.get_by_role("button", name="Switch player").click()
    await desk.introduce(ann.page, "Eve")


async def test_matches_are_found_again_from_another_room(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.stage.get_by_role("button", name="novice").click()
    await ann.see("to move")
    await ann.page.get_by_label("New room name").fill("The Kitchen")
    await ann.page.get_by_label("New room name").press("Enter")
    await expect(ann.page.get_by_role("heading", name="# the-kitchen")).to_be_visible()
    assert ann.page.url.endswith("#the-kitchen")
    await expect(ann.table).to_have_count(0)
    await ann.page.locator("#matches").get_by_role("button").click()
    await expect(ann.page.get_by_role("heading", name="# lobby")).to_be_visible()
    await ann.see("to move")


async def test_the_next_board_is_one_press_away(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    for _ in range(2):
        await ann.page.locator("#new").click()
        await ann.page.get_by_role("dialog").get_by_role("button", name="novice").click()
        await expect(ann.page.locator(".table.yours")).to_be_visible()
    following = ann.page.get_by_role("button", name="Next board")
    await expect(following).to_be_visible()
    sizes: tuple[ViewportSize, ...] = (
        {"width": 1280, "height": 860},
        {"width": 1100, "height": 700},
    )
    for size in sizes:
        await ann.page.set_viewport_size(size)
        higher = await ann.stage.evaluate("(stage) => stage.scrollHeight - stage.clientHeight")
        assert higher == 0, f"the stage is scrolled at {size}"
    second = await ann.table.get_attribute("data-session")
    await following.click()
    await expect(ann.table).not_to_have_attribute("data-session", second or "")
    await expect(following).to_be_visible()


READ = """() => {
  const button = document.querySelector(".waiting .button");
  const words = document.createRange();
  words.setStart(button.firstChild, 0);
  words.setEnd(button.firstChild, button.textContent.indexOf(":"));
  const [text, box] = [words, button].map((each) => each.getBoundingClientRect());
  const stage = document.querySelector("#stage").getBoundingClientRect();
  return text.right < box.right - 20 && box.right <= stage.right;
}"""


@pytest.mark.parametrize("locale", ["fr", "it"])
async def test_the_next_board_can_be_read_beside_many_buttons(desk: Desk, locale: str) -> None:
    """In the languages with the longest words for it, and in the list each with its game."""
    page = await desk.window(await desk.browser(locale=locale), desk.home.web.link())
    await page.locator("#name").fill("Ann")
    await page.locator("dialog form button").click()
    for count, wish in ((1, "reversi"), (2, "pente clock=30m")):
        await page.get_by_role("combobox").fill(f"/play {wish} novice first=challenger")
        await page.get_by_role("combobox").press("Enter")
        await expect(page.locator("#matches .waits")).to_have_count(count)
    await expect(page.locator("#matches")).to_contain_text("Reversi")
    await expect(page.locator("#matches")).to_contain_text("Pente")
    await expect(page.locator(".waiting .button")).to_contain_text(":")
    await expect(page.locator('.rows [data-token*="-pause"]')).to_be_attached()
    for width, height in (
        (1080, 800),
        (1024, 700),
        (1440, 900),
        (390, 844),
        (320, 568),
        (667, 375),
    ):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(READ), (width, height)


async def test_a_match_in_two_rooms_at_once(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    await bo.page.get_by_label("New room name").fill("kitchen")
    await bo.page.get_by_label("New room name").press("Enter")
    await expect(bo.page.get_by_role("heading", name="# kitchen")).to_be_visible()
    await ann.stage.get_by_text("Anyone here").click()
    await ann.button("Invite with a code").click()
    told = ann.stage.get_by_text("Friends can join from anywhere")
    code = (await told.inner_text()).split()[-1]
    await bo.say(f"/join {code}")
    await bo.log.get_by_role("button", name="Play here").click()
    await bo.see("to move")
    await ann.see("to move")
    mover, waiter = (ann, bo) if await ann.turns() else (bo, ann)
    await mover.square("d3").click()
    await waiter.see_disc("d3", "X")
    await expect(bo.page.get_by_role("heading", name="# kitchen")).to_be_visible()


async def test_names_and_words_are_never_markup(desk: Desk) -> None:
    evil = "<img src=x onerror='window.hacked=1'>"
    eve, bo = await desk.sit_down(evil), await desk.sit_down('"&<b>Bo')
    await eve.say("<script>window.hacked = 1</script>")
    await expect(bo.log).to_contain_text("<script>window.hacked = 1</script>")
    await eve.stage.get_by_role("button", name='"&<b>Bo').click()
    await bo.button("Accept").click()
    await expect(bo.page.locator(".seats")).to_contain_text(evil[:20])
    for player in (eve, bo):
        assert await player.page.evaluate("window.hacked") is None
        assert await player.page.locator("#app img, #app script").count() == 0


async def test_commands_are_completed(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    field = ann.page.get_by_role("combobox", name="Message, or")
    await ann.page.keyboard.press("/")
    await expect(field).to_be_focused()
    await expect(ann.page.get_by_role("option", name="/play")).to_be_visible()
    await field.press_sequentially("pl")
    await expect(ann.page.get_by_role("listbox").get_by_role("option")).to_have_count(1)
    await field.press("Tab")
    await expect(field).to_have_value("/play ")
    await field.press_sequentially("nov")
    await field.press("ArrowDown")
    await expect(ann.page.get_by_role("option", name="novice")).to_have_attribute(
        "aria-selected", "true"
    )
    await field.press("Enter")
    await expect(field).to_have_value("/play novice ")
    await field.press("Escape")
    await field.press("Enter")
    await ann.see("to move")
    await expect(field).to_have_value("")


async def test_help_names_commands_as_they_are_typed_here(desk: Desk) -> None:
    page = await desk.window(await desk.browser(locale="fr"), desk.home.web.link())
    await page.locator("#name").fill("Ann")
    await page.locator("dialog form button").click()
    await page.locator("[data-view=help]").click()
    card = page.get_by_role("dialog")
    await expect(card).to_contain_text("/play commence une partie")
    await expect(card).not_to_contain_text("«")
    await card.get_by_role("button", name="/leaderboard").click()
    await expect(page.locator("#said")).to_be_focused()
    await expect(page.locator("#said")).to_have_value("/leaderboard ")


async def test_what_was_refused_may_be_mended(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.say("/chalenge")
    await expect(ann.toast).to_contain_text("chalenge")
    field = ann.page.get_by_role("combobox", name="Message, or")
    await expect(field).to_have_value("/chalenge")


async def test_a_spectator_follows_into_the_rematch(desk: Desk) -> None:
    ann, bo = await desk.sit_down("Ann"), await desk.sit_down("Bo")
    cy = await desk.sit_down("Cy")
    await challenge(ann, bo)
    await bo.button("Accept").click()
    await cy.log.get_by_role("button", name="Show this board").click()
    await cy.see("Ann to move")
    await ann.square("d3").click()
    await bo.square("c3").click()
    await ann.see_disc("c3", "O")
    await ann.button("Resign").click()
    await ann.page.locator(".aside").get_by_role("button", name="Resign").click()
    await bo.button("Rematch").click()
    await ann.button("Accept").click()
    await cy.see("Bo to move")
    await cy.see_disc("c3", ".")
