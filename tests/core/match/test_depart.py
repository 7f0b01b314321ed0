"""Somebody is gone for good."""

from dataclasses import replace

import pytest

from core.errors import Reason, Refused
from core.game import Termination
from core.match import commands as c
from core.match import create
from core.match.create import Terms
from core.match.events import SeatLeft, SeatReplaced
from core.match.model import AbortCause, Match, OfferKind, Status
from core.types import GameId, Level
from tests.core.match.matches import (
    ANN,
    BO,
    CY,
    DI,
    FIRST,
    ID,
    LOT,
    NOON,
    after,
    decided,
    offered,
    playing,
)

PENTE = GameId("pente")


def lobby(*entrants: c.TakeSeat) -> Match:
    terms = Terms(PENTE, seats=4)
    return after(create.challenge(ID, terms, ANN, None, LOT, NOON), *entrants)


def teams() -> Match:
    """Ann and Cy against Bo and Di, in the order in which they came."""
    return after(lobby(c.TakeSeat(BO), c.TakeSeat(CY), c.TakeSeat(DI)), c.Start(ANN))


def test_an_offer_of_theirs_is_withdrawn() -> None:
    gone = decided(offered(), c.Depart(ANN)).match
    assert (gone.status, gone.cause) == (Status.ABORTED, AbortCause.CANCELLED)


def test_an_offer_to_them_is_declined() -> None:
    gone = decided(offered(invited=BO), c.Depart(BO)).match
    assert (gone.status, gone.cause) == (Status.ABORTED, AbortCause.DECLINED)


def test_a_match_is_resigned() -> None:
    gone = decided(playing("f5d6"), c.Depart(ANN)).match
    assert gone.outcome is not None
    assert gone.outcome.termination is Termination.RESIGNATION
    assert gone.outcome.winner == 1


def test_before_both_have_moved_it_is_called_off() -> None:
    gone = decided(playing("f5"), c.Depart(BO)).match
    assert (gone.status, gone.cause) == (Status.ABORTED, AbortCause.CALLED_OFF)


def test_a_lobby_has_a_free_seat_and_the_next_host() -> None:
    decision = decided(lobby(c.TakeSeat(BO)), c.Depart(ANN))
    assert decision.match.status is Status.OPEN
    assert decision.match.host == BO
    assert decision.match.people == (BO,)
    assert [type(event) for event in decision.events] == [SeatLeft]


def test_nobody_loses_by_their_partner() -> None:
    match = teams()
    decision = decided(match, c.Depart(CY))
    [seat] = match.seats_of(CY)
    there = decision.match.seats[seat]
    assert there is not None
    assert there.level == create.usual_level(PENTE)
    assert decision.match.status is Status.PLAYING
    assert not decision.match.rated
    assert decision.events == (SeatReplaced(seat),)


def test_who_is_the_last_of_a_team_resigns() -> None:
    match = decided(teams(), c.Depart(CY)).match
    gone = decided(match, c.Depart(ANN)).match
    assert gone.is_over


def test_what_they_had_offered_stands_no_more() -> None:
    asked = after(playing("f5d6"), c.OfferDraw(ANN, 3))
    assert asked.offer(OfferKind.DRAW) is not None
    assert not decided(asked, c.Depart(ANN)).match.offers


def test_a_game_alone_ends() -> None:
    alone = create.challenge(ID, Terms(GameId("dice")), ANN, None, LOT, NOON)
    assert decided(alone, c.Depart(ANN)).match.cause is AbortCause.CANCELLED
    assert decided(after(alone, c.Start(ANN, "x")), c.Depart(ANN)).match.is_over


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        (offered(), Reason.NOT_SEATED),
        (playing("f5d6"), Reason.NOT_SEATED),
        (after(playing("f5d6"), c.Resign(ANN)), Reason.FINISHED),
        (after(playing("f5"), c.Resign(ANN)), Reason.ABORTED),
    ],
)
def test_a_stranger_has_nothing_to_leave(match: Match, reason: Reason) -> None:
    with pytest.raises(Refused) as refused:
        decided(match, c.Depart(DI))
    assert refused.value.reason is reason


def test_against_the_computer_nobody_else_is_asked() -> None:
    terms = replace(FIRST)
    match = create.against_computer(ID, terms, ANN, Level("novice"), LOT, NOON)
    assert decided(match, c.Depart(ANN)).match.is_over
