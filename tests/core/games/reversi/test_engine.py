"""The computer player as the worker asks it: a view, a level, a limit and a salt."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engines.registry import ENGINES
from core.engine import Choice, Limit, Stop, salt_for
from core.game import PASS
from core.games.reversi.engine import SLIP, STRENGTHS
from core.games.reversi.rules import REVERSI, Position
from core.types import Level, MatchId, Move
from tests.core.games.reversi.boards import any_board, minimax, sides, wander
from tests.core.games.reversi.playing import START, drawn

ENGINE = ENGINES[REVERSI.id].engine
NOVICE, CLUB, MASTER, CHAMPION = (Level(name) for name in ("novice", "club", "master", "champion"))
SALT = salt_for(MatchId("aaaaaaaaaaaaa"), 7)


def time_up() -> Stop:
    stop = Stop()
    stop.set()
    return stop


def choose(
    position: Position, level: Level = CLUB, salt: bytes = SALT, nodes: int | None = None
) -> Choice:
    limit = ENGINE.limit(level)
    limit = limit if nodes is None else Limit(nodes, limit.millis)
    return ENGINE.choose(REVERSI.look(position), level, limit, salt, Stop())


def salts() -> Iterator[bytes]:
    """The chances of as many matches."""
    return (salt_for(MatchId(f"match{number}"), 1) for number in range(30))


def test_there_is_a_strength_for_every_level_and_each_thinks_more() -> None:
    assert tuple(STRENGTHS) == REVERSI.levels
    ladder = [STRENGTHS[level] for level in REVERSI.levels]
    for weaker, stronger in pairwise(ladder):
        assert weaker.depth <= stronger.depth
        assert weaker.exact <= stronger.exact
        assert weaker.error >= stronger.error
        assert weaker.slips > stronger.slips
        assert weaker.nodes <= stronger.nodes
        assert weaker != stronger
    assert STRENGTHS[CHAMPION].exact >= 18
    assert STRENGTHS[CHAMPION].error == STRENGTHS[CHAMPION].slips == 0
    assert STRENGTHS[NOVICE].exact <= 4


@given(seed=st.integers(0, 2**32))
@settings(max_examples=8)
@pytest.mark.parametrize("level", REVERSI.levels)
def test_every_move_of_every_level_is_legal(level: Level, seed: int) -> None:
    """Whole games against chance; few nodes, so that searches also end in the middle."""
    lots = random.Random(seed)
    position, computer = START, lots.randrange(2)
    while position.to_act is not None:
        if position.to_act == computer:
            choice = choose(position, level, salt=lots.randbytes(32), nodes=lots.randrange(400))
            assert choice.line[0] == choice.move
            assert not choice.cut
            move = choice.move
        else:
            move = lots.choice(REVERSI.legal_moves(position))
        position = REVERSI.play(position, move)  # refuses what is not legal


@given(any_board(st.integers(2, 8)), st.sampled_from([MASTER, CHAMPION]))
@settings(max_examples=25)
def test_endings_from_eight_are_played_exactly(board: tuple[int, int], level: Level) -> None:
    own, opp = board
    choice = choose(Position(own, opp, START.to_act), level)
    if len(REVERSI.legal_moves(Position(own, opp, START.to_act))) > 1:
        assert choice.score == minimax(own, opp)
        assert choice.depth == 64 - (own | opp).bit_count()


@pytest.mark.parametrize("seed", range(12))
def test_the_champion_solves_endings_of_eighteen(seed: int) -> None:
    choice = choose(wander(seed, empty=18), CHAMPION)
    assert choice.depth == 18
    assert choice.nodes < 2 * STRENGTHS[CHAMPION].nodes


@pytest.mark.parametrize(
    ("own", "opp"),
    [
        (11534043497644622080, 5074528238508456960),
        (577244078276669, 584397576514764290),
        (51305682426659842, 18178983034663774208),
    ],
)
def test_also_the_hardest_endings_of_eighteen(own: int, opp: int) -> None:
    """The three that took most nodes among 339 of self-play, all with a proof."""
    choice = choose(Position(own, opp, START.to_act), CHAMPION)
    assert choice.depth == 18
    assert choice.nodes < 2 * STRENGTHS[CHAMPION].nodes


@pytest.mark.parametrize("level", [MASTER, CHAMPION])
def test_takes_a_corner(level: Level) -> None:
    position = drawn("""
        ........
        .....O..
        ....XO..
        ..XOOOO.
        ..OXXXX.
        XOXO.O..
        OX......
        ........
    """)
    assert len(REVERSI.legal_moves(position)) == 16
    chosen = [choose(position, level, salt, nodes=5_000).move for salt in salts()]
    assert chosen.count(Move("a8")) >= (30 if level == CHAMPION else 27)


@pytest.mark.parametrize("level", [MASTER, CHAMPION])
def test_does_not_move_next_to_a_corner_that_the_other_then_takes(level: Level) -> None:
    position = drawn("""
        .O......
        ..OO....
        ..OOO...
        ...OXXX.
        ...XX.O.
        ...XXO..
        ........
        ........
    """)
    assert {"b2", "g7"} < set(REVERSI.legal_moves(position))
    chosen = [choose(position, level, salt, nodes=5_000).move for salt in salts()]
    assert sum(move in ("b2", "g7") for move in chosen) <= (0 if level == CHAMPION else 3)


def test_a_move_that_slips_is_found_without_looking_ahead() -> None:
    """Drawn by the chances of the move, about as often as the level says; no ending slips."""
    board = wander(seed=21, empty=33)
    lots = [salt_for(MatchId(f"match{number}"), 1) for number in range(200)]
    slipped = sum(choose(board, CLUB, salt).depth == SLIP.depth for salt in lots)
    assert slipped == pytest.approx(200 * STRENGTHS[CLUB].slips / 1000, abs=20)
    assert all(choose(board, CHAMPION, salt, nodes=2_000).depth > 1 for salt in salts())
    ending = wander(seed=8, empty=8)
    best = {choose(ending, CLUB, salt).score for salt in salts()}
    assert len(best) == 1


def test_the_same_question_gets_the_same_answer() -> None:
    for level in REVERSI.levels:
        position = wander(seed=21, empty=33)
        assert choose(position, level) == choose(position, level)


def test_a_novice_errs_differently_in_every_match() -> None:
    position = wander(seed=21, empty=33)
    moves = {choose(position, NOVICE, salt).move for salt in salts()}
    assert len(moves) >= 4


def test_the_champion_begins_in_all_four_ways() -> None:
    assert {choose(START, CHAMPION, salt, nodes=2_000).move for salt in salts()} == {
        "d3",
        "c4",
        "f5",
        "e6",
    }


@pytest.mark.parametrize("level", [MASTER, CHAMPION])
@pytest.mark.parametrize("empty", [50, 12])
def test_when_time_is_up_there_is_a_move_all_the_same(level: Level, empty: int) -> None:
    position = wander(seed=5, empty=empty)
    view = REVERSI.look(position)
    choice = ENGINE.choose(view, level, ENGINE.limit(level), SALT, time_up())
    assert choice.cut
    assert choice.move in view.legal


def test_a_forced_move_takes_no_thought() -> None:
    position = drawn("XO" + "." * 62)
    assert choose(position, MASTER) == Choice(Move("c1"), None, (Move("c1"),), 0, 0, False)


def test_a_pass_is_a_forced_move() -> None:
    position = drawn("XX" + "." * 61 + "O")
    assert choose(position).move == PASS


def test_nobody_is_to_act_in_a_finished_game() -> None:
    over = REVERSI.look(Position(1, 2, None))
    with pytest.raises(ValueError, match="nobody"):
        ENGINE.choose(over, CLUB, ENGINE.limit(CLUB), SALT, Stop())


def test_the_score_is_for_the_one_to_move() -> None:
    """Far ahead for one side is far behind for the other."""
    position = wander(seed=8, empty=10)
    mine = choose(position, MASTER).score
    own, opp = sides(position)
    theirs = choose(Position(opp, own, START.to_act), MASTER).score
    assert mine is not None
    assert theirs is not None
    assert abs(mine) > 8
    assert (mine > 0) != (theirs > 0)
