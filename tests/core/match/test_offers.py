"""Draws, takebacks and rematches: offered, answered, withdrawn, lapsed."""

from dataclasses import replace

import pytest

from core.errors import Reason
from core.game import PASS, Termination
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.clock import MINUTE, SECOND
from core.match.model import MISTAP_WINDOW, Match, Offer, OfferKind, Status
from core.types import Millis, Move, PlayerId
from tests.core.games.reversi.test_rules import ONE_PASS
from tests.core.match.matches import (
    ANN,
    BLACK,
    BO,
    CY,
    DI,
    NOON,
    WHITE,
    accept,
    after,
    against_computer,
    decided,
    finished,
    four_seats,
    move,
    nim_registered,
    played,
    playing,
    refuse,
)
from tests.core.refusals import refusal

LATE = Millis(NOON + MISTAP_WINDOW)


def draw_offered(by: PlayerId = ANN) -> Match:
    match = playing("f5d6")
    return after(match, c.OfferDraw(by, match.turn))


def takeback_asked(by: PlayerId = ANN) -> Match:
    match = playing("f5d6")
    return after(match, c.AskTakeback(by, match.turn), now=LATE)


def test_whoever_does_not_play_asks_for_nothing() -> None:
    running, over = draw_offered(), after(finished(), c.AskRematch(ANN))
    for match, command in (
        (running, c.OfferDraw(CY, running.turn)),
        (running, c.AskTakeback(CY, running.turn)),
        (running, c.AskPause(CY, running.turn)),
        (running, c.Resign(CY)),
        (running, accept(running, OfferKind.DRAW, CY)),
        (running, refuse(running, OfferKind.DRAW, CY)),
        (running, c.WithdrawOffer(CY, OfferKind.DRAW)),
        (over, c.AskRematch(CY)),
        (over, accept(over, OfferKind.REMATCH, CY)),
        (over, c.WithdrawOffer(CY, OfferKind.REMATCH)),
    ):
        refused = refusal(decided, match, command)
        assert refused is not None, command
        assert refused.reason is Reason.NOT_SEATED, command


# --- draw ----------------------------------------------------------------------------------------


def test_an_offer_stands_until_it_is_answered() -> None:
    match = playing("f5d6")
    done = decided(match, c.OfferDraw(ANN, match.turn))
    assert done.events == (e.OfferMade(OfferKind.DRAW, BLACK),)
    assert done.match.offers == (Offer(OfferKind.DRAW, BLACK),)
    assert done.match.turn == match.turn
    declined = decided(done.match, refuse(match, OfferKind.DRAW, BO))
    assert declined.events == (e.OfferEnded(OfferKind.DRAW, BLACK),)
    assert declined.match == replace(match, declined=Offer(OfferKind.DRAW, BLACK))


@pytest.mark.parametrize(("by", "text"), [(ANN, "c3"), (BO, "c3")])
def test_an_offer_lapses_with_the_next_move(by: PlayerId, text: str) -> None:
    match = draw_offered(by)
    late = accept(match, OfferKind.DRAW, BO if by == ANN else ANN)
    moved = played(match, text)
    assert moved.offers == ()
    stale = refusal(decided, moved, late)
    assert stale is not None
    assert stale.reason is Reason.STALE_TURN


def test_an_answer_to_an_offer_that_lapsed_is_none_to_a_new_one() -> None:
    match = draw_offered()
    late = accept(match, OfferKind.DRAW, BO)
    again = played(match, "c3")
    again = after(again, c.OfferDraw(ANN, again.turn))
    stale = refusal(decided, again, late)
    assert stale is not None
    assert stale.reason is Reason.STALE_TURN


def test_offering_what_the_other_side_has_offered_is_agreeing() -> None:
    match = draw_offered(ANN)
    done = decided(match, c.OfferDraw(BO, match.turn))
    assert done.match.outcome is not None
    assert done.match.outcome.termination is Termination.AGREEMENT


def test_an_answer_after_the_end_is_told_that_it_is_over() -> None:
    match = draw_offered()
    over = after(match, c.Resign(BO))
    for answer in (accept, refuse):
        refused = refusal(decided, over, answer(match, OfferKind.DRAW, BO))
        assert refused is not None
        assert refused.reason is Reason.FINISHED


