"""The computer player as the worker asks it: a view, a level, a limit and a salt.

What no level may miss is tried on tables of positions in every direction and at the edges, and on
positions of random games where the rules themselves say what wins.
"""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine import Choice, Limit, Stop, salt_for
from core.game import Termination
from core.games.pente.engine import ENGINE, STRENGTHS
from core.games.pente.kernels.search import WON
from core.games.pente.points import CENTRE, NAMES, POINT_OF, POINTS, distance
from core.games.pente.rules import PENTE, Position
from core.games.pente.search import DECIDED
from core.types import Level, MatchId, Move, Seat
from tests.core.games.pente.diagrams import position
from tests.core.games.pente.playing import START, board_of, wander, winning
from tests.core.games.pente.test_rules import AXES, EIGHT, away, play, runs

LEVELS = tuple(STRENGTHS)
NOVICE, CLUB, CHAMPION = Level("novice"), Level("club"), Level("champion")
SALT = salt_for(MatchId("aaaaaaaaaaaaa"), 7)
CALM = play(START, "l10 n13 m11 j9")
every_level = pytest.mark.parametrize("level", LEVELS)


def time_up() -> Stop:
    stop = Stop()
    stop.set()
    return stop


def choose(
    at: Position, level: Level = CLUB, salt: bytes = SALT, nodes: int | None = None
) -> Choice:
    limit = ENGINE.limit(level)
    limit = limit if nodes is None else Limit(nodes, limit.millis)
    return ENGINE.choose(PENTE.look(at), level, limit, salt, Stop())


def other(at: Position) -> Position:
    """The other colour to move."""
    return replace(at, stones=at.stones + 1)


def scattered(*taken: str) -> str:
    """Three stones elsewhere, so that the other side has moved as well."""
    names = ("c3", "r4", "d16", "q17", "e5", "p8", "g14", "n2")
    return " ".join([name for name in names if name not in taken][:3])


def salts() -> Iterator[bytes]:
    return (salt_for(MatchId(f"match{number}"), 1) for number in range(30))


# --- the levels


def test_there_is_a_strength_for_every_level_and_each_thinks_further_or_better() -> None:
    assert PENTE.levels == LEVELS
    for weaker, stronger in pairwise(STRENGTHS[level] for level in LEVELS):
        assert weaker.depth <= stronger.depth
        assert weaker.nodes <= stronger.nodes
        assert weaker.error > stronger.error or weaker.depth < stronger.depth


# --- a win with one stone


@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
def test_a_five_is_never_missed(axis: tuple[int, int]) -> None:
    """Every row, column and diagonal, every gap; the levels take turns."""
    for number, run in enumerate(runs(5, axis)):
        gap = run[number % 5]
        four = [NAMES[point] for point in run if point != gap]
        at = position(white=" ".join(four), black=scattered(*(NAMES[point] for point in run)))
        choice = choose(at, LEVELS[number % len(LEVELS)])
        assert PENTE.play(at, choice.move).over is Termination.FIVE
        assert (choice.score, choice.line, choice.nodes) == (WON - 1, (choice.move,), 0)


@every_level
def test_a_five_comes_before_everything(level: Level) -> None:
    """Also where the other threatens a five, and where a pair could be taken."""
    at = position(
        white="d4 e4 f4 g4 n10",
        black="c4 d16 e16 f16 g16 l10 m10",
    )
    assert choose(at, level).move == "h4"


