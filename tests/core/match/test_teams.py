"""Two against two: seats of two sides, computers among them, and decisions that partners share."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Reason
from core.game import Outcome, Termination
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.clock import MINUTE, TimeControl
from core.match.create import Terms
from core.match.deadlines import NOTICE, may_claim
from core.match.decision import opponents, partners
from core.match.ending import stand_in
from core.match.model import (
    CLAIM_AFTER,
    MISTAP_WINDOW,
    AbortCause,
    Match,
    Occupant,
    Offer,
    OfferKind,
    Status,
)
from core.match.offers import asked
from core.match.pending import engine_seat
from core.types import COMPUTER, GameId, Level, Millis, PlayerId, Seat, Side
from tests.core.match.matches import (
    ANN,
    BO,
    CY,
    DI,
    ID,
    LOT,
    NOON,
    accept,
    after,
    decided,
    move,
    refuse,
    warned,
)
from tests.core.refusals import refusal

PENTE = GameId("pente")
CLUB, MASTER = Level("club"), Level("master")
A, B = Side(0), Side(1)
A1, B1, A2, B2 = (Seat(i) for i in range(4))
EVE = PlayerId("eve")
LATE = Millis(NOON + CLAIM_AFTER)


def lobby(first: str = "lot", invited: PlayerId | None = None, time: str = "none") -> Match:
    """Ann's offer: she sits on A1, unless she leaves the first move to the others."""
    terms = Terms(PENTE, seats=4, first=first, time=TimeControl.parse(time))
    return create.challenge(ID, terms, ANN, invited, LOT, NOON)


def full(time: str = "none") -> Match:
    """A: Ann, Cy. B: Bo, Di."""
    sat = (c.TakeSeat(BO, side=B), c.TakeSeat(CY, side=A), c.TakeSeat(DI, side=B))
    return after(lobby(time=time), *sat)


def playing(*moves: str, time: str = "none") -> Match:
    match = after(full(time), c.Start(ANN))
    for name in moves:
        match = after(match, move(match, name))
    return match


def against_computers() -> Match:
    """A: Ann, Cy. B: two computers."""
    match = after(lobby(), c.TakeSeat(CY, side=A))
    match = after(match, *(c.SeatComputer(ANN, seat, CLUB) for seat in (B1, B2)))
    return after(match, c.Start(ANN))


def why(match: Match, command: c.Command, now: Millis = NOON) -> Reason | None:
    refused = refusal(decided, match, command, now)
    return None if refused is None else refused.reason


def people(match: Match) -> list[PlayerId | None]:
    return [who.player if who else None for who in match.seats]


# --- before it begins ----------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "seat"), [("lot", A1), ("challenger", A1), ("opponent", B1)])
@pytest.mark.parametrize("last", [0, 1])
def test_the_host_sits_in_the_team_that_was_said(first: str, seat: Seat, last: int) -> None:
    """No lot is drawn where people sit down as they like."""
    terms = Terms(PENTE, seats=4, first=first)
    entropy = bytes(31) + bytes([last])
    match = create.challenge(ID, terms, ANN, None, entropy, NOON)
    assert match.seats_of(ANN) == (seat,)
    assert (match.status, len(match.seats)) == (Status.OPEN, 4)


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_a_game_has_its_numbers_of_seats(seats: int) -> None:
    for game, wrong in ((PENTE, seats), (GameId("reversi"), 4)):
        refused = refusal(create.challenge, ID, Terms(game, seats=wrong), ANN, None, LOT, NOON)
        assert refused is not None
        fits = "2, 4" if game == PENTE else "2"
        assert refused.details == {"option": "seats", "value": str(wrong), "fits": fits}


def test_a_side_has_two_seats_and_no_third() -> None:
    match = after(lobby(), c.TakeSeat(BO, side=B), c.TakeSeat(CY, side=B))
    assert people(match) == [ANN, BO, None, CY]
    assert why(match, c.TakeSeat(DI, side=B)) is Reason.SEAT_TAKEN
    assert people(after(match, c.TakeSeat(DI, side=A))) == [ANN, BO, DI, CY]
    assert people(after(match, c.TakeSeat(DI))) == [ANN, BO, DI, CY], "the first that is free"
    assert why(match, c.TakeSeat(DI, side=Side(2))) is Reason.SEAT_TAKEN


