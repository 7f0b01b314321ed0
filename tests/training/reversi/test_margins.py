"""How far shallow searches are from deep ones, measured on a few positions."""

from pathlib import Path

import numpy as np
import pytest

from core.games.reversi.kernels.margins import PROBES
from core.games.reversi.kernels.search_table import SearchTable
from tests.core.games.reversi.boards import sides, wander
from training.reversi import margins
from training.reversi.selfplay import weights_of


def test_positions_are_taken_by_their_empty_squares(tmp_path: Path) -> None:
    held = [sides(wander(seed, empty)) for seed in range(4) for empty in (12, 20)]
    np.savez(tmp_path / "1-00000.npz", boards=np.array(held, np.uint64))
    found = margins.boards(tmp_path, 20, 3)
    assert found == [board for board in held if 64 - (board[0] | board[1]).bit_count() == 20][:3]
    assert len(margins.boards(tmp_path, 12, 9)) == 4


def test_a_plane_is_found_again() -> None:
    rows = [
        (probe, gap, empty, 1 + 0.5 * probe + 0.25 * gap - 0.1 * empty)
        for probe in (1, 2, 3)
        for gap in (2, 4, 6)
        for empty in (20, 30)
    ]
    assert margins.plane(rows) == pytest.approx([1, 0.5, 0.25, -0.1])


def test_deviations_are_those_of_the_depth_that_stands_for_each() -> None:
    table = SearchTable(weights_of(None), 1 << 10)
    positions = [sides(wander(seed, 12)) for seed in range(3)]
    (row,) = margins.deviations(table, positions, 12, [12])
    exact = [margins.score(table, board, 12) / 64 for board in positions]
    assert row[:3] == (PROBES[12], 12 - PROBES[12], 12)
    assert row[3] == pytest.approx(np.sqrt(np.mean(np.square(exact))))
