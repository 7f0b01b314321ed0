"""After somebody has left, no file of the installation has their name or an id of theirs: searched
byte by byte, in every file, in a backup made afterwards, and in what was logged."""

import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.app.command_parser import read
from bot.app.model.button_token import decode
from bot.app.model.request import Actor, Reply, Request
from bot.app.model.room import Room
from core.day import Day
from core.types import Millis, PlayerId
from tests.bot.app.harness import BO, ROOM, Harness, harness
from tests.bot.app.people.test_data_deletion import tokens

NUMBER = 1_516_993_677
"""The person's number: four bytes that stand in no file by chance."""

FORMER, NAME, OTHER = "Zephyrine Quillfeather", "Zéphyrine Ångström", "Zeffy the Wanderer"
USER, HANDLE, GUEST, DM = "748159263501", "@quillfeather_z", "zqxjkvbpygfwmlcd", "5519260418273"

HERE = Actor("paper", USER, FORMER, handle=HANDLE)
THERE = Actor("scrolls", GUEST, OTHER)
OWN = Room("paper", None, USER)
"""The private chat has the number of the account."""

ELSEWHERE = Room("scrolls", None, DM)
"""A private chat with a number of its own."""


class Life:
    """What somebody does with the bot, as a platform tells it: ids of requests bear their id."""

    def __init__(self, home: Harness) -> None:
        self.home = home
        self._numbers = count()

    async def say(self, who: Actor, text: str, room: Room = ROOM, **more: object) -> Reply:
        typed = read(text)
        opponent = replace(BO) if typed.opponent else None
        request = Request(
            f"{who.user}/{next(self._numbers)}", who, room, typed.verb, arg=typed.arg,
            options=typed.options, opponent=opponent, private=room.space is None,
            **more,  # type: ignore[arg-type]
        )  # fmt: skip
        reply = await self.home.service.handle(request)
        await self.home.publisher.idle()
        return reply

    async def press(self, who: Actor, token: str, room: Room = ROOM) -> Reply:
        press = decode(token)
        request = Request(
            f"{who.user}/{next(self._numbers)}", who, room, press.verb, press.session, press.turn,
            press.arg, private=room.space is None,
        )  # fmt: skip
        reply = await self.home.service.handle(request)
        await self.home.publisher.idle()
        return reply

    async def click(self, who: Actor, label: str, room: Room = ROOM) -> Reply:
        return await self.press(who, self.home.paper.last(room).token(label), room)


async def lived(life: Life) -> None:
    """A bit of everything, on two accounts that become one."""
    renamed = replace(HERE, name=NAME)
    await daily(life, HERE)
    await daily(life, renamed, closes=False)
    await life.say(HERE, "challenge @bo first=challenger")
    await life.click(BO, "Accept")
    for who, move in ((HERE, "d3"), (BO, "c3"), (renamed, "c4")):
        await life.say(who, f"move {move}")
    await life.say(BO, "resign")
    await life.say(BO, "resign")
    await life.say(renamed, "play pente", OWN)
    await life.say(renamed, "move k11", OWN)
    await life.say(renamed, "dice", OWN)
    await life.click(renamed, "🎲 Roll", OWN)
    await life.say(renamed, "challenge dice @bo")
    await life.click(BO, "Accept")
    await life.say(renamed, "challenge dice", OWN)
    code = await life.say(renamed, "invite", OWN)
    await life.say(BO, f"join {code.text.split()[-1]}", ROOM)
    for setting in ("theme dark", "language fr", "challenges met"):
        await life.say(renamed, f"settings {setting}")
    await life.say(renamed, "block @bo")
    await life.home.store.say(
        Room("web", None, "lobby"), await number(life, renamed), "bonjour", Millis(5)
    )
    await linked(life, renamed, THERE)
    await life.say(THERE, "play reversi", ELSEWHERE)
    await life.say(THERE, "link", ELSEWHERE)
    offered = await life.say(BO, "challenge reversi", ROOM)
    assert offered.session is not None


async def daily(life: Life, who: Actor, *, closes: bool = True) -> None:
    """The dice of a day, in the private chat; they go on, or the computer joins the table there."""
    home = life.home
    reply = await life.say(who, "daily", OWN)
    assert reply.reason is None
    if closes:
        home.now.at = Day.at(home.now()).closes
        for _ in range(2):  # the second one does what the first made due
            await home.sweep.run()


