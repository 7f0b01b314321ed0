"""The tables: all rows, none round an edge, and codes that tell what a row holds."""

from itertools import pairwise, product

from core.games.pente.points import CENTRE, POINTS, SIZE
from core.games.pente.windows import (
    CODES,
    RUNS,
    RUNS_OF,
    STEPS,
    WINDOWS,
    WINDOWS_OF,
)


def test_there_are_as_many_as_fit_the_board() -> None:
    assert len(set(WINDOWS)) == len(WINDOWS) == 2 * 19 * 15 + 2 * 15 * 15
    assert len(set(RUNS)) == len(RUNS) == 2 * 19 * 16 + 2 * 16 * 16


def test_every_row_is_straight() -> None:
    for row in (*WINDOWS, *RUNS):
        steps = {(b % SIZE - a % SIZE, b // SIZE - a // SIZE) for a, b in pairwise(row)}
        assert len(steps) == 1
        assert steps <= {(1, 0), (0, 1), (1, 1), (1, -1)}


def test_points_know_their_rows() -> None:
    for point in range(POINTS):
        assert {WINDOWS[i] for i, *_ in WINDOWS_OF[point]} == {w for w in WINDOWS if point in w}
        assert all(WINDOWS[i] == tuple(row) for i, *row in WINDOWS_OF[point])
        assert {RUNS[i] for i, _ in RUNS_OF[point]} == {run for run in RUNS if point in run}
    assert (len(WINDOWS_OF[CENTRE]), len(WINDOWS_OF[0])) == (20, 3)
    assert (len(RUNS_OF[CENTRE]), len(RUNS_OF[0])) == (16, 3)


def test_the_code_of_a_window_counts_both_sides() -> None:
    codes = {white * STEPS[0] + black * STEPS[1] for white, black in product(range(6), repeat=2)}
    assert codes == set(range(CODES))


def test_the_code_of_a_run_tells_its_points_apart() -> None:
    run = RUNS[500]
    places = [next(place for i, place in RUNS_OF[point] if i == 500) for point in run]
    codes = {
        sum(place * cell for place, cell in zip(places, cells, strict=True)): cells
        for cells in product(range(3), repeat=4)
    }
    assert len(codes) == 81