@pytest.mark.parametrize("direction", EIGHT)
def test_the_fifth_pair_is_never_missed(direction: tuple[int, int]) -> None:
    for number, name in enumerate(NAMES):
        near, middle, far = (away(name, direction, n) for n in (1, 2, 3))
        if far is not None and number % 7 == 0:
            at = position(white=far, black=f"{near} {middle}", pairs=(4, 3))
            assert choose(at, LEVELS[number // 7 % len(LEVELS)]).move == name
            at = position(white=f"{near} {middle}", black=far, to_move="black", pairs=(0, 4))
            assert choose(at, LEVELS[number // 7 % len(LEVELS)]).move == name


@every_level
def test_two_pairs_at_once_may_be_the_fifth(level: Level) -> None:
    at = position(white="n10 k7 a1", black="l10 m10 k9 k8 t1 t5", pairs=(3, 0))
    assert choose(at, level).move == "k10"


# --- what beginners overlook


def test_the_lowest_overlook_open_threes_the_less_the_better_they_are() -> None:
    """Also a gap in it; from the league on none does."""
    overlooked = dict.fromkeys(LEVELS, 0)
    for white, black in [
        ("a1 a3 c5", "h10 j10 k10"),
        ("m9 m11 g8", "h10 j10 k10"),
        ("m10 l12 n8", "k8 k9 k10"),
        ("d4 e5 n11", "h8 k10 l11"),
    ]:
        at = position(white=white, black=black)
        for level, salt in product(LEVELS[:5], list(salts())[:15]):
            after = PENTE.play(at, choose(at, level, salt).move)
            overlooked[level] += board_of(after).forced(2) > 0
    novice, amateur, club, *others = overlooked.values()
    assert novice > amateur > club
    assert 15 < novice < 45
    assert not any(others)


# --- the last chance to prevent one


@pytest.mark.parametrize("axis", AXES.values(), ids=AXES)
def test_a_four_is_never_left_alone(axis: tuple[int, int]) -> None:
    """Everywhere, with every gap; where the gap is an end the other one is shut."""
    for number, run in enumerate(runs(5, axis)):
        gap = run[number % 5]
        beyond = {run[0]: away(NAMES[run[4]], axis, 1), run[4]: away(NAMES[run[0]], axis, -1)}
        shut = beyond.get(gap) or ""
        four = [NAMES[point] for point in run if point != gap]
        at = position(
            black=" ".join(four),
            white=f"{shut} {scattered(shut, *(NAMES[point] for point in run))}",
        )
        assert POINT_OF[NAMES[gap]] in board_of(other(at)).wins(1)
        choice = choose(at, LEVELS[number % len(LEVELS)], nodes=60)
        assert not board_of(PENTE.play(at, choice.move)).wins(1)


@every_level
def test_the_only_point_against_a_four(level: Level) -> None:
    for white, black, block in [
        ("a10", "b10 c10 d10 e10", "f10"),
        ("a10", "b10 c10 d10 f10", "e10"),
        ("", "a1 a2 a3 a4", "a5"),  # shut by the edge
        ("", "t19 s18 r17 q16", "p15"),
        ("", "a19 c17 d16 e15", "b18"),
        ("k11", "k7 k8 k9 k10", "k6"),
    ]:
        assert choose(position(white=f"{white} p3", black=black), level, nodes=60).move == block


@every_level
def test_a_capture_breaks_an_open_four(level: Level) -> None:
    """No stone beside the row helps, but taking k10 k11 out of it does."""
    at = position(white="k12 e3", black="h10 j10 k10 l10 k11")
    assert len(winning(other(at))) == 2
    assert choose(at, level, nodes=60).move == "k9"


@every_level
def test_the_fifth_pair_is_prevented(level: Level) -> None:
    """By a stone where it would be taken: nothing else is there to do."""
    at = position(white="l10 m10 c3", black="n10 r4", pairs=(0, 4))
    assert choose(at, level, nodes=60).move == "k10"


@every_level
def test_two_fifth_pairs_are_prevented_by_one_capture(level: Level) -> None:
    """h10 flanks f10 g10 and h11 h12; no stone stops both, but h10 j9 can be taken."""
    at = position(white="f10 g10 h11 h12 k8", black="h10 j9 r4 q17", pairs=(0, 4))
    assert {NAMES[point] for point in winning(other(at))} == {"e10", "h13"}
    assert choose(at, level, nodes=60).move == "g11"


@every_level
def test_one_does_not_walk_into_the_fifth_pair(level: Level) -> None:
    """Beside the row of l, stones would make pairs that n10, n11 and n12 flank."""
    at = position(white="l10 l11 l12 c3", black="n10 n11 n12 r4 k13 l9", pairs=(0, 4))
    assert not winning(other(at))
    assert all(winning(play(at, move)) for move in ("m10", "m11", "m12"))
    for salt in list(salts())[:8]:
        answer = choose(at, level, salt, nodes=60)
        assert not winning(PENTE.play(at, answer.move))


@given(st.integers(0, 2**32), st.integers(8, 90), st.sampled_from(LEVELS), st.booleans())
@settings(max_examples=40, deadline=None)
def test_nothing_is_missed_in_any_position(
    seed: int, stones: int, level: Level, late: bool
) -> None:
    """Held against the rules: it wins if it can, and if anything prevents a loss it does that."""
    at = wander(seed, stones)
    at = replace(at, pairs=(4, 4)) if late else at
    move = choose(at, level, nodes=30).move
    after = PENTE.play(at, move)
    if wins := winning(at):
        assert POINT_OF[move] in wins
    elif winning(after):
        board = board_of(at)
        for name in PENTE.legal_moves(at):
            board.put(POINT_OF[name])
            assert board.wins(1 - at.side)
            board.back()


# --- the opening rule, four seats, legality


@every_level
def test_whites_second_stone_keeps_its_distance(level: Level) -> None:
    for reply in ("l10", "l11", "a1", "n12"):
        at = play(START, reply)
        for salt in list(salts())[:6]:
            point = POINT_OF[choose(at, level, salt, nodes=60).move]
            assert distance(point, CENTRE) >= 3
            assert distance(point, CENTRE) <= 9 or reply == "a1"


@every_level
def test_one_begins_beside_the_first_stone(level: Level) -> None:
    answers = {choose(START, level, salt, nodes=300).move for salt in list(salts())[:12]}
    assert len(answers) > 2
    assert all(distance(POINT_OF[move], CENTRE) <= 3 for move in answers)


@every_level
def test_in_two_against_two_it_plays_for_the_colour(level: Level) -> None:
    """The same board, seat by seat: partners play alike, and know each other's fours and pairs."""
    two = position(white="d4 e4 f4 g4 q16 c3", black="c4 o9 p9 d14 a1 b1", pairs=(1, 2))
    four = position(white="d4 e4 f4 g4 q16 c3", black="c4 o9 p9 d14 a1 b1", pairs=(1, 2), seats=4)
    seats = [PENTE.to_act(replace(four, stones=12 + n)) for n in range(4)]
    assert seats == [Seat(0), Seat(1), Seat(2), Seat(3)]
    for n in range(4):
        mine = choose(replace(four, stones=12 + n), level, nodes=60)
        assert mine.move == "h4"  # White's five, Black's block
        assert mine == choose(replace(two, stones=12 + n), level, nodes=60)


@pytest.mark.parametrize("seats", [2, 4])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=6, deadline=None)
def test_every_move_of_every_level_is_legal(seats: int, seed: int) -> None:
    """Whole games against chance; few nodes, so that searches also end in the middle."""
    lots = random.Random(seed)
    at = replace(START, seats=seats)
    computer, level = lots.randrange(seats), lots.choice(LEVELS)
    while (seat := PENTE.to_act(at)) is not None:
        if seat == computer:
            choice = choose(at, level, salt=lots.randbytes(32), nodes=lots.randrange(60))
            assert choice.line[0] == choice.move
            assert not choice.cut
            move = choice.move
        else:
            move = lots.choice(PENTE.legal_moves(at))
        at = PENTE.play(at, move)  # refuses what is not legal


@every_level
def test_the_last_point_of_the_board(level: Level) -> None:
    cells = bytearray(1 + (i % 19 + i // 19 // 2 + 1) % 2 for i in range(POINTS))
    cells[0] = 0
    at = replace(START, cells=bytes(cells), stones=POINTS - 1)
    choice = choose(at, level)
    assert choice == Choice(Move("a1"), None, (Move("a1"),), 0, choice.nodes, False)


# --- strength


def test_the_champion_finds_a_win_by_force() -> None:
    """An own open three: four, whatever the answer, five."""
    at = position(white="h10 j10 k10", black="a1 a3 c5")
    choice = choose(at, CHAMPION, nodes=1_000)
    assert choice.score == WON - 3
    assert choice.move in {"g10", "l10"}
    assert len(choice.line) == 3


def test_the_champion_does_not_leave_an_open_three() -> None:
    at = position(white="a1 a3 c5", black="h10 j10 k10")
    for salt in list(salts())[:5]:
        assert choose(at, CHAMPION, salt, nodes=1_000).move in {"f10", "g10", "l10", "m10"}


def test_a_pair_is_not_left_to_be_taken_for_nothing() -> None:
    at = position(white="l10 m10 h6", black="n10 g13 f5", pairs=(0, 3))
    assert play(other(at), "k10").pairs == (0, 4)
    after = play(at, choose(at, CHAMPION, nodes=2_000).move)
    assert not PENTE.is_legal(after, Move("k10")) or play(after, "k10").pairs == (0, 3)


# --- the same question


def test_the_same_question_gets_the_same_answer() -> None:
    for level in LEVELS:
        assert choose(CALM, level, nodes=400) == choose(CALM, level, nodes=400)


SCRIPT = """
from tests.core.games.pente.test_engine import LEVELS, choose, wander
for seed in range(12):
    print(choose(wander(seed, 20 + seed), LEVELS[seed % len(LEVELS)], nodes=200))
"""


def test_another_process_gives_the_same_answers() -> None:
    """From the same kernels, which this process compiled and those load from the cache."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[4],
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2")
    ]
    told = [process.communicate()[0] for process in processes]
    assert told[0].count(b"Choice") == 12
    assert told[0] == told[1]


def test_a_novice_errs_differently_in_every_match() -> None:
    assert len({choose(CALM, NOVICE, salt).move for salt in salts()}) >= 4


# --- limits


@pytest.mark.parametrize("level", LEVELS)
def test_nodes_are_kept_to(level: Level) -> None:
    choice = choose(CALM, level)
    assert choice.nodes <= STRENGTHS[level].nodes + 10  # what was begun is wound up
    assert choice.depth <= STRENGTHS[level].depth


@every_level
def test_when_time_is_up_there_is_a_move_all_the_same(level: Level) -> None:
    view = PENTE.look(CALM)
    choice = ENGINE.choose(view, level, ENGINE.limit(level), SALT, time_up())
    assert choice.cut
    assert choice.move in view.legal
    view = PENTE.look(position(white="a10 p3", black="b10 c10 d10 e10"))
    assert ENGINE.choose(view, level, ENGINE.limit(level), SALT, time_up()).move == "f10"


def test_a_search_without_end_is_stopped_from_another_thread() -> None:
    stop, unbounded = Stop(), Limit(nodes=1 << 60, millis=0)
    with ThreadPoolExecutor(1) as threads:
        view = PENTE.look(CALM)
        thinking = threads.submit(ENGINE.choose, view, CHAMPION, unbounded, SALT, stop)
        stop.set()
        choice = thinking.result()
    assert choice.cut
    assert choice.move in view.legal


def test_nobody_is_to_act_in_a_finished_game() -> None:
    over = PENTE.look(play(position(white="a1 a2 a3 a4"), "a5"))
    with pytest.raises(ValueError, match="nobody"):
        ENGINE.choose(over, CLUB, ENGINE.limit(CLUB), SALT, Stop())


def test_scores_are_for_the_one_to_move() -> None:
    at = position(white="h10 j10 k10 g3", black="a1 a3 c5 t1")
    mine, theirs = (choose(each, CHAMPION, nodes=1_000).score for each in (at, other(at)))
    assert mine is not None
    assert theirs is not None
    assert mine > DECIDED
    assert theirs < 0