async def number(life: Life, who: Actor) -> PlayerId:
    return (await life.home.store.player_for(who)).id


async def linked(life: Life, one: Actor, other: Actor) -> None:
    code = await life.home.store.links.ask(await number(life, one), lambda: "ABCDEF")
    typed = await life.say(other, f"link {code.code}", ELSEWHERE)
    [yes] = [token for token in tokens(typed).values() if decode(token).arg.startswith("yes")]
    await life.press(other, yes, ELSEWHERE)
    asked = await life.say(one, "link", OWN)
    [yes] = [token for token in tokens(asked).values() if decode(token).arg == "join"]
    assert (await life.press(one, yes, OWN)).reason is None
    assert await number(life, one) == await number(life, other)


async def left(life: Life, who: Actor) -> Reply:
    await life.say(who, "delete", OWN)
    await life.say(who, "delete yes", OWN)
    return await life.say(who, "delete sure", OWN)


def traces(path: Path) -> Iterator[tuple[str, str]]:
    """What stands where."""
    wanted = {
        **{text: text.encode() for text in (FORMER, NAME, OTHER, USER, HANDLE, GUEST, DM)},
        "id": f"p{NUMBER}".encode(),
        "number": NUMBER.to_bytes(4, "big"),
    }
    for file in sorted(path.iterdir()):
        data = file.read_bytes()
        yield from ((file.name, name) for name, sought in wanted.items() if sought in data)


def found(path: Path) -> set[tuple[str, int]]:
    """In which tables the daily dice stand for somebody."""
    return {
        (table, len(each)) for table, each in rows(path).items() if table.startswith("day") and each
    }


@pytest.fixture
async def life(tmp_path: Path) -> AsyncIterator[Life]:
    async with harness(tmp_path / "tavola.db"):
        pass
    with closing(sqlite3.connect(tmp_path / "tavola.db")) as file:
        file.execute("INSERT INTO sqlite_sequence VALUES ('players', ?)", (NUMBER - 1,))
        file.commit()
    async with harness(tmp_path / "tavola.db") as home:
        home.sweep.add_periodic(home.app.days.tend)
        await home.sweep.run()
        yield Life(home)


async def test_no_file_has_their_name_or_an_id_of_theirs(
    life: Life, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    await lived(life)
    assert {name for _, name in traces(tmp_path)} >= {NAME, OTHER, USER, HANDLE, GUEST, DM, "id"}
    assert {table for table, _ in found(tmp_path)} >= {"day_entries", "day_places"}
    bos = await life.home.store.player_for(BO)
    before = await life.home.store.history(bos.id, 1)
    reply = await left(life, replace(HERE, name=NAME))
    assert reply.reason is None
    await life.home.store.backup(tmp_path / "copy.db")
    assert list(traces(tmp_path)) == []
    for sought in (FORMER, NAME, OTHER, USER, HANDLE, GUEST, DM, f"p{NUMBER}"):
        assert sought not in caplog.text
    after = await life.home.store.history(bos.id, 1)
    assert {past.match for past in before.rows} <= {past.match for past in after.rows}
    await life.home.store.close()
    assert list(traces(tmp_path)) == []


async def test_everything_that_goes_was_told_before(life: Life, tmp_path: Path) -> None:
    """Every table out of which rows went had been in the file that was asked for."""
    await lived(life)
    me = await life.home.store.player_for(THERE)
    told = set(await life.home.store.belongings.tables(me.id))
    before = rows(tmp_path)
    await left(life, THERE)
    after = rows(tmp_path)
    went = {table for table in before if before[table] - after[table]}
    untold = {"tiers", "sqlite_sequence", "sessions", "screens", "codes", "bouts"}
    assert went - untold <= told


def rows(path: Path) -> dict[str, set[Sequence[object]]]:
    with closing(sqlite3.connect(path / "tavola.db")) as file:
        tables = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {name: set(file.execute(f"SELECT * FROM {name}").fetchall()) for (name,) in tables}


async def test_nobody_is_made_anew_by_asking_once_more(life: Life, tmp_path: Path) -> None:
    """A press that the platform delivers again finds nobody."""
    await life.say(HERE, "play", OWN)
    await left(life, HERE)
    again = await life.say(HERE, "delete sure", OWN)
    assert again.text == "I don't keep anything about you."
    assert list(traces(tmp_path)) == []
