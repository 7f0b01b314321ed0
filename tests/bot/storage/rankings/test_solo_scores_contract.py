"""What every store has to do with the results of games that are played alone."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app.model.leaderboard import (
    LATEST,
    Ending,
    Period,
    PeriodKind,
    Result,
    Scope,
    ScopeKind,
    Score,
    Scores,
)
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.ports.store import Store
from core.games.dice.rules import DICE, WIN
from core.match.clock import DAY
from core.types import Millis, PlayerId
from tests.bot.storage.sessions import (
    ABROAD,
    KITCHEN,
    LOBBY,
    NOON,
    named,
    people,
    resigned,
    session,
)
from tests.core.match.matches import REVERSI

EVERYWHERE = Scope(ScopeKind.EVERYWHERE, LOBBY)
ALWAYS = Period(PeriodKind.ALWAYS, NOON)


def alone(
    name: str, person: Player, points: int | None, home: Room = LOBBY, at: Millis = NOON
) -> Result:
    ending = Ending.WON if (points or 0) >= WIN else Ending.LOST
    ending = Ending.ABANDONED if points is None else ending
    return Result(named(name), DICE.id, person.id, ending, False, home, at, points)


async def record(store: Store, *results: Result) -> None:
    """Each in the save of a match of its own."""
    for result in results:
        new = await store.create(replace(session(result.match), home=result.home))
        await store.save(resigned(new), (result,))


async def scores(
    store: Store,
    scope: Scope = EVERYWHERE,
    period: Period = ALWAYS,
    page: int = 1,
    viewer: PlayerId | None = None,
) -> Scores:
    return await store.scores(DICE.id, scope, period, page, viewer)


async def test_nobody_yet_is_one_empty_page(store: Store) -> None:
    assert await scores(store, page=3, viewer=PlayerId("p1")) == Scores((), 1, 1, None)


async def test_best_mean_and_counts(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await record(
        store,
        alone("1", ann, -200),
        alone("2", ann, 500),
        alone("3", ann, None),
        alone("4", bo, 499),
        alone("5", ann, 30),
    )
    rows = (Score(1, ann, 500, 110.0, 3, 1, 1), Score(2, bo, 499, 499.0, 1, 0, 0))
    assert await scores(store, viewer=bo.id) == Scores(rows, 1, 1, rows[1])
    [other] = [await store.leaderboard(DICE.id, EVERYWHERE, ALWAYS, 1, None)]
    assert other.rows == ()  # they are no wins against anybody


async def test_who_abandoned_everything_has_no_place_until_a_game_is_finished(
    store: Store,
) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await record(store, alone("1", ann, None), alone("2", bo, -2200))
    assert [row.player.name for row in (await scores(store, viewer=ann.id)).rows] == ["Bo"]
    assert (await scores(store, viewer=ann.id)).mine is None
    await record(store, alone("3", ann, -2100))
    assert (await scores(store, viewer=ann.id)).mine == Score(1, ann, -2100, -2100.0, 1, 0, 1)


async def test_a_result_counts_once(store: Store) -> None:
    [ann] = await people(store, "Ann")
    over = resigned(await store.create(session()))
    told = replace(alone("one", ann, 100), match=over.match.id)
    saved = await store.save(over, (told,))
    await store.save(saved, (told, replace(told, points=900)))
    [row] = (await scores(store)).rows
    assert (row.best, row.games) == (100, 1)


async def test_rooms_servers_months_and_weeks(store: Store) -> None:
    [ann] = await people(store, "Ann")
    later = Millis(NOON + 60 * DAY)
    await record(
        store,
        alone("1", ann, 1, LOBBY),
        alone("2", ann, 2, KITCHEN),
        alone("3", ann, 3, ABROAD, later),
    )

    async def best(kind: ScopeKind, room: Room, period: Period = ALWAYS) -> list[int]:
        return [row.best for row in (await scores(store, Scope(kind, room), period)).rows]

    assert await best(ScopeKind.ROOM, LOBBY) == [1]
    assert await best(ScopeKind.SPACE, LOBBY) == [2]
    assert await best(ScopeKind.EVERYWHERE, LOBBY) == [3]
    for kind in (PeriodKind.MONTH, PeriodKind.WEEK):
        assert await best(ScopeKind.EVERYWHERE, LOBBY, Period(kind, NOON)) == [2]
        assert await best(ScopeKind.EVERYWHERE, LOBBY, Period(kind, later)) == [3]


async def test_equals_share_a_rank_and_pages_go_on(store: Store) -> None:
    crowd = await people(store, *(f"P{i:02}" for i in range(13)))
    points = [300, 300, 200, *range(100, 0, -10)]
    for i, (person, total) in enumerate(zip(crowd, points, strict=True)):
        await record(store, alone(str(i), person, total))
    await record(store, alone("x", crowd[2], 300), alone("y", crowd[2], 300))  # a lower mean
    first, second = await scores(store, viewer=crowd[12].id), await scores(store, page=2)
    assert [row.rank for row in first.rows] == [1, 1, 3, 4, 5, 6, 7, 8, 9, 10]
    assert [row.rank for row in second.rows] == [11, 12, 13]
    assert first.mine == second.rows[2]
    assert (first.pages, second.page) == (2, 2)


@given(points=st.lists(st.one_of(st.none(), st.integers(-2200, 1500)), max_size=3 * LATEST))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_they_are_what_counting_again_gives(store: Store, points: list[int | None]) -> None:
    [person] = await people(store, f"P{len(points)} {hash(tuple(points))}")
    home = Room("paper", None, person.id)
    mark = f"{person.id} "
    before = await store.scores(DICE.id, Scope(ScopeKind.ROOM, home), ALWAYS, 1, person.id)
    if before.mine is not None:
        return  # the same list again
    over = resigned(await store.create(session(mark)))
    await store.save(over, [alone(mark + str(i), person, each, home)
                            for i, each in enumerate(points)])  # fmt: skip
    found = await store.scores(DICE.id, Scope(ScopeKind.ROOM, home), ALWAYS, 1, person.id)
    finished = [each for each in points if each is not None]
    if not finished:
        assert found.rows == ()
        return
    [row] = found.rows
    latest = finished[-LATEST:]
    assert row == Score(
        1,
        person,
        max(finished),
        sum(latest) / len(latest),
        len(finished),
        sum(each >= WIN for each in finished),
        len(points) - len(finished),
    )


async def test_an_annulled_game_has_never_been_played(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    kept = [alone("1", ann, 100), alone("2", ann, None), alone("3", ann, -300), alone("4", bo, 7)]
    await record(store, kept[0], alone("x", ann, 900), *kept[1:], alone("y", ann, None))
    for name in ("x", "y"):
        await store.annul(named(name))
    rows = (Score(1, ann, 100, -100.0, 2, 0, 1), Score(2, bo, 7, 7.0, 1, 0, 0))
    assert (await scores(store)).rows == rows


async def test_they_follow_a_room_that_has_a_new_id(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await record(store, alone("1", ann, 100), alone("2", ann, 50, KITCHEN), alone("3", bo, 20))
    await store.move_room(LOBBY, ABROAD)
    assert (await scores(store, Scope(ScopeKind.ROOM, LOBBY))).rows == ()
    there = await scores(store, Scope(ScopeKind.ROOM, ABROAD))
    assert [(row.player.name, row.best) for row in there.rows] == [("Ann", 100), ("Bo", 20)]
    [first, _] = (await scores(store)).rows
    assert (first.best, first.games) == (100, 2)


async def test_matches_of_two_are_beside(store: Store) -> None:
    ann, _ = await people(store, "Ann", "Bo")
    new = await store.create(session())
    won = Result(new.match.id, REVERSI, ann.id, Ending.WON, True, LOBBY, NOON)
    await store.save(resigned(new), (won,))
    assert (await store.scores(REVERSI, EVERYWHERE, ALWAYS, 1, None)).rows == ()
