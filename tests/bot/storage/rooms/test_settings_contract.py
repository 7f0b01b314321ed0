"""What every store has to do for rooms: keep what they say, whom they bar, who listens."""

import pytest

from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.app.model.room_settings import EVERYWHERE, RoomSettings, scopes
from bot.app.ports.store import Store
from core.types import GameId, Millis, PlayerId
from tests.bot.storage.conftest import Backend
from tests.fakes.clock import START

SERVER = Room("discord", "9", "")
CHANNEL, OTHER = Room("discord", "9", "11"), Room("discord", "9", "12")
GROUP, TOPIC = Room("telegram", "-5", "-5"), Room("telegram", "-5", "-5", "7")
MOVED = Room("telegram", "-1005", "-1005")


async def person(store: Store, name: str) -> PlayerId:
    return (await store.player_for(Actor("discord", name.lower(), name))).id


async def test_a_channel_takes_what_its_server_says_unless_it_says_otherwise(store: Store) -> None:
    assert await store.houses.settings(CHANNEL) == RoomSettings()
    await store.houses.choose(SERVER, "pente", "no")
    await store.houses.choose(SERVER, "language", "fr")
    await store.houses.choose(CHANNEL, "pente", "yes")
    await store.houses.choose(CHANNEL, "guests", "no")
    assert await store.houses.settings(CHANNEL) == RoomSettings(guests=False, language="fr")
    there = await store.houses.settings(OTHER)
    assert there == RoomSettings(closed=frozenset({GameId("pente")}), language="fr")
    await store.houses.choose(CHANNEL, "pente", None)
    assert (await store.houses.settings(CHANNEL)).closed == {"pente"}
    assert await store.houses.chosen(CHANNEL) == {"guests": "no"}


async def test_all_of_it_is_there_after_a_restart(backend: Backend) -> None:
    store = await backend.open()
    eve = await person(store, "Eve")
    await store.houses.choose(TOPIC, "names", "hidden")
    await store.houses.bar(SERVER, eve)
    await store.houses.listen(TOPIC, eve, True)
    await store.close()
    store = await backend.open()
    assert not (await store.houses.settings(TOPIC)).names
    assert await store.houses.is_barred(CHANNEL, eve)
    assert await store.houses.listeners(TOPIC) == [eve]
    await store.close()


async def test_the_daily_throws_are_of_rooms(store: Store) -> None:
    await store.houses.choose(CHANNEL, "daily", "18")
    await store.houses.choose(TOPIC, "daily", "6")
    await store.houses.choose(GROUP, "daily", "no")
    assert await store.houses.daily() == [(CHANNEL, 18), (TOPIC, 6)]
    await store.houses.choose(CHANNEL, "daily", None)
    assert await store.houses.daily() == [(TOPIC, 6)]


@pytest.mark.parametrize("times", [1, 2])
async def test_a_bar_is_of_the_whole_house_and_can_be_lifted(store: Store, times: int) -> None:
    eve, bo = await person(store, "Eve"), await person(store, "Bo")
    for _ in range(times):
        await store.houses.bar(scopes(CHANNEL)[0], eve)
    assert await store.houses.is_barred(OTHER, eve)
    assert not await store.houses.is_barred(GROUP, eve)
    assert not await store.houses.is_barred(CHANNEL, bo)
    assert await store.houses.barred(SERVER) == [eve]
    for _ in range(times):
        await store.houses.unbar(SERVER, eve)
    assert not await store.houses.is_barred(CHANNEL, eve)
    assert await store.houses.barred(SERVER) == []


async def test_the_operators_bar_holds_everywhere(store: Store) -> None:
    eve = await person(store, "Eve")
    assert not await store.houses.is_barred(GROUP, eve)
    await store.houses.bar(EVERYWHERE, eve)
    assert await store.houses.is_barred(GROUP, eve)
    assert await store.houses.is_barred(CHANNEL, eve)
    assert await store.houses.barred(EVERYWHERE) == [eve]
    assert not await store.houses.is_barred(GROUP, PlayerId("computer"))


async def test_up_to_which_offer_a_room_has_been_told_is_kept(store: Store) -> None:
    """Of all who listen there the one who has heard the least; for who is new, since now."""
    ann, bo = await person(store, "Ann"), await person(store, "Bo")
    await store.houses.listen(CHANNEL, ann, True)
    assert await store.houses.listening() == [(CHANNEL, START)]
    await store.houses.heard(CHANNEL, Millis(START + 5))
    await store.houses.heard(CHANNEL, Millis(START + 3))
    assert await store.houses.listening() == [(CHANNEL, START + 5)]
    await store.houses.listen(CHANNEL, bo, True)
    assert await store.houses.listening() == [(CHANNEL, START)]
    await store.houses.heard(CHANNEL, Millis(START + 4))
    await store.houses.listen(CHANNEL, ann, True)
    assert await store.houses.listening() == [(CHANNEL, START + 4)]
    for who in (ann, bo):
        await store.houses.listen(CHANNEL, who, False)
    assert await store.houses.listening() == []


async def test_who_listens_hears_of_that_very_room(store: Store) -> None:
    ann, bo = await person(store, "Ann"), await person(store, "Bo")
    for who in (bo, ann, bo):
        await store.houses.listen(CHANNEL, who, True)
    await store.houses.listen(OTHER, bo, False)
    assert await store.houses.listeners(CHANNEL) == sorted([ann, bo])
    assert await store.houses.listeners(Room("discord", "9", "11", "thread")) == sorted([ann, bo])
    assert await store.houses.listeners(OTHER) == []
    await store.houses.listen(CHANNEL, ann, False)
    assert await store.houses.listeners(CHANNEL) == [bo]


async def test_all_of_it_follows_a_group_that_moves(store: Store) -> None:
    eve = await person(store, "Eve")
    await store.houses.choose(GROUP, "guests", "no")
    await store.houses.choose(TOPIC, "daily", "6")
    await store.houses.choose(MOVED, "guests", "code")
    await store.houses.bar(GROUP, eve)
    await store.houses.listen(GROUP, eve, True)
    await store.move_room(GROUP, MOVED)
    assert await store.houses.chosen(MOVED) == {"guests": "code"}, "its own word stands"
    assert await store.houses.chosen(GROUP) == {}
    assert await store.houses.daily() == [(Room("telegram", "-1005", "-1005", "7"), 6)]
    assert await store.houses.is_barred(MOVED, eve)
    assert not await store.houses.is_barred(GROUP, eve)
    assert await store.houses.listeners(MOVED) == [eve]


async def test_who_lifts_it_for_others_hears_of_it_at_once(backend: Backend) -> None:
    store = await backend.open()
    eve = await person(store, "Eve")
    await store.houses.bar(SERVER, eve)
    assert await store.houses.is_barred(CHANNEL, eve)
    await store.close()
    other = await backend.open()
    await other.houses.unbar(SERVER, eve)
    assert not await other.houses.is_barred(CHANNEL, eve)
    await other.close()
