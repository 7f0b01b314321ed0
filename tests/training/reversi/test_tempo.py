"""What a number of empty squares adds is set to the mean of what is missing."""

from pathlib import Path

import numpy as np
import pytest

from core.games.reversi.kernels.evaluation import DISC, Network
from tests.core.games.reversi.boards import sides, wander
from training.reversi import tempo
from training.reversi.fit import Learned, Positions

WORTH = {19: 3, 20: -2}


def some() -> Positions:
    """Ten positions each with 19 and 20 empty squares; the one to move wins by that much."""
    held = [(sides(wander(seed, empty)), WORTH[empty]) for empty in WORTH for seed in range(10)]
    boards = np.array([board for board, _ in held], np.uint64)
    return Positions.of(boards, np.array([worth for _, worth in held], np.float32))


def begun() -> Learned:
    """Every number of empty squares with slopes of its own."""
    learned = Learned.begun(np.random.default_rng(1))
    learned.slopes[:] += np.linspace(0, 0.01, len(learned.slopes), dtype=np.float32)[:, None]
    return learned


def test_the_means_of_the_positions_are_met_and_nothing_else_changes() -> None:
    learned, positions = begun(), some()
    tempo.settle(learned, positions)
    said = learned.expected(positions, np.arange(20))
    for empty, worth in WORTH.items():
        assert said[positions.empties == empty].mean() == pytest.approx(worth, abs=1e-4)
    assert np.flatnonzero(learned.tempi).tolist() == sorted(WORTH)
    for found, before in zip(learned.arrays[:3], begun().arrays[:3], strict=True):
        assert (found == before).all()


def test_rows_that_were_filled_from_another_go_with_it() -> None:
    learned = begun()
    for empty, near in ((58, 20), (59, 19)):
        for rows in learned.arrays[1:]:
            rows[empty] = rows[near]
    tempo.settle(learned, some())
    for empty, near in ((58, 20), (59, 19)):
        assert learned.tempi[empty] == learned.tempi[near] != 0


def test_what_is_met_already_stays(capsys: pytest.CaptureFixture[str]) -> None:
    learned = begun()
    tempo.settle(learned, some())
    before = learned.tempi.copy()
    tempo.settle(learned, some())
    assert np.allclose(learned.tempi, before, atol=1e-4)
    assert "20 empty: +0.00 discs, 10 positions" in capsys.readouterr().out.replace("-0.0", "+0.0")


def test_from_a_folder_to_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = np.array([sides(wander(seed, 20)) for seed in range(10)], np.uint64)
    np.savez(tmp_path / "20-x.npz", boards=boards, margins=np.full(10, 9, np.float32))
    (tmp_path / "in").mkdir()
    begun().save(tmp_path / "in" / "w.npz")
    monkeypatch.setattr(tempo, "TARGET", tmp_path / "weights.bin")
    asked = f"tempo {tmp_path} --weights {tmp_path}/in/w.npz --out {tmp_path}/in/v.npz --install"
    monkeypatch.setattr("sys.argv", asked.split())
    tempo.main()
    tempi = Network.of((tmp_path / "weights.bin").read_bytes()).tempi
    assert np.flatnonzero(tempi).tolist() == [20]
    assert tempi[20] == round(float(Learned.load(tmp_path / "in" / "v.npz").tempi[20]) * DISC)
