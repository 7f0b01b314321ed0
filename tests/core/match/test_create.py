"""New matches: their ids, their terms, who sits where, and rematches."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason
from core.game import Setup
from core.match import commands as c
from core.match import create
from core.match.clock import MINUTE, TimeControl
from core.match.create import Terms
from core.match.model import Occupant, Status
from core.types import COMPUTER, GameId, Level, Millis, Move
from tests.core.match.matches import (
    ANN,
    BO,
    CY,
    DI,
    FIRST,
    ID,
    LOT,
    NOON,
    REVERSI,
    after,
    against_computer,
    four_seats,
    nim_registered,
    offered,
    playing,
)
from tests.core.refusals import refusal

PARTS = st.lists(st.text(max_size=5), min_size=1, max_size=4)


@given(PARTS, PARTS)
def test_an_id_is_its_parts_and_nothing_else(one: list[str], other: list[str]) -> None:
    assert re.fullmatch("[a-z2-7]{13}", create.match_id(*one))
    assert (create.match_id(*one) == create.match_id(*other)) == (one == other)


def test_parts_cannot_be_chosen_to_meet_those_of_another() -> None:
    parted = [("a", "b"), ("a\nb",), ("ab",), ("a", "", "b"), ("1:a1:b",), ("a1:b",)]
    assert len({create.match_id(*parts) for parts in parted}) == len(parted)
    assert create.match_id("\ud800") != create.match_id("\ud801")  # half characters from a browser


def test_asking_twice_makes_one_match() -> None:
    assert offered() == offered()


def test_a_challenge_waits_with_its_host_seated() -> None:
    match = offered(invited=BO)
    assert match.seats == (Occupant(ANN), None)
    assert (match.status, match.turn, match.plies) == (Status.OPEN, 0, ())
    assert (match.host, match.invited, match.rated) == (ANN, BO, True)
    assert (match.created, match.since, match.clock) == (NOON, NOON, None)
    assert match.setup.options == {"opening": "standard"}


@pytest.mark.parametrize(
    ("first", "last_byte", "seat"),
    [
        ("challenger", 1, 0),
        ("opponent", 0, 1),
        ("lot", 0, 0),
        ("lot", 1, 1),
        ("lot", 254, 0),
        ("lot", 255, 1),
    ],
)
def test_who_is_black_is_chosen_or_drawn(first: str, last_byte: int, seat: int) -> None:
    entropy = bytes(31) + bytes([last_byte])
    match = create.challenge(ID, replace(FIRST, first=first), ANN, None, entropy, NOON)
    assert [bool(occupant) for occupant in match.seats].index(True) == seat


def test_the_lot_of_the_colours_leaves_the_openings_alone() -> None:
    terms = Terms(REVERSI, options={"opening": "balanced"})
    lots = (bytes(31) + bytes([last]) for last in (0, 1))
    one, other = (create.challenge(ID, terms, ANN, None, entropy, NOON) for entropy in lots)
    assert one.setup.opening == other.setup.opening != ()
    assert one.seats != other.seats


@pytest.mark.parametrize(
    ("terms", "reason", "details"),
    [
        (Terms(GameId("chess")), Reason.UNKNOWN_GAME, {"game": "chess"}),
        (
            replace(FIRST, options={"opening": "ruy"}),
            Reason.UNKNOWN_OPTION,
            {"option": "opening", "value": "ruy", "fits": "standard, balanced"},
        ),
        (
            replace(FIRST, options={"size": "10"}),
            Reason.UNKNOWN_OPTION,
            {"option": "size", "value": "10", "game": "reversi"},
        ),
        (
            replace(FIRST, first="me"),
            Reason.UNKNOWN_OPTION,
            {"option": "first", "value": "me", "fits": "lot, challenger, opponent"},
        ),
    ],
)
def test_terms_that_are_refused(terms: Terms, reason: Reason, details: dict[str, str]) -> None:
    for refused in (
        refusal(offered, terms),
        refusal(create.against_computer, ID, terms, ANN, Level("club"), LOT, NOON),
    ):
        assert refused is not None
        assert (refused.reason, refused.details) == (reason, details)


def test_nobody_plays_themselves() -> None:
    refused = refusal(offered, FIRST, ANN)
    assert refused is not None
    assert refused.reason is Reason.SELF_CHALLENGE


def test_against_the_computer_it_begins_at_once_and_is_casual() -> None:
    match = against_computer()
    assert match.seats == (Occupant(ANN), Occupant(COMPUTER, Level("club")))
    assert (match.status, match.turn, match.rated) == (Status.PLAYING, 1, False)
    refused = refusal(create.against_computer, ID, FIRST, ANN, Level("god"), LOT, NOON)
    assert refused is not None
    assert (refused.reason, refused.details["level"]) == (Reason.UNKNOWN_LEVEL, "god")


LATER = Millis(NOON + MINUTE)


def test_a_rematch_swaps_colours_and_keeps_the_terms() -> None:
    match = after(playing("f5d6", "5+3"), c.Resign(BO), c.AskRematch(ANN), c.AskRematch(BO))
    again = create.rematch(match, LOT, LATER)
    assert again.id == match.rematch
    assert again.previous == match.id
    assert again.seats == (Occupant(BO), Occupant(ANN))
    assert (again.status, again.turn, again.plies) == (Status.PLAYING, 1, ())
    assert (again.rated, again.time, again.host) == (match.rated, match.time, match.host)
    assert (again.created, again.since) == (LATER, LATER)
    assert again.clock is not None
    assert again.clock.left == (5 * MINUTE, 5 * MINUTE)
    assert (again.outcome, again.offers, again.rematch) == (None, (), None)
    assert create.rematch(match, LOT, LATER) == again


def test_a_rematch_of_a_rematch_is_a_third_match() -> None:
    one = playing()
    two = create.rematch(one, LOT, NOON)
    three = create.rematch(two, LOT, NOON)
    assert len({one.id, two.id, three.id}) == 3
    assert three.seats == one.seats


def test_a_rematch_draws_its_balanced_opening_anew_from_its_id() -> None:
    terms = replace(FIRST, options={"opening": "balanced"}, time=TimeControl.parse("1d"))
    match = after(offered(terms), c.TakeSeat(BO))
    again = create.rematch(match, LOT, NOON)
    assert len(again.setup.opening) == 8
    assert again.setup.options == match.setup.options


def test_a_rematch_against_the_computer_keeps_its_level() -> None:
    again = create.rematch(against_computer(), LOT, NOON)
    assert again.seats == (Occupant(COMPUTER, Level("club")), Occupant(ANN))
    assert not again.rated


def test_a_rematch_of_two_teams_moves_everybody_on_by_one_seat() -> None:
    with nim_registered() as nim:
        match = after(four_seats(nim), c.TakeSeat(BO), c.TakeSeat(CY), c.TakeSeat(DI), c.Start(ANN))
        again = create.rematch(match, LOT, NOON)
    assert [occupant.player for occupant in again.seats if occupant] == [BO, CY, DI, ANN]


def test_a_record_that_was_brought_is_known_as_one() -> None:
    """Also one that was played to its end: then nothing else tells it from a match."""
    for line in ("f5 d6", "f5 d6 c5 f4 e3 f6 g5 e6 e7"):
        moves = [Move(move) for move in line.split()]
        assert create.imported(ID, REVERSI, Setup(2), moves, ANN, NOON).is_imported
    for match in (offered(), playing("f5d6"), against_computer("d3")):
        assert not match.is_imported
    group = replace(offered(), seats=())  # its places are matches of their own
    alone = replace(offered(), seats=(Occupant(ANN),))
    assert not group.is_imported
    assert not alone.is_imported
