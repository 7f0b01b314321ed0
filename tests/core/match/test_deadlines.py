"""Who does not move, who left, who comes back: warned first, and only then something ends."""

from dataclasses import replace

import pytest

from core.chance import Chance
from core.errors import Reason
from core.game import Outcome, Termination
from core.games.dice.rules import DICE
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.clock import DAY, HOUR
from core.match.deadlines import NOTICE, awaited, ends, lapses, may_claim
from core.match.model import (
    ABANDON_AFTER,
    CLAIM_AFTER,
    AbortCause,
    Absence,
    AbsenceKind,
    Match,
    Occupant,
    OfferKind,
    Status,
)
from core.match.pending import deadline
from core.types import Millis, Move, PlayerId, Seat, Side
from tests.core.match.matches import (
    ANN,
    BLACK,
    BO,
    CY,
    ID,
    NOON,
    WHITE,
    aborted,
    accept,
    after,
    against_computer,
    decided,
    finished,
    four_seats,
    nim_registered,
    offered,
    playing,
    registered,
    warned,
)
from tests.core.refusals import refusal


def at(span: int) -> Millis:
    return Millis(NOON + span)


def why(match: Match, command: c.Command, now: Millis = NOON) -> Reason | None:
    refused = refusal(decided, match, command, now)
    return None if refused is None else refused.reason


# --- who does not move ----------------------------------------------------------------------------


def test_after_two_days_the_one_to_move_is_warned() -> None:
    match = playing("f5d6")
    assert deadline(match) == (at(2 * DAY), c.Lapse())
    assert why(match, c.Lapse(), at(2 * DAY - 1)) is Reason.TOO_EARLY
    done = decided(match, c.Lapse(), at(2 * DAY))
    assert done.events == (e.Warned(BLACK, AbsenceKind.LATE),)
    assert done.match.absences == (Absence(BLACK, AbsenceKind.LATE, at(2 * DAY), at(3 * DAY)),)
    assert (done.match.status, done.match.turn) == (Status.PLAYING, match.turn)


def test_nobody_may_claim_who_was_not_warned_first() -> None:
    """Field report 90: a match never ends without an announced warning, be the bot down for weeks
    when it was due: then the day begins with the warning."""
    match = playing("f5d6")
    assert why(match, c.Claim(BO), at(20 * DAY)) is Reason.TOO_EARLY
    late = after(match, c.Lapse(), now=at(20 * DAY))
    assert why(late, c.Claim(BO), at(21 * DAY - 1)) is Reason.TOO_EARLY
    assert after(late, c.Claim(BO), now=at(21 * DAY)).outcome is not None


def test_that_the_others_may_claim_is_an_event_of_its_own() -> None:
    """So that the board is drawn anew and has the button for it."""
    match = warned(playing("f5d6"))
    assert deadline(match) == (at(CLAIM_AFTER), c.Lapse())
    done = decided(match, c.Lapse(), at(CLAIM_AFTER))
    assert done.events == (e.ClaimOpened(BLACK),)
    assert done.match.absences[0].over
    assert may_claim(done.match, at(CLAIM_AFTER)) == BLACK
    assert deadline(done.match) == (at(ABANDON_AFTER), c.Lapse())


def test_a_move_ends_the_warning_and_the_other_has_time_again() -> None:
    match = after(warned(playing("f5d6")), c.Lapse(), now=at(CLAIM_AFTER))
    moved = after(match, c.PlayMove(ANN, Move("c3"), match.turn), now=at(CLAIM_AFTER + 1))
    assert moved.absences == ()
    assert deadline(moved) == (at(CLAIM_AFTER + 1 + CLAIM_AFTER - NOTICE), c.Lapse())


def test_a_takeback_ends_the_warning_too() -> None:
    match = playing("f5d6")
    match = warned(after(match, c.AskTakeback(BO, match.turn), now=at(DAY)))
    match = after(match, accept(match, OfferKind.TAKEBACK, ANN), now=at(2 * DAY))
    assert match.absences == ()