def test_joining_the_other_side_moves_you() -> None:
    match = after(lobby(), c.TakeSeat(BO, side=A))
    done = decided(match, c.TakeSeat(BO, side=B))
    assert done.events == (e.SeatLeft(A2), e.SeatTaken(B1))
    assert people(done.match) == [ANN, BO, None, None]
    assert why(done.match, c.TakeSeat(BO, side=B)) is Reason.ALREADY_SEATED
    assert why(done.match, c.TakeSeat(BO)) is Reason.ALREADY_SEATED
    assert why(done.match, c.TakeSeat(ANN)) is Reason.OWN_CHALLENGE
    hosts = after(done.match, c.TakeSeat(ANN, side=B))
    assert (people(hosts), hosts.host) == ([None, BO, None, ANN], ANN)


def test_one_may_change_the_order_within_a_side() -> None:
    match = after(lobby(), c.TakeSeat(ANN, seat=A2))
    assert people(match) == [None, None, ANN, None]
    assert why(match, c.TakeSeat(ANN, seat=A2)) is Reason.ALREADY_SEATED
    assert why(full(), c.TakeSeat(ANN, side=B)) is Reason.SEAT_TAKEN


def test_whoever_is_called_may_sit_anywhere_and_so_may_others() -> None:
    match = after(lobby(invited=BO), c.TakeSeat(CY), c.TakeSeat(BO, side=A))
    assert people(match) == [ANN, CY, BO, None]
    assert why(match, c.Decline(BO)) is Reason.NOT_INVITED, "there is nothing to decline"
    assert why(match, c.TakeSeat(DI, side=B)) is None


def test_the_next_becomes_host_and_may_start() -> None:
    match = after(full(), c.LeaveSeat(ANN))
    assert (match.host, people(match)) == (BO, [None, BO, CY, DI])
    assert why(match, c.Start(BO)) is Reason.SEATS_EMPTY
    match = after(match, c.TakeSeat(EVE))
    assert why(match, c.Start(ANN)) is Reason.NOT_HOST
    begun = decided(match, c.Start(BO), LATE)
    assert begun.events == (e.MatchStarted(),)
    assert why(begun.match, c.Start(BO)) is Reason.REPEATED
    assert why(begun.match, c.Start(DI)) is Reason.NOT_OPEN
    assert (begun.match.status, begun.match.since, begun.match.rated) == (
        Status.PLAYING,
        LATE,
        True,
    )


def test_the_last_person_who_leaves_ends_it_even_if_computers_stay() -> None:
    match = after(lobby(), c.SeatComputer(ANN, B1, CLUB))
    assert after(match, c.LeaveSeat(ANN)).cause is AbortCause.CANCELLED


def test_a_computer_is_seated_changed_and_sent_away_by_the_host() -> None:
    match = after(lobby(), c.TakeSeat(BO, seat=B1))
    done = decided(match, c.SeatComputer(ANN, A2, CLUB))
    assert done.events == (e.SeatTaken(A2),)
    assert done.match.seats[A2] == Occupant(COMPUTER, CLUB)
    assert why(done.match, c.SeatComputer(ANN, A2, CLUB)) is Reason.REPEATED
    stronger = after(done.match, c.SeatComputer(ANN, A2, MASTER))
    assert stronger.seats[A2] == Occupant(COMPUTER, MASTER)
    gone = decided(stronger, c.SeatComputer(ANN, A2, None))
    assert (gone.match, gone.events) == (match, (e.SeatLeft(A2),))
    assert why(gone.match, c.SeatComputer(ANN, A2, None)) is Reason.REPEATED
    for command, reason in (
        (c.SeatComputer(BO, A2, CLUB), Reason.NOT_HOST),
        (c.SeatComputer(ANN, A2, Level("god")), Reason.UNKNOWN_LEVEL),
        (c.SeatComputer(ANN, B1, CLUB), Reason.SEAT_TAKEN),
        (c.SeatComputer(ANN, B1, None), Reason.SEAT_TAKEN),
        (c.SeatComputer(ANN, Seat(4), CLUB), Reason.SEAT_TAKEN),
        (c.SeatComputer(ANN, Seat(-1), CLUB), Reason.SEAT_TAKEN),
    ):
        assert why(match, command) is reason


