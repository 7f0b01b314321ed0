"""What one browser or address may use up, and text that is none."""

import json

import pytest

from bot.app.attempt_limit import ADDRESS_TRIES, TRIES
from bot.frontends.web.rate_limit import NEWCOMERS, WINDOW
from bot.frontends.web.websocket import MOST_ROOMS
from tests.bot.frontends.web.harness import Harness
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import ANYWHERE, visitor


@pytest.mark.parametrize(
    ("escaped", "heard"),
    [
        (r"a\ud800b", "a\ufffdb"),
        (r"a\udc00b", "a\ufffdb"),
        (r"a\uD83D\uDE00b", "a\U0001f600b"),
        (r"\ud83d\ud83d\ude00\ude00", "\ufffd\U0001f600\ufffd"),
        (r"\\ud800 \ud800", r"\ud800" + " \ufffd"),
    ],
)
async def test_half_a_surrogate_pair_is_said_as_no_character(
    table: Table, escaped: str, heard: str
) -> None:
    """A browser sends such a text as it is, and would repeat it for ever without an answer."""
    await table.ann.socket.send_str(f'{{"type": "say", "id": "a", "text": "{escaped}"}}')
    entry = await table.bo.next(lambda m: m["type"] == "logged")
    assert entry["entry"]["said"] == heard
    hello = {**ANYWHERE, "type": "hello", "id": "b", "name": "NAME"}
    await table.ann.socket.send_str(json.dumps(hello).replace("NAME", rf"{escaped}é"))
    welcome = await table.ann.next(lambda m: m["type"] == "welcome" and m["id"] == "b")
    assert "é" in welcome["me"]["name"]


async def test_a_page_of_boards_costs_more_than_a_message(home: Harness) -> None:
    """Each of its boards is drawn."""
    async with visitor(home.url, home.web.link()) as browser, browser.window("Ann") as ann:
        for _ in range(12):
            await ann.say("/play")
            home.now.advance(1_000)
        home.now.advance(60_000)
        types = []
        for number in range(WINDOW.burst):
            await ann.send({**ANYWHERE, "type": "hello", "id": f"h{number}", "name": "Ann"})
            answer = await ann.next(lambda m: m.get("id", "").startswith("h"))
            types.append(answer["type"])
        assert types.count("welcome") in (10, 11)
        assert types[-1] == "refused"
        home.now.advance(1_000)
        assert len((await ann.ask("earlier", before=10**6))["log"]) == 12


async def test_the_rooms_that_are_listed_are_bounded(table: Table, home: Harness) -> None:
    for number in range(MOST_ROOMS + 5):
        await table.ann.hello("Ann", ticket=table.ann.welcome["ticket"], room=f"room-{number}")
        await table.ann.say("hello")
        home.now.advance(1_000)
    rooms = table.ann.welcome["rooms"]
    assert len(rooms) == MOST_ROOMS
    assert rooms[0] == "lobby"
    assert {f"room-{MOST_ROOMS + 4}", f"room-{MOST_ROOMS + 3}"} <= set(rooms)
    assert "room-0" not in rooms


async def test_an_empty_room_goes_when_nobody_looks_at_it(table: Table) -> None:
    await table.ann.hello("Ann", ticket=table.ann.welcome["ticket"], room="empty")
    assert "empty" in table.ann.welcome["rooms"]
    await table.ann.hello("Ann", ticket=table.ann.welcome["ticket"])
    assert table.ann.welcome["rooms"] == ["lobby"]


async def test_an_address_cannot_make_guests_without_end(table: Table) -> None:
    for _ in range(NEWCOMERS.burst - 2):
        await table.ann.hello("New")
        table.home.now.advance(100)
    answer = await table.ann.ask("hello", **ANYWHERE, name="New")
    assert answer["reason"] == "too_often"
    await table.bo.hello("Bo", ticket=table.bo.welcome["ticket"])


async def test_wrong_codes_are_counted_for_the_browser(home: Harness) -> None:
    """A new guest is a hello away."""
    async with visitor(home.url, home.web.link(by="x")) as browser, browser.window("Ann") as ann:
        for number in range(TRIES):
            await ann.hello(f"Guest {number}")
            assert (await ann.say("/join AAAAAA"))["reason"] == "unknown_code"
        await ann.hello("Another")
        assert (await ann.say("/join AAAAAA"))["reason"] == "too_many_tries"
        assert (await ann.say("/link AAAAAA"))["reason"] == "unknown_link"


async def test_wrong_codes_are_counted_for_the_address(home: Harness) -> None:
    for _ in range(ADDRESS_TRIES // TRIES):
        async with visitor(home.url, home.web.link(by="x")) as browser, browser.window("A") as ann:
            for _ in range(TRIES):
                assert (await ann.say("/join AAAAAA"))["reason"] == "unknown_code"
    async with visitor(home.url, home.web.link(by="x")) as browser, browser.window("Bo") as bo:
        assert (await bo.say("/join AAAAAA"))["reason"] == "too_many_tries"


async def test_a_bar_holds_for_every_guest_of_the_browser(home: Harness) -> None:
    async with (
        visitor(home.url, home.web.link(owner=True)) as operator,
        visitor(home.url, home.web.link(by="x")) as browser,
        visitor(home.url, home.web.link(by="x")) as other,
        operator.window("Mo") as mo,
        browser.window("Eve") as eve,
        browser.window("Eva") as eva,
        other.window("Bo") as bo,
    ):
        assert (await mo.say("/bar @Eve"))["type"] == "ok"
        assert (await eve.say("/challenge"))["reason"] == "barred"
        assert (await eva.say("/challenge"))["reason"] == "barred"
        await eve.hello("Somebody else")
        assert (await eve.say("/challenge"))["reason"] == "barred"
        assert (await bo.say("/challenge"))["type"] == "ok"
        assert (await mo.say("/unbar @Eve"))["type"] == "ok"
        assert (await eve.say("/challenge"))["type"] == "ok"
