"""What every store has to do with people who left, places that closed, and times it was down."""

import asyncio
import random
from dataclasses import replace

from bot.app.model.leaderboard import Period, PeriodKind, Scope, ScopeKind
from bot.app.model.player import Player
from bot.app.model.presence import Absent, Closed, Outage
from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from core.games.dice.rules import DICE
from core.match import commands as c
from core.match.clock import DAY, HOUR, MINUTE
from core.match.decide import decide
from core.match.model import Absence, AbsenceKind, Occupant, PauseCause
from core.types import Millis, Seat
from tests.bot.storage.conftest import Backend
from tests.bot.storage.rankings.test_solo_scores_contract import alone
from tests.bot.storage.rankings.test_solo_scores_contract import record as score
from tests.bot.storage.sessions import (
    ABROAD,
    KITCHEN,
    LOBBY,
    NOON,
    named,
    people,
    record,
    resigned,
    session,
)
from tests.core.match.matches import REVERSI, playing
from tests.fakes.clock import FixedNow

ALWAYS = Period(PeriodKind.ALWAYS, NOON)
HERE, SERVER, EVERYWHERE = (
    Scope(kind, LOBBY) for kind in (ScopeKind.ROOM, ScopeKind.SPACE, ScopeKind.EVERYWHERE)
)


def gone(person: Player, place: str = "server") -> Absent:
    return Absent(person.id, "paper", place)


async def names(store: Store, scope: Scope, page: int = 1) -> list[tuple[int, str]]:
    table = await store.leaderboard(REVERSI, scope, ALWAYS, page, None)
    return [(row.rank, row.player.name) for row in table.rows]


async def test_a_clock_that_was_put_back_makes_no_outage(backend: Backend) -> None:
    """Of two signs of life that are written together the later one counts."""
    now = FixedNow()
    store = await backend.open_at(now)
    try:
        began = now()
        now.advance(2 * MINUTE)
        first = asyncio.create_task(store.presence.note_alive())
        await asyncio.sleep(0)
        now.advance(-MINUTE)
        await asyncio.gather(first, store.presence.note_alive())
        now.advance(2 * MINUTE)
        assert await store.presence.began() == [
            Outage(Millis(began + 2 * MINUTE), Millis(began + 3 * MINUTE))
        ]
    finally:
        await store.close()


async def test_who_left_is_not_on_the_boards_of_that_server(store: Store) -> None:
    """Field report 67: leavers do not clutter a board, and the ranks of the others are right."""
    ann, bo, cy = await people(store, "Ann", "Bo", "Cy")
    for number, (winner, loser) in enumerate(((ann, bo), (ann, bo), (bo, cy))):
        await record(store, str(number), winner, loser, LOBBY, NOON)
    await record(store, "abroad", ann, cy, ABROAD, NOON)
    await store.presence.leave(gone(ann))
    for scope in (HERE, SERVER):
        assert await names(store, scope) == [(1, "Bo"), (2, "Cy")]
        table = await store.leaderboard(REVERSI, scope, ALWAYS, 1, ann.id)
        assert (table.mine, table.pages) == (None, 1)
    assert (await names(store, EVERYWHERE))[0] == (1, "Ann")
    assert (await names(store, Scope(ScopeKind.ROOM, ABROAD)))[0] == (1, "Ann")


