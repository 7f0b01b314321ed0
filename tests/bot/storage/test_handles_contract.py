"""What every store has to do with the names by which people call each other."""

from dataclasses import replace

from bot.app.model.request import Actor
from bot.app.ports.store import Store
from tests.bot.storage.conftest import Backend

BO = Actor("paper", "77", "Bo", handle="@bo")
CALLED_BO = Actor("paper", "@bo", "@bo")


async def test_called_by_a_handle_before_they_were_seen(store: Store, backend: Backend) -> None:
    called = await store.player_for(CALLED_BO)
    assert called.name == "@bo"
    bo = await store.player_for(BO)
    assert (bo.id, bo.name) == (called.id, "Bo")
    assert await store.player_for(CALLED_BO) == bo  # and is not renamed by those who call them
    await store.close()
    reopened = await backend.open()
    try:
        assert await reopened.player_for(CALLED_BO) == bo
        assert await reopened.player_for(BO) == bo
        assert await reopened.accounts("paper", [bo.id]) == {bo.id: "77"}
    finally:
        await reopened.close()


async def test_called_by_a_handle_after_they_were_seen(store: Store) -> None:
    bo = await store.player_for(BO)
    assert await store.player_for(CALLED_BO) == bo
    elsewhere = await store.player_for(replace(CALLED_BO, platform="scrolls"))
    assert elsewhere.id != bo.id


async def test_a_handle_moves_with_who_has_it(store: Store, backend: Backend) -> None:
    bo = await store.player_for(BO)
    cy = await store.player_for(replace(BO, user="78", name="Cy"))  # Bo gave it up
    assert cy.id != bo.id
    assert await store.player_for(CALLED_BO) == cy
    assert await store.player_for(replace(BO, handle="@bobo")) == bo
    assert await store.player_for(Actor("paper", "@bobo", "@bobo")) == bo
    await store.close()
    reopened = await backend.open()
    try:
        assert await reopened.player_for(CALLED_BO) == cy
    finally:
        await reopened.close()


async def test_who_was_seen_without_a_handle_is_nobody_else_with_one(store: Store) -> None:
    plain = await store.player_for(replace(BO, handle=""))
    called = await store.player_for(CALLED_BO)
    assert called.id != plain.id
    assert await store.player_for(BO) == plain
    assert await store.player_for(CALLED_BO) == plain
