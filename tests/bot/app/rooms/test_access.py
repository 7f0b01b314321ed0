"""Access: the operator's limits, guests from other platforms, concurrent matches."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.model.request import Reply, Verb
from bot.app.model.room import Room
from bot.app.rooms.access import OperatorLimits
from core.errors import Reason
from core.types import MatchId
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, actor, harness

MO = replace(actor("Mo"), may_manage=True)
ABROAD = Room("paper", "other", "attic")
PRIVATE = Room("paper", None, "desk")

Bounded = Callable[[OperatorLimits], AbstractAsyncContextManager[Harness]]


@pytest.fixture
def bounded(tmp_path: Path) -> Bounded:
    def opened(bounds: OperatorLimits) -> AbstractAsyncContextManager[Harness]:
        return harness(tmp_path / "tavola.db", bounds=bounds)

    return opened


async def code_of(home: Harness, reply: Reply) -> str:
    id = (await home.match(reply)).match.id
    return (await home.ask(ANN, Verb.INVITE, session=id)).text.split()[-1]


# --- the operator


@pytest.mark.parametrize(
    ("bounds", "served"),
    [
        (OperatorLimits(), {ROOM, ABROAD, PRIVATE}),
        (OperatorLimits(allowed=frozenset({"paper:server"})), {ROOM, PRIVATE}),
        (OperatorLimits(barred=frozenset({"paper:server"})), {ABROAD, PRIVATE}),
        (OperatorLimits(barred=frozenset({"paper:desk", "ink:server"})), {ROOM, ABROAD}),
        (OperatorLimits(frozenset({"paper:server"}), frozenset({"paper:server"})), {PRIVATE}),
    ],
)
async def test_only_some_places_are_served(
    bounded: Bounded, bounds: OperatorLimits, served: set[Room]
) -> None:
    async with bounded(bounds) as home:
        for room in (ROOM, ABROAD, PRIVATE):
            for said in ("help", "play", "settings"):
                reply = await home.say(ANN, said, room)
                assert (reply.reason is None) == (room in served)
                assert reply.reason in (None, Reason.NOT_SERVED)


async def test_the_operators_caps_hold_everywhere(bounded: Bounded) -> None:
    async with bounded(OperatorLimits(each=2, most=3)) as home:
        for room in (ROOM, ABROAD):
            assert (await home.say(ANN, "play", room)).session is not None
        refused = await home.say(ANN, "play", ELSEWHERE)
        assert refused.reason is Reason.TOO_MANY_MATCHES
        assert refused.text == "You have 2 matches running, which is the limit."
        assert (await home.say(BO, "play")).session is not None
        assert (await home.say(EVE, "play")).session is not None
        full = await home.say(actor("Flo"), "challenge dice")
        assert full.reason is Reason.ROOM_FULL
        assert full.text == "3 matches are running here, which is the limit."


# --- the room


async def test_a_room_takes_so_many_matches_of_one_person(home: Harness) -> None:
    await home.say(MO, "setup each 1")
    first = await home.say(ANN, "challenge")
    assert (await home.say(ANN, "play")).reason is Reason.TOO_MANY_MATCHES
    assert (await home.say(ANN, "play", ABROAD)).session is not None, "other rooms do not count"
    assert (await home.say(BO, "play")).session is not None
    joined = await home.ask(BO, Verb.JOIN, session=(await home.match(first)).match.id)
    assert joined.reason is Reason.TOO_MANY_MATCHES
    assert (await home.ask(EVE, Verb.JOIN, session=(await home.match(first)).match.id)).session


async def test_a_room_takes_so_many_matches(home: Harness) -> None:
    await home.say(MO, "setup here most 1")
    one = await home.say(ANN, "challenge")
    assert (await home.say(BO, "challenge")).reason is Reason.ROOM_FULL
    assert (await home.say(BO, "play", ELSEWHERE)).session is not None
    await home.ask(ANN, Verb.CANCEL, session=(await home.match(one)).match.id)
    assert (await home.say(BO, "challenge")).session is not None


async def test_the_same_command_delivered_twice_is_one_match_under_any_cap(home: Harness) -> None:
    await home.say(MO, "setup most 1")
    once = await home.ask(ANN, Verb.PLAY, id="same")
    twice = await home.ask(ANN, Verb.PLAY, id="same")
    assert (await home.match(once)).match.id == (await home.match(twice)).match.id


async def test_a_room_may_take_no_guests(home: Harness) -> None:
    code = await code_of(home, await home.say(ANN, "challenge"))
    await home.say(MO, "setup guests no")
    for verb in (Verb.JOIN, Verb.WATCH):
        assert (await home.ask(EVE, verb, code, room=ABROAD)).reason is Reason.NO_GUESTS
    assert (await home.ask(EVE, Verb.JOIN, code)).session is not None, "from the same server"


async def test_a_game_that_is_closed_here_does_not_come_in_by_a_code(home: Harness) -> None:
    code = await code_of(home, await home.say(ANN, "challenge pente"))
    await home.say(MO, "setup pente no", ABROAD)
    assert (await home.ask(EVE, Verb.JOIN, code, room=ABROAD)).reason is Reason.GAME_CLOSED
    aside = await home.ask(EVE, Verb.JOIN, code, room=ABROAD, to=PRIVATE)
    assert aside.reason is None


async def test_who_plays_goes_on_whatever_the_room_says_since(home: Harness) -> None:
    id: MatchId = await home.started()
    for said in ("setup reversi no", "setup most 1", "setup each 1", "setup guests no"):
        await home.say(MO, said)
    assert (await home.ask(ANN, Verb.MOVE, "d3", session=id)).reason is None
