"""What every store has to do with ratings: kept with their history, the same when computed anew."""

import asyncio
import random
from collections.abc import Sequence

import aiosqlite
import pytest

from bot.app.model.leaderboard import Ending, Period, PeriodKind, Scope, ScopeKind
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.ports.store import Store
from bot.storage.migrate import migrate
from bot.storage.rankings.ratings import add_bout, annul_bout, recompute_all
from core.games.pente.rules import PENTE as PENTE_RULES
from core.rating import RatedResult, Rating, rate
from core.types import COMPUTER, Millis, PlayerId
from tests.bot.storage.conftest import Backend, SqliteFile
from tests.bot.storage.sessions import (
    KITCHEN,
    LOBBY,
    NOON,
    named,
    people,
    resigned,
    result,
    session,
)
from tests.core.match.matches import REVERSI

ALWAYS = Period(PeriodKind.ALWAYS, NOON)
PENTE = PENTE_RULES.id
EVERYWHERE = Scope(ScopeKind.EVERYWHERE, LOBBY)
ATTIC = Room("paper", None, "attic")
"""A room of no server: there casual matches count too."""

MATCHES = 10_000

IN_ATTIC = Scope(ScopeKind.ROOM, ATTIC)


async def won(
    store: Store,
    name: str,
    winner: Player,
    loser: Player,
    home: Room = LOBBY,
    rated: bool = True,
) -> None:
    """A match that one won against the other."""
    over = resigned(await store.create(session(name, None, home)))
    rows = (
        result(over, winner, Ending.WON, rated=rated),
        result(over, loser, Ending.LOST, rated=rated),
    )
    bout = RatedResult(((winner.id,), (loser.id,)), (1, 2)) if rated else None
    await store.save(over, rows, (), bout)


async def shown(store: Store, scope: Scope = EVERYWHERE) -> dict[str, Rating | None]:
    """The leaderboard in its order."""
    table = await store.leaderboard(REVERSI, scope, ALWAYS, 1, None)
    return {row.player.name: row.rating for row in table.rows}


