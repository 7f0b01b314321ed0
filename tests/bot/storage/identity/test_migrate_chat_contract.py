"""What every store has to do when a chat gets a new id."""

import asyncio
from dataclasses import replace

import pytest

from bot.app.model.leaderboard import Period, PeriodKind, Scope, ScopeKind
from bot.app.model.room import Room
from bot.app.ports.store import Store, VersionConflict
from core.types import PlayerId
from tests.bot.storage.sessions import (
    ABROAD,
    KITCHEN,
    LOBBY,
    NOON,
    TOPIC,
    moved,
    named,
    people,
    record,
    resigned,
    session,
)
from tests.core.match import matches

NEW = Room("paper", "server", "ballroom")


async def test_screens_and_home_follow_and_messages_are_forgotten(store: Store) -> None:
    created = await store.create(session("one", None, LOBBY, ABROAD))
    for number in range(2):
        await store.mark_shown(created.match.id, number, 1, f"m{number}", (LOBBY, ABROAD)[number])
    await store.move_room(LOBBY, NEW)
    there = await store.load(created.match.id)
    assert there.home == NEW
    assert [screen.room for screen in there.screens] == [NEW, ABROAD]
    assert [screen.message for screen in there.screens] == [None, "m1"]
    assert [screen.shown for screen in there.screens] == [0, 1]
    assert (await store.pending(NOON)).unshown == (created.match.id,)
    assert await store.in_room(LOBBY) == []
    assert await store.in_room(NEW) == [created.match.id]


async def test_a_save_that_began_before_is_a_conflict(store: Store) -> None:
    created = await store.create(session())
    await store.move_room(LOBBY, NEW)
    with pytest.raises(VersionConflict):
        await store.save(moved(created, "c3"))
    saved = await store.save(moved(await store.load(created.match.id), "c3"))
    assert saved.home == saved.screens[0].room == NEW


async def test_matches_offered_there_and_shown_elsewhere_move_house(store: Store) -> None:
    created = await store.create(replace(session("one", None, ABROAD), home=LOBBY))
    await store.mark_shown(created.match.id, 0, 1, "m1", ABROAD)
    await store.move_room(LOBBY, NEW)
    there = await store.load(created.match.id)
    assert (there.home, there.version) == (NEW, 2)
    assert there.screens[0].message == "m1"


async def test_other_rooms_stay_as_they_are(store: Store) -> None:
    rooms = (KITCHEN, TOPIC, replace(LOBBY, platform="scrolls"))
    others = [await store.create(session(room.chat + room.platform, None, room)) for room in rooms]
    await store.move_room(LOBBY, NEW)
    for other in others:
        assert await store.load(other.match.id) == other


async def test_moving_nowhere_changes_nothing(store: Store) -> None:
    created = await store.create(session())
    await store.say(LOBBY, PlayerId("p1"), "hi", NOON)
    await store.move_room(LOBBY, replace(LOBBY, space=None))
    assert await store.load(created.match.id) == created
    assert await store.web_rooms() == [LOBBY]


async def test_leaderboards_join(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    for number, room in enumerate((LOBBY, LOBBY, NEW, KITCHEN)):
        await record(store, str(number), ann, bo, room, NOON)
    await store.move_room(LOBBY, NEW)

    async def won(room: Room, kind: ScopeKind) -> int:
        period = Period(PeriodKind.MONTH, NOON)
        found = await store.leaderboard(matches.REVERSI, Scope(kind, room), period, 1, ann.id)
        return found.mine.won if found.mine else 0

    assert await won(NEW, ScopeKind.ROOM) == 3
    assert await won(LOBBY, ScopeKind.ROOM) == 0
    assert await won(KITCHEN, ScopeKind.ROOM) == 1
    assert await won(NEW, ScopeKind.SPACE) == 4


async def test_what_was_finished_last_follows(store: Store) -> None:
    await store.save(resigned(await store.create(session("old"))))
    await store.move_room(LOBBY, NEW)
    assert await store.last_finished(LOBBY, matches.ANN) is None
    assert await store.last_finished(NEW, matches.ANN) == named("old")
    await store.save(resigned(await store.create(session("new", None, NEW))))
    assert await store.last_finished(NEW, matches.ANN) == named("new")


async def test_logs_join(store: Store) -> None:
    first = await store.say(LOBBY, PlayerId("p1"), "one", NOON)
    second = await store.say(NEW, PlayerId("p1"), "two", NOON)
    third = await store.say(LOBBY, PlayerId("p1"), "three", NOON)
    await store.say(KITCHEN, PlayerId("p1"), "four", NOON)
    await store.move_room(LOBBY, NEW)
    assert await store.log(NEW, 99) == [first, second, third]
    assert await store.log(LOBBY, 99) == []
    assert await store.web_rooms() == [KITCHEN, NEW]


async def test_moving_while_others_play_loses_no_move(store: Store) -> None:
    created = [await store.create(session(str(number))) for number in range(10)]
    answers = await asyncio.gather(
        *(store.save(moved(each, "c3")) for each in created[:5]),
        store.move_room(LOBBY, NEW),
        *(store.save(moved(each, "c3")) for each in created[5:]),
        return_exceptions=True,
    )
    for each, answer in zip(created, (*answers[:5], *answers[6:]), strict=True):
        stored = await store.load(each.match.id)
        assert stored.home == stored.screens[0].room == NEW
        if isinstance(answer, VersionConflict):
            assert stored.match == each.match
        else:
            assert stored.match == moved(each, "c3").match
