"""Ratings: which matches count, for whom, and by how much."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from core.game import Outcome, Termination
from core.match import commands as c
from core.match.model import CLAIM_AFTER, Match, Occupant, OfferKind, Status
from core.rating import SHOWN_START, RatedResult, Rating, bout, counts, rate
from core.types import COMPUTER, GameId, Level, Millis, Side
from tests.core.match.matches import (
    ANN,
    BO,
    CY,
    DI,
    NOON,
    accept,
    after,
    against_computer,
    playing,
    warned,
)

PENTE = GameId("pente")
ratings = st.builds(Rating, st.floats(-20, 60, allow_nan=False), st.floats(0.5, 9, allow_nan=False))


# --- which matches count -------------------------------------------------------------------------


def finished(*winners: int, match: Match | None = None) -> Match:
    """A Reversi match of Ann and Bo that is over."""
    ended = Outcome(Termination.NO_MOVES, frozenset(map(Side, winners)), (40, 24))
    return replace(match or playing("f5d6"), status=Status.FINISHED, outcome=ended)


def four(*winners: int) -> Match:
    """Ann and Cy against Bo and Di at Pente."""
    ended = Outcome(Termination.FIVE, frozenset(map(Side, winners)), (0, 0))
    pente = playing("f5d6")
    seats = tuple(Occupant(player) for player in (ANN, BO, CY, DI))
    setup = replace(pente.setup, seats=4, options={"rule": "tournament"})
    return replace(
        pente, game=PENTE, setup=setup, seats=seats, status=Status.FINISHED, outcome=ended
    )


def test_a_match_of_two_people_that_is_played_out_counts() -> None:
    assert counts(finished(0))
    assert bout(finished(0)) == RatedResult(((ANN,), (BO,)), (1, 2))
    assert bout(finished(1)) == RatedResult(((ANN,), (BO,)), (2, 1))


def test_a_draw_is_two_first_places() -> None:
    assert bout(finished(0, 1)) == RatedResult(((ANN,), (BO,)), (1, 1))


def test_partners_stand_together() -> None:
    assert counts(four(1))
    assert bout(four(1)) == RatedResult(((ANN, CY), (BO, DI)), (2, 1))


def test_resigning_counts_and_calling_off_does_not() -> None:
    resigned = after(playing("f5d6"), c.Resign(ANN))
    assert counts(resigned)
    assert bout(resigned).ranks == (2, 1)
    called_off = after(playing("f5"), c.Resign(ANN))
    assert called_off.status is Status.ABORTED
    assert not counts(called_off)


def test_a_claim_counts_as_lost_for_who_stayed_away() -> None:
    waited = warned(playing("f5d6"))
    claimed = after(waited, c.Claim(BO), now=Millis(NOON + 2 * CLAIM_AFTER))
    assert counts(claimed)
    assert bout(claimed).ranks == (2, 1)


def test_an_agreed_draw_counts_as_drawn() -> None:
    offer = playing("f5d6")
    offer = after(offer, c.OfferDraw(ANN, offer.turn))
    agreed = after(offer, accept(offer, OfferKind.DRAW, BO))
    assert counts(agreed)
    assert bout(agreed).ranks == (1, 1)


@pytest.mark.parametrize("status", [Status.OPEN, Status.PLAYING, Status.ABORTED])
def test_what_is_not_finished_counts_nothing(status: Status) -> None:
    assert not counts(replace(finished(0), status=status))


def test_casual_matches_and_those_with_a_computer_count_nothing() -> None:
    assert not counts(replace(finished(0), rated=False))
    assert not counts(finished(0, match=against_computer()))
    with_one = replace(four(0), seats=(*four(0).seats[:3], Occupant(COMPUTER, Level("club"))))
    assert not counts(with_one)


def test_nobody_is_rated_against_themselves() -> None:
    alone = replace(finished(0), seats=(Occupant(ANN), Occupant(ANN)))
    assert not counts(alone)
    twice = replace(four(0), seats=tuple(Occupant(who) for who in (ANN, BO, ANN, CY)))
    assert not counts(twice)


# --- by how much ---------------------------------------------------------------------------------


def test_a_newcomer_is_shown_a_round_number_with_a_question_mark() -> None:
    assert Rating().shown == SHOWN_START == 1000
    assert Rating().is_provisional


@given(ratings, ratings)
def test_winning_never_costs_and_losing_never_pays(one: Rating, other: Rating) -> None:
    (won,), (lost,) = rate([[one], [other]], [1, 2])
    assert won.mu >= one.mu
    assert lost.mu <= other.mu


@given(ratings, ratings)
def test_who_sits_where_does_not_matter(one: Rating, other: Rating) -> None:
    (won,), (lost,) = rate([[one], [other]], [1, 2])
    (lost_too,), (won_too,) = rate([[other], [one]], [2, 1])
    assert (won.mu, won.sigma) == pytest.approx((won_too.mu, won_too.sigma))
    assert (lost.mu, lost.sigma) == pytest.approx((lost_too.mu, lost_too.sigma))


@given(ratings)
def test_a_draw_of_equals_moves_neither_strength(one: Rating) -> None:
    (first,), (second,) = rate([[one], [one]], [1, 1])
    assert first.mu == pytest.approx(one.mu)
    assert second.mu == pytest.approx(one.mu)


@given(ratings, ratings)
def test_an_upset_moves_more_than_what_was_expected(one: Rating, other: Rating) -> None:
    strong, weak = sorted((one, replace(other, sigma=one.sigma)), key=lambda each: -each.mu)
    (expected,), _ = rate([[strong], [weak]], [1, 2])
    _, (upset,) = rate([[strong], [weak]], [2, 1])
    assert upset.mu - weak.mu >= expected.mu - strong.mu - 1e-9


@given(st.lists(ratings, min_size=4, max_size=4))
def test_partners_win_and_lose_together(four: list[Rating]) -> None:
    (ann, cy), (bo, di) = rate([four[:2], four[2:]], [1, 2])
    assert ann.mu >= four[0].mu
    assert cy.mu >= four[1].mu
    assert bo.mu <= four[2].mu
    assert di.mu <= four[3].mu


@given(ratings, ratings)
def test_the_same_numbers_give_the_same_numbers(one: Rating, other: Rating) -> None:
    assert rate([[one], [other]], [1, 2]) == rate([[one], [other]], [1, 2])


def test_it_is_the_published_model() -> None:
    """Two newcomers, as the library's own documentation has it."""
    (won,), (lost,) = rate([[Rating()], [Rating()]], [1, 2])
    assert (won.mu, won.sigma) == pytest.approx((27.635389, 8.065901), abs=1e-6)
    assert (lost.mu, lost.sigma) == pytest.approx((22.364610, 8.065901), abs=1e-6)
    model = PlackettLuce()
    assert (Rating().mu, Rating().sigma) == (model.mu, model.sigma)


def test_after_some_matches_the_doubt_goes() -> None:
    ann = bo = Rating()
    played = 0
    while ann.is_provisional:
        (ann,), (bo,) = rate([[ann], [bo]], [1, 2] if played % 2 else [2, 1])
        played += 1
    assert 7 <= played <= 12