def test_only_who_offered_can_withdraw() -> None:
    match = draw_offered()
    done = decided(match, c.WithdrawOffer(ANN, OfferKind.DRAW))
    assert done.events == (e.OfferEnded(OfferKind.DRAW, BLACK),)
    assert done.match.offers == ()
    for by, reason in ((BO, Reason.NO_OFFER), (CY, Reason.NOT_SEATED)):
        refused = refusal(decided, match, c.WithdrawOffer(by, OfferKind.DRAW))
        assert refused is not None
        assert refused.reason is reason


def test_a_draw_and_a_takeback_can_stand_together() -> None:
    match = after(draw_offered(), c.AskTakeback(ANN, 3), now=LATE)
    assert [offer.kind for offer in match.offers] == [OfferKind.DRAW, OfferKind.TAKEBACK]
    left = after(match, c.WithdrawOffer(ANN, OfferKind.DRAW))
    assert left.offers == (Offer(OfferKind.TAKEBACK, BLACK),)
    back = after(match, accept(match, OfferKind.TAKEBACK, BO), now=LATE)
    assert back.offers == ()


# --- takeback ------------------------------------------------------------------------------------


def test_a_takeback_goes_back_to_the_askers_last_decision() -> None:
    asked = takeback_asked()
    assert asked.offers == (Offer(OfferKind.TAKEBACK, BLACK),)
    done = decided(asked, accept(asked, OfferKind.TAKEBACK, BO), LATE)
    assert done.events == (e.TakebackDone(BLACK, 2),)
    assert (done.match.plies, done.match.position) == (playing().plies, playing().position)
    assert (done.match.turn, done.match.since, done.match.offers) == (4, LATE, ())


def test_the_other_side_may_say_no() -> None:
    asked = takeback_asked()
    done = decided(asked, refuse(asked, OfferKind.TAKEBACK, BO))
    assert done.events == (e.OfferEnded(OfferKind.TAKEBACK, BLACK),)
    refused = Offer(OfferKind.TAKEBACK, BLACK)
    assert done.match == replace(playing("f5d6"), declined=refused)


def test_both_asking_for_different_takebacks_does_not_agree() -> None:
    asked = takeback_asked(ANN)
    refused = refusal(decided, asked, c.AskTakeback(BO, asked.turn), LATE)
    assert refused is not None
    assert refused.reason is Reason.OFFER_STANDS


def test_a_slip_is_taken_back_unasked_for_ten_seconds() -> None:
    match = playing("f5d6")
    soon = Millis(NOON + MISTAP_WINDOW - 1)
    back = decided(match, c.AskTakeback(BO, match.turn), soon)
    assert back.events == (e.TakebackDone(WHITE, 1),)
    asked = decided(match, c.AskTakeback(BO, match.turn), LATE)
    assert asked.events == (e.OfferMade(OfferKind.TAKEBACK, WHITE),)


def test_no_slip_once_somebody_has_moved_since() -> None:
    match = playing("f5d6")
    assert after(match, c.AskTakeback(ANN, match.turn)).offers


def test_no_slip_with_a_clock() -> None:
    match = playing("f5", "5+3")
    assert after(match, c.AskTakeback(ANN, match.turn)).offers


def test_a_takeback_of_the_others_makes_no_slip_of_an_old_move() -> None:
    """Bo's slip brings Ann's long made move to the top again; it stays made."""
    match = playing("f5")
    later = Millis(NOON + 10 * MINUTE)
    match = after(match, move(match, "d6"), now=later)
    match = after(match, c.AskTakeback(BO, match.turn), now=later)
    assert match.since == later
    asked = decided(match, c.AskTakeback(ANN, match.turn), later)
    assert asked.events == (e.OfferMade(OfferKind.TAKEBACK, BLACK),)


def test_a_takeback_goes_back_across_forced_passes() -> None:
    """White moves, black must pass: the move and the pass go back together."""
    before = playing(ONE_PASS[:114])
    passed = played(before, ONE_PASS[114:116])
    assert [ply.move for ply in passed.plies[-1:]] == [PASS]
    done = decided(passed, c.AskTakeback(BO, passed.turn))
    assert done.events == (e.TakebackDone(WHITE, 2),)
    assert (done.match.plies, done.match.position) == (before.plies, before.position)


def test_who_was_passed_over_goes_back_to_their_own_last_move() -> None:
    passed = played(playing(ONE_PASS[:114]), ONE_PASS[114:116])
    asked = after(passed, c.AskTakeback(ANN, passed.turn))
    back = after(asked, accept(asked, OfferKind.TAKEBACK, BO))
    assert back.plies == playing(ONE_PASS[:112]).plies


