"""Placement of matches and results by room settings; hidden names."""

from dataclasses import replace

import pytest

from bot.app.model.card import Card
from bot.app.model.request import Actor, Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import this
from bot.app.model.session import ScreenKind
from core.errors import Reason
from core.match.model import Status
from core.types import MatchId
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, actor

MO = replace(actor("Mo"), may_manage=True)
HALL = Room("paper", "server", "77")
ZOE = Actor("ink", "zoe", "Zoe")
ABROAD = Room("ink", "other", "attic")


def kinds(home_screens: object) -> list[tuple[ScreenKind, Room]]:
    return [(each.kind, each.room) for each in home_screens]  # type: ignore[attr-defined]


async def one_place(home: Harness) -> None:
    assert (await home.say(MO, "setup place this", HALL)).reason is None
    assert (await home.store.houses.settings(ROOM)).place == this(HALL)


def linked(card: Card) -> list[Room]:
    return [link.screen.room for link in card.links]


async def test_a_match_lives_in_the_one_place_and_leaves_a_card(home: Harness) -> None:
    await one_place(home)
    id = await home.started()
    session = await home.session(id)
    assert kinds(session.screens) == [(ScreenKind.CARD, ROOM), (ScreenKind.BOARD, HALL)]
    card, board = home.paper.last(ROOM), home.paper.last(HALL)
    assert card.card.text == "Ann and Bo are playing Reversi."
    assert linked(card.card) == [HALL]
    assert board.card.board is not None
    await home.press(ANN, board.token("d3"), HALL)
    await home.ask(BO, Verb.MOVE, "c3", session=id, room=HALL)
    await home.ask(BO, Verb.RESIGN, "sure", session=id, room=HALL)
    assert "Ann wins" in card.card.text
    session = await home.session(id)
    assert kinds(session.screens)[2:] == [(ScreenKind.RESULT, HALL)], "the card tells it already"


async def test_the_offer_stands_where_it_was_made(home: Harness) -> None:
    await one_place(home)
    reply = await home.say(ANN, "challenge @Bo first=challenger")
    session = await home.match(reply)
    assert kinds(session.screens) == [(ScreenKind.CARD, ROOM)]
    offer = home.paper.last(ROOM)
    assert "Ann challenges Bo" in offer.card.text
    await home.click(BO, offer, "Decline")
    session = await home.match(reply)
    assert kinds(session.screens) == [(ScreenKind.CARD, ROOM)]
    assert "Bo declined." in offer.card.text


@pytest.mark.parametrize("said", ["play", "dice"])
async def test_what_needs_nobody_else_begins_there_at_once(home: Harness, said: str) -> None:
    await one_place(home)
    session = await home.match(await home.say(ANN, said))
    assert kinds(session.screens) == [(ScreenKind.CARD, ROOM), (ScreenKind.BOARD, HALL)]


async def test_in_the_place_itself_there_is_no_card(home: Harness) -> None:
    await one_place(home)
    session = await home.match(await home.say(ANN, "play", HALL))
    assert kinds(session.screens) == [(ScreenKind.BOARD, HALL)]
    thread = replace(HALL, thread="5")
    session = await home.match(await home.say(ANN, "play", thread))
    assert kinds(session.screens) == [(ScreenKind.BOARD, thread)]


async def test_who_asks_for_the_board_at_the_card_is_told_where_it_is(home: Harness) -> None:
    await one_place(home)
    id = await home.started()
    reply = await home.ask(ANN, Verb.BOARD, session=id)
    assert reply.card is not None
    assert linked(reply.card) == [HALL]


async def test_a_place_that_is_given_up_meanwhile_leaves_the_match_where_it_is(
    home: Harness,
) -> None:
    await one_place(home)
    reply = await home.say(ANN, "challenge first=challenger")
    await home.say(MO, "setup place here")
    await home.click(BO, home.paper.last(ROOM), "Accept")
    session = await home.match(reply)
    assert kinds(session.screens) == [(ScreenKind.CARD, ROOM), (ScreenKind.BOARD, ROOM)]
    assert session.match.status is Status.PLAYING


