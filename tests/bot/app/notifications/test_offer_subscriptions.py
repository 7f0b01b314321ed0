"""Subscribers of a room get private notifications while an offer is open."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.app.model.request import Verb
from bot.app.model.room import Room
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, harness
from tests.fakes.clock import FixedNow

DESK = Room("paper", None, "desk of eve")


async def told(home: Harness) -> list[str]:
    await home.notices.run()
    await home.notices.idle()
    return home.paper.noted(DESK)


@pytest.mark.parametrize("said", ["challenge", "challenge dice", "challenge pente 2x2"])
async def test_whoever_wants_to_is_told_of_an_offer(home: Harness, said: str) -> None:
    await home.say(EVE, "tell")
    reply = await home.say(ANN, said)
    [note] = await told(home)
    assert note.startswith("Ann offers a ")
    assert note.endswith(". [Go to challenge]")
    await home.ask(ANN, Verb.CANCEL, session=(await home.match(reply)).match.id)
    assert await told(home) == [], "it is taken away with the offer"


@pytest.mark.parametrize("said", ["challenge @Bo", "play", "dice"])
async def test_of_what_is_for_somebody_else_nobody_hears(home: Harness, said: str) -> None:
    await home.say(EVE, "tell")
    await home.say(ANN, said)
    assert await told(home) == []


async def test_of_ones_own_offers_and_of_other_rooms_nobody_hears(home: Harness) -> None:
    await home.say(EVE, "tell")
    await home.say(EVE, "challenge")
    await home.say(ANN, "challenge", ELSEWHERE)
    assert await told(home) == []


async def test_where_nobody_else_is_there_is_nothing_to_hear(home: Harness) -> None:
    await home.say(EVE, "tell", DESK)
    reply = await home.ask(EVE, Verb.TELL, room=DESK, private=True)
    assert reply.text.startswith("Nobody else is here. Use it in the group or channel")
    assert reply.card is None
    assert list(await home.store.houses.listeners(DESK)) != []
    await home.ask(EVE, Verb.TELL, "no", room=DESK, private=True)
    assert list(await home.store.houses.listeners(DESK)) == []


async def test_whoever_has_enough_hears_no_more(home: Harness) -> None:
    await home.say(EVE, "tell")
    await home.say(EVE, "tell no")
    await home.say(ANN, "challenge")
    assert await told(home) == []


@pytest.mark.parametrize("blocked", [True, False])
async def test_nobody_hears_of_whom_they_blocked_nor_of_who_blocked_them(
    home: Harness, blocked: bool
) -> None:
    await home.say(EVE, "tell")
    ann, eve = await home.store.player_for(ANN), await home.store.player_for(EVE)
    one, other = (ann, eve) if blocked else (eve, ann)
    await home.store.contacts.block(one.id, other.id)
    await home.say(ANN, "challenge")
    assert await told(home) == []
    await home.say(BO, "challenge")
    assert len(await told(home)) == 1


async def test_who_takes_the_seat_is_not_told_to(home: Harness) -> None:
    await home.say(EVE, "tell")
    reply = await home.say(ANN, "challenge")
    assert len(await told(home)) == 1
    await home.ask(EVE, Verb.JOIN, session=(await home.match(reply)).match.id)
    assert not any("offers a match" in note for note in await told(home))
    assert home.paper.noted(ROOM) == []


async def test_field_report_10_an_offer_made_right_before_a_crash_is_cried_out_after_it(
    tmp_path: Path,
) -> None:
    """Once, however often the bot restarts; earlier offers are not announced again."""
    path, now = tmp_path / "tavola.db", FixedNow()
    async with harness(path, options={"now": now}) as home:
        await home.say(BO, "challenge")  # before she subscribes
        now.advance(1_000)
        await home.say(EVE, "tell")
        now.advance(1_000)
        await home.say(ANN, "challenge")
        assert len(await told(home)) == 1
        now.advance(1_000)
    async with harness(path, options={"now": now}, cries=False) as home:
        for _ in range(3):
            await home.say(EVE, "games")  # other requests do not affect the announcement
        reply = await home.say(ANN, "challenge pente")
        id = (await home.match(reply)).match.id
    async with harness(path, options={"now": now}) as home:
        await home.crier.catch_up()
        assert await told(home) == ["Ann offers a Pente match. [Go to challenge]"]
    async with harness(path, options={"now": now}) as home:
        await home.crier.catch_up()
        assert await told(home) == [], "what stands there is not posted anew"
        await home.ask(ANN, Verb.CANCEL, session=id)
        await home.crier.catch_up()
        assert await told(home) == []


async def test_an_offer_that_comes_while_a_crash_is_made_up_for_is_cried_out_once(
    tmp_path: Path,
) -> None:
    now = FixedNow()
    async with harness(tmp_path / "tavola.db", options={"now": now}) as home:
        await home.say(EVE, "tell")
        now.advance(1_000)
        asked: list[object] = []
        tell = home.notices.ask

        async def counted(*order: Any) -> None:
            asked.append(order)
            await tell(*order)

        home.crier._schedule = counted
        late = asyncio.create_task(home.crier.catch_up())
        await home.say(ANN, "challenge")
        await late
        assert len(await told(home)) == 1
        assert len(asked) == 1