async def test_who_comes_back_stands_where_they_stood(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await record(store, "one", ann, bo, LOBBY, NOON)
    before = await names(store, SERVER)
    await store.presence.leave(gone(ann))
    await store.presence.leave(gone(ann))
    await store.presence.come_back(gone(ann))
    assert await names(store, SERVER) == before
    assert await store.presence.absent() == []


async def test_what_ends_after_somebody_left_does_not_bring_them_back(store: Store) -> None:
    """Their match goes on without them, and is lost in the end: in a room of that server, which
    they may never have finished a match in before."""
    ann, bo = await people(store, "Ann", "Bo")
    await store.presence.leave(gone(bo))
    await record(store, "one", ann, bo, KITCHEN, NOON)
    await record(store, "two", ann, bo, KITCHEN, NOON)
    assert await names(store, Scope(ScopeKind.ROOM, KITCHEN)) == [(1, "Ann")]
    assert await names(store, SERVER) == [(1, "Ann")]
    await store.presence.come_back(gone(bo))
    table = await store.leaderboard(REVERSI, SERVER, ALWAYS, 1, bo.id)
    assert table.mine is not None
    assert (table.mine.rank, table.mine.lost) == (2, 2)


async def test_pages_count_those_who_are_there(store: Store) -> None:
    everybody = await people(store, *(f"P{i:02}" for i in range(24)))
    for number, person in enumerate(everybody[1:]):
        await record(store, str(number), person, everybody[0], LOBBY, NOON)
    assert (await store.leaderboard(REVERSI, SERVER, ALWAYS, 1, None)).pages == 3
    lots = random.Random(7)
    left = lots.sample(everybody[1:], 13)
    for person in left:
        await store.presence.leave(gone(person))
    table = await store.leaderboard(REVERSI, SERVER, ALWAYS, 2, None)
    assert (table.page, table.pages) == (2, 2)
    shown = await names(store, SERVER) + await names(store, SERVER, 2)
    expected = [each.name for each in everybody[1:] if each not in left]
    assert [name for _, name in shown] == [*expected, "P00"]
    assert [rank for rank, _ in shown] == [1] * 10 + [11]


async def test_games_played_alone_have_no_leavers_either(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await score(store, alone("one", ann, 300), alone("two", bo, 200))

    async def best() -> list[tuple[int, str]]:
        table = await store.scores(DICE.id, SERVER, ALWAYS, 1, ann.id)
        return [(row.rank, row.player.name) for row in table.rows]

    await store.presence.leave(gone(ann))
    assert await best() == [(1, "Bo")]
    await score(store, alone("three", ann, 500))
    assert await best() == [(1, "Bo")]
    everywhere = await store.scores(DICE.id, EVERYWHERE, ALWAYS, 1, ann.id)
    assert [row.player.name for row in everywhere.rows] == ["Ann", "Bo"]
    await store.presence.come_back(gone(ann))
    assert await best() == [(1, "Ann"), (2, "Bo")]


async def test_a_group_with_a_new_id_keeps_its_boards_and_who_left_it(store: Store) -> None:
    old, new = Room("paper", "-1", "-1"), Room("paper", "-1001", "-1001")
    ann, bo = await people(store, "Ann", "Bo")
    await record(store, "one", ann, bo, old, NOON)
    await score(store, alone("two", ann, 300, old), alone("three", bo, 200, old))
    await store.presence.leave(gone(bo, "-1"))
    await store.presence.close(Closed("paper", True, "-1"))
    await store.move_room(old, new)
    for kind in (ScopeKind.ROOM, ScopeKind.SPACE):
        assert await names(store, Scope(kind, new)) == [(1, "Ann")]
        assert await names(store, Scope(kind, old)) == []
        table = await store.scores(DICE.id, Scope(kind, new), ALWAYS, 1, None)
        assert [row.player.name for row in table.rows] == ["Ann"]
    assert await store.presence.absent() == [gone(bo, "-1001")]
    assert await store.presence.closed() == []


async def test_closed_places_are_kept_until_they_open(store: Store) -> None:
    server, channel = Closed("paper", True, "1"), Closed("paper", False, "1")
    for place in (server, channel, server):
        await store.presence.close(place)
    assert set(await store.presence.closed()) == {server, channel}
    await store.presence.open(server)
    assert await store.presence.closed() == [channel]


async def test_an_account_is_looked_up_without_making_a_person(store: Store) -> None:
    ann = await store.player_for(Actor("paper", "ann", "Ann"))
    assert await store.presence.who("paper", "ann") == ann.id
    assert await store.presence.who("paper", "nobody") is None
    assert await store.presence.who("scrolls", "ann") is None


async def test_live_matches_are_found_by_server_or_chat(store: Store) -> None:
    here = await store.create(session("one", None, LOBBY, ABROAD))
    await store.create(session("two", None, KITCHEN))
    over = await store.create(session("three"))
    await store.save(resigned(over))
    assert set(await store.presence.live_in("paper", "server")) == {named("one"), named("two")}
    assert await store.presence.live_in("paper", "kitchen") == [named("two")]
    assert await store.presence.live_in("scrolls", "library") == [here.match.id]
    assert set(await store.presence.running(timed=False)) == {named("one"), named("two")}
    assert await store.presence.running(timed=True) == []


async def test_what_needs_care_at_start_is_found(store: Store) -> None:
    [ann] = await people(store, "Ann")
    timed = await store.create(session("one", playing("f5d6", "5+0")))
    assert await store.presence.running(timed=True) == [named("one")]
    assert await store.presence.frozen() == []
    frozen = decide(timed.match, c.Freeze(PauseCause.OUTAGE, NOON), NOON).match
    await store.save(replace(timed, match=frozen))
    assert await store.presence.frozen() == [named("one")]
    assert await store.presence.warned() == []
    late = await store.create(session("three", playing("f5d6")))
    warned = Absence(Seat(0), AbsenceKind.LATE, NOON, Millis(NOON + DAY))
    await store.save(replace(late, match=replace(late.match, absences=(warned,))))
    assert await store.presence.warned() == [named("three")]
    seated = replace(timed.match, seats=(Occupant(ann.id), None), id=named("two"))
    await store.create(replace(timed, match=seated))
    assert await store.presence.playing_absent() == []
    await store.presence.leave(gone(ann))
    assert await store.presence.playing_absent() == [ann.id]


async def test_what_lies_between_the_last_sign_of_life_and_the_start_is_an_outage(
    backend: Backend,
) -> None:
    """It is there until everybody was credited with it, and a start that was cut short adds its
    own: nothing is lost or told twice."""
    now = FixedNow()
    begun = now()

    async def start(after: int) -> list[Outage]:
        now.advance(after)
        store = await backend.open_at(now)
        outages = list(await store.presence.began())
        await store.close()
        return outages

    assert await start(0) == []
    first = Outage(begun, Millis(begun + HOUR))
    assert await start(HOUR) == [first]
    second = Outage(first.ended, Millis(first.ended + MINUTE))
    assert await start(MINUTE) == [first, second]
    store = await backend.open_at(now)
    await store.presence.credited(first)
    now.advance(MINUTE)
    await store.presence.note_alive()
    await store.close()
    third = Outage(Millis(second.ended + MINUTE), Millis(second.ended + 3 * MINUTE))
    assert await start(2 * MINUTE) == [second, third]


async def test_a_clock_put_back_is_told_by_its_instants(backend: Backend) -> None:
    now: Now = FixedNow()
    store = await backend.open_at(now)
    await store.presence.note_alive()
    await store.close()
    earlier = Millis(now() - HOUR)
    for _ in range(2):  # a start that is cut short goes on at the next
        store = await backend.open_at(FixedNow(earlier))
        [outage] = await store.presence.began()
        assert outage == Outage(now(), earlier)
        await store.close()
    store = await backend.open_at(FixedNow(earlier))
    await store.presence.credited(outage)
    assert await store.presence.began() == []
    await store.close()


async def test_an_outage_of_a_running_bot_is_kept_until_it_is_credited(backend: Backend) -> None:
    now = FixedNow()
    store = await backend.open_at(now)
    outage = Outage(Millis(now() - HOUR), now())
    await store.presence.note_outage(outage)
    await store.presence.note_outage(outage)
    assert await store.presence.began() == [outage]
    await store.presence.credited(outage)
    assert await store.presence.began() == []
    await store.close()
