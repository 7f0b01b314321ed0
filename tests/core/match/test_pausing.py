"""Time that nobody is charged for: agreed pauses, frozen matches, outages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason
from core.match import commands as c
from core.match import events as e
from core.match.clock import DAY, HOUR, MINUTE
from core.match.deadlines import MAX_PAUSE, NOTICE
from core.match.model import (
    ABANDON_AFTER,
    CLAIM_AFTER,
    AbortCause,
    Match,
    OfferKind,
    PauseCause,
    Status,
)
from core.match.pending import deadline, engine_seat
from core.types import COMPUTER, Millis, Move, PlayerId
from tests.core.match.matches import (
    ANN,
    BLACK,
    BO,
    CY,
    NOON,
    accept,
    after,
    against_computer,
    decided,
    playing,
    refuse,
    warned,
)
from tests.core.refusals import refusal

LEFT = 5 * MINUTE


def at(span: int) -> Millis:
    return Millis(NOON + span)


def why(match: Match, command: c.Command, now: Millis = NOON) -> Reason | None:
    refused = refusal(decided, match, command, now)
    return None if refused is None else refused.reason


def paused(time: str = "5+0", after_span: int = MINUTE) -> Match:
    """Both agreed, a minute into Ann's turn."""
    match = playing("f5d6", time)
    match = after(match, c.AskPause(BO, match.turn), now=at(after_span))
    return after(match, accept(match, OfferKind.PAUSE, ANN), now=at(after_span))


# --- agreed ---------------------------------------------------------------------------------------


def test_both_have_to_agree() -> None:
    match = playing("f5d6", "5+0")
    asked = decided(match, c.AskPause(BO, match.turn))
    assert asked.events == (e.OfferMade(OfferKind.PAUSE, match.seats_of(BO)[0]),)
    assert asked.match.clock == match.clock
    refused = after(asked.match, refuse(asked.match, OfferKind.PAUSE, ANN))
    assert (refused.paused, refused.offers) == (None, ())
    done = decided(asked.match, accept(asked.match, OfferKind.PAUSE, ANN), at(MINUTE))
    assert done.events == (e.Paused(PauseCause.AGREED),)


def test_asking_where_the_other_has_asked_is_agreeing() -> None:
    match = playing("f5d6", "5+0")
    match = after(match, c.AskPause(BO, match.turn), c.AskPause(ANN, match.turn))
    assert match.paused is not None


def test_a_computer_is_always_glad_of_one() -> None:
    match = against_computer("f5d6")
    assert after(match, c.AskPause(ANN, match.turn)).paused is not None


def test_it_rests_meanwhile_itself() -> None:
    """What it had thought of when the pause began is not played either."""
    match = against_computer("f5")
    paused = after(match, c.AskPause(ANN, match.turn))
    assert (engine_seat(match), engine_seat(paused)) == (1, None)
    assert why(paused, c.PlayMove(COMPUTER, Move("d6"), match.turn)) is Reason.PAUSED
    assert engine_seat(after(paused, c.Resume(ANN))) == 1


def test_the_clock_stands_and_no_term_runs() -> None:
    match = paused()
    assert match.clock is not None
    assert match.clock.running is None
    assert match.clock.left[BLACK] == LEFT - MINUTE
    assert deadline(match) == (at(MINUTE + MAX_PAUSE), c.Lapse())
    assert why(match, c.FlagFall(), at(DAY)) is Reason.TOO_EARLY
    assert why(match, c.AskPause(ANN, match.turn)) is Reason.PAUSED


@pytest.mark.parametrize("by", [ANN, BO])
def test_either_ends_it(by: PlayerId) -> None:
    done = decided(paused(), c.Resume(by), at(DAY))
    assert done.events == (e.Resumed(),)
    assert done.match.clock is not None
    assert done.match.clock.remaining(BLACK, at(DAY)) == LEFT - MINUTE
    assert deadline(done.match) == (at(DAY + LEFT - MINUTE), c.FlagFall())
    assert why(done.match, c.Resume(by)) is Reason.NOT_PAUSED
    assert why(paused(), c.Resume(CY)) is Reason.NOT_SEATED


def test_moving_ends_it_too() -> None:
    match = paused()
    moved = after(match, c.PlayMove(ANN, Move("c3"), match.turn), now=at(DAY))
    assert moved.paused is None
    assert moved.clock is not None
    assert moved.clock.left[BLACK] == LEFT - MINUTE
    assert moved.clock.running == 1


def test_a_takeback_ends_it_too() -> None:
    match = paused()
    match = after(match, c.AskTakeback(BO, match.turn), now=at(HOUR))
    back = after(match, accept(match, OfferKind.TAKEBACK, ANN), now=at(DAY))
    assert back.paused is None
    assert back.clock is not None
    assert (back.clock.running, back.clock.since) == (1, at(DAY))


def test_one_may_resign_meanwhile() -> None:
    over = after(paused(), c.Resign(ANN), now=at(DAY))
    assert (over.status, over.paused) == (Status.FINISHED, None)


def test_patience_rests_and_goes_on() -> None:
    match = playing("f5d6")
    match = after(match, c.AskPause(BO, match.turn), now=at(DAY))
    match = after(match, accept(match, OfferKind.PAUSE, ANN), now=at(DAY))
    match = after(match, c.Resume(BO), now=at(11 * DAY))
    assert deadline(match) == (at(10 * DAY + CLAIM_AFTER - NOTICE), c.Lapse())


def test_a_warning_gives_as_much_time_after_a_pause_as_it_gave_before() -> None:
    match = warned(playing("f5d6"))
    match = after(match, c.AskPause(BO, match.turn), c.AskPause(ANN, match.turn), now=at(2 * DAY))
    assert why(match, c.Claim(BO), at(10 * DAY)) is Reason.TOO_EARLY
    match = after(match, c.Resume(ANN), now=at(10 * DAY))
    assert deadline(match) == (at(11 * DAY), c.Lapse())