def test_the_computer_grants_takebacks() -> None:
    match = against_computer("f5d6")
    done = decided(match, c.AskTakeback(ANN, match.turn), LATE)
    assert done.events == (e.TakebackDone(BLACK, 2),)
    thinking = against_computer("f5")
    assert after(thinking, c.AskTakeback(ANN, thinking.turn), now=LATE).plies == ()


def test_a_takeback_pays_no_increment() -> None:
    match = playing("f5d6", "5+3")
    asked = after(match, c.AskTakeback(BO, match.turn))
    back = after(asked, accept(asked, OfferKind.TAKEBACK, ANN), now=Millis(NOON + MINUTE))
    assert match.clock is not None
    assert match.clock.left == (5 * MINUTE + 3 * SECOND,) * 2
    assert back.clock is not None
    assert back.clock.left == (4 * MINUTE + 3 * SECOND, 5 * MINUTE + 3 * SECOND)
    assert back.clock.running == WHITE


def test_a_game_may_know_no_takeback() -> None:
    with nim_registered() as nim:
        match = after(four_seats(nim), c.TakeSeat(BO), c.TakeSeat(CY), c.TakeSeat(DI), c.Start(ANN))
        refused = refusal(decided, match, c.AskTakeback(ANN, match.turn))
        assert refused is not None
        assert refused.reason is Reason.NO_TAKEBACK


# --- rematch -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), [(ANN, BO), (BO, ANN)])
def test_both_asking_for_a_rematch_leads_to_one(first: PlayerId, second: PlayerId) -> None:
    match = after(finished(), c.AskRematch(first))
    assert match.offer(OfferKind.REMATCH)
    agreed = decided(match, c.AskRematch(second))
    assert agreed.match.rematch == create.rematch_id(match)
    assert agreed.match.offers == ()
    assert agreed.events == (e.RematchAgreed(create.rematch_id(match)),)
    by_button = after(match, accept(match, OfferKind.REMATCH, second))
    assert by_button.rematch == agreed.match.rematch


@pytest.mark.parametrize("by", [ANN, BO])
def test_after_it_is_agreed_every_press_is_a_repetition(by: PlayerId) -> None:
    agreed = after(finished(), c.AskRematch(ANN), c.AskRematch(BO))
    for command in (c.AskRematch(by), accept(agreed, OfferKind.REMATCH, by)):
        refused = refusal(decided, agreed, command)
        assert refused is not None
        assert refused.reason is Reason.REPEATED


def test_a_rematch_can_be_refused_and_asked_for_again() -> None:
    match = after(finished(), c.AskRematch(ANN))
    declined = decided(match, refuse(match, OfferKind.REMATCH, BO))
    assert declined.events == (e.OfferEnded(OfferKind.REMATCH, BLACK),)
    assert after(declined.match, c.AskRematch(BO), c.AskRematch(ANN)).rematch is not None


@pytest.mark.parametrize(
    ("asked", "again", "kind"),
    [
        (draw_offered(), c.OfferDraw(ANN, 3), OfferKind.DRAW),
        (takeback_asked(), c.AskTakeback(ANN, 3), OfferKind.TAKEBACK),
        (after(finished(), c.AskRematch(ANN)), c.AskRematch(ANN), OfferKind.REMATCH),
    ],
)
def test_who_was_refused_does_not_ask_again_at_once(
    asked: Match, again: c.Command, kind: OfferKind
) -> None:
    declined = decided(asked, refuse(asked, kind, BO)).match
    refused = refusal(decided, declined, again)
    assert refused is not None
    assert (refused.reason, refused.details) == (Reason.JUST_DECLINED, {"kind": kind})


def test_a_refused_draw_may_be_offered_by_the_other_or_after_a_move() -> None:
    declined = after(draw_offered(), refuse(draw_offered(), OfferKind.DRAW, BO))
    assert decided(declined, c.OfferDraw(BO, declined.turn)).match.offers
    moved = after(declined, c.PlayMove(ANN, Move("c3"), declined.turn))
    assert decided(moved, c.OfferDraw(ANN, moved.turn)).match.offers


def test_the_computer_always_wants_a_rematch() -> None:
    over = after(against_computer("f5d6"), c.Resign(ANN))
    assert over.status is Status.FINISHED
    assert after(over, c.AskRematch(ANN)).rematch == create.rematch_id(over)
