"""Somebody leaves: what goes, what others keep, what is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.model.leaderboard import Ending, Period, PeriodKind, Scope, ScopeKind
from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind
from bot.app.ports.store import Store, VersionConflict
from bot.storage.codec import encode
from core import rating
from core.day import Day
from core.errors import Reason, Refused
from core.match import commands as c
from core.match import create
from core.match.create import Terms
from core.match.decide import decide
from core.match.model import Match, Occupant
from core.types import GameId, Move, PlayerId
from tests.bot.storage.conftest import Backend
from tests.bot.storage.files import ask
from tests.bot.storage.sessions import LOBBY, NOON, named, people, result, session
from tests.core.match import matches

REVERSI = GameId("reversi")
PRIVATE = Room("paper", None, "ann")
"""Ann's own chat: it has the number of her account."""


def of(match: Match, black: PlayerId, white: PlayerId) -> Match:
    """The match with these people on its seats."""
    return replace(
        match, seats=(Occupant(black), Occupant(white)), host=black, invited=white, rated=True
    )


async def played(
    store: Store, name: str, winner: PlayerId, loser: PlayerId, home: Room = LOBBY
) -> None:
    """A rated match that the second one has resigned."""
    match = of(matches.playing("f5d6"), winner, loser)
    new = await store.create(session(name, match, home))
    over = replace(new, match=decide(new.match, c.Resign(loser), NOON).match)
    known = await store.players([winner, loser])
    results = (
        replace(result(over, known[winner], Ending.WON), against=loser),
        replace(result(over, known[loser], Ending.LOST), against=winner),
    )
    await store.save(over, results, bout=rating.bout(over.match))