def test_when_a_warned_term_ends_for_good() -> None:
    """Where others wait after thirty days; alone, or who has left, when the warning said."""
    late = warned(playing("f5d6"))
    assert ends(late, late.absences[0]) == at(ABANDON_AFTER)
    left = after(playing("f5d6"), c.Gone(ANN))
    assert ends(left, left.absences[0]) == at(NOTICE)
    alone = after(against_computer("f5d6"), c.Lapse(), now=at(ABANDON_AFTER - NOTICE))
    for since in (alone.since, Millis(alone.since + DAY)):
        assert ends(replace(alone, since=since), alone.absences[0]) == at(ABANDON_AFTER)


def test_nobody_is_waited_for_before_a_match_and_after_it() -> None:
    assert awaited(playing("f5d6")) == BLACK
    for match in (offered(), finished(), aborted(), playing(time="5+3")):
        assert awaited(match) is None


def test_where_nobody_moves_for_thirty_days_it_comes_to_nothing() -> None:
    match = after(warned(playing("f5d6")), c.Lapse(), now=at(CLAIM_AFTER))
    done = decided(match, c.Lapse(), at(ABANDON_AFTER))
    assert done.events == (e.MatchAborted(AbortCause.FORGOTTEN),)


def test_late_warnings_postpone_the_end_as_well() -> None:
    match = after(playing("f5d6"), c.Lapse(), now=at(40 * DAY))
    match = after(match, c.Lapse(), now=at(41 * DAY))
    assert after(match, c.Lapse(), now=at(41 * DAY)).cause is AbortCause.FORGOTTEN


def test_against_a_computer_alone_there_are_thirty_days() -> None:
    match = against_computer("f5d6")
    assert deadline(match) == (at(ABANDON_AFTER - NOTICE), c.Lapse())
    match = after(match, c.Lapse(), now=at(ABANDON_AFTER - NOTICE))
    assert why(match, c.Claim(ANN), at(ABANDON_AFTER)) is Reason.TOO_EARLY
    assert after(match, c.Lapse(), now=at(ABANDON_AFTER)).cause is AbortCause.FORGOTTEN


def test_with_a_clock_only_the_flag_counts() -> None:
    match = playing("f5d6", "3d")
    assert deadline(match) == (at(3 * DAY), c.FlagFall())
    assert lapses(match) is None


def test_where_all_play_on_the_same_throws_the_contest_keeps_time() -> None:
    with registered(DICE):
        chance = Chance(bytes(32), "a contest", "press")
        entry = create.entry(ID, DICE.id, chance, Occupant(ANN), ANN, NOON)
        assert deadline(entry) is None
        gone = after(entry, c.Gone(ANN))
        assert deadline(gone) == (at(NOTICE), c.Lapse())
        over = after(gone, c.Lapse(), now=at(NOTICE))
    assert over.outcome == Outcome(Termination.RESIGNATION, frozenset(), (0,))


# --- who left -------------------------------------------------------------------------------------


def test_who_left_is_warned_and_then_gives_up() -> None:
    """Field report 32, while it is played; whoever's turn it is."""
    for who, seat, winner in ((ANN, BLACK, 1), (BO, WHITE, 0)):
        done = decided(playing("f5d6"), c.Gone(who), at(HOUR))
        assert done.events == (e.Warned(seat, AbsenceKind.GONE),)
        assert deadline(done.match) == (at(HOUR + NOTICE), c.Lapse())
        assert why(done.match, c.Gone(who)) is Reason.REPEATED
        assert why(done.match, c.Lapse(), at(HOUR + NOTICE - 1)) is Reason.TOO_EARLY
        over = after(done.match, c.Lapse(), now=at(HOUR + NOTICE))
        assert over.outcome is not None
        assert over.outcome.termination is Termination.CLAIM
        assert over.outcome.winners == frozenset({Side(winner)})


def test_before_each_side_has_moved_it_is_called_off() -> None:
    match = after(playing("f5"), c.Gone(BO))
    assert after(match, c.Lapse(), now=at(NOTICE)).cause is AbortCause.NO_SHOW