async def test_a_rematch_goes_on_in_the_same_place(home: Harness) -> None:
    await one_place(home)
    id = await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        await home.ask(who, Verb.MOVE, move, session=id, room=HALL)
    await home.ask(BO, Verb.RESIGN, "sure", session=id, room=HALL)
    await home.ask(ANN, Verb.REMATCH, session=id, room=HALL)
    await home.ask(BO, Verb.YES, session=id, room=HALL)
    next = (await home.session(id)).match.rematch
    assert next is not None
    screens = (await home.session(next)).screens
    assert kinds(screens) == [(ScreenKind.CARD, ROOM), (ScreenKind.BOARD, HALL)]


async def test_results_are_copied_to_their_own_place(home: Harness) -> None:
    await home.say(MO, "setup results this", HALL)
    id = await ended(home)
    screens = (await home.session(id)).screens
    assert kinds(screens) == [
        (ScreenKind.BOARD, ROOM),
        (ScreenKind.RESULT, ROOM),
        (ScreenKind.RESULT, HALL),
    ]
    assert home.paper.last(HALL).card.text == home.paper.last(ROOM).card.text
    await home.say(MO, "setup results none")
    id = await ended(home)
    assert len((await home.session(id)).screens) == 2


async def test_results_of_a_contest_are_copied_too(home: Harness) -> None:
    await home.say(MO, "setup results this", HALL)
    id = (await home.match(await home.say(ANN, "challenge dice"))).match.id
    await home.ask(ANN, Verb.SHEET, session=id)
    await home.ask(ANN, Verb.CLOSE, session=id)
    contest = (await home.session(id)).contest
    assert contest is not None
    await home.ask(ANN, Verb.RESIGN, "sure", session=contest.entries[0].match)
    assert kinds((await home.session(id)).screens)[-1] == (ScreenKind.RESULT, HALL)


async def test_a_match_that_came_to_nothing_has_no_result_to_copy(home: Harness) -> None:
    await home.say(MO, "setup results this", HALL)
    id = await home.started()
    await home.ask(BO, Verb.RESIGN, "sure", session=id)
    assert kinds((await home.session(id)).screens) == [(ScreenKind.BOARD, ROOM)]


async def ended(home: Harness) -> MatchId:
    id = await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        await home.ask(who, Verb.MOVE, move, session=id)
    await home.ask(BO, Verb.RESIGN, "sure", session=id)
    return id


async def test_the_names_of_guests_are_not_shown_where_the_room_hides_them(home: Harness) -> None:
    offered = await home.say(ANN, "challenge first=challenger")
    id = (await home.match(offered)).match.id
    code = (await home.ask(ANN, Verb.INVITE, session=id)).text.split()[-1]
    asked = await home.ask(ZOE, Verb.JOIN, code, room=ABROAD)
    assert asked.card is not None
    assert (await home.ask(ZOE, Verb.JOIN, code, room=ABROAD, session=id)).session is not None
    assert "Zoe (ink)" in home.paper.last(ROOM).card.text
    await home.say(MO, "setup names hidden")
    await home.ask(ANN, Verb.MOVE, "d3", session=id)
    said = home.paper.last(ROOM).card
    assert "Zoe" not in said.text + said.alt + "".join(said.names)
    assert "a guest (ink)" in said.text
    assert "Ann" in said.text


async def test_a_guest_is_no_reason_to_hide_the_others(home: Harness) -> None:
    await home.say(MO, "setup names hidden")
    id = await home.started(EVE, BO)
    text = home.paper.last(ROOM).card.text
    assert "Eve" in text
    assert "Bo" in text
    reply = await home.ask(MO, Verb.END, session=id, room=ELSEWHERE)
    assert reply.reason is not Reason.NOT_MANAGER