async def test_a_finished_match_changes_ratings_and_says_by_how_much(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await won(store, "one", ann, bo)
    (up,), (down,) = rate([[Rating()], [Rating()]], [1, 2])
    changes = await store.changes(named("one"))
    assert changes[ann.id].before == changes[bo.id].before == Rating()
    assert (changes[ann.id].after, changes[bo.id].after) == (up, down)
    assert await shown(store) == {"Ann": up, "Bo": down}


async def test_the_next_match_goes_on_from_there(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await won(store, "one", ann, bo)
    await won(store, "two", bo, ann)
    first, second = await store.changes(named("one")), await store.changes(named("two"))
    assert second[ann.id].before == first[ann.id].after
    assert second[bo.id].before == first[bo.id].after


async def test_it_is_rated_once_however_often_it_is_told(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    over = resigned(await store.create(session("one")))
    rows = (result(over, ann, Ending.WON), result(over, bo, Ending.LOST))
    bout = RatedResult(((ann.id,), (bo.id,)), (1, 2))
    saved = await store.save(over, rows, (), bout)
    before = await store.changes(named("one"))
    await store.save(saved, rows, (), bout)
    assert await store.changes(named("one")) == before
    assert await store.recompute(REVERSI) == 0


async def test_casual_matches_change_nothing(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await won(store, "one", ann, bo, ATTIC, rated=False)
    assert await store.changes(named("one")) == {}
    assert await shown(store, IN_ATTIC) == {"Ann": None, "Bo": None}
    assert await shown(store) == {}


async def test_two_matches_that_finish_together_give_the_result_of_some_order(store: Store) -> None:
    ann, bo, cy = await people(store, "Ann", "Bo", "Cy")
    await asyncio.gather(won(store, "one", ann, bo), won(store, "two", cy, ann))
    one, two = await store.changes(named("one")), await store.changes(named("two"))
    in_order = two[ann.id].before == one[ann.id].after or one[ann.id].before == two[ann.id].after
    assert in_order
    assert Rating() in (one[ann.id].before, two[ann.id].before)
    assert await store.recompute(REVERSI) == 0


async def test_always_the_highest_rating_leads_and_in_a_month_most_wins(store: Store) -> None:
    ann, bo, cy = await people(store, "Ann", "Bo", "Cy")
    for number in range(3):
        await won(store, f"casual {number}", ann, bo, ATTIC, rated=False)
    await won(store, "rated", cy, bo, ATTIC)
    assert list(await shown(store, IN_ATTIC)) == ["Cy", "Bo", "Ann"]
    month = await store.leaderboard(REVERSI, IN_ATTIC, Period(PeriodKind.MONTH, NOON), 1, None)
    assert [row.player.name for row in month.rows] == ["Ann", "Cy", "Bo"]
    assert [row.rating for row in month.rows] == [None] * 3


async def test_a_rating_goes_along_to_every_room(store: Store) -> None:
    """Whoever comes to a new room is there with the rating they have."""
    ann, bo = await people(store, "Ann", "Bo")
    await won(store, "one", ann, bo, LOBBY)
    await won(store, "two", ann, bo, ATTIC, rated=False)
    here = await shown(store, Scope(ScopeKind.ROOM, LOBBY))
    assert await shown(store, IN_ATTIC) == here
    await won(store, "three", bo, ann, KITCHEN)
    assert await shown(store, Scope(ScopeKind.ROOM, LOBBY)) == await shown(store)


async def test_equal_ratings_share_a_rank_and_ones_own_is_found(store: Store) -> None:
    four = await people(store, "Ann", "Bo", "Cy", "Di")
    await won(store, "one", four[0], four[1])
    await won(store, "two", four[2], four[3])
    table = await store.leaderboard(REVERSI, EVERYWHERE, ALWAYS, 1, four[3].id)
    assert [row.rank for row in table.rows] == [1, 1, 3, 3]
    assert table.mine == table.rows[3]


async def test_an_annulled_match_is_as_if_it_had_never_been(backend: Backend) -> None:
    store = await backend.open()
    ann, bo, cy, di = await people(store, "Ann", "Bo", "Cy", "Di")
    await won(store, "one", ann, bo)
    await won(store, "wrong", di, ann)
    await won(store, "three", ann, cy)
    await won(store, "aside", bo, cy)
    await store.annul(named("wrong"))
    await store.annul(named("wrong"))
    assert await store.changes(named("wrong")) == {}
    annulled = {name: await store.changes(named(name)) for name in ("one", "three", "aside")}
    left = await shown(store)
    assert "Di" not in left
    assert await store.recompute(REVERSI) == 0
    await store.close()
    # the same again in which it was never played
    again = await SqliteFile(backend.path.parent / "other").open()  # type: ignore[attr-defined]
    ann, bo, cy = await people(again, "Ann", "Bo", "Cy")
    await won(again, "one", ann, bo)
    await won(again, "three", ann, cy)
    await won(again, "aside", bo, cy)
    for name, changes in annulled.items():
        assert changes == await again.changes(named(name))
    assert left == await shown(again)
    await again.close()


async def test_who_has_no_match_left_has_no_rating(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await won(store, "casual", ann, bo, ATTIC, rated=False)
    await won(store, "rated", ann, bo, ATTIC)
    await store.annul(named("rated"))
    assert await shown(store, IN_ATTIC) == {"Ann": None, "Bo": None}
    assert await shown(store) == {}
    await store.annul(named("casual"))
    assert await shown(store, IN_ATTIC) == {}


async def test_a_match_nobody_knows_can_be_annulled_in_vain(store: Store) -> None:
    await store.annul(named("nothing"))
    assert await store.recompute(REVERSI) == 0


def simulated(seed: int, matches: int, players: int) -> Sequence[RatedResult]:
    """Duels, draws, and two against two, of people of whom some play much."""
    lots = random.Random(seed)
    bouts = []
    for _ in range(matches):
        size = 4 if lots.random() < 0.1 else 2
        chosen: list[PlayerId] = []
        while len(chosen) < size:
            player = PlayerId(f"p{1 + int(players * lots.random() ** 2)}")
            if player not in chosen:
                chosen.append(player)
        sides = tuple(chosen[: size // 2]), tuple(chosen[size // 2 :])
        bouts.append(RatedResult(sides, lots.choice(((1, 2), (2, 1), (1, 2), (1, 1)))))
    return bouts


@pytest.mark.slow
async def test_all_can_be_computed_anew_to_the_last_bit(backend: Backend) -> None:
    """Ten thousand matches, of which two dozen are annulled now and then."""
    store = await backend.open()
    await people(store, *(f"player {number}" for number in range(60)))
    await store.close()
    path = backend.path  # type: ignore[attr-defined]
    lots = random.Random(1)
    async with aiosqlite.connect(path, isolation_level=None) as db:
        await migrate(db, path)
        await db.execute("BEGIN IMMEDIATE")
        for number, bout in enumerate(simulated(2, MATCHES, 60)):
            await add_bout(db, named(str(number)), REVERSI, bout, Millis(NOON + number))
            if number > MATCHES - 400 and lots.random() < 0.06:
                await annul_bout(db, named(str(lots.randrange(number - 300, number))))
        stored = await _everything(db)
        assert await recompute_all(db, [REVERSI]) == [0]
        assert await _everything(db) == stored
        await db.execute("UPDATE ratings SET mu = mu + 1 WHERE player IN (3, 4)")
        assert await recompute_all(db, [REVERSI]) == [2]
        assert await _everything(db) == stored
        await db.commit()


async def _everything(db: aiosqlite.Connection) -> tuple[list[object], list[object]]:
    ratings = await db.execute_fetchall("SELECT * FROM ratings ORDER BY player")
    events = await db.execute_fetchall("SELECT * FROM rating_events ORDER BY bout, player")
    assert len(list(ratings)) > 50
    return list(ratings), list(events)


async def test_computers_are_not_rated(store: Store) -> None:
    (ann,) = await people(store, "Ann")
    over = resigned(await store.create(session("one")))
    await store.save(over, (result(over, ann, Ending.WON),))
    assert await store.changes(named("one")) == {}
    assert COMPUTER not in await store.changes(named("one"))


async def test_what_somebody_is_rated_now_is_told_whatever_changes_it(store: Store) -> None:
    """It is remembered between bouts, so that boards can tell it at every drawing."""
    ann, bo, cy = await people(store, "Ann", "Bo", "Cy")
    three = (ann.id, bo.id, cy.id)
    newcomer = Rating()
    assert await store.ratings(REVERSI, three) == dict.fromkeys(three, newcomer)
    await won(store, "one", ann, bo)
    changes = await store.changes(named("one"))
    now = {who: change.after for who, change in changes.items()} | {cy.id: newcomer}
    assert await store.ratings(REVERSI, three) == now
    assert await store.ratings(PENTE, (ann.id,)) == {ann.id: newcomer}
    await won(store, "two", cy, ann)
    assert (await store.ratings(REVERSI, (cy.id,)))[cy.id] != newcomer
    await store.annul(named("two"))
    assert await store.ratings(REVERSI, three) == now
    await store.recompute(REVERSI)
    assert await store.ratings(REVERSI, three) == now
