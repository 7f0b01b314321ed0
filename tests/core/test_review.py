"""What advice on every move of a match comes to."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine import Advice, Candidate
from core.game import PASS, Outcome, Termination
from core.match import commands as c
from core.match.model import Match
from core.registry import GAMES
from core.review import (
    DEAREST,
    MOST,
    TURNS,
    Mistake,
    Review,
    ReviewedMove,
    accuracy,
    build_review,
    curve,
    dearest,
    decisions,
    turning_points,
)
from core.review import given as given_away
from core.types import GameId, MatchId, Move, Seat, Side
from tests.core.games.reversi.test_rules import ONE_PASS
from tests.core.match import matches

REVERSI, PENTE = GameId("reversi"), GameId("pente")
MATCH = matches.finished("f5d6c3d3")
ID = MatchId("a" * 13)


def idea(chance: int, score: int = 0, move: str = "a1", *, proved: bool = False) -> Candidate:
    return Candidate(Move(move), score, (Move(move),), proved, chance)


def step(
    number: int, best: int, played: int, *, proved: tuple[bool, bool] = (False, False)
) -> ReviewedMove:
    """By seat 0 where the number is odd. Chances in tenths of a per cent."""
    better = idea(best, best // 10, "b2", proved=proved[0])
    done = idea(played, played // 10, "c3", proved=proved[1])
    return ReviewedMove(number, Seat((number - 1) % 2), better, done)


def review(*steps: ReviewedMove, game: GameId = REVERSI) -> Review:
    return Review(ID, game, steps)


def pente(winner: int | None = 0) -> Match:
    won = Outcome(Termination.RESIGNATION, frozenset({Side(winner or 0)}), (0, 0))
    match = matches.after(
        matches.offered(replace(matches.FIRST, game=PENTE)), c.TakeSeat(matches.BO)
    )
    return replace(match, outcome=None if winner is None else won)


# --- which decisions there are --------------------------------------------------------------------


def test_every_move_is_a_decision_but_no_pass() -> None:
    match = matches.playing(ONE_PASS)
    assert any(ply.move == PASS for ply in match.plies)
    asked = list(decisions(match))
    moves = [ply.move for ply in match.plies if ply.move != PASS]
    assert [each.move for each in asked] == moves
    assert [each.number for each in asked] == [*range(1, len(moves) + 1)]
    for each in asked:
        assert GAMES[REVERSI].is_legal(each.position, each.move)
        assert GAMES[REVERSI].to_act(each.position) == each.seat


def test_numbers_go_on_from_the_opening() -> None:
    terms = replace(matches.FIRST, options={"opening": "balanced"})
    match = matches.after(matches.offered(terms), c.TakeSeat(matches.BO))
    match = matches.after(match, matches.move(match, GAMES[REVERSI].legal_moves(match.position)[0]))
    assert [each.number for each in decisions(match)] == [9]


def advice(best: Candidate, played: Candidate | None) -> Advice:
    return Advice((best,), played, 1, cut=False)


def test_a_review_has_a_step_for_each_decision() -> None:
    told = [advice(idea(600, 4), idea(500, 0)) for _ in range(4)]
    made = build_review(MATCH, told)
    assert (made.match, made.game) == (MATCH.id, REVERSI)
    assert [each.number for each in made.steps] == [1, 2, 3, 4]
    assert [each.given for each in made.steps] == [100] * 4


def test_what_was_played_may_turn_out_better_than_the_best() -> None:
    told = [advice(idea(500, 0), idea(600, 4)) for _ in range(4)]
    assert {each.given for each in build_review(MATCH, told).steps} == {0}


def test_a_move_that_was_not_judged_makes_no_review() -> None:
    with pytest.raises(ValueError, match="not judged"):
        build_review(MATCH, [advice(idea(500), None)] * 4)
    with pytest.raises(ValueError, match="zip"):
        build_review(MATCH, [advice(idea(500), idea(500))] * 3)


# --- how well -------------------------------------------------------------------------------------


def test_who_gives_nothing_away_plays_the_best_there_is() -> None:
    made = review(step(1, 600, 600), step(2, 400, 100), step(3, 900, 900))
    shares = accuracy(made, MATCH)
    assert shares[Side(0)] == pytest.approx(100, abs=0.01)
    assert 0 < shares[Side(1)] < 50


def test_a_side_that_never_moved_has_no_share() -> None:
    assert set(accuracy(review(step(1, 600, 600)), MATCH)) == {0}
    assert accuracy(review(), MATCH) == {}


chances = st.integers(0, 1000)


@given(st.lists(st.tuples(chances, chances), min_size=1, max_size=70))
def test_shares_are_percentages_and_dearer_is_worse(pairs: list[tuple[int, int]]) -> None:
    steps = [step(n, max(pair), min(pair)) for n, pair in enumerate(pairs, 1)]
    shares = accuracy(review(*steps), MATCH)
    assert all(0 <= share <= 100 for share in shares.values())
    better = [step(n, max(pair), max(pair)) for n, pair in enumerate(pairs, 1)]
    best = accuracy(review(*better), MATCH)
    assert all(best[side] >= share for side, share in shares.items())


# --- where it turned ------------------------------------------------------------------------------


@given(st.lists(st.tuples(chances, chances), max_size=70))
def test_the_dearest_moves_are_told_in_their_order(pairs: list[tuple[int, int]]) -> None:
    steps = [step(n, max(pair), min(pair)) for n, pair in enumerate(pairs, 1)]
    told = [turn.step for turn in turning_points(review(*steps), MATCH)]
    numbers = [each.number for each in told]
    assert numbers == sorted(numbers)
    assert len(told) <= MOST
    assert all(each.given >= TURNS for each in told)
    dear = sorted((each.given for each in steps if each.given >= TURNS), reverse=True)
    assert sorted((each.given for each in told), reverse=True) == dear[:MOST]


def faults(steps: Sequence[ReviewedMove], match: Match, game: GameId = PENTE) -> dict[int, Mistake]:
    return {
        turn.step.number: turn.fault for turn in turning_points(review(*steps, game=game), match)
    }


def test_in_pente_it_is_said_what_was_wrong() -> None:
    steps = [
        step(1, 1000, 520, proved=(True, False)),
        step(2, 480, 0, proved=(False, True)),
        step(3, 1000, 400, proved=(True, False)),
        step(5, 600, 300),
        step(6, 700, 0, proved=(False, True)),
        step(8, 0, 0, proved=(True, True)),
    ]
    assert faults(steps, pente(winner=0)) == {
        1: Mistake.MISSED_WIN,
        2: Mistake.MISSED_BLOCK,
        3: Mistake.MISSED_WIN,
        5: Mistake.DEAR,
        6: Mistake.LOSING,
    }


def test_who_won_made_no_losing_move() -> None:
    steps = [step(2, 500, 0, proved=(False, True))]
    assert faults(steps, pente(winner=1)) == {2: Mistake.MISSED_BLOCK}
    assert faults(steps, pente(winner=None)) == {2: Mistake.MISSED_BLOCK}


def test_the_losing_move_is_told_though_it_gave_little_away() -> None:
    steps = [step(n, 900, 100) for n in range(1, 2 * MOST, 2)]
    steps.append(step(20, 50, 0, proved=(False, True)))
    told = faults(steps, pente(winner=0))
    assert told[20] is Mistake.LOSING
    assert len(told) == MOST


def test_in_reversi_a_known_score_is_no_win_by_force() -> None:
    steps = [step(50, 700, 0, proved=(True, True))]
    assert faults(steps, MATCH, REVERSI) == {50: Mistake.DEAR}


def counted(number: int, best: int, played: int, *, proved: bool = True) -> ReviewedMove:
    """Known in discs, which are not worth much to the chance."""
    better = idea(560, best, "b2", proved=True)
    return ReviewedMove(
        number, Seat((number - 1) % 2), better, idea(500, played, "c3", proved=proved)
    )


@pytest.mark.parametrize(("best", "played"), [(2, 0), (0, -2), (1, -1)])
def test_a_known_result_that_was_given_away_is_told_however_few_discs_it_was(
    best: int, played: int
) -> None:
    steps = [step(1, 500, 450), counted(57, best, played)]
    assert steps[1].given < TURNS
    assert faults(steps, MATCH, REVERSI) == {57: Mistake.DEAR}
    assert faults([counted(57, best, played, proved=False)], MATCH, REVERSI) == {}


@pytest.mark.parametrize(("best", "played"), [(4, 2), (-2, -4), (0, 0)])
def test_who_still_wins_as_before_has_turned_nothing(best: int, played: int) -> None:
    assert faults([counted(57, best, played)], MATCH, REVERSI) == {}


def test_the_last_move_that_changed_the_result_is_told_among_many_dearer_ones() -> None:
    steps = [step(n, 900, 100) for n in range(1, 2 * MOST + 4, 2)]
    steps += [counted(50, 2, 0), counted(52, 2, 0)]
    told = faults(steps, MATCH, REVERSI)
    assert len(told) == MOST
    assert 52 in told
    assert 50 not in told


# --- the plot -------------------------------------------------------------------------------------


def test_the_curve_is_that_of_the_first_side() -> None:
    made = review(step(1, 600, 500), step(2, 700, 300))
    assert curve(made, MATCH) == [(0, 60), (1, -70), (2, -30)]
    assert curve(replace(made, game=PENTE), pente()) == [(0, 60), (1, 30), (2, 70)]
    assert curve(review(), MATCH) == []


# --- dice -----------------------------------------------------------------------------------------


def test_what_was_given_away_and_where() -> None:
    made = review(step(1, 3000, 2800), step(2, 2900, 2900), step(3, 2950, 2500), step(4, 100, 90))
    assert given_away(made) == 20 + 45 + 1
    assert [each.number for each in dearest(made)] == [3, 1, 4]
    assert len(dearest(made)) <= DEAREST
