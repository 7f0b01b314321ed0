"""The adviser of Reversi: exact where it says so, repeatable, and honest about what was played."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engines.registry import stored
from core.engine import Advice, AdviceRequest, Effort, Limit, Stop
from core.game import PASS, Setup
from core.games.reversi.advice import EXACT, ReversiAdviser
from core.games.reversi.bits import flips, mobility, squares
from core.games.reversi.rules import NAMES, REVERSI, Position
from core.types import Move, Seat
from tests.core.games.reversi.boards import minimax, sides, wander

SLOW = (
    "f5f6e6f4g6f7g5h6e3c5c6d7d3c7b5a5g4h3b6a6d6g3e7d8g7e2f3c2e1c3c4b4e8d2c8f1g1h8"
    "a3f2b8a4g8f8b7a8h7a2a7g2h1h2d1c1h4h5a1b1b2b3"
)
ADVISER = ReversiAdviser(stored("reversi", "weights.bin"))


def after(moves: str) -> Position:
    position = REVERSI.start(Setup(seats=2))
    for at in range(0, len(moves), 2):
        if REVERSI.legal_moves(position) == (PASS,):
            position = REVERSI.play(position, PASS)
        position = REVERSI.play(position, Move(moves[at : at + 2]))
    return position


def advised(position: Position, asked: AdviceRequest, stop: Stop | None = None) -> Advice:
    limit = ADVISER.limit(asked.effort)
    return ADVISER.advise(REVERSI.look(position), asked, limit, stop or Stop())


@given(seed=st.integers(0, 2**32), empty=st.integers(1, 7))
def test_is_exact_near_the_end(seed: int, empty: int) -> None:
    position = wander(seed, empty)
    own, opp = sides(position)
    for square in squares(mobility(own, opp)):
        told = advised(position, AdviceRequest(Effort.HINT, candidates=2, played=NAMES[square]))
        assert all(idea.proved for idea in told.candidates)
        assert told.candidates[0].score == minimax(own, opp)
        assert told.played is not None
        turned = flips(own, opp, square)
        assert told.played.score == -minimax(opp ^ turned, own | turned | 1 << square)


def test_says_from_where_on_it_is_exact() -> None:
    solved = advised(wander(3, EXACT), AdviceRequest(Effort.REVIEW))
    guessed = advised(wander(3, EXACT + 1), AdviceRequest(Effort.REVIEW))
    assert solved.candidates[0].proved
    assert not guessed.candidates[0].proved


@pytest.mark.parametrize("effort", list(Effort))
def test_the_same_question_gets_the_same_advice(effort: Effort) -> None:
    asked = AdviceRequest(effort, candidates=2, played=REVERSI.legal_moves(wander(7, 40))[0])
    first = advised(wander(7, 40), asked)
    advised(wander(8, 30), asked)
    assert advised(wander(7, 40), asked) == first
    assert not first.cut


def test_the_best_comes_first_and_the_one_played_is_no_better() -> None:
    for seed in range(3):
        position = wander(seed, 34)
        moves = REVERSI.legal_moves(position)
        for played in moves:
            told = advised(position, AdviceRequest(Effort.REVIEW, candidates=2, played=played))
            scores = [idea.score for idea in told.candidates]
            assert scores == sorted(scores, reverse=True)
            assert len({idea.move for idea in told.candidates}) == min(2, len(moves))
            assert told.played is not None
            assert told.played.move == played
            assert told.played.score <= scores[0] + 1
            assert (told.candidates[0].chance > 500) == (scores[0] > 0)


def test_the_line_can_be_played() -> None:
    position = wander(5, 18)
    [idea] = advised(position, AdviceRequest(Effort.HINT)).candidates
    assert idea.line[0] == idea.move
    for move in idea.line:
        position = REVERSI.play(position, move)


def test_a_move_that_there_is_not_is_worth_nothing() -> None:
    told = advised(REVERSI.start(Setup(seats=2)), AdviceRequest(Effort.HINT, played=Move("a1")))
    assert told.played is None


def test_the_clock_cuts_it_and_leaves_an_idea() -> None:
    stop = Stop()
    stop.set()
    told = advised(wander(3, EXACT), AdviceRequest(Effort.HINT, candidates=3), stop)
    assert told.cut
    moves = REVERSI.legal_moves(wander(3, EXACT))
    assert told.candidates[0].move in moves
    told = advised(wander(3, EXACT), AdviceRequest(Effort.REVIEW, played=moves[-1]), stop)
    assert told.played is not None, "a review needs a judgement of every move"
    assert told.played.move == moves[-1]


@pytest.mark.parametrize(
    ("effort", "nodes"), [(Effort.HINT, 12_000_000), (Effort.REVIEW, 2_000_000)]
)
def test_nobody_proves_what_would_take_long(effort: Effort, nodes: int) -> None:
    """This one took forty million nodes: one ply further was the end."""
    told = advised(
        after(SLOW[: 2 * 38]), AdviceRequest(effort, candidates=2, played=Move(SLOW[76:78]))
    )
    assert told.nodes < nodes
    assert len(told.candidates) == 2
    assert not told.candidates[0].proved


def test_what_is_proved_stays_so_where_there_was_no_time_for_more() -> None:
    view = REVERSI.look(after(SLOW[: 2 * 41]))
    asked = AdviceRequest(Effort.HINT, candidates=2)
    alone = ADVISER.advise(view, AdviceRequest(Effort.HINT), ADVISER.limit(Effort.HINT), Stop())
    told = ADVISER.advise(view, asked, Limit(nodes=alone.nodes + 1_000, millis=1), Stop())
    assert told.candidates == alone.candidates
    assert told.candidates[0].proved


def test_where_the_nodes_do_not_reach_the_end_it_is_an_opinion() -> None:
    view = REVERSI.look(wander(3, EXACT))
    told = ADVISER.advise(
        view, AdviceRequest(Effort.REVIEW), Limit(nodes=500_000, millis=1), Stop()
    )
    assert not told.candidates[0].proved
    assert not told.cut


def test_who_has_to_pass_is_told_so() -> None:
    position = replace(wander(3, 20), black=1, white=2, to_act=Seat(1))
    told = advised(position, AdviceRequest(Effort.HINT, candidates=2, played=PASS))
    assert told.candidates == (told.played,)
    assert told.candidates[0].line == (PASS,)


def test_nobody_is_to_act() -> None:
    with pytest.raises(ValueError, match="nobody"):
        advised(replace(wander(3, 20), to_act=None), AdviceRequest(Effort.HINT))
