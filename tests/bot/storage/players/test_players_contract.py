"""What every store has to do with people, rooms' logs, codes and secrets."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.model.request import Actor
from bot.app.model.room import LogEntry
from bot.app.model.settings import Settings
from bot.app.ports.store import Store
from bot.storage.store import open_sqlite
from core.types import COMPUTER, Millis, PlayerId
from tests.bot.storage.conftest import Backend
from tests.bot.storage.sessions import ABROAD, KITCHEN, LOBBY, NOON, TOPIC, named, people, session

ANN = Actor("paper", "ann", "Ann")


async def test_a_person_is_made_at_first_sight_and_found_again(
    store: Store, backend: Backend
) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    assert (ann.id, bo.id) == ("p1", "p2")
    assert (ann.name, ann.platform, ann.locale) == ("Ann", "paper", None)
    await store.close()
    reopened = await backend.open()
    try:
        assert await reopened.player_for(ANN) == ann
        assert await reopened.players([ann.id, bo.id]) == {ann.id: ann, bo.id: bo}
    finally:
        await reopened.close()


async def test_the_same_user_elsewhere_is_somebody_else(store: Store) -> None:
    here = await store.player_for(ANN)
    there = await store.player_for(replace(ANN, platform="scrolls"))
    assert here.id != there.id
    assert there.platform == "scrolls"


async def test_many_first_sights_at_once_make_one_person(store: Store) -> None:
    met = await asyncio.gather(*(store.player_for(ANN) for _ in range(30)))
    assert len(set(met)) == 1


async def test_names_are_kept_up_to_date(store: Store, backend: Backend) -> None:
    ann = await store.player_for(ANN)
    renamed = await store.player_for(replace(ANN, name="Änn <b>'; DROP"))
    assert renamed == replace(ann, name="Änn <b>'; DROP")
    assert await store.players([ann.id]) == {ann.id: renamed}
    await store.close()
    reopened = await backend.open()  # which remembers nothing
    try:
        back = await reopened.player_for(ANN)
        assert back == ann
        assert await reopened.players([ann.id]) == {ann.id: ann}
    finally:
        await reopened.close()


async def test_a_name_that_is_read_while_it_changes_is_not_kept(store: Store) -> None:
    ann = await store.player_for(ANN)
    for name in ("Anna", "Anne", "Annika") * 10:
        await asyncio.gather(
            store.players([ann.id]),
            store.player_for(replace(ANN, name=name)),
            store.players([ann.id, PlayerId("p99")]),
        )
        assert (await store.players([ann.id]))[ann.id].name == name


async def test_the_names_of_a_board_are_read_once(tmp_path: Path) -> None:
    store = await open_sqlite(tmp_path / "tavola.db", lambda: NOON)
    try:
        [ann] = await people(store, "Ann")
        known = await store.players([ann.id])
        with sqlite3.connect(tmp_path / "tavola.db") as db:
            db.execute("UPDATE players SET name = 'somebody else'")
        db.close()
        assert await store.players([ann.id]) == known
    finally:
        await store.close()


async def test_only_people_who_exist_are_told_of(store: Store) -> None:
    [ann] = await people(store, "Ann")
    ids = [COMPUTER, PlayerId("p999"), PlayerId("p01"), PlayerId("p" + "9" * 30), ann.id, ann.id]
    assert await store.players(ids) == {ann.id: ann}
    assert await store.players([]) == {}


async def test_accounts_of_one_platform(store: Store) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    cy = await store.player_for(Actor("scrolls", "cy", "Cy"))
    found = await store.accounts("paper", [ann.id, bo.id, cy.id, COMPUTER])
    assert found == {ann.id: "ann", bo.id: "bo"}
    assert await store.accounts("scrolls", [ann.id]) == {}


# --- the log of web rooms ------------------------------------------------------------------------


async def test_what_is_said_stands_in_the_log(store: Store) -> None:
    [ann] = await people(store, "Ann")
    said = [await store.say(LOBBY, ann.id, f"line {n}", Millis(n)) for n in range(5)]
    assert said[0] == LogEntry(said[0].id, Millis(0), ann.id, "line 0", None, 0)
    assert await store.log(LOBBY, 99) == said
    assert await store.log(LOBBY, 2) == said[3:]
    assert await store.log(TOPIC, 99) == []


async def test_a_posted_screen_moves_to_the_end(store: Store) -> None:
    created = await store.create(session("one", None, LOBBY, LOBBY))
    id = created.match.id
    first = await store.post(LOBBY, id, 0, Millis(1))
    assert first == LogEntry(first.id, Millis(1), None, "", id, 0)
    other = await store.post(LOBBY, id, 1, Millis(2))
    said = await store.say(LOBBY, PlayerId("p1"), "hm", Millis(3))
    again = await store.post(LOBBY, id, 0, Millis(4))
    assert await store.log(LOBBY, 99) == [other, said, again]
    assert again.id > said.id > other.id > first.id
    last = await store.post(LOBBY, id, 0, Millis(5))
    assert last.id > again.id  # an id is never given twice, even of a line that is gone


async def test_rooms_with_a_log_newest_first(store: Store) -> None:
    assert await store.web_rooms() == []
    for room in (LOBBY, KITCHEN, ABROAD, TOPIC, KITCHEN):
        await store.say(room, PlayerId("p1"), "hello", NOON)
    assert await store.web_rooms() == [KITCHEN, TOPIC, ABROAD, LOBBY]


# --- codes and secrets ---------------------------------------------------------------------------


async def test_a_match_has_one_code(store: Store) -> None:
    one, two = [await store.create(session(name)) for name in ("one", "two")]
    drawn = iter(["K7Q4MD", "never", "K7Q4MD", "K7Q4MD", "A2B3C4"])
    assert await store.code_for(one.match.id, lambda: next(drawn)) == "K7Q4MD"
    assert await store.code_for(one.match.id, lambda: "never") == "K7Q4MD"
    assert next(drawn) == "never"
    assert await store.code_for(two.match.id, lambda: next(drawn)) == "A2B3C4"
    assert await store.by_code("K7Q4MD") == named("one")
    assert await store.by_code("A2B3C4") == named("two")
    assert await store.by_code("never") is None


async def test_a_secret_is_made_once_and_survives(store: Store, backend: Backend) -> None:
    made = await asyncio.gather(*(store.secret("link", lambda n=n: bytes([n])) for n in range(9)))  # type: ignore[misc]
    assert len(set(made)) == 1
    assert await store.secret("other", lambda: b"") == b""
    await store.close()
    reopened = await backend.open()
    try:
        assert await reopened.secret("link", pytest.fail) == made[0]
        assert await reopened.secret("other", pytest.fail) == b""
    finally:
        await reopened.close()


# --- settings ------------------------------------------------------------------------------------


async def test_settings_are_kept_for_each_person(store: Store, backend: Backend) -> None:
    ann, bo = await people(store, "Ann", "Bo")
    assert await store.settings(ann.id) == Settings()
    assert await store.choose_setting(ann.id, "confirm", "yes") == Settings(confirm=True)
    assert await store.choose_setting(ann.id, "theme", "wood") == Settings(True, theme="wood")
    assert await store.settings(bo.id) == Settings()
    await store.close()
    reopened = await backend.open()
    try:
        assert await reopened.settings(ann.id) == Settings(True, theme="wood")
        assert await reopened.choose_setting(ann.id, "confirm", "no") == Settings(theme="wood")
    finally:
        await reopened.close()


async def test_nobody_has_the_usual_settings(store: Store) -> None:
    for stranger in (COMPUTER, PlayerId("p999")):
        assert await store.settings(stranger) == Settings()


async def test_choices_at_once_are_all_kept(store: Store) -> None:
    [ann] = await people(store, "Ann")
    choices = [("confirm", "yes"), ("auto", "no"), ("theme", "dark"), ("language", "it")]
    await asyncio.gather(*(store.choose_setting(ann.id, *choice) for choice in choices))
    assert await store.settings(ann.id) == Settings(
        confirm=True, auto=False, language="it", theme="dark"
    )


async def test_a_language_is_part_of_the_person(store: Store, backend: Backend) -> None:
    [ann] = await people(store, "Ann")
    await store.choose_setting(ann.id, "language", "fr")
    assert (await store.player_for(ANN)).locale == "fr"
    assert (await store.players([ann.id]))[ann.id].locale == "fr"
    await store.choose_setting(ann.id, "language", "chat")
    assert (await store.player_for(ANN)).locale is None
    await store.close()
    reopened = await backend.open()
    try:
        assert (await reopened.player_for(ANN)).locale is None
    finally:
        await reopened.close()


async def test_an_account_is_found_by_what_it_is_called_there_if_it_is_the_only_one(
    store: Store,
) -> None:
    ann = await store.player_for(Actor("web", "w1", "Ann Green"))
    await store.player_for(Actor("discord", "d1", "Bo"))
    found = await store.contacts.named("web", "ann_green")
    assert found == Actor("web", "w1", "Ann Green")
    assert (await store.player_for(found)).id == ann.id
    assert await store.contacts.named("discord", "Ann Green") is None
    assert await store.contacts.named("web", "Bo") is None
    other = await store.player_for(Actor("telegram", "t1", "Anna"))
    await store.links.join(ann.id, other.id)
    assert await store.contacts.named("web", "Ann Green") == found
    assert await store.contacts.named("telegram", "anna") == Actor("telegram", "t1", "Anna")
    await store.player_for(Actor("web", "w2", "ANN GREEN"))
    assert await store.contacts.named("web", "Ann Green") is None