def test_it_counts_only_where_four_people_sit_when_it_begins() -> None:
    with_computer = after(full(), c.LeaveSeat(DI), c.SeatComputer(ANN, B2, CLUB))
    assert not after(with_computer, c.Start(ANN)).rated
    again = after(with_computer, c.SeatComputer(ANN, B2, None), c.TakeSeat(DI), c.Start(ANN))
    assert again.rated
    assert not replace(again, rated=False).rated


def test_against_three_computers_at_once() -> None:
    match = create.against_computer(ID, Terms(PENTE, seats=4), ANN, CLUB, LOT, NOON)
    assert people(match) == [ANN, COMPUTER, COMPUTER, COMPUTER]
    assert (match.status, match.rated) == (Status.PLAYING, False)
    assert engine_seat(match) == B1, "white's first stone is placed by the setup"


# --- who is who ----------------------------------------------------------------------------------


def test_partners_and_opponents() -> None:
    match = playing()
    assert (partners(match, ANN), opponents(match, ANN)) == ((CY,), (BO, DI))
    assert (partners(match, DI), opponents(match, DI)) == ((BO,), (ANN, CY))
    mixed = after(full(), c.LeaveSeat(CY), c.SeatComputer(ANN, A2, CLUB), c.Start(ANN))
    assert (partners(mixed, ANN), opponents(mixed, BO)) == ((), (ANN,))


# --- resigning -----------------------------------------------------------------------------------


def test_resigning_needs_both_partners() -> None:
    match = playing("a1", "a2")
    done = decided(match, c.Resign(ANN))
    assert done.events == (e.OfferMade(OfferKind.RESIGN, A1),)
    assert done.match.status is Status.PLAYING
    assert asked(done.match, done.match.offers[0]) == (CY,)
    assert why(done.match, c.Resign(ANN)) is Reason.OFFER_STANDS
    for by in (BO, DI):
        assert why(done.match, accept(done.match, OfferKind.RESIGN, by)) is Reason.PARTNER_ANSWERS
    assert why(done.match, accept(done.match, OfferKind.RESIGN, ANN)) is Reason.PARTNER_ANSWERS
    outcome = Outcome(Termination.RESIGNATION, frozenset({B}), (0, 1))
    assert after(done.match, c.Resign(CY)).outcome == outcome
    assert after(done.match, accept(done.match, OfferKind.RESIGN, CY)).outcome == outcome


def test_a_wish_to_resign_stands_while_others_move_until_it_is_answered() -> None:
    wished = after(playing("a1", "a2"), c.Resign(ANN))
    moved = after(wished, move(wished, "a3"))
    assert moved.offers == (Offer(OfferKind.RESIGN, A1),)
    assert why(moved, accept(wished, OfferKind.RESIGN, CY)) is Reason.STALE_TURN
    back = decided(moved, refuse(moved, OfferKind.RESIGN, CY))
    assert (back.match.offers, back.match.declined) == ((), Offer(OfferKind.RESIGN, A1))
    assert after(moved, c.WithdrawOffer(ANN, OfferKind.RESIGN)).offers == ()
    taken = after(moved, c.AskTakeback(DI, moved.turn))
    assert [offer.kind for offer in taken.offers] == [OfferKind.RESIGN]


def test_with_a_computer_as_partner_one_word_is_enough() -> None:
    match = after(full(), c.LeaveSeat(CY), c.SeatComputer(ANN, A2, CLUB), c.Start(ANN))
    match = after(match, move(match, "a1"), move(after(match, move(match, "a1")), "a2"))
    assert after(match, c.Resign(ANN)).outcome is not None


