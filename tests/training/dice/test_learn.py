"""A table learns, goes on where it was broken off, and comes out as the file that ships."""

from pathlib import Path

import numpy as np
import pytest

from core.games.dice.layout import SIZE
from core.games.dice.sheet import Sheet
from core.games.dice.values import Aim, Values
from training.dice import descent, learn, pack
from training.dice.learn import Pupil, main, tried

ROUND = 50


def learned(folder: Path, aim: str, rounds: int) -> Pupil:
    main([aim, "--keep", str(folder), "--games", str(rounds * ROUND), "--round", str(ROUND)])
    return Pupil.read(folder / f"{aim}.npz")


def test_a_run_that_was_broken_off_comes_to_the_same(tmp_path: Path) -> None:
    """The table and its generator; the mean of tables is over the second half of all rounds."""
    whole = learned(tmp_path / "whole", "mean", 4)
    learned(tmp_path / "parts", "mean", 1)
    parts = learned(tmp_path / "parts", "mean", 4)
    assert np.array_equal(whole.table, parts.table)
    assert np.array_equal(whole.state, parts.state)
    lines = (tmp_path / "parts/mean.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == ["50", "100", "150", "200"]


def test_the_same_seed_gives_the_same_table_and_another_one_another(tmp_path: Path) -> None:
    one, other = (Pupil.new(seed) for seed in (1, 2))
    for pupil in (one, other):
        pupil.learn(0, 20, 0)
    again = Pupil.new(1)
    again.learn(0, 20, 0)
    again.write(tmp_path / "kept.npz")
    assert np.array_equal(Pupil.read(tmp_path / "kept.npz").table, one.table)
    assert not np.array_equal(one.table, other.table)


def test_it_plays_better_the_longer_it_has_learned() -> None:
    pupil = Pupil.new(3)
    before, uncertain = tried(pupil.table, 0, 200)
    pupil.learn(0, 4000, 0)
    after, within = tried(pupil.table, 0, 400)
    assert before + uncertain < after - within
    assert after > 100


def test_the_mean_of_tables_is_over_those_that_count() -> None:
    pupil = Pupil.new(5)
    tables = []
    for averaged in (0, 1, 2):
        pupil.learn(0, 20, averaged)
        tables.append(pupil.table.copy())
    assert np.allclose(pupil.mean, (tables[1] + tables[2]) / 2)


@pytest.mark.parametrize("aim", Aim)
def test_a_packed_table_says_what_the_learned_one_said(aim: Aim) -> None:
    """Compiled and floating against shipped and whole, before the first throw of a game."""
    table = np.random.default_rng(2).normal(0, 0.5, SIZE).astype(np.float32)
    unit = learn.UNITS[aim]
    whole = (np.rint(table * unit) / unit).astype(np.float32)
    stored = Values(pack.packed(whole, unit), aim)
    pupil = Pupil.new(0)
    pupil.table[:] = whole
    # one game with no steps: what it says of the empty sheet is what it was drawn to
    mean = descent.learn(
        pupil.table, pupil.drift, pupil.travel, pupil.state, list(Aim).index(aim), 1, 0.0, 0.0, 0.0
    )
    assert mean == pytest.approx(stored.ahead(Sheet()), abs=1e-4)


def test_what_is_too_large_for_the_file_is_said() -> None:
    table = np.zeros(SIZE, np.float32)
    table[7] = 3000
    with pytest.raises(ValueError, match="3000"):
        pack.packed(table, 16)
