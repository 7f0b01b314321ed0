"""Matches of one player with dice: nothing is thrown before the press that follows the commitment,
and whoever leaves after that has lost."""

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.chance import Chance, commitment
from core.errors import Reason
from core.game import Termination
from core.games.dice.rules import DICE, Position
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.create import Terms
from core.match.model import AbortCause, Match, Occupant, Status
from core.match.pending import deadline, engine_seat
from core.match.replay import fold
from core.match.view import see
from core.types import COMPUTER, Level, Millis, Seat
from tests.core.match.matches import ANN, BO, ID, NOON, after, decided, registered
from tests.core.refusals import refusal

SEED = bytes(range(32))
LATER = Millis(NOON + 60_000)
ROLL = c.Start(ANN, "the press")


@pytest.fixture(autouse=True)
def _dice() -> Iterator[None]:
    with registered(DICE):
        yield


def offered() -> Match:
    return create.challenge(ID, Terms(DICE.id), ANN, None, SEED, NOON)


def playing(rounds: int = 0) -> Match:
    """After so many rounds, always the first choice."""
    match = after(offered(), ROLL)
    for _ in range(rounds):
        match = after(match, c.PlayMove(ANN, see(match).moves[0], match.turn))
    return match


def finished() -> Match:
    match = playing()
    while not match.is_over:
        match = after(match, c.PlayMove(ANN, see(match).moves[0], match.turn))
    return match


def test_it_waits_for_its_only_player_with_the_seed_laid_down() -> None:
    match = offered()
    assert (match.status, match.seats, match.rated) == (Status.OPEN, (Occupant(ANN),), False)
    assert match.setup.chance == Chance(SEED, ID, None)
    assert isinstance(match.position, Position)
    assert match.position.throw == ()
    assert see(match).board.legal == ()
    assert deadline(match) is not None  # nobody rolls: it expires


def test_the_press_that_begins_it_completes_the_chance() -> None:
    begun = decided(offered(), ROLL, LATER)
    match = begun.match
    assert begun.events == (e.MatchStarted(),)
    assert (match.status, match.turn, match.since) == (Status.PLAYING, 1, LATER)
    assert match.setup.chance == Chance(SEED, ID, "the press")
    assert match.position == DICE.start(match.setup)
    assert len(match.position.throw) == 5
    other = after(offered(), c.Start(ANN, "another press"))
    assert other.position.throw != match.position.throw


def test_only_once_and_only_by_its_player() -> None:
    for match, command, reason in (
        (offered(), c.Start(BO, "x"), Reason.NOT_HOST),
        (playing(), c.Start(ANN, "another press"), Reason.REPEATED),
        (playing(2), c.Start(ANN, "another press"), Reason.REPEATED),
        (playing(), c.Start(BO, "x"), Reason.NOT_OPEN),
        (after(offered(), c.Cancel(ANN)), c.Start(ANN, "late"), Reason.ABORTED),
        (offered(), c.TakeSeat(BO), Reason.SEAT_TAKEN),
        (offered(), c.SeatComputer(ANN, Seat(0), Level("greedy")), Reason.SEAT_TAKEN),
        (offered(), c.PlayMove(ANN, see(playing()).moves[0], 0), Reason.NOT_STARTED),
    ):
        refused = refusal(decided, match, command)
        assert refused is not None
        assert refused.reason is reason


def test_nobody_can_be_asked_anything() -> None:
    match = playing(1)
    for ask, reason in (
        (c.OfferDraw(ANN, match.turn), Reason.PLAYED_ALONE),
        (c.AskTakeback(ANN, match.turn), Reason.NO_TAKEBACK),
        (c.Claim(ANN), Reason.TOO_EARLY),
    ):
        refused = refusal(decided, match, ask)
        assert refused is not None
        assert refused.reason is reason


def test_nobody_is_invited_to_it_and_no_computer_sits_across() -> None:
    for refused in (
        refusal(create.challenge, ID, Terms(DICE.id), ANN, BO, SEED, NOON),
        refusal(create.against_computer, ID, Terms(DICE.id), ANN, Level("greedy"), SEED, NOON),
    ):
        assert refused is not None
        assert refused.reason is Reason.PLAYED_ALONE


