"""Endings that the board did not decide."""

from dataclasses import replace

import pytest

from core.errors import Reason
from core.game import Outcome, Termination
from core.match import commands as c
from core.match import events as e
from core.match.clock import MINUTE
from core.match.model import CLAIM_AFTER, AbortCause, Match, OfferKind, Status
from core.types import Millis, Move, PlayerId, Side
from tests.core.match.matches import (
    ANN,
    BO,
    CY,
    DI,
    FIRST,
    NOON,
    accept,
    after,
    against_computer,
    decided,
    four_seats,
    nim_registered,
    offered,
    playing,
    warned,
)
from tests.core.refusals import refusal

SIDES = (frozenset({Side(0)}), frozenset({Side(1)}))


@pytest.mark.parametrize(("by", "winner"), [(ANN, 1), (BO, 0)])
def test_who_resigns_loses_whoevers_turn_it_is(by: PlayerId, winner: int) -> None:
    done = decided(playing("f5d6"), c.Resign(by))
    scores = (int(winner == 0), int(winner == 1))
    outcome = Outcome(Termination.RESIGNATION, SIDES[winner], scores)
    assert done.events == (e.MatchFinished(outcome),)
    assert (done.match.status, done.match.outcome) == (Status.FINISHED, outcome)


@pytest.mark.parametrize("text", ["", "f5"])
@pytest.mark.parametrize("by", [ANN, BO])
def test_before_each_side_has_moved_resigning_is_calling_off(text: str, by: PlayerId) -> None:
    done = decided(playing(text), c.Resign(by))
    assert done.events == (e.MatchAborted(AbortCause.CALLED_OFF),)
    assert (done.match.status, done.match.outcome) == (Status.ABORTED, None)


def test_a_balanced_opening_does_not_count_as_having_moved() -> None:
    terms = replace(FIRST, options={"opening": "balanced"})
    match = after(offered(terms), c.TakeSeat(BO))
    assert len(match.setup.opening) == 8
    assert after(match, c.Resign(ANN)).status is Status.ABORTED


def test_only_a_finished_match_is_annulled_and_once() -> None:
    match = after(playing("f5d6"), c.Resign(ANN))
    done = decided(match, c.Annul())
    assert done.events == (e.MatchAnnulled(),)
    assert done.match == replace(match, annulled=True)
    called_off = after(playing("f5"), c.Resign(ANN))
    for match, why in (
        (done.match, Reason.REPEATED),
        (playing("f5d6"), Reason.NOT_FINISHED),
        (called_off, Reason.ABORTED),
    ):
        refused = refusal(decided, match, c.Annul())
        assert refused is not None
        assert refused.reason is why


def test_a_takeback_to_the_first_move_makes_it_no_match_again() -> None:
    match = playing("f5d6")
    match = after(match, c.AskTakeback(ANN, match.turn))
    match = after(match, accept(match, OfferKind.TAKEBACK, BO))
    assert after(match, c.Resign(ANN)).status is Status.ABORTED


def test_without_a_clock_the_one_who_waits_may_claim_after_three_days() -> None:
    match, due = warned(playing("f5d6")), Millis(NOON + CLAIM_AFTER)
    assert after(match, c.Claim(BO), now=due).outcome == Outcome(
        Termination.CLAIM, SIDES[1], (0, 1)
    )


@pytest.mark.parametrize(
    ("match", "by", "at"),
    [
        (warned(playing("f5d6")), BO, Millis(NOON + CLAIM_AFTER - 1)),
        (warned(playing("f5d6")), ANN, Millis(NOON + CLAIM_AFTER)),  # Ann is the one to move
        (playing("f5d6"), BO, Millis(NOON + 9 * CLAIM_AFTER)),  # nobody has warned her
        (playing("f5d6", "3d"), BO, Millis(NOON + CLAIM_AFTER - 1)),  # the clock decides
        (playing("f5d6", "30d"), BO, Millis(NOON + CLAIM_AFTER)),
    ],
)
def test_any_other_claim_comes_too_early(match: Match, by: PlayerId, at: Millis) -> None:
    refused = refusal(decided, match, c.Claim(by), at)
    assert refused is not None
    assert refused.reason is Reason.TOO_EARLY


