"""The line to the server breaks and comes back."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from core.types import Move, PlayerId
from tests.bot.frontends.web.browser.desk import Desk
from tests.bot.frontends.web.harness import Harness, free_port, harness
from tests.fakes.clock import FlowingNow

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_press_while_the_server_is_away_is_made_when_it_is_back(
    chromium: Browser, tmp_path: Path
) -> None:
    now, file = FlowingNow(), tmp_path / "tavola.db"
    port = free_port()
    async with harness(file, now, port=port) as home:
        desk = Desk(chromium, home)
        desk.expected.append("ERR_CONNECTION_REFUSED")
        ann = await desk.sit_down("Ann")
        await ann.say("/play novice first=challenger")
        await ann.see("Ann to move")
    await expect(ann.page.get_by_text("Reconnecting")).to_be_visible()
    await ann.square("d3").click()
    await expect(ann.square("d3")).to_have_attribute("data-pending", "")
    async with harness(file, now, port=port, seed="later") as home:
        await ann.see_disc("d3", "X")
        await expect(ann.page.get_by_text("Reconnecting")).to_be_hidden()
        await ann.see("Ann to move")
        [id] = await home.store.of_player((await sitting(home))[0])
        moves = [ply.move for ply in (await home.sessions.load(id)).match.plies]
        assert moves.count(Move("d3")) == 1
        await desk.close()
    assert desk.complaints == []


async def test_what_takes_longer_is_seen_to_be_on_its_way(desk: Desk) -> None:
    asked, made = asyncio.Event(), asyncio.Event()

    async def slowly(*wish: Request | Player | str) -> Reply:
        del wish
        asked.set()
        await made.wait()
        return Reply("Here it is.")

    routes = desk.home.service._routes
    by_verb = {**routes.by_verb, Verb.HISTORY: slowly}
    desk.home.service._routes = replace(routes, by_verb=by_verb)
    ann = await desk.sit_down("Ann")
    moment = ann.page.get_by_text("One moment")
    await expect(moment).to_be_hidden()
    await ann.say("/history")
    await asked.wait()
    await expect(moment).to_be_visible()
    made.set()
    await expect(ann.page.get_by_text("Here it is.")).to_be_visible()
    await expect(moment).to_be_hidden()


async def sitting(home: Harness) -> list[PlayerId]:
    [room] = await home.store.web_rooms()
    [id] = await home.store.in_room(room)
    return [s.player for s in (await home.sessions.load(id)).match.seats if s and not s.level]


async def test_coming_from_another_site_finds_the_way_in(desk: Desk) -> None:
    """A SameSite=Strict cookie is not sent along with a link from elsewhere."""
    browser = await desk.browser()
    ann = await desk.introduce(await desk.window(browser, desk.home.web.link()), "Ann")
    await ann.page.close()
    desk.expected.append("403")
    elsewhere = await desk.window(browser, desk.home.url.replace("127.0.0.1", "localhost"))
    await expect(elsewhere.get_by_role("heading")).to_have_text("You need an invite link")
    await elsewhere.evaluate("address => location.assign(address)", f"{desk.home.url}/#kitchen")
    await elsewhere.get_by_role("button", name="Continue as Ann").click()
    await expect(elsewhere.get_by_role("heading", name="# kitchen")).to_be_visible()


async def test_a_used_link_shows_a_friendly_door(desk: Desk) -> None:
    link = desk.home.web.link()
    first = await desk.window(await desk.browser(), link)
    await expect(first.get_by_label("Your name")).to_be_visible()
    desk.expected.append("403")
    second = await desk.window(await desk.browser(), link)
    await expect(second.get_by_role("heading")).to_have_text(
        "This link has been used or has expired"
    )


BACK_AGAIN = """async () => {
  const { Model } = await import("./static/model.js");
  const model = new Model();
  const log = (...boards) => boards.map(([session, status, previous], id) => (
    { id, at: 1, shown: { session, screen: 0, kind: "board", version: 1, status, previous,
      mine: [0], asked: false, card: {} } }));
  const matches = [], welcome = { me: {}, room: "lobby", rooms: [], people: [], matches };
  const stages = [];
  for (const last of [
    [["a", "finished", null]],
    [["a", "finished", null], ["b", "playing", "a"], ["c", "playing", null]],
    [["a", "finished", null], ["b", "finished", "a"], ["c", "playing", null]],
  ]) {
    model.welcome({ ...welcome, log: log(...last) }, model.stage);
    if (!stages.length) model.show("a");
    stages.push(model.stage);
  }
  return stages;
}"""


async def test_a_rematch_that_began_while_one_was_away_takes_the_stage(desk: Desk) -> None:
    ann = await desk.sit_down("Ann")
    assert await ann.page.evaluate(BACK_AGAIN) == ["a", "b", "b"]
