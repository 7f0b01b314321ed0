"""What a search knows of a position: held against the rules and against counting anew."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.pente.evaluation import PAIRS, ROW, Field
from core.games.pente.points import CENTRE, NAMES, POINT_OF, POINTS, SIZE
from core.games.pente.rules import PAIRS_TO_WIN, PENTE, Position
from core.games.pente.windows import WINDOWS, WINDOWS_OF
from core.types import Move
from tests.core.games.pente.diagrams import position
from tests.core.games.pente.playing import POSITIONS, START, field_of, game, wander, winning


def at(*names: str) -> list[int]:
    return [POINT_OF[Move(name)] for name in names]


def counted(cells: bytes) -> int:
    """The worth of all windows to White, plainly."""
    worth = 0
    for window in WINDOWS:
        held = [cells[point] for point in window]
        if 2 not in held:
            worth += ROW[held.count(1)]
        if 1 not in held:
            worth -= ROW[held.count(2)]
    return worth


def other_colour(position: Position) -> Position:
    cells = position.cells.translate(bytes((0, 2, 1)) + bytes(range(3, 256)))
    white, black = position.pairs
    return replace(position, cells=cells, pairs=(black, white), stones=position.stones + 1)


@given(st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_step_by_step_is_as_counted_anew(seed: int) -> None:
    """Captures too, and all of it, but for what was near once."""
    field = field_of(START)
    for move, reached in game(seed):
        field = field.after(POINT_OF[move])
        anew = Field(reached.cells, reached.side, reached.pairs)
        assert bytes(field.cells) == reached.cells
        for name in ("side", "pairs", "windows", "runs", "worth"):
            assert getattr(field, name) == getattr(anew, name)
        for mine, fresh in zip(field.gains, anew.gains, strict=True):
            assert all(mine[point] == fresh[point] for point in range(POINTS) if anew.near[point])
        if reached.over:
            break


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_worth_is_that_of_the_windows(reached: Position) -> None:
    assert field_of(reached).worth == counted(reached.cells)


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_a_gain_is_what_a_stone_adds_where_none_is_taken(reached: Position) -> None:
    field = field_of(reached)
    sign = -1 if field.side else 1
    for point in range(POINTS):
        if field.near[point] and PENTE.is_legal(reached, NAMES[point]):
            child = field.after(point)
            if child.pairs == field.pairs and PENTE.play(reached, NAMES[point]).over is None:
                assert sign * (child.worth - field.worth) == field.gains[field.side][point]


@given(POSITIONS)
@settings(max_examples=40, deadline=None)
def test_wins_are_those_of_the_rules(reached: Position) -> None:
    field = field_of(reached)
    assert sorted(field.wins(field.side)) == sorted(winning(reached))


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_captures_are_those_of_the_rules(reached: Position) -> None:
    captures = field_of(reached).captures(reached.side)
    for point, name in enumerate(NAMES):
        if PENTE.is_legal(reached, name):
            pairs = PENTE.play(reached, name).pairs[reached.side]
            assert captures.get(point, 0) == pairs - reached.pairs[reached.side]


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_colours_are_alike(reached: Position) -> None:
    swapped = other_colour(reached)
    assert field_of(swapped).judge() == field_of(reached).judge()
    assert field_of(swapped).best(20) == field_of(reached).best(20)


@given(POSITIONS, st.integers(1, 40))
@settings(max_examples=25, deadline=None)
def test_the_best_points_are_empty_and_have_all_captures(reached: Position, count: int) -> None:
    field = field_of(reached)
    best = field.best(count)
    captures = {*field.captures(0), *field.captures(1)}
    assert len(best) == len(set(best))
    assert not any(field.cells[point] for point in best)
    assert captures <= set(best)
    assert count <= len(best) <= count + len(captures)


def test_one_looks_near_the_stones_first() -> None:
    for name in ("a1", "k10", "t7"):
        field = field_of(position(white=name))
        near = sum(field.near)
        assert near >= 9
        assert all(field.near[point] for point in field.best(near))
        assert len(field.best(POINTS)) == POINTS - 1


@pytest.mark.parametrize(
    ("white", "black", "point"),
    [
        ("h10 j10 l10", "a1 b7 c3", "k10"),  # into the row
        ("a1 b7 c3", "h10 j10 l10", "k10"),  # and the other's
        ("n10 a2", "l10 m10 t1", "k10"),  # a pair
    ],
)
def test_the_most_promising_point(white: str, black: str, point: str) -> None:
    field = field_of(position(white=white, black=black))
    assert field.best(5)[0] == POINT_OF[Move(point)]


def test_a_row_that_is_shut_promises_nothing() -> None:
    field = field_of(position(white="h10 j10 k10", black="g10 l10 a1 t1"))
    assert not any(NAMES[point].endswith("10") for point in field.best(8))


def test_what_is_good_is_judged_better() -> None:
    """Each for White to move, from worse to better."""
    ladder = [
        position(white="a1", black="h10 j10 k10"),
        position(white="a1", black="j10 k10"),
        position(white="a1 h12", black="j10 k10 q3"),
        position(white="j10 k10", black="a1 b7"),
        position(white="h10 j10 k10", black="g10 a1 b7"),
        position(white="h10 j10 k10", black="a1 b7 d2"),
    ]
    scores = [field_of(each).judge() for each in ladder]
    assert scores == sorted(set(scores))


def test_pairs_count_more_the_more_there_are() -> None:
    ladder = [position(white="k10", black="a1", pairs=(n, 0)) for n in range(PAIRS_TO_WIN)]
    steps = [b - a for a, b in pairwise(field_of(each).judge() for each in ladder)]
    assert steps == sorted(steps)
    assert steps[0] > 0
    assert len(PAIRS) == PAIRS_TO_WIN + 1


def test_a_pair_that_can_be_taken_counts_for_who_can_and_more_with_the_move() -> None:
    white, black = "n10 c3", "l10 m10"
    calm = field_of(position(white="n11 c3", black=black)).judge()
    assert field_of(position(white=white, black=black)).judge() > calm
    mine = position(white=white, black=black)
    theirs = replace(mine, stones=mine.stones + 1)
    assert field_of(mine).judge() > -field_of(theirs).judge()

    cells = bytes(1 + (i % SIZE + i // SIZE // 2) % 2 for i in range(POINTS))
    field = Field(cells, 0, (2, 1))
    assert field.judge() == 0
    assert field.best(20) == []


def test_the_last_points_of_a_board() -> None:
    cells = bytearray(1 + (i % SIZE + i // SIZE // 2) % 2 for i in range(POINTS))
    cells[0] = cells[CENTRE] = 0
    assert sorted(Field(cells, 1, (0, 0)).best(20)) == [0, CENTRE]


def test_no_stone_at_all() -> None:
    (point,) = Field(bytes(POINTS), 0, (0, 0)).best(1)
    assert len(WINDOWS_OF[point]) == 20


def test_the_old_position_stays() -> None:
    field = field_of(wander(3, 40))
    told = [bytes(field.cells), bytes(field.windows), bytes(field.runs), field.worth]
    gains = [each.copy() for each in field.gains]
    for point in field.best(30):
        field.after(point)
    assert told == [bytes(field.cells), bytes(field.windows), bytes(field.runs), field.worth]
    assert gains == list(field.gains)
