"""Games a computer plays against itself: the same from the same seed, and consistent."""

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.reversi.bits import mobility
from core.games.reversi.kernels.evaluation import DISC
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.openings import BALANCED
from tests.core.games.reversi.boards import any_board, margin, minimax, sides, wander
from tests.core.games.reversi.kernels import edges
from training.reversi import selfplay
from training.reversi.fit import Learned
from training.reversi.selfplay import Player, batch, final, weights_of

EXACT = 8


def player(*, balanced: bool = False) -> Player:
    return Player(SearchTable(weights_of(None), 1 << 10), depth=1, exact=EXACT, balanced=balanced)


@pytest.mark.parametrize("balanced", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_a_game_follows_from_its_seed(seed: int, balanced: bool) -> None:
    first, second = (player(balanced=balanced).game(random.Random(seed)) for _ in range(2))
    assert first == second


def test_a_balanced_game_begins_with_an_opening() -> None:
    openings = {selfplay.opened(line) for line in BALANCED}
    games = [player(balanced=True).game(random.Random(seed)) for seed in range(5)]
    assert all(game[0][:2] in openings for game in games)
    assert len({game[0][:2] for game in games}) > 1


def test_games_from_one_opening_differ_because_moves_are_misjudged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(selfplay, "BALANCED", BALANCED[:1])
    games = [player(balanced=True).game(random.Random(seed)) for seed in range(4)]
    assert len({game[0][:2] for game in games}) == 1
    assert len({game[10][:2] for game in games}) > 1


@pytest.mark.parametrize("seed", range(5))
def test_what_is_kept_can_be_learned_from(seed: int) -> None:
    samples = player().game(random.Random(seed))
    assert 20 < len(samples) < 56
    for own, opp, score, said in samples:
        empty = 64 - (own | opp).bit_count()
        assert own & opp == 0
        assert mobility(own, opp)
        assert empty <= 60 - selfplay.FEWEST
        assert -64 <= score <= 64
        if empty <= EXACT:
            assert said == score * DISC
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
        assert held["margins"].shape == held["values"].shape == (count,)
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
    board = sides(wander(1, 30))
    first = weights_of(None)
    assert edges.evaluated(*board, first) == 0
    learned = Learned.begun(np.random.default_rng(1))
    learned.tempi[:] = 3
    learned.save(tmp_path / "w.npz")
    later = weights_of(tmp_path / "w.npz")
    assert later.shape == first.shape
    assert edges.evaluated(*board, later) != 0


def test_the_score_of_a_game_is_told_as_each_side_sees_it() -> None:
    """Also where the first position that is solved is white's: it is with an odd number of empty
    squares, but for passes."""
    odd = Player(SearchTable(weights_of(None), 1 << 10), depth=1, exact=7)
    told = set()
    for seed in range(4):
        samples = odd.game(random.Random(seed))
        unsolved = [64 - (own | opp).bit_count() > 7 for own, opp, *_ in samples].count(True)
        for earlier, later in pairwise(samples[: unsolved + 1]):
            turned = later[0] & ~earlier[1] == 0  # else the other had to pass
            assert earlier[2] == (-later[2] if turned else later[2])
            told.add(np.sign(earlier[2]))
    assert {-1, 1} <= told
