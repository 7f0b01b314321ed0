"""What a number of empty squares adds is set by the mean of what is missing."""

from pathlib import Path

import numpy as np
import pytest

from core.games.reversi.kernels.evaluation import DISC, unpacked
from core.games.reversi.kernels.patterns import DIFFERENT, SHARED, STAGE_OF, STAGES, TEMPI, TEMPO
from tests.training.reversi.test_fit import boards
from training.reversi import tempo
from training.reversi.fit import Positions

EMPTY = 30


def test_means_are_met_and_nothing_else_moves() -> None:
    held = np.concatenate([boards(10, EMPTY), boards(10, EMPTY + 1)])
    wanted = np.repeat(np.array([3.5, -2.25], np.float32), 10)
    before = np.zeros((STAGES, DIFFERENT), np.int16)
    after = tempo.settled(before, Positions.of(held, wanted))
    moved = {
        (int(stage), int(weight)): int(after[stage, weight])
        for stage, weight in zip(*np.nonzero(after), strict=True)
    }
    assert moved == {
        (int(STAGE_OF[empty]), int(SHARED[TEMPO + empty % TEMPI])): int(worth * DISC)
        for empty, worth in ((EMPTY, 3.5), (EMPTY + 1, -2.25))
    }
    assert not before.any()


def test_settled_weights_stay() -> None:
    held = boards(10, EMPTY)
    positions = Positions.of(held, np.linspace(-9, 11, 10).astype(np.float32))
    first = tempo.settled(np.full((STAGES, DIFFERENT), 8, np.int16), positions)
    assert (tempo.settled(first, positions) == first).all()


def test_from_a_folder_to_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    np.savez(tmp_path / "1.npz", boards=boards(5), margins=np.full(5, 4, np.float32))
    np.save(tmp_path / "w.npy", np.zeros((STAGES, DIFFERENT), np.int16))
    monkeypatch.setattr(tempo, "TARGET", tmp_path / "weights.bin")
    asked = f"tempo {tmp_path} --weights {tmp_path}/w.npy --out {tmp_path}/out.npy --install"
    monkeypatch.setattr("sys.argv", asked.split())
    tempo.main()
    assert np.load(tmp_path / "out.npy").max() == 4 * DISC
    assert unpacked((tmp_path / "weights.bin").read_bytes()).max() == 4 * DISC
