"""Two accounts of one person are one at the daily dice too, whenever that turns out."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.model.leaderboard import ScopeKind
from bot.app.model.request import Actor, Verb
from bot.app.model.room import Room
from bot.text.numbers import whole
from core.match.model import Status
from core.types import PlayerId
from tests.bot.app.company import sheet, splits, throw
from tests.bot.app.daily_play import TODAY, at, enter, finish, line, passes, play, total
from tests.bot.app.harness import ANN, BO, Harness
from tests.fakes.clock import FixedNow

ALSO = Actor("paper", "zoe", "Zoe", "en")
"""The other account of Ann's."""


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Harness]:
    async with at(tmp_path / "tavola.db", FixedNow()) as opened:
        yield opened


async def linked(home: Harness) -> PlayerId:
    """As at the end of `link`: what was kept of both is one person's."""
    one, other = [(await home.store.player_for(who)).id for who in (ANN, ALSO)]
    joined = await home.store.links.join(one, other)
    for id in joined.changed:
        home.sessions.forget(id)
    return (await home.store.player_for(ALSO)).id


async def test_who_has_played_with_one_account_has_with_the_other(home: Harness) -> None:
    await play(home, ANN)
    await linked(home)
    again = await enter(home, ALSO)
    assert splits(sheet(again)) == []
    assert await total(home, ALSO, TODAY) == await total(home, ANN, TODAY)


async def test_a_game_begun_with_one_account_is_finished_with_the_other(home: Harness) -> None:
    token = await line(home, ANN)
    reply = await home.press(ALSO, token)
    first = throw(reply)
    await linked(home)
    mine = await home.press(ANN, token)
    assert throw(mine) == first
    done = await finish(home, ANN, mine)
    assert "Rank 1 of 1 here so far, streak 1." in sheet(done).text


@pytest.mark.parametrize("over", [True, False])
async def test_of_two_entries_one_stays(home: Harness, over: bool) -> None:
    """The other counts for nothing, and ends with the day where it still went on."""
    token = await line(home, ANN)
    await finish(home, ANN, await home.press(ANN, token))
    points = await total(home, ANN, TODAY)
    theirs = await home.press(ALSO, token)
    await play(home, BO, last=4)
    if over:
        await finish(home, ALSO, theirs, last=6)
    entry = await home.store.days.entry(TODAY, (await home.store.player_for(ALSO)).id)
    assert entry is not None
    me = await linked(home)
    assert await total(home, ALSO, TODAY) == points
    await passes(home, TODAY.closes)
    assert (await home.session(entry.match)).match.is_over
    wanted = Status.FINISHED if over else Status.ABORTED
    assert (await home.session(entry.match)).match.status is wanted
    reply = await home.say(BO, "daily all")
    assert reply.card is not None
    rows = [text for text in reply.card.text.splitlines() if "best" in text and "." in text[:3]]
    assert len(rows) == 2
    assert any(f"best {whole(points)}, average {whole(points)} · 1 day" in row for row in rows)
    assert await home.store.of_player(me) == []


GUEST = Actor("page", "gus", "Gus", "en", is_guest=True)
SALON = Room("page", None, "salon")


async def is_linked(home: Harness, guest: Actor) -> None:
    """The guest was met first, so theirs is what goes on at the other's."""
    one, other = [(await home.store.player_for(who)).id for who in (ANN, guest)]
    joined = await home.store.links.join(one, other)
    for id in joined.changed:
        home.sessions.forget(id)


@pytest.mark.parametrize("finished", [True, False])
async def test_a_guest_who_is_linked_that_day_is_in_its_tables(
    home: Harness, finished: bool
) -> None:
    """Of the room of the page where they played, and of everywhere."""
    reply = await enter(home, GUEST, SALON)
    if finished:
        done = sheet(await finish(home, GUEST, reply, SALON))
        assert "aren't ranked" in done.text
    await play(home, BO)
    await is_linked(home, GUEST)
    if not finished:
        mine = await enter(home, ANN)
        assert throw(mine) == throw(reply)
        await finish(home, ANN, mine)
    points, ann = await total(home, ANN, TODAY), (await home.store.player_for(ANN)).id
    for kind in (ScopeKind.ROOM, ScopeKind.SPACE, ScopeKind.EVERYWHERE):
        table = await home.store.days.table(TODAY, kind, SALON, 1, ann)
        assert table.mine is not None
        assert table.mine.total == points
    assert "streak 1" in sheet(await enter(home, ANN)).text
    await passes(home, TODAY.closes)
    records = await home.store.days.records(ScopeKind.EVERYWHERE, SALON, 1, ann)
    assert len(records.rows) == 2
    board = await home.say(ANN, "leaderboard dice everywhere")
    assert board.card is not None
    assert board.card.text.count("1 game,") == 2


async def test_two_guests_who_are_one_are_guests_still(home: Harness) -> None:
    other = Actor("page", "lou", "Lou", "en", is_guest=True)
    await finish(home, GUEST, await enter(home, GUEST, SALON), SALON)
    one, also = [(await home.store.player_for(who)).id for who in (GUEST, other)]
    await home.store.links.join(one, also)
    again = await enter(home, other, SALON)
    assert "aren't ranked" in sheet(again).text


async def test_a_day_that_has_closed_stays_as_it_was_told(home: Harness) -> None:
    await finish(home, GUEST, await enter(home, GUEST, SALON), SALON)
    await play(home, BO)
    await passes(home, TODAY.closes)
    await is_linked(home, GUEST)
    ann = (await home.store.player_for(ANN)).id
    assert (await home.store.days.table(TODAY, ScopeKind.EVERYWHERE, SALON, 1, ann)).mine is None


async def test_an_account_that_is_taken_out_leaves_its_days_to_the_other(tmp_path: Path) -> None:
    """The streak stays with who stays, across a restart; who goes begins with none."""
    now, path = FixedNow(), tmp_path / "tavola.db"
    async with at(path, now) as home:
        await linked(home)
        await play(home, ALSO)
        await passes(home, TODAY.closes)
        asked = await home.ask(ALSO, Verb.UNLINK, "yes")
        assert "new player" in asked.text
    async with at(path, now) as home:
        token = await line(home, ANN)
        done = await finish(home, ANN, await home.press(ANN, token))
        assert "streak 2" in sheet(done).text
        theirs = await finish(home, ALSO, await home.press(ALSO, token))
        assert "streak 1" in sheet(theirs).text
