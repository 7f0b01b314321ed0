"""A connection that dies without closing, and messages that the server refuses."""

from typing import Any

import pytest
from playwright.async_api import Page, WebSocket, expect

from bot.frontends.web import room_log
from bot.frontends.web.protocol import PAGE
from tests.bot.frontends.web.browser.desk import Desk, Player
from tests.bot.frontends.web.browser.frozen import Proxy, proxy
from tests.bot.frontends.web.harness import Harness

pytestmark = pytest.mark.asyncio(loop_scope="session")

NOTICED = 20_000
BACK = 5_000
"""Milliseconds within which a dead connection is noticed, and the page is right afterwards."""


async def behind(desk: Desk, line: Proxy, name: str) -> Player:
    """A player whose connection runs through the proxy; the page's clock is the test's."""
    link = desk.home.web.link().replace(f":{desk.home.port}", f":{line.port}")
    context = await desk.browser()
    await context.clock.install()
    return await desk.introduce(await desk.window(context, link), name)


def reconnecting(page: Page) -> Any:
    return expect(page.get_by_text("Reconnecting"))


async def passes(page: Page, seconds: int) -> None:
    """Lets time pass for the page; what the network brings meanwhile arrives."""
    for _ in range(seconds):
        await page.clock.run_for(1_000)
        await page.evaluate("fetch('here').then(() => null)")


async def test_a_dead_connection_is_noticed_and_replaced(desk: Desk) -> None:
    desk.expected += ["WebSocket", "ERR_"]
    async with proxy(desk.home.port) as line:
        ann = await behind(desk, line, "Ann")
        bo = await desk.sit_down("Bo")
        line.freeze()
        await bo.say("Are you there?")
        await ann.page.clock.run_for(NOTICED)
        await reconnecting(ann.page).to_be_visible()
        line.thaw()
        await ann.page.clock.run_for(BACK)
        await expect(ann.log).to_contain_text("Are you there?")
        await reconnecting(ann.page).to_be_hidden()


async def test_a_quiet_connection_stays(desk: Desk) -> None:
    async with proxy(desk.home.port) as line:
        ann = await behind(desk, line, "Ann")
        accepted = line.accepted
        await passes(ann.page, 90)
        await reconnecting(ann.page).to_be_hidden()
        assert line.accepted <= accepted + 1, "the fetches use a connection of their own"


@pytest.mark.parametrize("event", ["online", "visibilitychange"])
async def test_coming_back_checks_the_connection_at_once(desk: Desk, event: str) -> None:
    desk.expected += ["WebSocket", "ERR_"]
    async with proxy(desk.home.port) as line:
        ann = await behind(desk, line, "Ann")
        line.freeze()
        await ann.page.evaluate(
            "(name) => (name === 'online' ? window : document).dispatchEvent(new Event(name))",
            event,
        )
        await ann.page.clock.run_for(BACK)
        await reconnecting(ann.page).to_be_visible()


async def fill(home: Harness, lines: int) -> None:
    room = room_log.room("lobby")
    [player] = {person.id for person in home.web._windows.people(room)}
    for i in range(lines):
        await home.store.say(room, player, f"line {i}", home.now())


async def test_a_thousand_lines_are_read_back_to_the_first(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await fill(desk.home, 17 * PAGE + 5)
    await ann.page.reload()
    for page in range(17):
        await expect(ann.log.locator(".text")).to_have_count(PAGE * (page + 1))
        await ann.page.get_by_role("button", name="Earlier messages").click()
    await expect(ann.log).to_contain_text("line 0")
    await expect(ann.page.get_by_role("button", name="Earlier messages")).to_be_hidden()
    lines = await ann.log.locator(".text").all_text_contents()
    assert lines == [f"line {i}" for i in range(17 * PAGE + 5)]


REFUSED = """async () => {
  const { Line } = await import("./static/socket.js");
  const line = new Line(() => ({ room: "lobby", locale: "en" }));
  line.connect();
  window.answer = await line.ask({ type: "say", text: "x".repeat(200000) });
}"""


async def test_what_the_server_refuses_to_read_is_told_and_not_repeated(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.clock.install()
    sent: list[object] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: sent.append(text) if "xxx" in text else None)

    ann.page.on("websocket", listen)
    await ann.page.evaluate(REFUSED)
    assert await ann.page.evaluate("window.answer.reason") == "rejected"
    await passes(ann.page, 15)
    assert len(sent) <= 3


CLOSED_AGAIN = """async () => {
  window.made = 0;
  const later = (socket, event, state) => setTimeout(() => {
    socket.readyState = state;
    socket.dispatchEvent(event);
  }, 10);
  window.WebSocket = class extends EventTarget {
    static OPEN = 1;
    readyState = 0;
    constructor() {
      super();
      window.made += 1;
      later(this, new Event("open"), 1);
    }
    send(text) {
      const data = JSON.stringify({ ...JSON.parse(text), type: "welcome" });
      later(this, new MessageEvent("message", { data }), 1);
      later(this, new CloseEvent("close", { code: 1008 }), 3);
    }
    close() {}
  };
  const { Line } = await import("./static/socket.js");
  new Line(() => ({})).connect();
}"""


async def test_a_server_that_closes_after_each_welcome_is_tried_ever_more_slowly(
    desk: Desk,
) -> None:
    ann = await desk.sit_down("Ann")
    await ann.page.clock.install()
    await ann.page.evaluate(CLOSED_AGAIN)
    for _ in range(12):
        await ann.page.clock.run_for(5_000)
    assert 10 <= await ann.page.evaluate("window.made") <= 34
