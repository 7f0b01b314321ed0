"""A window's conversation: hello, chat, commands, presses, what goes wrong."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.frontends.web import stream
from bot.frontends.web.names import LONGEST_NAME
from bot.frontends.web.pace import WINDOW
from bot.frontends.web.server import GRACE
from bot.frontends.web.stream import LONGEST_MESSAGE, LONGEST_SAID
from core.match.clock import SECOND
from tests.bot.frontends.web.house import House, house
from tests.bot.frontends.web.visitor import Message, Visitor, Window, token, visitor
from tests.fakes.clock import FixedNow


@dataclass
class Table:
    """A browser with Ann's and Bo's windows."""

    home: House
    browser: Visitor
    ann: Window
    bo: Window

    async def started(self) -> Message:
        """A match in which Ann is black and begins; her board."""
        options = {"first": "challenger"}
        await self.ann.ask("ask", verb="challenge", options=options, opponent=self.id("Bo"))
        await self.bo.press(await self.bo.button("Accept"))
        await self.bo.shown(lambda shown: shown["status"] == "playing")
        return await self.ann.shown(lambda shown: shown["status"] == "playing")

    def id(self, name: str) -> str:
        welcomes = (self.ann.welcome, self.bo.welcome)
        return next(str(w["me"]["id"]) for w in welcomes if w["me"]["name"] == name)


@pytest.fixture
async def table(home: House) -> AsyncIterator[Table]:
    async with AsyncExitStack() as opened:
        browser = await opened.enter_async_context(visitor(home.url, home.web.link()))
        ann = await opened.enter_async_context(browser.window("Ann"))
        bo = await opened.enter_async_context(browser.window("Bo"))
        yield Table(home, browser, ann, bo)


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
        assert cy.welcome["more"] is True
        await cy.hello("Cy", last=50)
        assert len(cy.welcome["log"]) == 5
        assert cy.welcome["more"] is False


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


# --- matches --------------------------------------------------------------------------------------


async def test_a_challenge_shows_each_what_they_may_do(table: Table) -> None:
    await table.ann.ask("ask", verb="challenge", opponent=table.id("Bo"))
    mine, theirs = await table.ann.shown(), await table.bo.shown()
    assert (mine["host"], mine["asked"]) == (True, False)
    assert (theirs["host"], theirs["asked"]) == (False, True)
    assert token(theirs, "Accept")
    assert not token(theirs, "Cancel")
    assert token(mine, "Cancel")
    assert not token(mine, "Accept")


async def test_an_open_challenge_has_no_accept_button_for_its_own_host(table: Table) -> None:
    await table.ann.say("/challenge reversi")
    assert not token(await table.ann.shown(), "Accept")
    assert token(await table.bo.shown(), "Accept")


async def test_only_who_is_to_act_gets_the_points(table: Table) -> None:
    board = await table.started()
    assert sorted(board["card"]["points"]) == ["c4", "d3", "e6", "f5"]
    async with table.browser.window("Eve") as eve:
        for window in (table.bo, eve):
            await window.hello("again", ticket=window.welcome["ticket"])
            [entry] = window.welcome["log"]
            assert entry["shown"]["card"]["points"] == {}


async def test_a_move_reaches_everybody_with_a_higher_version(table: Table) -> None:
    board = await table.started()
    assert (await table.ann.press(board["card"]["points"]["d3"]))["type"] == "ok"
    for window in (table.ann, table.bo):
        shown = await window.shown(lambda shown: shown["turn"] == 2)
        assert shown["version"] > board["version"]
        assert shown["card"]["board"]["view"]["last"] == "d3"
        assert [seat["tally"] for seat in shown["seats"]] == [4, 1]


async def test_the_same_press_twice_acts_once(table: Table) -> None:
    board = await table.started()
    press = board["card"]["points"]["d3"]
    async with table.browser.window("Ann", ticket=table.ann.welcome["ticket"]) as twin:
        answers = await asyncio.gather(table.ann.press(press), twin.press(press, id="other"))
    assert [answer["type"] for answer in answers] == ["ok", "ok"]
    session = await table.home.sessions.load(board["session"])
    assert [ply.move for ply in session.match.plies] == ["d3"]


async def test_the_waiting_player_and_a_stranger_change_nothing(table: Table) -> None:
    board = await table.started()
    press = board["card"]["points"]["d3"]
    async with table.browser.window("Eve") as eve:
        assert (await table.bo.press(press))["reason"] == "not_your_turn"
        assert (await eve.press(press))["reason"] == "not_seated"
    session = await table.home.sessions.load(board["session"])
    assert session.version == board["version"]


async def test_a_typed_move_is_for_the_match_on_the_stage(table: Table) -> None:
    board = await table.started()
    other = await table.started()
    assert (await table.ann.say("d3"))["reason"] == "which_match"
    assert (await table.ann.say("D 3", session=other["session"]))["type"] == "ok"
    assert (await table.ann.say("a1", session=board["session"]))["reason"] == "illegal_move"
    assert (await table.ann.say("/move d3", session=board["session"]))["type"] == "ok"


async def test_commands_that_make_a_match_do_not_mind_the_stage(table: Table) -> None:
    board = await table.started()
    made = await table.ann.say("/play reversi novice", session=board["session"])
    assert made["session"] != board["session"]


async def test_a_rematch_is_one_match(table: Table) -> None:
    board = await table.started()
    await table.ann.press(board["card"]["points"]["d3"])
    reply = await table.bo.shown(lambda shown: shown["turn"] == 2)
    await table.bo.press(reply["card"]["points"]["c3"])
    await table.ann.ask("ask", verb="resign", session=board["session"])
    assert (await table.ann.ask("ask", verb="resign", session=board["session"]))["card"] is None
    wish = await table.ann.button("Rematch")
    await table.ann.press(wish)
    await table.bo.press(await table.bo.button("Accept"))
    again = await table.ann.shown(lambda shown: shown["previous"] == board["session"])
    assert again["mine"] == [1], "colours swapped"
    assert (await table.ann.press(wish))["type"] in ("ok", "refused")
    assert len(await table.home.store.of_player(again["seats"][0]["player"])) == 1


async def test_resigning_is_asked_twice_even_if_the_first_press_comes_twice(table: Table) -> None:
    board = await table.started()
    press = token(board, "Resign")
    first = await table.ann.press(press, id="one")
    assert first["card"]["rows"][0]["buttons"]
    again = await table.ann.press(press, id="one")
    assert again == first
    session = await table.home.sessions.load(board["session"])
    assert session.match.outcome is None
    assert session.match.cause is None


async def test_my_matches_are_told_wherever_i_look(table: Table) -> None:
    board = await table.started()
    await table.bo.hello("Bo", room="kitchen", ticket=table.bo.welcome["ticket"])
    [listed] = table.bo.welcome["matches"]
    assert (listed["session"], listed["rooms"]) == (board["session"], ["lobby"])
    assert listed["yours"] is False
    await table.ann.press(board["card"]["points"]["d3"])
    told = await table.bo.next(lambda m: m["type"] == "match" and m["match"]["yours"])
    assert told["match"]["names"] == ["Ann", "Bo"]


async def test_a_challenge_reaches_the_invited_in_another_room(table: Table) -> None:
    await table.bo.hello("Bo", room="kitchen", ticket=table.bo.welcome["ticket"])
    await table.ann.say("/challenge reversi @Bo")
    told = await table.bo.next(lambda m: m["type"] == "match")
    assert (told["match"]["asked"], told["match"]["rooms"]) == (True, ["lobby"])


async def test_everybody_reads_their_own_language(table: Table) -> None:
    async with table.browser.window("Zoe", locale="fr") as zoe:
        await table.ann.ask("ask", verb="challenge", opponent=table.id("Bo"))
        english = (await table.bo.shown())["card"]["text"]
        french = (await zoe.shown())["card"]["text"]
        assert "challenges" in english
        assert french != english
        assert (await zoe.say("/nonsense"))["text"].startswith("Je ")


async def test_private_answers_are_private(table: Table) -> None:
    answer = await table.ann.say("/help")
    assert "“play”" in answer["card"]["text"]
    await table.bo.hello("Bo")
    assert table.bo.welcome["log"] == []


async def test_the_list_of_matches_leads_to_their_boards(table: Table) -> None:
    board = await table.started()
    [link] = (await table.ann.say("/games"))["card"]["links"]
    assert (link["session"], link["room"]) == (board["session"], "lobby")


async def test_the_board_in_characters(table: Table) -> None:
    board = await table.started()
    answer = await table.ann.ask("ask", verb="text", session=board["session"])
    assert "a b c d e f g h" in answer["card"]["monospace"].replace("  ", " ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("/nonsense", "unknown_verb"),
        ("/challenge @Nobody", "unknown_player"),
        ("/challenge @Ann", "self_challenge"),
        ("/play chess", "unknown_option"),
        ("/play reversi clock=never", "unknown_option"),
        ("/resign", "no_match_here"),
        ("/" + "x" * 450, "too_long"),
        ("x" * (LONGEST_SAID + 1), "too_long"),
    ],
)
async def test_refusals_say_why(table: Table, line: str, reason: str) -> None:
    answer = await table.ann.say(line)
    assert (answer["type"], answer["reason"]) == ("refused", reason)
    assert answer["text"]


async def test_a_name_with_spaces_can_be_typed(table: Table) -> None:
    async with table.browser.window("Mary Ann") as mary:
        assert (await table.ann.say("/challenge @mary_ann"))["type"] == "ok"
        assert (await mary.shown())["asked"] is True


async def test_somebody_who_has_left_cannot_be_challenged(table: Table) -> None:
    async with table.browser.window("Cy") as cy:
        gone = cy.welcome["me"]["id"]
    await table.ann.next(lambda m: m["type"] == "people" and len(m["people"]) == 2)
    answer = await table.ann.ask("ask", verb="challenge", opponent=gone)
    assert answer["reason"] == "unknown_player"
    assert "Cy" in answer["text"]
    answer = await table.ann.ask("ask", verb="challenge", opponent="p999")
    assert answer["reason"] == "unknown_player"


async def test_an_invitation_is_a_link_that_works(table: Table) -> None:
    link = (await table.ann.ask("invite"))["link"]
    async with visitor(table.home.url, link) as friend, friend.window("Friend") as window:
        assert window.welcome["me"]["name"] == "Friend"


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
        '{"type": "nothing", "id": "a"}',
        '{"type": "say", "id": "a"}',
        '{"type": "say", "id": "a", "text": 1}',
        '{"type": "say", "id": "not an id!", "text": "x"}',
        '{"type": "say", "id": "a", "text": "\\ud800"}',
        '{"type": "say", "id": "a", "text": "x", "admin": true}',
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
    monkeypatch.setattr(stream, "MOST_WINDOWS", 3)
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
        house(tmp_path / "t.db", now) as home,
        visitor(home.url, home.web.link()) as browser,
        browser.window("Ann") as ann,
    ):
        await ann.ask("ask", verb="play", options={"level": "novice", "first": "challenger"})
        board = await ann.shown(lambda shown: shown["status"] == "playing")
        await ann.say("before")
        ticket, press = ann.welcome["ticket"], board["card"]["points"]["d3"]
    async with (
        house(tmp_path / "t.db", now, seed="later") as home,
        visitor(home.url, home.web.link()) as browser,
        browser.window("Ann", ticket=ticket) as ann,
    ):
        [kept, said] = ann.welcome["log"]
        assert (kept["shown"]["session"], said["said"]) == (board["session"], "before")
        assert kept["shown"]["card"]["points"]["d3"] == press
        assert (await ann.press(press, id="lost"))["type"] == "ok"
        assert (await ann.press(press, id="lost"))["type"] == "ok"
        shown = await ann.shown(lambda shown: shown["turn"] == 3)
        assert shown["card"]["board"]["to_act"] == 0


async def test_stopping_says_goodbye(table: Table) -> None:
    stopping = asyncio.create_task(table.home.web.stop())
    assert await table.ann.closed() == 1001
    await stopping


async def test_a_window_that_does_not_listen_does_not_hold_up_the_end(table: Table) -> None:
    async with asyncio.timeout(3 * GRACE):
        await table.home.web.stop()
