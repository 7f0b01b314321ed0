"""Games a computer plays against itself: the same from the same seed, and consistent."""

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.reversi.bits import mobility
from core.games.reversi.kernels.patterns import DIFFERENT, STAGES
from core.games.reversi.kernels.thinker import Thinker
from tests.core.games.reversi.boards import any_board, margin, minimax
from training.reversi import selfplay
from training.reversi.selfplay import Player, batch, final, weights_of

EXACT = 8


def player() -> Player:
    return Player(Thinker(weights_of(None), 1 << 10), depth=1, exact=EXACT)


@pytest.mark.parametrize("seed", range(5))
def test_a_game_follows_from_its_seed(seed: int) -> None:
    assert player().game(random.Random(seed)) == player().game(random.Random(seed))


@pytest.mark.parametrize("seed", range(5))
def test_what_is_kept_can_be_learned_from(seed: int) -> None:
    samples = player().game(random.Random(seed))
    assert 20 < len(samples) < 56
    for own, opp, score in samples:
        empty = 64 - (own | opp).bit_count()
        assert own & opp == 0
        assert mobility(own, opp)
        assert empty <= 60 - selfplay.FEWEST
        assert -64 <= score <= 64
        if empty <= 6:
            assert score == minimax(own, opp)


@given(any_board(st.integers(1, 59)))
def test_the_final_margin(board: tuple[int, int]) -> None:
    assert final(*board) == margin(*board)


def test_a_batch_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "1-00000.npz"
    count = batch(player(), seed=1, number=0, size=3, file=file)
    with np.load(file) as held:
        assert held["boards"].shape == (count, 2)
        assert held["margins"].shape == (count,)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_a_batch_that_is_there_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selfplay, "BATCH", 2)
    monkeypatch.setattr(
        "sys.argv", f"selfplay {tmp_path} --games 4 --seed 3 --depth 1 --exact 6".split()
    )
    (tmp_path / "3-00001.npz").write_text("kept")
    selfplay.main()
    assert (tmp_path / "3-00000.npz").stat().st_size > 100
    assert (tmp_path / "3-00001.npz").read_text() == "kept"
    assert "2 of 2 thousand games" in capsys.readouterr().err


def test_weights_of_an_earlier_round(tmp_path: Path) -> None:
    first = weights_of(None)
    assert not first.any()
    different = np.ones((STAGES, DIFFERENT), np.int16)
    np.save(tmp_path / "w.npy", different)
    assert weights_of(tmp_path / "w.npy").shape == first.shape
    assert weights_of(tmp_path / "w.npy").all()