def test_who_leaves_after_the_first_throw_has_lost() -> None:
    """Or people would look at first throws until they like one."""
    gone = after(playing(), c.Resign(ANN))
    assert gone.status is Status.FINISHED
    assert gone.outcome is not None
    assert (gone.outcome.termination, gone.outcome.winners) == (
        Termination.RESIGNATION,
        frozenset(),
    )


def test_before_it_nothing_has_happened() -> None:
    assert after(offered(), c.Cancel(ANN)).cause is AbortCause.CANCELLED


def test_the_rules_say_when_it_is_over_and_who_has_won() -> None:
    match = finished()
    assert match.status is Status.FINISHED
    assert match.outcome == DICE.outcome(match.position)
    assert fold(DICE, match.setup, match.plies) == match.position


# --- what may be seen ----------------------------------------------------------------------------


def test_the_commitment_is_told_at_once_and_the_seed_at_the_end() -> None:
    for match in (offered(), playing(), playing(2)):
        told = see(match).proof
        assert told is not None
        assert (told.label, told.commitment, told.seed) == (ID, commitment(SEED), None)
    for match in (
        finished(),
        after(playing(), c.Resign(ANN)),
        after(offered(), c.Cancel(ANN)),
        after(playing(), c.Abort(AbortCause.ENGINE_FAILED)),
    ):
        told = see(match).proof
        assert told is not None
        assert told.seed == SEED.hex()
        assert match.setup.chance is not None
        assert told.client == match.setup.chance.client


@given(st.integers(0, 5))
def test_a_view_of_a_running_match_has_no_seed_anywhere(rounds: int) -> None:
    with registered(DICE):
        view = see(playing(rounds))
    written = msgspec.json.encode(view).decode()
    assert SEED.hex() not in written
    assert SEED.hex() not in repr(view)
    assert repr(SEED)[2:-1] not in repr(view)


def test_where_others_play_on_the_end_of_one_match_tells_no_seed() -> None:
    chance = Chance(SEED, "the contest", "the first press")
    match = create.entry(ID, DICE.id, chance, Occupant(ANN), BO, NOON)
    told = see(after(match, c.Resign(ANN))).proof
    assert told is not None
    assert (told.label, told.seed) == ("the contest", None)


# --- on throws that others have too --------------------------------------------------------------


def test_an_entry_begins_at_once_on_the_throws_of_all() -> None:
    chance = Chance(SEED, "the contest", "the first press")
    one = create.entry(ID, DICE.id, chance, Occupant(ANN), ANN, NOON)
    other_id = create.match_id("another")
    other = create.entry(other_id, DICE.id, chance, Occupant(BO), ANN, LATER)
    for match in (one, other):
        assert (match.status, match.turn, match.rated) == (Status.PLAYING, 1, False)
        assert match.setup.chance == chance
        assert len(match.position.throw) == 5
    assert one.position == other.position


def test_a_computer_plays_its_entry_by_itself() -> None:
    chance = Chance(SEED, "the contest", "")
    who = Occupant(COMPUTER, Level("greedy"))
    match = create.entry(ID, DICE.id, chance, who, ANN, NOON)
    assert engine_seat(match) == 0
    moved = after(match, c.PlayMove(COMPUTER, see(match).moves[0], 1))
    assert engine_seat(moved) == 0


# --- once more -----------------------------------------------------------------------------------


def test_once_more_waits_for_a_press_after_a_new_commitment() -> None:
    over = after(finished(), c.AskRematch(ANN))
    again = create.rematch(over, b"s" * 32, LATER)
    assert again.id == over.rematch
    assert (again.status, again.turn) == (Status.OPEN, 0)
    assert again.setup.chance == Chance(b"s" * 32, again.id, None)
    assert again.position.throw == ()
    begun = after(again, c.Start(ANN, "again"), now=LATER)
    assert begun.setup.chance == replace(again.setup.chance, client="again")
    assert begun.position.throw != finished().position.throw
