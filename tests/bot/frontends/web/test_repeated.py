"""A request whose answer was lost is sent once more, under the same id, after a kill."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bot.frontends.web.harness import free_port, harness
from tests.bot.frontends.web.visitor import visitor
from tests.process import Tavola

CREATING = (
    "hello there",
    "/challenge",
    "/challenge pente seats=4",
    "/challenge dice",
    "/play",
    "/play pente level=club",
    "/dice",
    "/import d3 c3 c4",
)


@pytest.mark.parametrize("line", CREATING)
async def test_what_a_request_creates_is_created_once(tmp_path: Path, line: str) -> None:
    """Nothing that was in memory is there when it is sent again."""
    port, file = free_port(), tmp_path / "t.db"
    ticket, made = "", []
    for start in range(3):
        async with (
            harness(file, seed=str(start), port=port) as home,
            visitor(home.url, home.web.link()) as browser,
            browser.window("Ann", ticket=ticket) as ann,
        ):
            ticket = ann.welcome["ticket"]
            answer = await ann.say(line, id="once")
            assert answer["type"] == "ok", answer
        with closing(sqlite3.connect(file)) as db:
            lines = db.execute("SELECT said FROM web_log WHERE said <> ''").fetchall()
            made.append((lines, db.execute("SELECT id FROM sessions").fetchall()))
    assert made == [made[0]] * 3
    assert len(made[0][0]) + len(made[0][1]) == 1


async def test_a_line_of_chat_is_there_once_after_a_kill(tmp_path: Path) -> None:
    ticket = ""
    for _ in range(2):
        with Tavola(tmp_path) as tavola:
            async with (
                visitor(tavola.url, tavola.link) as browser,
                browser.window("Ann", ticket=ticket) as ann,
            ):
                ticket = ann.welcome["ticket"]
                await ann.say("is it there?", id="once")
                await ann.hello("Ann", ticket=ticket)
                assert [entry["said"] for entry in ann.welcome["log"]] == ["is it there?"]
            tavola.kill()
