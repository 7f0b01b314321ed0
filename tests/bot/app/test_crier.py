"""Who wants to hear of offers in a room is told privately, as long as they stand."""

import pytest

from bot.app.requests import Verb
from bot.app.session import Room
from tests.bot.app.house import ANN, BO, ELSEWHERE, EVE, ROOM, House

DESK = Room("paper", None, "desk of eve")


async def told(home: House) -> list[str]:
    await home.notices.run()
    await home.notices.idle()
    return home.paper.noted(DESK)


@pytest.mark.parametrize("said", ["challenge", "challenge dice", "challenge pente 2x2"])
async def test_whoever_wants_to_is_told_of_an_offer(home: House, said: str) -> None:
    await home.say(EVE, "tell")
    reply = await home.say(ANN, said)
    [note] = await told(home)
    assert note.startswith("Ann offers a match of ")
    assert note.endswith(". [To the offer]")
    await home.ask(ANN, Verb.CANCEL, session=(await home.match(reply)).match.id)
    assert await told(home) == [], "it is taken away with the offer"


@pytest.mark.parametrize("said", ["challenge @Bo", "play", "dice"])
async def test_of_what_is_for_somebody_else_nobody_hears(home: House, said: str) -> None:
    await home.say(EVE, "tell")
    await home.say(ANN, said)
    assert await told(home) == []


async def test_of_ones_own_offers_and_of_other_rooms_nobody_hears(home: House) -> None:
    await home.say(EVE, "tell")
    await home.say(EVE, "challenge")
    await home.say(ANN, "challenge", ELSEWHERE)
    assert await told(home) == []


async def test_whoever_has_enough_hears_no_more(home: House) -> None:
    await home.say(EVE, "tell")
    await home.say(EVE, "tell no")
    await home.say(ANN, "challenge")
    assert await told(home) == []


@pytest.mark.parametrize("blocked", [True, False])
async def test_nobody_hears_of_whom_they_blocked_nor_of_who_blocked_them(
    home: House, blocked: bool
) -> None:
    await home.say(EVE, "tell")
    ann, eve = await home.store.player_for(ANN), await home.store.player_for(EVE)
    one, other = (ann, eve) if blocked else (eve, ann)
    await home.store.contacts.block(one.id, other.id)
    await home.say(ANN, "challenge")
    assert await told(home) == []
    await home.say(BO, "challenge")
    assert len(await told(home)) == 1


async def test_who_takes_the_seat_is_not_told_to(home: House) -> None:
    await home.say(EVE, "tell")
    reply = await home.say(ANN, "challenge")
    assert len(await told(home)) == 1
    await home.ask(EVE, Verb.JOIN, session=(await home.match(reply)).match.id)
    assert not any("offers a match" in note for note in await told(home))
    assert home.paper.noted(ROOM) == []
