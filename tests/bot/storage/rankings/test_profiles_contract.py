"""What every store has to tell of a person: their history, how they play, whom they have met."""

from dataclasses import replace

import pytest

from bot.app.model.leaderboard import (
    LEVEL,
    Duel,
    Ending,
    History,
    Period,
    PeriodKind,
    Profile,
    Scope,
    ScopeKind,
)
from bot.app.model.player import Player
from bot.app.model.room import Room
from bot.app.ports.store import Store
from core.rating import RatedResult
from core.types import GameId, Millis, PlayerId
from tests.bot.storage.sessions import (
    ABROAD,
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

DAY = 86_400_000
DICE = GameId("dice")


async def won(
    store: Store,
    number: int,
    winner: Player,
    loser: Player,
    home: Room = LOBBY,
    rated: bool = True,
    ending: Ending = Ending.WON,
) -> None:
    """The match of that number, a day after the one before."""
    at = Millis(NOON + number * DAY)
    over = resigned(await store.create(session(str(number), None, home)))
    other = {Ending.WON: Ending.LOST, Ending.DREW: Ending.DREW}[ending]
    rows = (
        replace(result(over, winner, ending, at, rated), against=loser.id),
        replace(result(over, loser, other, at, rated), against=winner.id),
    )
    ranks = (1, 2) if ending is Ending.WON else (1, 1)
    await store.save(
        over, rows, (), RatedResult(((winner.id,), (loser.id,)), ranks) if rated else None
    )


async def against_computer(
    store: Store, number: int, who: Player, level: str, ending: Ending
) -> None:
    at = Millis(NOON + number * DAY)
    over = resigned(await store.create(session(str(number))))
    row = replace(result(over, who, ending, at, rated=False), against=f"{LEVEL}{level}")
    await store.save(over, (row,))


async def alone(store: Store, number: int, who: Player, points: int | None) -> None:
    at = Millis(NOON + number * DAY)
    over = resigned(await store.create(session(str(number))))
    ending = Ending.ABANDONED if points is None else Ending.LOST
    row = replace(result(over, who, ending, at, rated=False), game=DICE, points=points)
    await store.save(over, (row,))


# --- history -------------------------------------------------------------------------------------


async def test_a_newcomer_has_one_empty_page(store: Store) -> None:
    (ann,) = await people(store, "Ann")
    assert await store.history(ann.id, 7) == History((), 1, 1)
    assert await store.history(PlayerId("computer"), 1) == History((), 1, 1)


async def test_the_newest_comes_first_with_what_it_did(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await won(store, 1, ann, bo)
    await won(store, 2, bo, ann, rated=False)
    await alone(store, 3, ann, 340)
    await against_computer(store, 4, ann, "club", Ending.WON)
    rows = (await store.history(ann.id, 1)).rows
    assert [row.match for row in rows] == [named(str(number)) for number in (4, 3, 2, 1)]
    assert [row.ending for row in rows] == [Ending.WON, Ending.LOST, Ending.LOST, Ending.WON]
    assert [row.points for row in rows] == [None, 340, None, None]
    assert [row.change is not None for row in rows] == [False, False, False, True]
    assert rows[3].change == (await store.changes(named("1")))[ann.id]
    assert len((await store.history(bo.id, 1)).rows) == 2


async def test_pages_of_ten(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    for number in range(23):
        await won(store, number, ann, bo)
    pages = [await store.history(ann.id, page) for page in (1, 2, 3, 9, 0)]
    assert [len(page.rows) for page in pages] == [10, 10, 3, 3, 10]
    assert [(page.page, page.pages) for page in pages] == [(1, 3), (2, 3), (3, 3), (3, 3), (1, 3)]
    everything = [row.match for page in pages[:3] for row in page.rows]
    assert everything == [named(str(number)) for number in reversed(range(23))]


async def test_an_annulled_match_is_in_no_history(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await won(store, 1, ann, bo)
    await won(store, 2, ann, bo)
    await store.annul(named("1"))
    assert [row.match for row in (await store.history(ann.id, 1)).rows] == [named("2")]


# --- profiles ------------------------------------------------------------------------------------


async def test_who_never_played_has_a_blank_profile(store: Store) -> None:
    (ann,) = await people(store, "Ann")
    profile = await store.profile(ann.id, REVERSI)
    assert profile == Profile(REVERSI)
    assert profile.is_blank


async def test_the_curve_is_the_rating_after_each_match(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    for number in range(3):
        await won(store, number, ann, bo)
    profile = await store.profile(ann.id, REVERSI)
    assert [at for at, _ in profile.curve] == [NOON + number * DAY for number in range(3)]
    changes = [(await store.changes(named(str(number))))[ann.id] for number in range(3)]
    assert [rating for _, rating in profile.curve] == [change.after for change in changes]
    assert (await store.profile(ann.id, DICE)).is_blank


async def test_duels_are_counted_by_person_and_by_level(store: Store) -> None:
    ann, bo, cy = await people(store, "Ann", "Bo", "Cy")
    await won(store, 1, ann, bo)
    await won(store, 2, bo, ann, ending=Ending.DREW)
    await won(store, 3, ann, cy)
    await won(store, 4, bo, ann)
    for number, ending in enumerate((Ending.WON, Ending.LOST, Ending.WON), 5):
        await against_computer(store, number, ann, "club", ending)
    await against_computer(store, 8, ann, "master", Ending.LOST)
    profile = await store.profile(ann.id, REVERSI)
    assert profile.people == (Duel(bo.id, 1, 1, 1), Duel(cy.id, 1, 0, 0))
    assert profile.levels == (Duel(f"{LEVEL}club", 2, 0, 1), Duel(f"{LEVEL}master", 0, 0, 1))


async def test_matches_with_a_computer_are_on_no_leaderboard(store: Store) -> None:
    (ann,) = await people(store, "Ann")
    await against_computer(store, 1, ann, "club", Ending.WON)
    scope, period = Scope(ScopeKind.EVERYWHERE, LOBBY), Period(PeriodKind.ALWAYS, NOON)
    assert (await store.leaderboard(REVERSI, scope, period, 1, ann.id)).rows == ()
    await store.annul(named("1"))
    assert (await store.profile(ann.id, REVERSI)).is_blank


async def test_streaks_break_and_the_longest_stays(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    outcomes = [(ann, bo)] * 3 + [(bo, ann)] + [(ann, bo)] * 2
    for number, (winner, loser) in enumerate(outcomes):
        await won(store, number, winner, loser)
    profile = await store.profile(ann.id, REVERSI)
    assert (profile.running, profile.longest) == (2, 3)
    theirs = await store.profile(bo.id, REVERSI)
    assert (theirs.running, theirs.longest) == (0, 1)
    await against_computer(store, 20, ann, "club", Ending.LOST)
    assert (await store.profile(ann.id, REVERSI)).running == 2, "only people break it"


async def test_annulling_mends_streaks_and_duels(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    for number, (winner, loser) in enumerate([(ann, bo), (bo, ann), (ann, bo)]):
        await won(store, number, winner, loser)
    await store.annul(named("1"))
    profile = await store.profile(ann.id, REVERSI)
    assert (profile.running, profile.longest) == (2, 2)
    assert profile.people == (Duel(bo.id, 2, 0, 0),)


async def test_totals_of_games_played_alone_are_told_oldest_first(store: Store) -> None:
    (ann,) = await people(store, "Ann")
    for number, points in enumerate((-200, None, 510, 90)):
        await alone(store, number, ann, points)
    assert (await store.profile(ann.id, DICE)).totals == (-200, 510, 90)


# --- who has met ---------------------------------------------------------------------------------


@pytest.mark.parametrize("home", [LOBBY, ABROAD])
async def test_people_meet_by_playing_each_other_or_in_one_room(store: Store, home: Room) -> None:
    ann, bo, cy, di = await people(store, "Ann", "Bo", "Cy", "Di")
    await won(store, 1, ann, bo, home)
    await alone(store, 2, cy, 100)  # in the lobby
    await won(store, 3, di, cy, KITCHEN)
    apart = Room("paper", "server", "nobody's")
    assert await store.have_met(ann.id, bo.id, apart)
    assert await store.have_met(bo.id, ann.id, apart)
    assert await store.have_met(ann.id, cy.id, apart) is (home == LOBBY)
    assert not await store.have_met(ann.id, di.id, apart)
    assert not await store.have_met(ann.id, PlayerId("computer"), apart)
    assert await store.have_met(ann.id, di.id, KITCHEN), "there di has finished a match"
    assert not await store.have_met(di.id, ann.id, KITCHEN)
