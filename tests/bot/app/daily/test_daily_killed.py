"""The daily dice survive: a death at any write of a day's life, and everything is done, once."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.app.model.leaderboard import ScopeKind
from bot.app.model.session import ScreenKind
from bot.storage.daily import queries
from bot.storage.matches import sessions
from bot.text.numbers import whole
from core.match.model import Status
from tests.bot.app.company import sheet, splits, throw
from tests.bot.app.daily_play import (
    HOUR,
    TODAY,
    at,
    contest,
    enter,
    finish,
    line,
    own,
    passes,
    play,
    total,
)
from tests.bot.app.harness import ANN, BO, ROOM, Harness
from tests.fakes.clock import START, FixedNow

TOMORROW = TODAY.plus(1)
HERE = (ScopeKind.ROOM, ROOM)


class Killed(BaseException):
    """The process dies here."""


def kill_at(home: Harness, number: int, *, before: bool) -> None:
    """Dies at the n-th write of a session or an entry: before it, or when it is on the disk."""
    writer: Any = home.store._writer  # type: ignore[attr-defined]
    do, left = writer.do, number

    async def doomed(kind: Any, item: Any) -> Any:
        nonlocal left
        if kind not in (sessions.create, sessions.save, queries._enter):
            return await do(kind, item)
        left -= 1
        if left == 0 and before:
            raise Killed
        answer = await do(kind, item)
        if left == 0:
            raise Killed
        return answer

    writer.do = doomed


async def survive(
    path: Path, now: FixedNow, act: Callable[[Harness], Awaitable[object]], *, before: bool
) -> int:
    """Does it again and again, and dies one write later each time, until it has got through; how
    many deaths that took."""
    for deaths in range(1, 100):
        async with at(path, now) as home:
            kill_at(home, deaths, before=before)
            with suppress(Killed):
                await act(home)
                return deaths - 1
    raise AssertionError("it never got through")


@pytest.mark.parametrize("before", [True, False])
async def test_coming_in_and_every_choice(tmp_path: Path, before: bool) -> None:
    path, now = tmp_path / "tavola.db", FixedNow()
    async with at(path, now) as home:
        token = await line(home, ANN)

    async def come_in(home: Harness) -> None:
        await home.press(ANN, token)

    assert await survive(path, now, come_in, before=before) >= 2 - before
    rounds = 0
    while True:
        async with at(path, now) as home:
            kill_at(home, 1, before=before)
            with suppress(Killed):
                reply = await home.press(ANN, token)
                if not (ways := splits(sheet(reply))):
                    break
                await home.press(ANN, ways[0])
        async with at(path, now) as home:
            reply = await home.press(ANN, token)
            done = len((await own(home, ANN, TODAY)).plies)
            assert done >= rounds
            if before and (ways := splits(sheet(reply))):
                await home.press(ANN, ways[0])
            rounds = done
    async with at(path, now) as home:
        await play(home, BO)
        anns, bos = await own(home, ANN, TODAY), await own(home, BO, TODAY)
        assert anns.plies == bos.plies  # the same throws, the same choices, each made once
        assert await total(home, ANN, TODAY) == await total(home, BO, TODAY)
        assert len(await home.store.days.entries(TODAY)) == 2


@pytest.mark.parametrize("before", [True, False])
async def test_midnight(tmp_path: Path, before: bool) -> None:
    """The next day begins, and with it there is the key of the one after: one key each."""
    path, now = tmp_path / "tavola.db", FixedNow()
    async with at(path, now) as home:
        keys = [(await contest(home, day)).chance for day in (TODAY, TOMORROW)]
    now.at = TODAY.shuts
    found = set()
    for number in range(1, 4):
        with suppress(Killed):
            async with at(path, FixedNow(START)) as home:
                home.now.at = now.at
                kill_at(home, number, before=before)
                await home.sweep.run()
        async with at(path, now) as home:
            found.add((await contest(home, TODAY.plus(2))).chance)
    async with at(path, now) as home:
        assert [(await contest(home, day)).chance for day in (TODAY, TOMORROW)] == keys
        assert len(found) == 1


@pytest.mark.parametrize("before", [True, False])
async def test_the_day_closes(tmp_path: Path, before: bool) -> None:
    """Somebody has finished, somebody has not, a room wants news: every write is the last once."""
    path, now = tmp_path / "tavola.db", FixedNow()
    async with at(path, now) as home:
        await home.store.houses.choose(ROOM, "daily", "6")
        await line(home, ANN)
        await play(home, ANN)
        reply = await enter(home, BO)
        await home.press(BO, splits(sheet(reply))[0])
        points = await total(home, ANN, TODAY)
    now.at = TODAY.shuts + HOUR
    async with at(path, now) as home:
        await passes(home, now.at)
    closing = FixedNow(now.at)

    async def close(home: Harness) -> None:
        await passes(home, TODAY.closes)

    for deaths in range(1, 100):
        closing.at = now.at
        async with at(path, closing) as home:
            kill_at(home, deaths, before=before)
            with suppress(Killed):
                await close(home)
                break
    assert deaths > 2
    async with at(path, closing) as home:
        await passes(home, closing.at)
        assert (await home.session(TODAY.table)).match.status is Status.FINISHED
        assert (await own(home, BO, TODAY)).status is Status.ABORTED
        records = await home.say(ANN, "daily all")
        assert records.card is not None
        assert (
            f"1. Ann · best {whole(points)}, average {whole(points)} · 1 day" in records.card.text
        )
        board = await home.say(ANN, "leaderboard dice")
        assert board.card is not None
        assert "1 game" in board.card.text
        assert (await home.store.days.table(TODAY, *HERE, 1, None)).of == 1
    async with at(path, closing) as home:
        news = await home.app.days.notice(
            await contest(home, TOMORROW), "news", ROOM, ScreenKind.NOTICE, "en"
        )
        assert len(news.screens) == 1
        assert news.screens[0].shown == news.version  # it was posted, and never again
        assert home.paper.sheets == {}


async def test_a_throw_is_the_same_before_and_after_a_death(tmp_path: Path) -> None:
    path, now = tmp_path / "tavola.db", FixedNow()
    async with at(path, now) as home:
        first = throw(await enter(home, ANN))
    for _ in range(3):
        async with at(path, now) as home:
            kill_at(home, 1, before=True)
            with suppress(Killed):
                reply = await enter(home, ANN)
                assert throw(reply) == first
                await home.press(ANN, splits(sheet(reply))[0])
    async with at(path, now) as home:
        reply = await enter(home, ANN)
        assert throw(reply) == first
        await finish(home, ANN, reply)
