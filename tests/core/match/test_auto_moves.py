"""Throws that leave one choice, played in the decision that led to them."""

from dataclasses import replace

import pytest

from core.chance import Chance, roll
from core.errors import Reason
from core.games.dice.rules import DICE, was_only
from core.match import commands as c
from core.match import create
from core.match import events as e
from core.match.auto_moves import auto_move, play_auto_moves
from core.match.create import Terms
from core.match.deadlines import NOTICE
from core.match.decide import Decision, decide
from core.match.model import ABANDON_AFTER, Match, Occupant, Status
from core.match.pending import deadline
from core.match.view import see
from core.types import COMPUTER, Level, Millis
from tests.core.match.matches import ANN, ID, NOON, decided, playing
from tests.core.refusals import refusal


def game(seed: int) -> Match:
    offered = create.challenge(ID, Terms(DICE.id), ANN, None, bytes([seed]) * 32, NOON)
    return decide(offered, c.Start(ANN, "a press"), NOON).match


def first(match: Match) -> c.PlayMove:
    return c.PlayMove(ANN, see(match).moves[0], match.turn)


def before_a_forced_throw() -> tuple[Match, c.PlayMove, Decision]:
    """A match, the choice that leads to a throw with one split, and that decision."""
    for seed in range(50):
        match = game(seed)
        while not match.is_over:
            choice = first(match)
            decision = decide(match, choice, NOON)
            goes_on = not play_auto_moves(decision, NOON).match.is_over
            if goes_on and auto_move(decision.match) is not None:
                return match, choice, decision
            match = decision.match
    raise AssertionError("no such throw in fifty games")


def test_it_is_played_with_the_choice_before_it() -> None:
    match, choice, decision = before_a_forced_throw()
    [only] = see(decision.match).moves
    both = play_auto_moves(decision, NOON)
    assert [ply.move for ply in both.match.plies[-2:]] == [choice.move, only]
    [seat] = match.seats_of(ANN)
    assert both.events == (e.MovePlayed(seat, choice.move), e.MovePlayed(seat, only))
    assert both.match.turn == match.turn + len(both.match.plies) - len(match.plies)
    assert play_auto_moves(both, NOON) == both


def test_the_press_before_it_delivered_again_is_no_news() -> None:
    match, choice, decision = before_a_forced_throw()
    after = play_auto_moves(decision, NOON).match
    again = refusal(decided, after, choice)
    assert again is not None
    assert again.reason is Reason.REPEATED
    other = next(move for move in see(match).moves if move != choice.move)
    stale = refusal(decided, after, replace(choice, move=other))
    assert stale is not None
    assert stale.reason is Reason.STALE_TURN


def test_a_press_of_two_choices_ago_is_stale() -> None:
    match = game(1)
    choice = first(match)
    for _ in range(2):
        match = decide(match, first(match), NOON).match
    refused = refusal(decided, match, choice)
    assert refused is not None
    assert refused.reason is Reason.STALE_TURN


def test_only_people_with_dice_are_forced() -> None:
    match, _, decision = before_a_forced_throw()
    assert auto_move(match) is None  # there was a choice
    seats = (Occupant(COMPUTER, Level("greedy")),)
    assert auto_move(replace(decision.match, seats=seats)) is None  # it answers for itself
    assert auto_move(decide(decision.match, c.Resign(ANN), NOON).match) is None
    assert auto_move(playing("f5d6")) is None


@pytest.mark.parametrize("seed", range(5))
def test_the_sheet_tells_afterwards_whether_there_was_a_choice(seed: int) -> None:
    match = game(seed)
    assert not was_only(DICE.look(match.position))
    while not match.is_over:
        ways = len(see(match).moves)
        match = decide(match, first(match), NOON).match
        assert was_only(DICE.look(match.position)) == (ways == 1)


# --- a game that is left alone ------------------------------------------------------------------


def test_after_thirty_days_it_is_abandoned() -> None:
    match = decide(game(0), first(game(0)), NOON).match
    due = deadline(match)
    assert due == (Millis(NOON + ABANDON_AFTER - NOTICE), c.Lapse())
    match = decided(match, c.Lapse(), due[0]).match
    due = deadline(match)
    assert due == (Millis(NOON + ABANDON_AFTER), c.Lapse())
    early = refusal(decided, match, c.Lapse(), Millis(NOON + ABANDON_AFTER - 1))
    assert early is not None
    assert early.reason is Reason.TOO_EARLY
    gone = decided(match, c.Lapse(), due[0]).match
    assert gone.status is Status.FINISHED
    assert gone.outcome is not None
    assert gone.outcome.winners == frozenset()
    assert deadline(gone) is None


def test_on_throws_that_others_have_too_the_contest_keeps_time() -> None:
    chance = Chance(bytes(32), "the contest", "a press")
    entry = create.entry(ID, DICE.id, chance, Occupant(ANN), ANN, NOON)
    assert (entry.contest, game(0).contest) == ("the contest", None)
    assert deadline(entry) is None
    assert roll(chance, 1) == see(entry).board.throw  # type: ignore[attr-defined]
