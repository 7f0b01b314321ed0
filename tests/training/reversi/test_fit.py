"""The fit: weights that are there are found again."""

import random
import zlib
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.games.reversi.kernels.evaluation import DISC, unpacked
from core.games.reversi.kernels.patterns import (
    CENTRES,
    DIFFERENT,
    INSTANCES,
    SHARED,
    STAGES,
    TEMPI,
    TEMPO,
    stage,
)
from tests.core.games.reversi.boards import sides, wander
from training.reversi import fit
from training.reversi.fit import Positions, packed

EMPTY = 30


def boards(count: int, empty: int = EMPTY) -> NDArray[np.uint64]:
    return np.array([sides(wander(seed, empty)) for seed in range(count)], np.uint64)


def discs(board: NDArray[np.uint64]) -> int:
    own, opp = (int(side) for side in board)
    return own.bit_count() - opp.bit_count()


def test_a_position_is_the_list_of_its_weights() -> None:
    held = boards(3)
    positions = Positions.of(held, np.zeros(3, np.int8))
    assert positions.empties.tolist() == [EMPTY] * 3
    for row, board in zip(positions.found, held, strict=True):
        own, opp = (int(side) for side in board)
        for lane, (_, pattern) in enumerate(INSTANCES):
            digits = [(own >> square & 1) - (opp >> square & 1) for square in pattern]
            index = sum(digit * 3**place for place, digit in enumerate(digits))
            assert row[lane] == SHARED[CENTRES[lane] + index]
        assert row[len(INSTANCES)] == SHARED[TEMPO + EMPTY % TEMPI]


def test_what_can_be_seen_in_the_patterns_is_learned() -> None:
    """The margin is who has more discs: patterns add up to that."""
    held = boards(400)
    margins = np.array([discs(board) for board in held], np.int8)
    positions = Positions.of(held, margins)
    number = stage(EMPTY)
    fitted = fit.fit(positions, number, passes=60, rng=np.random.default_rng(1))
    assert fitted.positions == 400
    assert fitted.error < np.abs(margins).mean() / 4
    assert fitted.weights.shape == (DIFFERENT,)


def test_whose_turn_it_is_at_the_end_is_learned() -> None:
    """The margin is told by the number of empty squares alone."""
    held = np.concatenate([boards(60, empty) for empty in (EMPTY, EMPTY + 1)])
    margins = np.repeat(np.array([-3, 5], np.int8), 60)
    positions = Positions.of(held, margins)
    fitted = fit.fit(positions, stage(EMPTY), passes=60, rng=np.random.default_rng(1))
    tempo = fitted.weights[SHARED[TEMPO:]]
    assert tempo[(EMPTY + 1) % TEMPI] > tempo[EMPTY % TEMPI]
    assert fitted.error < 1


def test_a_fit_goes_on_from_earlier_weights() -> None:
    """What they explain is left alone, and so is what no position speaks of."""
    positions = Positions.of(boards(30), np.zeros(30, np.int8))
    rng = np.random.default_rng(1)
    start = np.zeros(DIFFERENT, np.float32)
    start[positions.found[0, 0]] = 4
    unused = np.setdiff1d(np.arange(DIFFERENT), positions.found)
    start[unused] = 7
    margins = start[positions.found].sum(axis=1)
    explained = Positions(positions.found, margins, positions.empties)
    fitted = fit.fit(explained, stage(EMPTY), passes=2, rng=rng, start=start)
    assert fitted.error < 1e-4
    assert np.allclose(fitted.weights, start, atol=1e-4)
    moved = fit.fit(positions, stage(EMPTY), passes=30, rng=rng, start=start)
    assert (moved.weights[unused] == 7).all()
    assert moved.error < np.abs(margins).mean() / 2


def test_some_are_held_back_and_judged_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "STRETCH", 10)
    monkeypatch.setattr(fit, "HELD_BACK", 5)
    positions = Positions.of(boards(100), np.full(100, 10, np.int8))
    assert positions.held_back.sum() == 20
    fitted = fit.fit(positions, stage(EMPTY), passes=30, rng=np.random.default_rng(1))
    assert fitted.positions == 80
    assert 0 < fitted.held_back < 10


def test_packed_weights_come_back_rounded_to_what_is_stored() -> None:
    rng = np.random.default_rng(1)
    different = np.zeros((STAGES, DIFFERENT), np.int16)
    different[:, :1000] = rng.integers(-5000, 5000, (STAGES, 1000))
    stored = packed(different)
    assert len(zlib.decompress(stored)) == STAGES * DIFFERENT
    back = unpacked(stored).reshape(STAGES, -1)
    expected = np.clip(different, -127 * 8, 127 * 8)[:, SHARED]
    assert np.abs(back - expected).max() <= DISC // 16


def test_the_whole_way_from_games_to_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lots = random.Random(1)
    held = np.concatenate([boards(5, empty) for empty in range(4, 50, 4)])
    margins = np.array([lots.randrange(-20, 21) for _ in held], np.int8)
    np.savez(tmp_path / "1-00000.npz", boards=held, margins=margins)
    monkeypatch.setattr(fit, "TARGET", tmp_path / "weights.bin")
    out = tmp_path / "w.npy"
    monkeypatch.setattr("sys.argv", f"fit {tmp_path} --out {out} --passes 2 --install".split())
    fit.main()
    assert np.load(out).shape == (STAGES, DIFFERENT)
    assert unpacked((tmp_path / "weights.bin").read_bytes()).any()


def test_other_stages_stay_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = boards(20)
    np.savez(tmp_path / "1-00000.npz", boards=held, margins=np.full(20, 8, np.float32))
    start, out = tmp_path / "start.npy", tmp_path / "w.npy"
    np.save(start, np.full((STAGES, DIFFERENT), 16, np.int16))
    number = stage(EMPTY)
    monkeypatch.setattr(
        "sys.argv",
        f"fit {tmp_path} --start {start} --stages {number} --out {out} --passes 2".split(),
    )
    fit.main()
    changed = (np.load(out) != 16).any(axis=1)
    assert changed.tolist() == [each == number for each in range(STAGES)]


def test_the_weights_in_use_are_about_a_megabyte() -> None:
    stored = fit.TARGET.read_bytes()
    assert 100_000 < len(stored) < 1_300_000
    assert np.abs(unpacked(stored)).max() <= 127 * 8
