"""The search finds what looking at everything it considers would find."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.blur import Blur
from core.budget import Budget
from core.engine import Limit
from core.games.pente.evaluation import Field
from core.games.pente.points import NAMES, POINT_OF, POINTS, SIZE
from core.games.pente.rules import Position
from core.games.pente.search import DECIDED, WIDTHS, WON, Search, Thought, defences
from core.types import Move
from tests.core.games.pente.diagrams import position
from tests.core.games.pente.playing import POSITIONS, field_of, wander, winning

ENOUGH = Limit(nodes=1_000_000, millis=0)
CLEAR = Blur(noise=dict.fromkeys(range(POINTS), 0), reach=0)


def look(
    field: Field,
    depth: int,
    *,
    moves: Sequence[int] = (),
    blur: Blur = CLEAR,
    nodes: int = ENOUGH.nodes,
) -> Thought:
    budget = Budget(Limit(nodes, 0), lambda: False)
    return Search(budget).deepen(field, moves or field.best(6), depth, blur)


def plain(field: Field, depth: int, played: int) -> int:
    """The score without bounds, tables or an order."""
    if field.wins(field.side):
        return WON - played - 1
    threats = field.wins(1 - field.side)
    if not threats and depth <= 0:
        return field.judge()
    points = defences(field, threats) if threats else field.best(WIDTHS[depth - 1])
    left = depth if threats else depth - 1
    return max((-plain(field.after(point), left, played + 1) for point in points), default=0)


def values(field: Field, depth: int) -> dict[int, int]:
    return {point: -plain(field.after(point), depth - 1, 1) for point in field.best(6)}


@given(POSITIONS, st.integers(1, 3))
@example(wander(217054968, 55), 1)  # one stone takes the fifth and the sixth pair
@settings(max_examples=25, deadline=None)
def test_the_score_is_that_of_a_plain_search(reached: Position, depth: int) -> None:
    field = field_of(reached)
    worth = values(field, depth)
    thought = look(field, depth)
    if thought.score <= DECIDED:  # else a win was found before
        assert thought.score == max(worth.values())
        assert worth[thought.line[0]] == thought.score
        assert thought.depth == depth


@given(POSITIONS, st.data())
@settings(max_examples=20, deadline=None)
def test_noise_decides_among_the_moves_within_reach(reached: Position, data: st.DataObject) -> None:
    field = field_of(reached)
    worth = values(field, 2)
    noise = {point: data.draw(st.integers(-200, 200)) for point in worth}
    thought = look(field, 2, blur=Blur(noise, reach=401))
    if thought.score <= DECIDED:
        best = max(worth[point] + noise[point] for point in worth)
        chosen = thought.line[0]
        assert worth[chosen] + noise[chosen] == best
        assert thought.score == worth[chosen]  # the score itself is without the noise


def test_equal_moves_are_drawn_by_the_noise() -> None:
    field = field_of(position(white="k10", to_move="black"))
    beside = [POINT_OF[Move(name)] for name in ("j10", "l10", "k9", "k11")]
    for favourite in beside:
        noise = dict.fromkeys(beside, 0) | {favourite: 1}
        assert look(field, 1, moves=beside, blur=Blur(noise, reach=1)).line[0] == favourite


@given(POSITIONS)
@settings(max_examples=25, deadline=None)
def test_a_line_can_be_played_and_a_won_one_ends_with_the_win(reached: Position) -> None:
    field = field_of(reached)
    if field.wins(field.side):
        return  # no question for a search
    thought = look(field, 3)
    for number, point in enumerate(thought.line, start=1):
        assert not field.cells[point]
        won = point in field.wins(field.side)
        if won:
            assert number == len(thought.line)
        field = field.after(point)
    if abs(thought.score) > DECIDED:
        assert len(thought.line) == WON - abs(thought.score)
        assert won


@given(POSITIONS)
@settings(max_examples=60, deadline=None)
def test_nothing_but_the_defences_prevents_a_win(reached: Position) -> None:
    field = field_of(reached)
    threats = field.wins(1 - field.side)
    if threats and not winning(reached):
        tried = set(defences(field, threats))
        for point in range(POINTS):
            if not field.cells[point] and point not in tried:
                assert field.after(point).wins(1 - field.side)


def test_a_win_is_seen_from_afar_through_forced_replies() -> None:
    """Fours in a row, each forcing its answer, far beyond the plies asked for: the last four is
    open."""
    field = field_of(
        position(
            white="d4 e4 f4 g6 g7 g8 k9 l9",
            black="c4 g10 o9 q2 q17 b15 s9 p14",
        )
    )
    thought = look(field, 4, moves=field.best(20))
    assert thought.score > DECIDED
    assert thought.line[0] == POINT_OF[Move("g4")]


def test_of_two_losses_the_later_one() -> None:
    field = field_of(position(white="h10 j10 k10 l10", black="a1 a3 c5", to_move="black"))
    assert look(field, 3).score == -(WON - 2)  # open four: nothing helps
    assert look(field, 3).line[0] in {POINT_OF[Move("g10")], POINT_OF[Move("m10")]}


def test_what_is_left_unfinished_still_counts() -> None:
    field = field_of(wander(5, 30))
    thoughts = [look(field, 30, nodes=nodes) for nodes in (0, 30, 300, 3_000)]
    depths = [thought.depth for thought in thoughts]
    assert depths[0] == 0
    assert depths == sorted(depths)
    assert all(thought.line for thought in thoughts)


def test_stopping_is_noted() -> None:
    asked = iter([False, False, True])
    budget = Budget(ENOUGH, lambda: next(asked))
    field = field_of(position(white="k10 n10", black="l9 m12"))
    thought = Search(budget).deepen(field, field.best(20), 30, CLEAR)
    assert budget.cut
    assert 2_000 <= budget.nodes < 2_200
    assert thought.depth >= 1


@pytest.mark.parametrize("side", [0, 1])
def test_the_last_point_of_a_full_board_is_a_draw(side: int) -> None:
    """Columns in turn, shifted every two rows: no five anywhere, and no pair to take from a1."""
    cells = bytearray(1 + (i % SIZE + i // SIZE // 2 + side + 1) % 2 for i in range(POINTS))
    cells[0] = 0
    assert look(Field(cells, side, (0, 0)), 3) == Thought(0, (0,), 3)


def test_names_are_for_people() -> None:
    """Points of a line are numbers that `points.py` names."""
    thought = look(field_of(wander(5, 30)), 2)
    assert all(NAMES[point] for point in thought.line)
