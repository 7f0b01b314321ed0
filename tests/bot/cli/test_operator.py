"""What the operator orders and asks from the command line, while a bot runs and when none does."""

import asyncio
import json
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot import control_socket
from bot.app.model.request import Actor
from bot.app.rooms.operator_commands import CommandResult
from bot.bootstrap import bounds
from bot.config import RoomsConfig
from bot.storage.store import open_sqlite
from tests.bot.storage.sessions import LOBBY, NOON, named, people, record, session
from tests.fakes.clock import FixedNow
from tests.process import Tavola, command

EVE = Actor("telegram", "77", "Eve")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a database in which a match is over, one goes on, and Eve was seen."""

    async def fill() -> None:
        store = await open_sqlite(tmp_path / "data/tavola.db", FixedNow())
        ann, bo = await people(store, "Ann", "Bo")
        await record(store, "over", ann, bo, LOBBY, NOON)
        await store.create(session("running"))
        await store.player_for(EVE)
        await store.close()

    asyncio.run(fill())
    return tmp_path


def asked(folder: Path, sql: str) -> int:
    with closing(sqlite3.connect(folder / "data/tavola.db")) as db:
        [(found,)] = db.execute(sql)
        return int(found)


def order(folder: Path, *words: str) -> str:
    done = command(folder, *words)
    assert (done.returncode, done.stderr) == (0, ""), words
    return done.stdout


@pytest.mark.parametrize("runs", [False, True])
def test_orders_are_obeyed_whether_it_runs_or_not(folder: Path, runs: bool) -> None:
    bot = Tavola(folder) if runs else None
    try:
        running, over = named("running"), named("over")
        assert order(folder, "end", running) == f"{running}: ended without a result\n"
        assert order(folder, "annul", over) == f"{over}: annulled; no longer counted\n"
        assert order(folder, "annul", over) == f"{over}: annulled; no longer counted\n"
        assert order(folder, "bar", "telegram:77").startswith("telegram:77: banned everywhere")
        assert asked(folder, "SELECT count(*) FROM bars") == 1
        assert order(folder, "unbar", "telegram:77") == "telegram:77: ban lifted\n"
        for words, why in (
            (("end", running), f"match {running} has already finished"),
            (("end", over), f"match {over} has already finished"),
            (("annul", running), "was cancelled"),
            (("end", "unheard"), "there is no match unheard"),
            (("unbar", "telegram:78"), "unknown player telegram:78"),
            (("bar", "telegram:Eve"), "unknown player telegram:Eve"),
            (("bar", "web:78"), "unknown player web:78"),
            (("bar", "p99"), "unknown player p99"),
            (("unbar", "Eve"), "unknown player Eve"),
        ):
            failed = command(folder, *words)
            assert (failed.returncode, failed.stdout) == (1, ""), words
            [line] = failed.stderr.splitlines()
            assert why in line
    finally:
        if bot is not None:
            assert bot.stop()[0] == 0
    assert asked(folder, "SELECT count(*) FROM results") == 0
    assert asked(folder, "SELECT count(*) FROM bars") == 0
    assert asked(folder, "SELECT count(*) FROM sessions WHERE status = 'aborted'") == 1
    assert not control_socket.place(folder / "data/tavola.db").exists()


def test_a_killed_bot_leaves_nothing_in_the_way(folder: Path) -> None:
    with Tavola(folder) as bot:
        bot.kill()
    place = control_socket.place(folder / "data/tavola.db")
    assert place.exists(), "what a kill leaves"
    assert order(folder, "end", named("running"))
    with Tavola(folder):
        mode = stat.S_IMODE(place.stat().st_mode)
        assert mode == 0o600, "for whoever owns the database alone"
        assert order(folder, "bar", "p1")


async def test_an_order_that_gets_no_answer_is_a_fault_and_nonsense_hurts_nobody(
    tmp_path: Path,
) -> None:
    heard = []

    async def obey(words: object) -> CommandResult:
        heard.append(words)
        return CommandResult(True, "done")

    database = tmp_path / "x.db"
    assert await control_socket.ask(database, ["end", "x"]) is None
    async with control_socket.taken(database, obey):
        for nonsense in (
            *(b"\n", b"[\n", b"x" * 20_000 + b"\n", b""),
            *(b"17\n", b"null\n", b'{"end": "x"}\n', b'"end x"\n', b'["end"]\n', b"[]\n"),
            *(b'["end", 17]\n', b'["end", "\\udc00"]\n', b"[" * 9_000 + b"\n"),
        ):
            reader, writer = await asyncio.open_unix_connection(control_socket.place(database))
            writer.write(nonsense)
            writer.write_eof()
            assert await reader.read() == b""
            writer.close()
        assert await control_socket.ask(database, ["end", "x"]) == CommandResult(True, "done")
    assert heard == [["end", "x"]]
    assert await control_socket.ask(database, ["end", "x"]) is None


async def test_whom_an_order_is_about_is_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def obey(words: Sequence[str]) -> CommandResult:
        return CommandResult(True, f"{words[1]}: plays nothing new anywhere")

    caplog.set_level("INFO")
    async with control_socket.taken(tmp_path / "x.db", obey):
        done = await control_socket.ask(tmp_path / "x.db", ["bar", "telegram:@ann"])
    assert done is not None
    assert done.line.startswith("telegram:@ann")
    assert "operator command bar: done" in caplog.text
    assert "ann" not in caplog.text


async def test_where_no_socket_can_be_made_it_runs_without(tmp_path: Path) -> None:
    async def obey(words: object) -> CommandResult:
        raise AssertionError(words)

    deep = tmp_path / ("long" * 30) / "x.db"
    deep.parent.mkdir()
    async with control_socket.taken(deep, obey):
        assert await control_socket.ask(deep, ["end", "x"]) is None


def test_what_is_allowed_becomes_bounds() -> None:
    rooms = RoomsConfig(allowed="discord:1, telegram:-2", barred="web:lobby", matches_per_room=9)
    made = bounds(rooms)
    assert made.allowed == {"discord:1", "telegram:-2"}
    assert made.barred == {"web:lobby"}
    assert (made.each, made.most) == (None, 9)


# --- stats


@pytest.mark.parametrize("runs", [False, True])
def test_stats_count_what_there_is(folder: Path, runs: bool) -> None:
    bot = Tavola(folder) if runs else None
    try:
        found = json.loads(order(folder, "stats", "--json"))
        said = order(folder, "stats")
    finally:
        if bot is not None:
            bot.kill()
    assert found["people"] >= 3
    assert found["accounts"]["telegram"] == 1
    assert found["matches"] == {"finished": 1, "playing": 1}
    assert found["games"] == {"reversi": 2}
    assert found["results"] == 2
    assert found["bytes"] > 4096
    assert "matches: finished 1, playing 1" in said.splitlines()
    assert "barred: 0" in said.splitlines()
    assert "Eve" not in said


def test_stats_of_no_database_say_so_and_make_none(tmp_path: Path) -> None:
    failed = command(tmp_path, "stats")
    assert (failed.returncode, failed.stdout) == (1, "")
    assert "does not exist" in failed.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("runs", [False, True])
def test_somebody_who_never_played_can_be_barred(folder: Path, runs: bool) -> None:
    """By the id that the platform shows: trouble does not wait for a first match."""
    bot = Tavola(folder) if runs else None
    try:
        for account in ("discord:123456789012345678", "telegram:78", "telegram:@Mallory_1"):
            assert order(folder, "bar", account).startswith(f"{account}: banned everywhere")
        assert order(folder, "unbar", "telegram:@mallory_1")
    finally:
        if bot is not None:
            bot.kill()
    assert asked(folder, "SELECT count(*) FROM bars") == 2

    async def come() -> list[bool]:
        store = await open_sqlite(folder / "data/tavola.db", FixedNow())
        found = []
        for actor in (Actor("discord", "123456789012345678", "Dan"), Actor("telegram", "78", "Mo")):
            person = await store.player_for(actor)
            assert person.name == actor.name
            found.append(await store.houses.is_barred(LOBBY, person.id))
        mallory = await store.player_for(Actor("telegram", "9", "M", handle="@mallory_1"))
        found.append(await store.houses.is_barred(LOBBY, mallory.id))
        await store.close()
        return found

    assert asyncio.run(come()) == [True, True, False]


@pytest.mark.parametrize("order", ["end", "annul", "bar", "unbar", "ratings"])
def test_where_nothing_is_kept_no_database_is_made(tmp_path: Path, order: str) -> None:
    done = command(tmp_path, order, *(() if order == "ratings" else ("p1",)))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [f"{tmp_path}/data/tavola.db does not exist"]
    assert list(tmp_path.iterdir()) == []