def test_no_pause_lasts_for_ever() -> None:
    match = paused()
    done = decided(match, c.Lapse(), at(MINUTE + MAX_PAUSE))
    assert done.events == (e.Resumed(),)
    assert done.match.clock is not None
    assert done.match.clock.running == BLACK


# --- frozen by the bot ----------------------------------------------------------------------------


def test_a_match_that_cannot_be_reached_is_frozen_from_then_on() -> None:
    """Field report 45: the clock stops. What had passed until then is charged, and no more."""
    match = playing("f5d6", "5+0")
    done = decided(match, c.Freeze(PauseCause.OUTAGE, at(MINUTE)), at(LEFT + MINUTE))
    assert done.events == (e.Paused(PauseCause.OUTAGE),)
    assert done.match.clock is not None
    assert done.match.clock.left[BLACK] == LEFT - MINUTE
    assert why(done.match, c.Freeze(PauseCause.ROOM, NOON)) is Reason.REPEATED
    on = after(done.match, c.Thaw(PauseCause.OUTAGE), now=at(HOUR))
    assert on.clock is not None
    assert on.clock.remaining(BLACK, at(HOUR)) == LEFT - MINUTE


def test_what_did_not_freeze_it_does_not_thaw_it() -> None:
    match = after(playing("f5d6"), c.Freeze(PauseCause.ROOM, NOON))
    assert why(match, c.Thaw(PauseCause.OUTAGE)) is Reason.REPEATED
    assert why(paused(), c.Thaw(PauseCause.ROOM)) is Reason.REPEATED


def test_only_who_is_to_act_ends_what_others_cannot_judge() -> None:
    match = after(playing("f5d6"), c.Freeze(PauseCause.ROOM, NOON))
    assert why(match, c.Resume(BO)) is Reason.PAUSED
    assert after(match, c.Resume(ANN)).paused is None


def test_a_room_that_stays_closed_ends_it_without_a_result() -> None:
    match = after(playing("f5d6"), c.Freeze(PauseCause.ROOM, NOON))
    assert after(match, c.Lapse(), now=at(ABANDON_AFTER)).cause is AbortCause.ROOM_GONE


# --- outages of the bot itself --------------------------------------------------------------------


def test_an_outage_is_credited_once() -> None:
    match = playing("f5d6", "5+0")
    outage = c.CreditOutage(at(MINUTE), at(HOUR))
    done = decided(match, outage, at(HOUR))
    assert done.events == (e.OutageCredited(),)
    assert done.match.clock is not None
    assert done.match.clock.remaining(BLACK, at(HOUR)) == LEFT - MINUTE
    assert why(done.match, outage, at(HOUR)) is Reason.REPEATED


def test_it_comes_before_the_flag_that_would_have_fallen_meanwhile() -> None:
    match = playing("f5d6", "5+0")
    credited = after(match, c.CreditOutage(at(MINUTE), at(DAY)), now=at(DAY))
    assert credited.status is Status.PLAYING
    assert deadline(credited) == (at(DAY + LEFT - MINUTE), c.FlagFall())
    unlucky = after(match, c.Resign(BO), now=at(DAY))
    assert unlucky.status is Status.FINISHED


def test_only_what_ran_of_it_is_credited() -> None:
    """A move after the last sign of life, and one that came when all was well again."""
    match = playing("f5d6", "5+0", now=at(MINUTE))
    credited = after(match, c.CreditOutage(NOON, at(HOUR)), now=at(HOUR))
    assert credited.clock is not None
    assert credited.clock.since == at(HOUR)
    later = playing("f5d6", "5+0", now=at(HOUR))
    assert why(later, c.CreditOutage(NOON, at(HOUR))) is Reason.REPEATED


def test_what_overlaps_is_credited_once() -> None:
    """The bot was down, and a platform longer."""
    match = after(playing("f5d6", "5+0"), c.CreditOutage(NOON, at(HOUR)), now=at(HOUR))
    match = after(match, c.CreditOutage(at(MINUTE), at(2 * HOUR)), now=at(2 * HOUR))
    assert match.clock is not None
    assert match.clock.since == at(2 * HOUR)


def test_a_pause_is_not_credited_besides() -> None:
    assert why(paused(), c.CreditOutage(at(HOUR), at(DAY)), at(DAY)) is Reason.REPEATED


def test_a_warning_is_postponed_but_none_that_was_over() -> None:
    match = warned(playing("f5d6"))
    postponed = after(match, c.CreditOutage(at(2 * DAY + HOUR), at(9 * DAY)), now=at(9 * DAY))
    assert postponed.absences[0].until == at(10 * DAY - HOUR)
    over = after(match, c.Lapse(), now=at(CLAIM_AFTER))
    kept = after(over, c.CreditOutage(at(4 * DAY), at(9 * DAY)), now=at(9 * DAY))
    assert kept.absences == over.absences


@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(1, 10_000)), max_size=6))
def test_whatever_happened_the_time_charged_is_that_when_it_could_be_played(
    spans: list[tuple[int, int]],
) -> None:
    """Running for a while, down for a while, over and over; each outage is told twice."""
    match, now, played = playing("f5d6", "5+0"), NOON, 0
    for up, down in spans:
        played += up
        began, ended = Millis(now + up), Millis(now + up + down)
        for _ in range(2):
            refusal(decided, match, c.CreditOutage(began, ended), ended)
            if match.credited != ended:
                match = after(match, c.CreditOutage(began, ended), now=ended)
        now = ended
    assert match.clock is not None
    assert match.clock.remaining(BLACK, now) == LEFT - played
