"""Seats: taking, leaving, declining, and challenges that come to nothing."""

from dataclasses import replace

import pytest

from core.errors import Reason
from core.match import commands as c
from core.match import events as e
from core.match.clock import MINUTE, TimeControl
from core.match.create import Terms
from core.match.model import OPEN_FOR, AbortCause, Occupant, Status
from core.types import COMPUTER, Level, Millis, Seat
from tests.core.match.matches import (
    ANN,
    BLACK,
    BO,
    CY,
    DI,
    FIRST,
    NOON,
    REVERSI,
    WHITE,
    after,
    decided,
    four_seats,
    nim_registered,
    offered,
    playing,
)
from tests.core.refusals import refusal

LATER = Millis(NOON + MINUTE)
CLUB = Level("club")


def test_accepting_takes_the_other_seat_and_starts() -> None:
    done = decided(offered(), c.TakeSeat(BO), LATER)
    assert done.events == (e.SeatTaken(WHITE), e.MatchStarted())
    assert done.match.seats == (Occupant(ANN), Occupant(BO))
    assert (done.match.status, done.match.turn) == (Status.PLAYING, 1)
    assert done.match.since == LATER
    assert done.match.clock is None


def test_the_clock_runs_from_the_accepting_press() -> None:
    timed = offered(replace(FIRST, time=TimeControl.parse("5+3")))
    assert timed.clock is None
    clock = after(timed, c.TakeSeat(BO), now=LATER).clock
    assert clock is not None
    assert (clock.running, clock.since, clock.left) == (BLACK, LATER, (5 * MINUTE, 5 * MINUTE))


def test_of_two_who_accept_together_one_sits_and_the_other_is_told() -> None:
    refused = refusal(decided, after(offered(), c.TakeSeat(BO)), c.TakeSeat(CY))
    assert refused is not None
    assert refused.reason is Reason.NOT_OPEN


@pytest.mark.parametrize("seat", [Seat(0), Seat(2), Seat(-1)])
def test_a_seat_that_is_taken_or_not_there(seat: Seat) -> None:
    refused = refusal(decided, offered(), c.TakeSeat(BO, seat=seat))
    assert refused is not None
    assert refused.reason is Reason.SEAT_TAKEN


def test_a_computer_is_seated_by_the_host_and_makes_the_match_casual() -> None:
    done = decided(offered(), c.SeatComputer(ANN, WHITE, CLUB))
    assert done.events == (e.SeatTaken(WHITE),)
    assert done.match.seats[WHITE] == Occupant(COMPUTER, CLUB)
    assert done.match.status is Status.OPEN
    begun = decided(done.match, c.Start(ANN), LATER)
    assert begun.events == (e.MatchStarted(),)
    assert (begun.match.status, begun.match.since) == (Status.PLAYING, LATER)
    assert not begun.match.rated


def test_where_every_seat_is_taken_nobody_sits_down() -> None:
    full = after(offered(), c.SeatComputer(ANN, WHITE, CLUB))
    refused = refusal(decided, full, c.TakeSeat(BO))
    assert refused is not None
    assert refused.reason is Reason.SEAT_TAKEN


def test_the_host_who_leaves_alone_cancels() -> None:
    done = decided(offered(), c.LeaveSeat(ANN))
    assert done.events == (e.MatchAborted(AbortCause.CANCELLED),)
    with_computer = after(offered(), c.SeatComputer(ANN, WHITE, CLUB))
    assert after(with_computer, c.LeaveSeat(ANN)).cause is AbortCause.CANCELLED


def test_declining_cancelling_and_running_out() -> None:
    invited = offered(invited=BO)
    assert after(invited, c.Decline(BO)).cause is AbortCause.DECLINED
    assert after(invited, c.Cancel(ANN)).cause is AbortCause.CANCELLED
    end = Millis(NOON + OPEN_FOR)
    assert after(invited, c.Expire(), now=end).cause is AbortCause.EXPIRED
    refused = refusal(decided, invited, c.Expire(), Millis(end - 1))
    assert refused is not None
    assert refused.reason is Reason.NOT_EXPIRED


@pytest.mark.parametrize("command", [c.TakeSeat(BO), c.Decline(BO), c.Cancel(ANN), c.Start(ANN)])
def test_a_late_press_on_what_ran_out_is_answered(command: c.Command) -> None:
    gone = after(offered(invited=BO), c.Expire(), now=Millis(NOON + OPEN_FOR))
    refused = refusal(decided, gone, command)
    assert refused is not None
    assert refused.reason is Reason.ABORTED


def test_four_seats_wait_for_the_host_to_start() -> None:
    with nim_registered() as nim:
        match = after(four_seats(nim), c.TakeSeat(BO), c.TakeSeat(CY, seat=Seat(3)))
        refused = refusal(decided, match, c.Start(ANN))
        assert refused is not None
        assert refused.reason is Reason.SEATS_EMPTY
        match = after(match, c.TakeSeat(DI))
        assert [occupant.player for occupant in match.seats if occupant] == [ANN, BO, DI, CY]
        assert match.status is Status.OPEN
        refused = refusal(decided, match, c.Start(BO))
        assert refused is not None
        assert refused.reason is Reason.NOT_HOST
        assert after(match, c.Start(ANN)).status is Status.PLAYING


def test_when_the_host_leaves_the_next_becomes_host() -> None:
    with nim_registered() as nim:
        match = after(four_seats(nim), c.TakeSeat(BO), c.TakeSeat(CY))
        done = decided(match, c.LeaveSeat(ANN))
        assert done.events == (e.SeatLeft(Seat(0)),)
        assert done.match.host == BO
        assert after(done.match, c.LeaveSeat(CY)).host == BO
        assert after(done.match, c.TakeSeat(ANN)).seats[0] == Occupant(ANN)


def test_terms_are_kept() -> None:
    terms = Terms(REVERSI, rated=False, options={"opening": "balanced"}, first="challenger")
    match = after(offered(terms), c.TakeSeat(BO))
    assert not match.rated
    assert match.setup.options == {"opening": "balanced"}
    assert playing().rated


def test_with_a_guest_it_is_not_rated() -> None:
    """Who could sit in a second window too would win ratings from themselves."""
    assert offered().rated
    assert not after(offered(), c.TakeSeat(BO, casual=True)).rated
    assert after(offered(), c.TakeSeat(BO)).rated