def test_before_each_side_has_moved_both_partners_call_it_off() -> None:
    match = after(playing(), c.Resign(BO))
    assert match.status is Status.PLAYING
    assert after(match, c.Resign(DI)).cause is AbortCause.CALLED_OFF


# --- draws, takebacks, rematches -----------------------------------------------------------------


@given(st.permutations((BO, CY, DI)), st.booleans())
def test_a_draw_needs_everybody(order: list[PlayerId], by_word: bool) -> None:
    match = playing("a1", "a2")
    match = after(match, c.OfferDraw(ANN, match.turn))
    for i, by in enumerate(order):
        assert match.status is Status.PLAYING
        assert set(asked(match, match.offers[0])) == set(order[i:])
        yes = c.OfferDraw(by, match.turn) if by_word else accept(match, OfferKind.DRAW, by)
        done = decided(match, yes)
        if i < 2:
            assert done.events == (e.OfferAgreed(OfferKind.DRAW, match.seats_of(by)[0]),)
            assert why(done.match, accept(match, OfferKind.DRAW, by)) is Reason.REPEATED
        match = done.match
    assert match.outcome == Outcome(Termination.AGREEMENT, frozenset({A, B}), (0, 0))


def test_one_no_ends_the_offer_of_a_draw() -> None:
    match = playing("a1", "a2")
    match = after(match, c.OfferDraw(ANN, match.turn), accept(match, OfferKind.DRAW, BO))
    ended = decided(match, refuse(match, OfferKind.DRAW, CY))
    assert ended.events == (e.OfferEnded(OfferKind.DRAW, A1),)
    assert ended.match.offers == ()


def test_computers_are_not_asked_for_a_draw_but_people_across_the_board_are() -> None:
    match = after(full(), c.LeaveSeat(DI), c.SeatComputer(ANN, B2, CLUB), c.Start(ANN))
    offered = after(match, c.OfferDraw(ANN, match.turn))
    assert set(asked(offered, offered.offers[0])) == {BO, CY}
    alone = after(match, c.OfferDraw(BO, match.turn))
    assert set(asked(alone, alone.offers[0])) == {ANN, CY}
    only = against_computers()
    assert why(only, c.OfferDraw(ANN, only.turn)) is Reason.COMPUTER_PLAYS_ON


@pytest.mark.parametrize("by", [BO, DI])
def test_either_of_the_other_side_grants_a_takeback(by: PlayerId) -> None:
    match = playing("a1", "a2", "a3")
    now = Millis(NOON + MISTAP_WINDOW)
    asked_for = after(match, c.AskTakeback(CY, match.turn), now=now)
    assert asked(asked_for, asked_for.offers[0]) == (BO, DI)
    assert why(asked_for, accept(asked_for, OfferKind.TAKEBACK, ANN), now) is Reason.OWN_OFFER
    done = decided(asked_for, accept(asked_for, OfferKind.TAKEBACK, by), now)
    assert done.events == (e.TakebackDone(A2, 2),)


def test_computers_across_the_board_grant_takebacks_at_once() -> None:
    match = after(
        lobby(), c.TakeSeat(CY, side=A), *(c.SeatComputer(ANN, s, CLUB) for s in (B1, B2))
    )
    match = after(match, c.Start(ANN))
    for name in ("a1", "a2", "a3"):
        match = after(match, move(match, name))
    done = decided(match, c.AskTakeback(CY, match.turn), Millis(NOON + MISTAP_WINDOW))
    assert done.events == (e.TakebackDone(A2, 2),)


def test_a_rematch_needs_everybody_swaps_colours_and_keeps_partners() -> None:
    over = after(playing("a1", "a2"), c.Resign(BO), c.Resign(DI))
    wished = after(over, c.AskRematch(DI), c.AskRematch(ANN), c.AskRematch(CY))
    assert wished.rematch is None
    agreed = after(wished, c.AskRematch(BO))
    assert agreed.rematch == create.rematch_id(over)
    again = create.rematch(agreed, LOT, NOON)
    assert people(again) == [BO, CY, DI, ANN]
    assert (partners(again, ANN), partners(again, BO)) == ((CY,), (DI,))
    assert (again.status, again.setup.seats, again.rated) == (Status.PLAYING, 4, True)


