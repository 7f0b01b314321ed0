"""What every store has to do with results and leaderboards."""

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.app.model.leaderboard import (
    Ending,
    Period,
    PeriodKind,
    Scope,
    ScopeKind,
    Standing,
    Standings,
)
from bot.app.model.player import Player
from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.ports.store import Store
from core.types import COMPUTER, GameId, Millis, PlayerId
from tests.bot.storage.sessions import (
    ABROAD,
    KITCHEN,
    LOBBY,
    NOON,
    people,
    record,
    resigned,
    result,
    session,
)
from tests.core.match.matches import REVERSI

ALWAYS = Period(PeriodKind.ALWAYS, NOON)
EVERYWHERE = Scope(ScopeKind.EVERYWHERE, LOBBY)


def instant(text: str) -> Millis:
    return Millis(int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000))


async def board(
    store: Store,
    scope: Scope = EVERYWHERE,
    period: Period = ALWAYS,
    page: int = 1,
    viewer: PlayerId | None = None,
) -> Standings:
    return await store.leaderboard(REVERSI, scope, period, page, viewer)


def wins(standings: Standings) -> dict[str, int]:
    return {row.player.name: row.won for row in standings.rows}


async def test_an_empty_board_is_one_empty_page(store: Store) -> None:
    assert await board(store, page=3, viewer=PlayerId("p1")) == Standings((), 1, 1, None)


async def test_wins_draws_and_losses_add_up(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await record(store, "one", ann, bo, LOBBY, NOON)
    await record(store, "two", ann, bo, KITCHEN, NOON)
    drawn = await store.create(session("three"))
    both = (result(drawn, ann, Ending.DREW), result(drawn, bo, Ending.DREW))
    await store.save(resigned(drawn), both)
    rows = (Standing(1, ann, 2, 1, 0), Standing(2, bo, 0, 1, 2))
    assert await board(store, viewer=bo.id) == Standings(rows, 1, 1, rows[1])


async def test_a_result_counts_once_however_often_it_is_told(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    over = resigned(await store.create(session()))
    told = (result(over, ann, Ending.WON), result(over, bo, Ending.LOST))
    saved = await store.save(over, told)
    saved = await store.save(saved, told)
    await store.save(saved, [replace(told[1], ending=Ending.WON)])
    assert wins(await board(store)) == {"Ann": 1, "Bo": 0}


async def test_rooms_servers_and_everywhere(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    private = Room("paper", None, "ann and bo")
    for number, room in enumerate((LOBBY, KITCHEN, KITCHEN, ABROAD, private)):
        await record(store, str(number), ann, bo, room, NOON)

    async def won(kind: ScopeKind, room: Room) -> int:
        return wins(await board(store, Scope(kind, room))).get("Ann", 0)

    assert await won(ScopeKind.ROOM, LOBBY) == 1
    assert await won(ScopeKind.ROOM, KITCHEN) == 2
    assert await won(ScopeKind.ROOM, replace(KITCHEN, thread="9")) == 0
    assert await won(ScopeKind.SPACE, LOBBY) == 3
    assert await won(ScopeKind.SPACE, replace(LOBBY, platform="scrolls")) == 0
    assert await won(ScopeKind.SPACE, private) == 1  # no server: the room is its own
    assert await won(ScopeKind.EVERYWHERE, private) == 5


async def test_names_of_rooms_do_not_run_into_each_other(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await record(store, "one", ann, bo, Room("paper", None, 'a","b', "c"), NOON)
    for room in (Room("paper", None, "a", 'b","c'), Room("paper", None, 'a","b","c')):
        assert (await board(store, Scope(ScopeKind.ROOM, room))).rows == ()


async def test_months_and_iso_weeks_in_utc(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    instants = [
        instant("2026-12-31T23:59"),  # a Thursday of week 2026-W53
        instant("2027-01-01"),  # the Friday after, the same week
        instant("2027-01-03T23:59"),  # its Sunday
        instant("2027-01-04"),  # 2027-W01
    ]
    for number, at in enumerate(instants):
        await record(store, str(number), ann, bo, LOBBY, at)

    async def won(kind: PeriodKind, at: Millis) -> int:
        return wins(await board(store, period=Period(kind, at))).get("Ann", 0)

    assert await won(PeriodKind.MONTH, instant("2026-12-01")) == 1
    assert await won(PeriodKind.MONTH, instant("2027-01-31T23:00")) == 3
    assert await won(PeriodKind.WEEK, instant("2026-12-28")) == 3
    assert await won(PeriodKind.WEEK, instant("2027-01-10T23:00")) == 1
    assert await won(PeriodKind.WEEK, instant("2027-01-11")) == 0
    assert await won(PeriodKind.ALWAYS, instant("1999-01-01")) == 4


async def test_each_game_has_its_own_board(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await record(store, "one", ann, bo, LOBBY, NOON)
    other = await store.leaderboard(GameId("go"), EVERYWHERE, ALWAYS, 1, ann.id)
    assert other == Standings((), 1, 1, None)


async def test_renaming_shows_on_the_board(store: Store) -> None:
    """Field report 67: nobody stands there under an old name."""
    ann, bo = await people(store, "Ann", "Bo")
    await record(store, "one", ann, bo, LOBBY, NOON)
    renamed = await store.player_for(Actor("paper", "ann", "Anna"))
    assert (await board(store)).rows[0].player == renamed


@pytest.mark.parametrize("seed", range(3))
async def test_pages_and_ranks_equal_a_plain_count(store: Store, seed: int) -> None:
    """Forty people, random results; every page and everybody's own row against a sorted list."""
    lot = random.Random(seed)
    crowd = await people(store, *(f"Player {number}" for number in range(40)))
    tally: Counter[tuple[str, Ending]] = Counter()
    for number in range(60):
        winner, loser = lot.sample(crowd[:37], 2)
        await record(store, str(number), winner, loser, LOBBY, NOON)
        tally[winner.id, Ending.WON] += 1
        tally[loser.id, Ending.LOST] += 1
    expected = _ranked([who for who in crowd if any(id == who.id for id, _ in tally)], tally)
    pages = -(-len(expected) // 10)
    read: list[Standing] = []
    for page in range(1, pages + 1):
        standings = await board(store, page=page, viewer=crowd[0].id)
        assert (standings.page, standings.pages) == (page, pages)
        read += standings.rows
    assert read == expected
    for who in (*crowd[::7], crowd[39]):
        mine = (await board(store, viewer=who.id)).mine
        assert mine == next((row for row in expected if row.player == who), None)
    assert (await board(store, page=99)).rows == tuple(expected[10 * (pages - 1) :])
    assert (await board(store, page=0)).rows == tuple(expected[:10])
    assert (await board(store, viewer=COMPUTER)).mine is None


def _ranked(crowd: list[Player], tally: Counter[tuple[str, Ending]]) -> list[Standing]:
    counted = [(tally[who.id, Ending.WON], tally[who.id, Ending.LOST], who) for who in crowd]
    ordered = sorted(counted, key=lambda row: (-row[0], row[1], int(row[2].id[1:])))
    return [
        Standing(1 + sum((-w, lo) < (-won, lost) for w, lo, _ in counted), who, won, 0, lost)
        for won, lost, who in ordered
    ]
