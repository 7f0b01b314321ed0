"""Flags fall in a process with nobody looking, and not for the time it was killed: in real time."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiohttp
from yarl import URL

from tests.faults.guest import Guest
from tests.process import Tavola

HOUR, SIGN_OF_LIFE = 3_600_000, 20_000
LATER = {"TAVOLA_TESTING": "1", "TAVOLA_TESTING_CLOCK_OFFSET": str(HOUR)}
BUSY = 5_000
"""Milliseconds. A flag falls within a second on a machine that has nothing else to do; test
machines have, and a sweep that only comes each minute would still be found out."""


@asynccontextmanager
async def guests(link: str) -> AsyncIterator[tuple[Guest, Guest]]:
    """Two windows of one browser: the link lets in one."""
    cookies = aiohttp.CookieJar(unsafe=True)
    both = Guest("Ann", cookies), Guest("Bo", cookies)
    try:
        for each in both:
            await each.connect(URL(link))
        yield both
    finally:
        for each in both:
            await each.close()


async def begin(ann: Guest, bo: Guest, clock: str) -> str:
    """A match in which each side has moved; its id."""
    await ann.send("say", text=f"/challenge first=challenger clock={clock}")
    async with asyncio.timeout(25):
        while not ann.screens:
            ann._changed.clear()
            await ann._changed.wait()
    [(match, _)] = ann.screens
    await bo.send("press", token=f"v1-{match}-0-join")
    await ann.send("press", token=f"v1-{match}-1-move-d3")
    await bo.send("press", token=f"v1-{match}-2-move-c3")
    return match


def stored(folder: Path, match: str) -> Any:
    """The match as it is on disk."""
    [path] = folder.rglob("*.db")
    with closing(sqlite3.connect(path)) as db:
        [(body,)] = db.execute("SELECT body FROM sessions WHERE id = ?", (match,)).fetchall()
        ended = db.execute("SELECT min(at) FROM results WHERE session = ?", (match,)).fetchone()
    return {**json.loads(body), "ended": ended[0]}


async def until_over(one: Guest, match: str) -> None:
    """Its result stands on the page."""
    async with asyncio.timeout(25):
        while (match, 1) not in one.screens:
            one._changed.clear()
            await one._changed.wait()


async def test_a_flag_falls_with_nobody_looking(tmp_path: Path) -> None:
    with Tavola(tmp_path) as tavola:
        async with guests(tavola.link) as (ann, bo):
            match = await begin(ann, bo, "6s")
            await until_over(bo, match)
        found = stored(tmp_path, match)
    assert found["outcome"]["termination"] == "flag"
    assert 0 <= found["ended"] - (found["since"] + 6_000) < BUSY


async def test_a_kill_stops_the_clock_until_it_runs_again(tmp_path: Path) -> None:
    """Killed with most of a minute on the clock, and started anew an hour later."""
    with Tavola(tmp_path) as tavola:
        async with guests(tavola.link) as (ann, bo):
            match = await begin(ann, bo, "60s")
        before = stored(tmp_path, match)
        tavola.kill()
    with Tavola(tmp_path, LATER):
        again = stored(tmp_path, match)
    assert again["status"] == "playing"
    assert again["credited"] >= before["since"] + HOUR
    assert again["clock"]["since"] >= before["clock"]["since"] + HOUR - SIGN_OF_LIFE