@given(st.lists(st.sampled_from(("white", "black", "draw")), max_size=6), st.sampled_from((2, 4)))
def test_the_set_counts_the_wins_of_the_same_people(endings: list[str], seats: int) -> None:
    """Whatever is won by whichever colour, the count goes with those who won it."""
    match = playing("a1", "a2")
    if seats == 2:
        terms = Terms(PENTE, first="challenger")
        match = after(create.challenge(ID, terms, ANN, None, LOT, NOON), c.TakeSeat(BO))
    wins = {ANN: 0, BO: 0}
    for ending in endings:
        side = {"white": A, "black": B}.get(ending)
        winners = frozenset({A, B}) if side is None else frozenset({side})
        outcome = Outcome(Termination.FIVE, winners, (0, 0))
        match = replace(match, status=Status.FINISHED, outcome=outcome)
        for who in wins:
            seat_side = Side(match.seats_of(who)[0] % 2)
            wins[who] += side == seat_side
        score = create.set_score(match)
        assert {who: score[match.seats_of(who)[0] % 2] for who in wins} == wins
        match = create.rematch(match, LOT, NOON)
        assert {who: match.won[match.seats_of(who)[0] % 2] for who in wins} == wins


# --- who does not come back ----------------------------------------------------------------------


def test_a_computer_takes_the_seat_of_a_partner_who_stays_away() -> None:
    match = playing("a1", "a2")  # Di, of B, is to move
    assert may_claim(match, LATE) is None
    match = warned(match)
    assert may_claim(match, Millis(LATE - 1)) is None
    assert may_claim(match, LATE) == B2
    assert stand_in(match, B2) == create.usual_level(PENTE)
    for by in (ANN, CY, BO):
        done = decided(match, c.Claim(by), LATE)
        assert done.events == (e.SeatReplaced(B2),)
        assert done.match.seats[B2] == Occupant(COMPUTER, Level("amateur"))
        assert (done.match.status, done.match.rated) == (Status.PLAYING, False)
        assert engine_seat(done.match) == B2
    assert why(match, c.Claim(DI), LATE) is Reason.TOO_EARLY
    assert why(match, c.Claim(EVE), LATE) is Reason.NOT_SEATED


def test_or_of_one_who_left_whoevers_turn_it_is() -> None:
    match = after(playing("a1", "a2"), c.Gone(CY))
    done = after(match, c.Lapse(), now=Millis(NOON + NOTICE))
    assert done.seats[A2] == Occupant(COMPUTER, Level("amateur"))
    assert (done.status, done.rated, done.absences) == (Status.PLAYING, False, ())


def test_whose_partner_is_a_computer_loses_by_staying_away() -> None:
    match = warned(playing("a1", "a2"))
    match = after(match, c.Claim(ANN), now=LATE)
    match = after(match, c.PlayMove(COMPUTER, move(match, "a3").move, match.turn), now=LATE)
    match = after(match, move(match, "a4"), now=LATE)  # Ann; now Bo is to move
    later = Millis(LATE + CLAIM_AFTER)
    assert stand_in(match, B1) is None
    match = warned(match)
    assert after(match, c.Claim(CY), now=later).outcome == Outcome(
        Termination.CLAIM, frozenset({A}), (1, 0)
    )


def test_with_a_clock_nobody_is_replaced() -> None:
    match = playing("a1", "a2", time="5+0")
    assert why(match, c.Claim(ANN), Millis(NOON + MINUTE)) is Reason.TOO_EARLY
    fallen = after(match, c.FlagFall(), now=Millis(NOON + 5 * MINUTE))
    assert fallen.outcome == Outcome(Termination.FLAG, frozenset({A}), (1, 0))


def test_offers_end_when_somebody_is_replaced() -> None:
    match = warned(playing("a1", "a2"))
    match = after(match, c.OfferDraw(DI, match.turn), c.Resign(DI))
    assert len(match.offers) == 2
    assert after(match, c.Claim(ANN), now=LATE).offers == ()
