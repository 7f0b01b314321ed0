"""The adviser of Pente: what it calls won or lost is, and what was played is judged honestly."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import Advice, AdviceRequest, Effort, Stop
from core.games.pente.advice import PenteAdviser
from core.games.pente.kernels.search import WON
from core.games.pente.rules import PENTE, Position
from core.games.pente.search import DECIDED
from core.types import Move
from tests.core.games.pente.diagrams import position
from tests.core.games.pente.playing import START, wander, winning
from tests.core.games.pente.test_rules import play

ADVISER = PenteAdviser()
THREE = position(white="h10 j10 k10", black="d4 p5 q14")
"""White to move has an open three."""
THREATENED = position(white="h10 j10 k10 a1", black="d4 p5 q14 r2", to_move="black")
FOUR = position(white="h10 j10 k10 l10", black="d4 p5 q14")


def advised(at: Position, candidates: int = 1, played: str | None = None) -> Advice:
    asked = AdviceRequest(Effort.REVIEW, candidates, None if played is None else Move(played))
    return ADVISER.advise(PENTE.look(at), asked, ADVISER.limit(asked.effort), Stop())


def test_a_win_at_once() -> None:
    [best] = advised(FOUR).candidates
    assert best.move in ("g10", "m10")
    assert (best.score, best.proved, best.line) == (WON - 1, True, (best.move,))


def test_a_proved_win_is_told_as_its_line() -> None:
    [best] = advised(THREE, candidates=2).candidates
    assert best.proved
    assert best.score > DECIDED
    assert len(best.line) == WON - best.score == 3
    after = THREE
    for move in best.line:
        after = PENTE.play(after, move)
    outcome = PENTE.outcome(after)
    assert outcome is not None
    assert outcome.winner == 0


def test_another_move_that_keeps_the_win_is_as_good() -> None:
    other = "l10" if advised(THREE).candidates[0].move != "l10" else "g10"
    kept = advised(THREE, played=other).played
    assert kept is not None
    assert kept.proved
    assert kept.score > DECIDED


def test_a_missed_win_is_an_opinion() -> None:
    missed = advised(THREE, played="a19").played
    assert missed is not None
    assert not missed.proved
    assert abs(missed.score) <= DECIDED


def test_a_missed_block_loses_by_force() -> None:
    told = advised(THREATENED, candidates=2, played="a19")
    assert told.played is not None
    assert told.played.proved
    assert told.played.score < -DECIDED
    assert not told.candidates[0].proved
    assert told.candidates[0].score > told.played.score


def test_ideas_are_told_best_first() -> None:
    """Also where the second one turns out better than the one that was thought best before it."""
    scores = [idea.score for idea in advised(wander(2, 14), candidates=3).candidates]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


def test_where_everything_loses_it_says_so() -> None:
    doomed = position(white="h10 j10 k10 l10 a1", black="d4 p5 q14", to_move="black")
    told = advised(doomed, candidates=3, played="a19")
    assert all(idea.score < -DECIDED for idea in told.candidates)
    assert told.played is not None
    assert told.played.score == 2 - WON


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_rules_agree_with_what_wins_at_once(seed: int) -> None:
    lots, at = random.Random(seed), START
    for _ in range(lots.randrange(60)):
        moves = PENTE.legal_moves(at)
        at = PENTE.play(at, lots.choice(moves[: 40 + lots.randrange(300)]))
        if PENTE.to_act(at) is None:
            return
    played = lots.choice(PENTE.legal_moves(at))
    told = advised(at, candidates=2, played=played)
    assert (told.candidates[0].score == WON - 1) == bool(winning(at))
    assert told.played is not None
    assert told.played.move == played
    assert told.candidates[0].move in PENTE.legal_moves(at)
    for idea in (*told.candidates, told.played):
        assert (idea.score > DECIDED) == (idea.chance == 1000)
        assert (idea.score < -DECIDED) == (idea.chance == 0)
        assert idea.proved == (abs(idea.score) > DECIDED)


@pytest.mark.parametrize("effort", list(Effort))
def test_the_same_question_gets_the_same_advice(effort: Effort) -> None:
    view = PENTE.look(play(START, "l10 n13 m11 j9"))
    asked = AdviceRequest(effort, 2, Move("a1"))
    first = ADVISER.advise(view, asked, ADVISER.limit(effort), Stop())
    advised(THREE)
    assert ADVISER.advise(view, asked, ADVISER.limit(effort), Stop()) == first
    assert first.candidates[0].score >= first.candidates[1].score
    assert not first.cut


def test_a_line_of_more_than_one_move_can_be_played() -> None:
    at = play(START, "l10 n13 m11 j9")
    for move in advised(at).candidates[0].line:
        at = PENTE.play(at, move)


def test_serves_teams_and_the_opening_rule() -> None:
    at = play(replace(START, seats=4), "m11")
    told = advised(at, candidates=2)
    assert all(idea.move in PENTE.legal_moves(at) for idea in told.candidates)


def test_the_clock_cuts_it_and_leaves_an_idea() -> None:
    stop = Stop()
    stop.set()
    view = PENTE.look(play(START, "l10 n13 m11 j9"))
    asked = AdviceRequest(Effort.HINT, 2, Move("a1"))
    told = ADVISER.advise(view, asked, ADVISER.limit(Effort.HINT), stop)
    assert told.cut
    assert told.candidates[0].move in view.legal


def test_nobody_is_to_act() -> None:
    over = PENTE.play(FOUR, Move("m10"))
    with pytest.raises(ValueError, match="nobody"):
        advised(over)
