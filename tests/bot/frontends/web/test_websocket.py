"""A window's conversation: hello, chat, commands, presses, what goes wrong."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.model.display_names import LONGEST_NAME
from bot.app.model.request import Reply, Verb
from bot.frontends.web import room_log, websocket
from bot.frontends.web.protocol import PAGE
from bot.frontends.web.rate_limit import WINDOW
from bot.frontends.web.server import GRACE
from bot.frontends.web.websocket import LONGEST_MESSAGE
from core.match.clock import SECOND
from core.types import PlayerId
from tests.bot.frontends.web.harness import harness
from tests.bot.frontends.web.table import Table
from tests.bot.frontends.web.visitor import visitor
from tests.fakes.clock import FixedNow

# --- hello ----------------------------------------------------------------------------------------


async def test_two_windows_of_one_browser_are_two_people(table: Table) -> None:
    assert table.ann.welcome["me"]["id"] != table.bo.welcome["me"]["id"]
    assert [p["name"] for p in table.bo.welcome["people"]] == ["Ann", "Bo"]


async def test_a_ticket_makes_the_same_person(table: Table) -> None:
    async with table.browser.window("Ann B.", ticket=table.ann.welcome["ticket"]) as again:
        assert again.welcome["me"] == {"id": table.id("Ann"), "name": "Ann B."}
        assert len(again.welcome["people"]) == 2, "two windows, one person"


async def test_a_forged_ticket_makes_somebody_new(table: Table) -> None:
    guest, _, signature = table.ann.welcome["ticket"].partition(".")
    for forged in (f"{guest}.{'0' * len(signature)}", guest, "", "x" * 500):
        async with table.browser.window("Ann", ticket=forged) as other:
            assert other.welcome["me"]["id"] != table.id("Ann")


async def test_coming_and_going_is_seen(table: Table) -> None:
    def people(names: list[str]) -> object:
        return lambda m: m["type"] == "people" and [p["name"] for p in m["people"]] == names

    async with table.browser.window("Cy"):
        await table.ann.next(people(["Ann", "Bo", "Cy"]))
    await table.ann.next(people(["Ann", "Bo"]))
    await table.bo.hello("Bo", room="kitchen", ticket=table.bo.welcome["ticket"])
    await table.ann.next(people(["Ann"]))


async def test_a_new_room_is_told_to_everybody_and_the_lobby_stays_first(table: Table) -> None:
    async with table.browser.window("Cy", room="Chess Club") as cy:
        assert cy.welcome["room"] == "chess-club"
        told = await table.ann.next(lambda m: m["type"] == "rooms")
    assert told["rooms"] == ["lobby", "chess-club"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ('<img src=x onerror=alert(1)>"&', '<img src=x onerror=alert(1)>"&'),
        ("שלום", "שלום"),
        ("n" * 64, "n" * LONGEST_NAME),
        ("\u202egro.live", "gro.live"),
        (" \u200b ", "Guest"),
    ],
)
async def test_hard_names(table: Table, name: str, shown: str) -> None:
    async with table.browser.window(name) as window:
        assert window.welcome["me"]["name"] == shown
        await window.say("hello")
        said = await table.ann.next(lambda m: m["type"] == "logged")
        assert said["entry"]["who"]["name"] == shown


# --- chat -----------------------------------------------------------------------------------------


async def test_what_is_said_is_heard_in_the_room_and_nowhere_else(table: Table) -> None:
    async with table.browser.window("Cy", room="kitchen") as cy:
        assert (await table.ann.say("hello <b>Bo</b>"))["type"] == "ok"
        for window in (table.ann, table.bo):
            heard = (await window.next(lambda m: m["type"] == "logged"))["entry"]
            assert (heard["who"]["name"], heard["said"]) == ("Ann", "hello <b>Bo</b>")
        await cy.say("anybody?")
        assert (await cy.next(lambda m: m["type"] == "logged"))["entry"]["said"] == "anybody?"


async def test_the_log_is_there_for_who_comes_later(table: Table) -> None:
    for i in range(5):
        await table.ann.say(f"line {i}")
    async with table.browser.window("Cy", last=3) as cy:
        assert [entry["said"] for entry in cy.welcome["log"]] == ["line 2", "line 3", "line 4"]
        assert cy.welcome["more"] == cy.welcome["log"][0]["id"]
        await cy.hello("Cy", last=50)
        assert len(cy.welcome["log"]) == 5
        assert cy.welcome["more"] == 0


async def test_older_pages_of_the_log_are_asked_for_one_by_one(table: Table) -> None:
    ann, lines = PlayerId(table.id("Ann")), [f"line {i}" for i in range(2 * PAGE + 1)]
    for text in lines:
        await table.home.store.say(room_log.room("lobby"), ann, text, table.home.now())
    async with table.browser.window("Cy") as cy:
        read, more = cy.welcome["log"], cy.welcome["more"]
        while more:
            answer = await cy.ask("earlier", before=more)
            read, more = answer["log"] + read, answer["more"]
        assert [entry["said"] for entry in read] == lines


async def test_a_line_sent_twice_stands_there_once(table: Table) -> None:
    for _ in range(2):
        assert (await table.ann.say("only once", id="same"))["type"] == "ok"
    await table.bo.hello("Bo")
    assert [entry["said"] for entry in table.bo.welcome["log"]] == ["only once"]


async def test_another_guests_request_id_is_another_request(table: Table) -> None:
    await table.ann.say("from Ann", id="same")
    await table.bo.say("from Bo", id="same")
    await table.bo.hello("Bo")
    assert [entry["said"] for entry in table.bo.welcome["log"]] == ["from Ann", "from Bo"]


async def test_nothing_said_is_nothing(table: Table) -> None:
    assert (await table.ann.say(" \n "))["type"] == "ok"
    await table.bo.hello("Bo")
    assert table.bo.welcome["log"] == []


async def test_a_bare_move_without_a_match_is_chat(table: Table) -> None:
    await table.ann.say("d3")
    heard = await table.bo.next(lambda m: m["type"] == "logged")
    assert heard["entry"]["said"] == "d3"


# --- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize("press", ["", "v1-nope", "v9-aaaaaaaaaaaaa-1-move-d3", "x" * 99])
async def test_an_expired_button_says_so(table: Table, press: str) -> None:
    assert (await table.ann.press(press))["reason"] == "button_expired"


async def test_a_button_of_an_unknown_match_says_so(table: Table) -> None:
    answer = await table.ann.press("v1-aaaaaaaaaaaaa-1-move-d3")
    assert answer["reason"] == "unknown_match"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "null",
        "{}",
        '{"type": "say", "id": "not an id!", "text": "x"}',
        "[" * 20_000,
    ],
)
async def test_what_cannot_be_read_ends_the_conversation_quietly(
    table: Table, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    await table.ann.socket.send_str(text)
    assert await table.ann.closed() == 1008
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert (await table.bo.say("still here"))["type"] == "ok"


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "nothing", "id": "a"}',
        '{"type": "say", "id": "a"}',
        '{"type": "say", "id": "a", "text": 1}',
        '{"type": "say", "id": "a", "text": "x", "admin": true}',
        '{"type": "hello", "id": "a", "room": "lobby", "locale": "en", "last": 1020}',
    ],
)
async def test_what_cannot_be_read_is_refused_once_and_the_window_stays(
    table: Table, text: str
) -> None:
    await table.ann.socket.send_str(text)
    answer = await table.ann.next(lambda m: m.get("id") == "a")
    assert (answer["type"], answer["reason"]) == ("refused", "unreadable")
    assert (await table.ann.say("still here"))["type"] == "ok"


async def test_a_ping_is_answered_while_a_request_takes_long(table: Table) -> None:
    asked, made = asyncio.Event(), asyncio.Event()

    async def slowly(*_: object) -> Reply:
        asked.set()
        await made.wait()
        return Reply("Here it is.")

    routes = table.home.service._routes
    by_verb = {**routes.by_verb, Verb.HISTORY: slowly}
    table.home.service._routes = replace(routes, by_verb=by_verb)
    await table.ann.send({"type": "say", "id": "slow", "text": "/history"})
    await asked.wait()
    await table.ann.ask("ping", wait="pong")
    made.set()
    assert (await table.ann.next(lambda m: m.get("id") == "slow"))["text"] == "Here it is."


async def test_binary_ends_the_conversation_quietly(table: Table) -> None:
    await table.ann.socket.send_bytes(b"\x00\xff")
    assert await table.ann.closed() == 1003


async def test_who_does_not_say_hello_is_not_listened_to(table: Table) -> None:
    async with table.browser.window() as shy:
        await shy.send({"type": "say", "id": "a", "text": "boo"})
        assert await shy.closed() == 1008


async def test_a_long_message_is_refused_and_the_window_stays(table: Table) -> None:
    answer = await table.ann.say("x" * LONGEST_MESSAGE)
    assert (answer["type"], answer["reason"]) == ("refused", "too_long")
    assert (await table.ann.say("short"))["type"] == "ok"


async def test_a_huge_message_closes_the_window(table: Table) -> None:
    await table.ann.socket.send_str("x" * 100_000)
    assert await table.ann.closed() == 1009
    assert (await table.bo.say("still here"))["type"] == "ok"


async def test_too_many_messages_are_refused_until_time_has_passed(table: Table) -> None:
    answers = [await table.ann.say("/help") for _ in range(WINDOW.burst)]
    assert answers[0]["type"] == "ok"
    assert answers[-1]["reason"] == "too_often"
    assert (await table.bo.say("/help"))["type"] == "ok", "each window has its own pace"
    table.home.now.advance(SECOND)
    assert (await table.ann.say("/help"))["type"] == "ok"


async def test_one_address_cannot_open_windows_without_end(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "MOST_WINDOWS", 3)
    async with table.browser.window("Cy"), table.browser.window() as one_too_many:
        assert await one_too_many.closed() == 1013
    async with table.browser.window("Di"):
        assert (await table.ann.say("there is a place again"))["type"] == "ok"


async def test_a_failure_of_ours_is_logged_and_answered(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("planted")

    with monkeypatch.context() as patched:
        patched.setattr(table.home.store, "say", broken)
        answer = await table.ann.say("hello", id="again")
    assert answer["reason"] == "busy"
    assert any("planted" in str(record.exc_info) for record in caplog.records)
    assert (await table.ann.say("hello", id="again"))["type"] == "ok", "it may be tried again"


async def test_a_window_that_dies_is_missed_by_nobody(table: Table) -> None:
    table.ann.socket._response.close()  # the line is cut, no goodbye
    await table.bo.next(lambda m: m["type"] == "people" and len(m["people"]) == 1)
    assert (await table.bo.say("alone"))["type"] == "ok"


# --- restarts -------------------------------------------------------------------------------------


async def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    now = FixedNow()
    async with (
        harness(tmp_path / "t.db", now) as home,
        visitor(home.url, home.web.link()) as browser,
        browser.window("Ann") as ann,
    ):
        await ann.ask("ask", verb="play", options={"level": "novice", "first": "challenger"})
        board = await ann.shown(lambda shown: shown["status"] == "playing")
        await home.publisher.idle()  # it is noted where the board stands, or it is posted anew
        await ann.say("before")
        ticket = ann.welcome["ticket"]
    async with (
        harness(tmp_path / "t.db", now, seed="later") as home,
        visitor(home.url, home.web.link()) as browser,
        browser.window("Ann", ticket=ticket) as ann,
    ):
        [kept, said] = ann.welcome["log"]
        assert (kept["shown"]["session"], said["said"]) == (board["session"], "before")
        assert kept["shown"]["turn"] == board["turn"]
        assert (await ann.play(board, "d3", id="lost"))["type"] == "ok"
        assert (await ann.play(board, "d3", id="lost"))["type"] == "ok"
        shown = await ann.shown(lambda shown: shown["turn"] == 3)
        assert shown["card"]["board"]["to_act"] == 0


async def test_stopping_says_goodbye(table: Table) -> None:
    stopping = asyncio.create_task(table.home.web.stop())
    assert await table.ann.closed() == 1001
    await stopping


async def test_a_window_that_does_not_listen_does_not_hold_up_the_end(table: Table) -> None:
    async with asyncio.timeout(3 * GRACE):
        await table.home.web.stop()