def test_who_comes_back_in_time_plays_on() -> None:
    match = after(playing("f5d6"), c.Gone(ANN))
    done = decided(match, c.Back(ANN), at(HOUR))
    assert done.events == (e.CameBack(BLACK),)
    assert deadline(done.match) == (at(CLAIM_AFTER - NOTICE), c.Lapse())
    assert why(done.match, c.Back(ANN)) is Reason.REPEATED


@pytest.mark.parametrize(
    "act",
    [
        lambda match: c.PlayMove(ANN, Move("c3"), match.turn),
        lambda match: c.OfferDraw(ANN, match.turn),
        lambda match: c.AskPause(ANN, match.turn),
        lambda match: c.AskTakeback(ANN, match.turn),
    ],
)
def test_whoever_does_something_has_not_left(act: object) -> None:
    match = after(playing("f5d6"), c.Gone(ANN), c.Gone(BO))
    assert callable(act)
    left = after(match, act(match), now=at(HOUR)).absences
    assert [each.seat for each in left] == [WHITE]


def test_the_others_need_not_wait_for_who_left_and_is_late_too() -> None:
    match = warned(playing("f5d6"))
    match = after(match, c.Gone(ANN), now=at(CLAIM_AFTER - 1))
    assert after(match, c.Claim(BO), now=at(CLAIM_AFTER)).is_over
    match = after(match, c.Lapse(), now=at(CLAIM_AFTER))
    assert after(match, c.Lapse(), now=at(CLAIM_AFTER - 1 + NOTICE)).is_over


def test_where_everybody_left_nobody_wins() -> None:
    match = after(playing("f5d6"), c.Gone(ANN), c.Gone(BO))
    assert after(match, c.Lapse(), now=at(NOTICE)).cause is AbortCause.DESERTED


def test_who_leaves_a_match_against_the_computer_loses_it() -> None:
    """Field report 33: nothing goes on between a computer and nobody."""
    match = after(against_computer("f5d6c3"), c.Gone(ANN))
    over = after(match, c.Lapse(), now=at(NOTICE))
    assert over.outcome is not None
    assert over.outcome.winners == frozenset({Side(1)})


def test_with_a_clock_whatever_comes_first() -> None:
    short, long = (after(playing("f5d6", time), c.Gone(ANN)) for time in ("5+0", "3d"))
    assert deadline(short) == (at(300_000), c.FlagFall())
    assert deadline(long) == (at(NOTICE), c.Lapse())


# --- offers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [ANN, BO])
def test_an_offer_ends_with_who_made_it_or_got_it(who: PlayerId) -> None:
    """Field report 31: nothing stays behind that blocks the room. Nothing is lost by it either."""
    match = after(offered(invited=BO), c.Gone(who))
    assert (match.status, match.cause) == (Status.ABORTED, AbortCause.LEFT)


def test_an_offer_to_all_does_not_end_with_a_stranger() -> None:
    assert why(offered(), c.Gone(BO)) is Reason.NOT_SEATED


def test_who_leaves_a_lobby_leaves_a_free_seat_and_the_next_is_host() -> None:
    with nim_registered() as nim:
        match = after(four_seats(nim), c.TakeSeat(BO))
        left = after(match, c.Gone(ANN))
        assert (left.seats[0], left.host, left.status) == (None, BO, Status.OPEN)
        assert why(left, c.Gone(CY)) is Reason.NOT_SEATED
        assert after(left, c.Gone(BO)).cause is AbortCause.LEFT


def test_nothing_happens_to_what_is_over() -> None:
    """Field report 35: nobody is in a match that is over."""
    match = finished()
    assert why(match, c.Gone(ANN)) is Reason.FINISHED
    assert why(match, c.Lapse(), at(ABANDON_AFTER)) is Reason.FINISHED
    assert deadline(match) is None
    assert Seat(0) not in [each.seat for each in match.absences]