async def test_others_keep_their_match_with_somebody_nameless(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await played(store, "one", ann.id, bo.id)
    before = await store.load(named("one"))
    changed = await store.belongings.leave(ann.id)
    assert changed == {named("one")}
    after = await store.load(named("one"))
    black, white = after.match.seats
    assert black is not None
    assert black.player not in (ann.id, bo.id)
    assert white == Occupant(bo.id)
    assert after.match.host == black.player
    assert after.match.plies == before.match.plies
    assert after.version == before.version + 1
    [somebody] = (await store.players([black.player])).values()
    assert somebody.has_left
    assert await store.players([ann.id]) == {}


async def test_two_who_left_are_two(store: Store) -> None:
    ann, bo, eve = await people(store, "Ann", "Bo", "Eve")
    await played(store, "one", ann.id, eve.id)
    await played(store, "two", bo.id, eve.id)
    await store.belongings.leave(ann.id)
    await store.belongings.leave(bo.id)
    duels = (await store.profile(eve.id, REVERSI)).people
    assert len({duel.against for duel in duels}) == 2


async def test_ratings_and_tables_of_others_are_unchanged(store: Store) -> None:
    ann, bo, eve = await people(store, "Ann", "Bo", "Eve")
    await played(store, "one", ann.id, bo.id)
    await played(store, "two", bo.id, eve.id)
    await played(store, "three", eve.id, ann.id)
    scope = Scope(ScopeKind.ROOM, LOBBY)
    period = Period(PeriodKind.ALWAYS, NOON)
    before = await store.leaderboard(REVERSI, scope, period, 1, None)
    await store.belongings.leave(ann.id)
    after = await store.leaderboard(REVERSI, scope, period, 1, None)
    kept = {row.player.id: (row.won, row.lost, row.rating) for row in before.rows}
    del kept[ann.id]
    assert {row.player.id: (row.won, row.lost, row.rating) for row in after.rows} == kept
    assert await store.recompute(REVERSI) == 0
    assert len((await store.history(bo.id, 1)).rows) == 2
    [first, *_] = (await store.history(bo.id, 1)).rows
    assert first.change is not None


async def test_who_comes_back_is_somebody_new(store: Store) -> None:
    [ann] = await people(store, "Ann")
    await store.choose_setting(ann.id, "theme", "dark")
    await store.belongings.leave(ann.id)
    assert await store.belongings.known(Actor("paper", "ann", "Ann")) is None
    [back] = await people(store, "Ann")
    assert back.id != ann.id
    assert (await store.settings(back.id)).theme == "classic"


async def test_leaving_twice_changes_nothing(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await played(store, "one", ann.id, bo.id)
    await store.belongings.leave(ann.id)
    before = await store.load(named("one"))
    assert await store.belongings.leave(ann.id) == frozenset()
    assert await store.load(named("one")) == before


async def test_a_running_match_has_to_be_given_up_first(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await store.create(session("one", of(matches.playing("f5d6"), ann.id, bo.id)))
    assert list(await store.belongings.live(ann.id)) == [named("one")]
    with pytest.raises(VersionConflict):
        await store.belongings.leave(ann.id)
    assert set(await store.players([ann.id])) == {ann.id}
    await store.say(LOBBY, ann.id, "still here", NOON)


async def test_a_match_whose_people_have_all_left_goes(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await played(store, "one", ann.id, bo.id)
    await store.belongings.leave(ann.id)
    await store.belongings.leave(bo.id)
    with pytest.raises(Refused) as refused:
        await store.load(named("one"))
    assert refused.value.reason is Reason.UNKNOWN_MATCH


async def test_nobody_is_written_of_who_has_left(store: Store) -> None:
    """A request that was under way when they left comes too late."""
    ann, bo = await people(store, "Ann", "Bo")
    await store.belongings.leave(ann.id)
    with pytest.raises(VersionConflict):
        await store.create(session("late", of(matches.playing("f5d6"), ann.id, bo.id)))
    with pytest.raises(VersionConflict):
        await store.say(LOBBY, ann.id, "late", NOON)


async def test_whoever_was_only_spoken_of_is_known_and_may_leave(store: Store) -> None:
    """Somebody was challenged by a handle and never came: that is kept of them, and can go."""
    spoken_of = await store.player_for(Actor("paper", "@zoe", "@zoe"))
    zoe = Actor("paper", "12", "Zoë", handle="@zoe")
    known = await store.belongings.known(zoe)
    assert known == spoken_of
    mine = await store.player_for(zoe)
    assert mine.id == spoken_of.id
    await store.belongings.leave(mine.id)
    assert await store.belongings.known(zoe) is None
    other = Actor("paper", "13", "Zoë the second", handle="@zoe")
    taken = await store.player_for(Actor("paper", "14", "Zoë the third", handle="@zoe"))
    assert await store.belongings.known(other) is None
    assert (await store.player_for(other)).id != taken.id


async def test_what_was_to_be_told_them_comes_to_nothing(store: Store) -> None:
    [ann] = await people(store, "Ann")
    await store.belongings.leave(ann.id)
    await store.notices.ask(ann.id, LOBBY, NOON, "daily")
    await store.notices.place(ann.id, named("one"), LOBBY)
    await store.notices.shut(ann.id, "paper", is_shut=True)
    assert await store.belongings.tables(ann.id) == {}
    with pytest.raises(VersionConflict):
        await store.days.enter(Day.at(NOON), ann.id, named("day"), ranked=True, room=LOBBY)


async def test_a_move_of_the_letter_p_is_no_person(store: Store) -> None:
    """In Pente `p1` is a point; the first person is called the same."""
    ann, bo, eve = await people(store, "Ann", "Bo", "Eve")
    assert ann.id == "p1"
    terms = Terms(GameId("pente"), first="challenger", options={"rule": "free"})
    match = create.challenge(named("one"), terms, bo.id, None, bytes(32), NOON)
    match = decide(match, c.TakeSeat(eve.id), NOON).match
    match = decide(match, c.PlayMove(eve.id, Move("p1"), 1), NOON).match
    assert '"p1"' in encode(match)
    before = await store.create(session("one", match))
    assert list(await store.belongings.matches(ann.id)) == []
    await store.belongings.leave(ann.id)
    assert await store.load(named("one")) == before


async def test_private_chats_go_and_screens_elsewhere_stay(
    store: Store, backend: Backend, tmp_path: Path
) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    await played(store, "one", ann.id, bo.id, home=PRIVATE)
    there = await store.load(named("one"))
    wider = there.shown_too(Screen(LOBBY, ScreenKind.BOARD, "en"))
    await store.save(replace(wider, screens=wider.screens))
    await store.mark_shown(named("one"), 1, 9, "in the lobby", LOBBY)
    await store.belongings.leave(ann.id)
    after = await store.load(named("one"))
    assert [(screen.room, screen.message) for screen in after.screens] == [(LOBBY, "in the lobby")]
    assert after.home == LOBBY
    [mine] = (await store.history(bo.id, 1)).rows
    assert mine.match == named("one")
    everywhere = Scope(ScopeKind.EVERYWHERE, LOBBY)
    period = Period(PeriodKind.ALWAYS, NOON)
    assert (await store.leaderboard(REVERSI, everywhere, period, 1, bo.id)).mine is not None
    await store.annul(named("one"))
    assert (await store.leaderboard(REVERSI, everywhere, period, 1, bo.id)).mine is None
    assert ask(tmp_path / "tavola.db", "SELECT * FROM standings") == []
    del backend
