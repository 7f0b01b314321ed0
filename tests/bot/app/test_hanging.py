"""No deadlocks: rooms stay usable after any failure, and players find their matches again."""

from pathlib import Path

import pytest

from bot.app.model.request import Verb
from bot.app.ports.frontend import DeliveryError, DeliveryUnknown, RoomGone, Unreachable
from core.errors import Reason
from core.match.clock import DAY
from core.match.commands import Abort
from core.match.model import AbortCause, Status
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, harness


@pytest.mark.parametrize("fault", [RoomGone("no rights"), Unreachable(), DeliveryUnknown()])
async def test_report_36_a_board_that_could_not_be_posted_blocks_nothing(
    home: Harness, fault: DeliveryError
) -> None:
    home.paper.faults[ROOM].append(fault)
    await home.say(ANN, "challenge @Bo")
    assert (await home.say(ANN, "challenge @Bo")).reason is None
    reply = await home.click(BO, home.paper.last(ROOM), "Accept")
    assert (await home.match(reply)).match.status is Status.PLAYING
    home.now.advance(DAY)
    await home.sweep.run()
    assert (await home.store.pending(home.now())).due == ()


async def test_report_37_an_acceptance_whose_answer_was_lost_has_begun_the_match(
    home: Harness,
) -> None:
    """There is no intermediate state: a repeated press gets the current one."""
    reply = await home.say(ANN, "challenge @Bo first=challenger")
    accept = home.paper.last(ROOM).token("Accept")
    home.paper.after[ROOM].append(DeliveryUnknown())
    await home.press(BO, accept)
    assert (await home.match(reply)).match.status is Status.PLAYING
    assert (await home.press(BO, accept)).reason is Reason.ALREADY_SEATED
    assert (await home.say(ANN, "move d3")).reason is None


@pytest.mark.parametrize("how", ["resigned", "called off", "broken"])
async def test_report_35_after_any_end_nobody_is_in_a_match(home: Harness, how: str) -> None:
    id = await home.started()
    if how == "resigned":
        await home.say(ANN, "move d3")
        await home.say(BO, "move c3")
    if how == "broken":
        await home.app.dispatcher.act(id, Abort(AbortCause.ENGINE_FAILED))
    else:
        await home.ask(ANN, Verb.RESIGN, "sure")
    for who in (ANN, BO):
        listed = (await home.say(who, "games")).card
        assert listed is not None
        assert "You have no matches running" in listed.text
    assert (await home.say(ANN, "resign")).reason is Reason.NO_MATCH_HERE
    assert await home.started(ANN, EVE)


async def test_report_39_my_matches_are_listed_with_a_way_to_each(home: Harness) -> None:
    first = await home.started(ANN, BO)
    second = await home.started(EVE, ANN)
    listed = (await home.say(ANN, "games", ELSEWHERE)).card
    assert listed is not None
    assert [link.session for link in listed.links] == [first, second]
    assert "your turn" in listed.links[0].label
    assert "your turn" not in listed.links[1].label
    assert all(link.screen.message for link in listed.links)


async def test_report_40_a_board_that_was_deleted_is_posted_anew_at_the_next_move(
    home: Harness,
) -> None:
    await home.started()
    board = home.paper.last(ROOM)
    gone = next(number for number, sheet in home.paper.sheets.items() if sheet is board)
    del home.paper.sheets[gone]
    await home.say(ANN, "move d3")
    assert "1. Ann d3" in home.paper.last(ROOM).card.text


@pytest.mark.parametrize("said", ["challenge @Bo", "challenge dice @Bo", "challenge pente 2x2 @Bo"])
async def test_what_somebody_was_asked_is_among_their_matches_until_they_answer(
    tmp_path: Path, said: str
) -> None:
    """An absent player finds the challenge later, after a restart too."""
    path = tmp_path / "tavola.db"
    async with harness(path) as home:
        id = (await home.match(await home.say(ANN, said))).match.id
    async with harness(path) as home:
        card = (await home.say(BO, "games")).card
        assert card is not None
        [link] = card.links
        assert link.session == id
        assert link.label.endswith("Ann · challenges you")
        eves = (await home.say(EVE, "games")).card
        assert eves is not None
        assert eves.links == ()
        if "2x2" not in said:
            await home.ask(BO, Verb.DECLINE, session=id)
        else:
            await home.ask(ANN, Verb.CANCEL, session=id)
        after = (await home.say(BO, "games")).card
        assert after is not None
        assert after.links == ()
