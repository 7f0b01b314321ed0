"""The positions that judge the evaluation, and how they are used."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC, Network
from core.games.reversi.kernels.search_table import SearchTable
from tests.core.games.reversi.boards import minimax, sides, wander
from tests.core.games.reversi.kernels import edges
from training.reversi import error
from training.reversi.fit import TARGET, Learned
from training.reversi.selfplay import weights_of

TABLE = SearchTable(weights_of(None), 1 << 10)
FEW = 7


def test_the_evaluation_in_use_is_as_near_the_truth_as_it_was() -> None:
    """`training/reversi/README.md` says how far that is."""
    solved = error.kept()
    assert len(solved) == 1000
    assert {64 - (own | opp).bit_count() for own, opp, _ in solved} == {20, 21, 22, 23, 24}
    assert all(mobility(own, opp) for own, opp, _ in solved)
    network = Network.of(TARGET.read_bytes())
    assert np.abs(error.differences(network, solved)).mean() <= 5


def test_a_difference_is_what_the_evaluation_says_less_the_score() -> None:
    network = Network.of(TARGET.read_bytes())
    weights = network.spread()
    held = [(*sides(wander(seed, 20)), 3) for seed in range(5)]
    expected = [edges.evaluated(own, opp, weights) / DISC - 3 for own, opp, _ in held]
    found = error.differences(network, held)
    assert found.tolist() == pytest.approx(expected, abs=1 / DISC)


def test_a_position_follows_from_its_lot() -> None:
    first, again, other = (error.reached(TABLE, lot, 44) for lot in ("1/0", "1/0", "1/1"))
    assert first == again != other
    assert 64 - (first[0] | first[1]).bit_count() == 44


def test_scores_are_exact() -> None:
    lots = random.Random(1)
    boards = [sides(wander(lots.randrange(1000), FEW)) for _ in range(5)]
    for own, opp in boards:
        if mobility(own, opp):
            assert error.exact(TABLE, (own, opp)) == minimax(own, opp)


def test_more_positions_are_added_to_those_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(error, "KEPT", tmp_path / "exact.jsonl")
    monkeypatch.setattr(error, "EMPTY", (FEW,))
    monkeypatch.setattr(error, "AHEAD", 1)
    assert error.kept() == []
    three = list(error.positions(3, seed=1))
    assert error.kept() == three
    assert list(error.positions(2, seed=1)) == three[:2]
    assert list(error.positions(4, seed=1))[:3] == three
    monkeypatch.setattr("sys.argv", ["error", "--positions", "4"])
    error.main()
    assert f"{FEW} empty: " in capsys.readouterr().out


def telling(discs: float) -> Learned:
    """What says the same of every position."""
    learned = Learned.begun(np.random.default_rng(1))
    learned.slopes[:] = 0
    learned.tempi[:] = discs
    return learned


@pytest.mark.parametrize(("tempo", "believed"), [(99, 63), (-99, -63)])
def test_nothing_is_believed_to_be_more_than_63_discs(tempo: int, believed: int) -> None:
    held = [(*sides(wander(1, 20)), 3)]
    assert error.differences(telling(tempo).network, held).tolist() == [believed - 3]


def test_other_weights_may_be_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(error, "KEPT", tmp_path / "exact.jsonl")
    monkeypatch.setattr(error, "EMPTY", (20,))
    held = [json.dumps([*sides(wander(seed, 20)), 0]) for seed in range(3)]
    error.KEPT.write_text("\n".join(held))
    telling(40).save(tmp_path / "w.npz")
    told = []
    for more in ("", f" --weights {tmp_path / 'w.npz'}"):
        monkeypatch.setattr("sys.argv", f"error --positions 3{more}".split())
        error.main()
        told.append(capsys.readouterr().out)
    assert "all: 40.00 +- 0.00 discs, 3 positions" in told[1]
    assert "all: 40.00" not in told[0]


def test_the_one_to_move_has_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error, "AHEAD", 1)
    for lot in range(12):
        board = error.reached(TABLE, f"1/{lot}", 4)
        assert len(squares(mobility(*board))) > 1