def test_a_move_or_a_takeback_gives_three_days_again() -> None:
    half = Millis(NOON + CLAIM_AFTER // 2)
    match = playing("f5d6")
    moved = after(match, c.PlayMove(ANN, Move("c3"), match.turn), now=half)
    taken_back = after(moved, c.AskTakeback(ANN, moved.turn), now=half)
    for later, claimant in ((moved, ANN), (taken_back, BO)):
        later = warned(later)
        assert refusal(decided, later, c.Claim(claimant), Millis(NOON + CLAIM_AFTER)) is not None
        assert after(later, c.Claim(claimant), now=Millis(half + CLAIM_AFTER)).is_over


def test_an_offer_gives_no_time() -> None:
    match = warned(playing("f5d6"))
    offering = after(match, c.OfferDraw(ANN, match.turn), now=Millis(NOON + CLAIM_AFTER - 1))
    assert after(offering, c.Claim(BO), now=Millis(NOON + CLAIM_AFTER)).is_over


@pytest.mark.parametrize("text", ["", "f5"])
def test_a_claim_before_each_side_has_moved_calls_off(text: str) -> None:
    claimant = ANN if text else BO
    done = decided(warned(playing(text)), c.Claim(claimant), Millis(NOON + CLAIM_AFTER))
    assert done.events == (e.MatchAborted(AbortCause.NO_SHOW),)


def test_a_computer_that_never_moves_can_be_claimed_against() -> None:
    done = decided(warned(against_computer("f5d6c3")), c.Claim(ANN), Millis(NOON + CLAIM_AFTER))
    assert done.match.outcome == Outcome(Termination.CLAIM, SIDES[0], (1, 0))


def test_whose_flag_falls_loses() -> None:
    match = playing("f5d6c3", "5+0")
    done = decided(match, c.FlagFall(), Millis(NOON + 5 * MINUTE))
    outcome = Outcome(Termination.FLAG, SIDES[0], (1, 0))
    assert done.events == (e.MatchFinished(outcome),)
    assert done.match.clock is not None
    assert done.match.clock.left[1] == 0
    assert done.match.clock.running is None


def test_a_flag_that_falls_before_each_side_has_moved_calls_off() -> None:
    done = decided(playing("f5", "5+0"), c.FlagFall(), Millis(NOON + 5 * MINUTE))
    assert done.events == (e.MatchAborted(AbortCause.NO_SHOW),)
    assert done.match.clock is None


def test_a_flag_that_has_not_fallen_is_none() -> None:
    for match in (playing("f5d6", "5+0"), playing("f5d6")):
        refused = refusal(decided, match, c.FlagFall(), Millis(NOON + 5 * MINUTE - 1))
        assert refused is not None
        assert refused.reason is Reason.TOO_EARLY


def test_an_agreed_draw_shares_first_place() -> None:
    match = playing("f5d6")
    match = after(match, c.OfferDraw(ANN, match.turn))
    done = decided(match, accept(match, OfferKind.DRAW, BO))
    outcome = Outcome(Termination.AGREEMENT, frozenset({Side(0), Side(1)}), (0, 0))
    assert done.events == (e.MatchFinished(outcome),)
    assert outcome.winner is None


def test_two_teams_win_and_lose_together() -> None:
    with nim_registered() as nim:
        match = after(four_seats(nim), c.TakeSeat(BO), c.TakeSeat(CY), c.TakeSeat(DI), c.Start(ANN))
        for by in (ANN, BO):
            match = after(match, c.PlayMove(by, Move("1"), match.turn))
        claim = Millis(NOON + CLAIM_AFTER)
        match = warned(match)
        partner = refusal(decided, match, c.Claim(ANN), claim)  # Cy, on her side, is to move
        assert partner is not None
        assert partner.reason is Reason.TOO_EARLY
        assert after(match, c.Claim(DI), now=claim).outcome == Outcome(
            Termination.CLAIM, SIDES[1], (0, 1)
        )
        assert after(match, c.Resign(DI), c.Resign(BO)).outcome == Outcome(
            Termination.RESIGNATION, SIDES[0], (1, 0)
        )


def test_the_bot_calls_off_a_match_its_computer_cannot_go_on_with() -> None:
    done = decided(against_computer("f5d6c3"), c.Abort(AbortCause.ENGINE_FAILED))
    assert done.match.cause is AbortCause.ENGINE_FAILED
    assert done.match.outcome is None
