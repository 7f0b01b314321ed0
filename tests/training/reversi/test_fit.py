"""The fit: what is there is found again."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import DISC, ROWS, UNITS, Network, unpacked
from core.games.reversi.kernels.patterns import CENTRES, DIFFERENT, INSTANCES, SHARED
from core.games.reversi.searcher import played
from tests.core.games.reversi.boards import sides, wander
from tests.core.games.reversi.kernels import edges
from training.reversi import fit, hindsight
from training.reversi.fit import Learned, Positions

EMPTY = 30


def boards(count: int, empty: int = EMPTY) -> NDArray[np.uint64]:
    return np.array([sides(wander(seed, empty)) for seed in range(count)], np.uint64)


def discs(board: NDArray[np.uint64]) -> int:
    own, opp = (int(side) for side in board)
    return own.bit_count() - opp.bit_count()


def test_a_position_is_the_list_of_its_indices() -> None:
    held = boards(3)
    positions = Positions.of(held, np.zeros(3, np.int8))
    assert positions.empties.tolist() == [EMPTY] * 3
    for row, board in zip(positions.found, held, strict=True):
        own, opp = (int(side) for side in board)
        for lane, (_, pattern) in enumerate(INSTANCES):
            digits = [(own >> square & 1) - (opp >> square & 1) for square in pattern]
            index = sum(digit * 3**place for place, digit in enumerate(digits))
            assert row[lane] == SHARED[CENTRES[lane] + index]
        assert len(row) == len(INSTANCES)


def begun() -> Learned:
    return Learned.begun(np.random.default_rng(1))


def missed(learned: Learned, positions: Positions) -> float:
    """The mean absolute error in discs."""
    said = learned.expected(positions, np.arange(len(positions.margins)))
    return float(np.abs(said - positions.margins).mean())


def fitted(positions: Positions, passes: int, learned: Learned | None = None) -> Learned:
    learned = begun() if learned is None else learned
    fit.fit(positions, learned, passes, np.random.default_rng(1))
    return learned


def test_what_can_be_seen_in_the_patterns_is_learned() -> None:
    """The margin is who has more discs: patterns add up to that."""
    held = boards(400)
    margins = np.array([discs(board) for board in held], np.int8)
    positions = Positions.of(held, margins)
    assert missed(fitted(positions, 60), positions) < np.abs(margins).mean() / 4


def test_what_matters_only_where_another_thing_holds_is_learned() -> None:
    """A corner is worth something to the one who has the next corner too, to nobody else: no sum of
    patterns that look at one of them says so."""
    lots = np.random.default_rng(3)
    held = boards(600)
    held &= ~np.uint64(0x81)
    corners = lots.integers(0, 2, (600, 2))
    held[:, 0] |= corners[:, 0].astype(np.uint64) | corners[:, 1].astype(np.uint64) << np.uint64(7)
    margins = 20 * (corners[:, 0] & corners[:, 1])
    positions = Positions.of(held, margins)
    assert missed(fitted(positions, 100), positions) < 4


def test_whose_turn_it_is_at_the_end_is_learned() -> None:
    """The margin is told by the number of empty squares alone."""
    held = np.concatenate([boards(60, empty) for empty in (EMPTY, EMPTY + 1)])
    positions = Positions.of(held, np.repeat(np.array([-3, 5], np.int8), 60))
    learned = fitted(positions, 60)
    assert learned.tempi[EMPTY + 1] > learned.tempi[EMPTY]
    assert missed(learned, positions) < 1


def test_a_fit_goes_on_from_earlier_weights() -> None:
    """What they explain is left alone, and so is what no position speaks of."""
    held = boards(100)
    start = begun()
    explained = Positions.of(held, np.zeros(100, np.int8))
    start.tempi[EMPTY] = 7
    margins = start.expected(explained, np.arange(100))
    before = start.weights.copy()
    unused = np.setdiff1d(np.arange(DIFFERENT), explained.found)
    told = replace(explained, margins=margins)
    fit.fit(told, start, passes=2, rng=np.random.default_rng(1), decay=0)
    assert np.allclose(start.weights, before, atol=1e-4)
    moved = fitted(explained, 30, start)
    assert (moved.weights[unused] == before[unused]).all()
    assert missed(moved, explained) < np.abs(margins).mean() / 2


def test_some_are_held_back_and_judged_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fit, "STRETCH", 10)
    monkeypatch.setattr(fit, "HELD_BACK", 5)
    held = boards(100)
    margins = np.full(100, 10, np.int8)
    positions = Positions.of(held, margins)
    assert positions.held_back.sum() == 20
    other = margins.copy()
    other[positions.held_back] = -30
    learned, same = (fitted(Positions.of(held, each), 5) for each in (margins, other))
    assert (learned.weights == same.weights).all()
    told = [line for line in capsys.readouterr().err.splitlines() if "pass 5 of 5" in line]
    assert len(told) == 2
    assert told[0].partition(", ")[2] != told[1].partition(", ")[2]


def test_what_a_search_looked_at_counts_more_than_a_game(tmp_path: Path) -> None:
    """The same boards, said to be worth one thing by games and another by a search."""
    held = boards(50)
    values = np.full(50, 4 * DISC, np.int16)
    games, labelled = tmp_path / "games", tmp_path / "labelled"
    for folder in (games, labelled):
        folder.mkdir()
    np.savez(games / "1.npz", boards=held, margins=np.full(50, 4, np.int8), values=values)
    np.savez(labelled / "1.npz", boards=held, margins=np.full(50, -4, np.float32))
    positions = Positions.read([games, labelled])
    assert positions.margins.tolist() == [4] * 50 + [-4] * 50
    said = fitted(positions, 60).expected(positions, np.arange(50))
    assert said.mean() == pytest.approx((4 - 4 * fit.LABELLED) / (1 + fit.LABELLED), abs=0.5)


def test_rows_that_were_not_seen_are_those_of_their_neighbours() -> None:
    held = np.concatenate([boards(fit.FEWEST, empty) for empty in (EMPTY, EMPTY + 1)])
    positions = Positions.of(held, np.repeat(np.array([-3, 5], np.int8), fit.FEWEST))
    learned = fitted(positions, 5)
    fit.fill(positions, learned)
    assert len(set(learned.tempi.tolist())) == 2
    for empty in (2, 28, 44):
        assert learned.tempi[empty] == learned.tempi[EMPTY]
        assert (learned.slopes[empty + 1] == learned.slopes[EMPTY + 1]).all()


def test_whole_numbers_say_nearly_the_same() -> None:
    held = boards(200)
    positions = Positions.of(held, np.array([discs(board) for board in held], np.int8))
    learned = fitted(positions, 20)
    said = learned.expected(positions, np.arange(200))
    weights = learned.network.spread()
    rounded = [edges.evaluated(int(own), int(opp), weights) / DISC for own, opp in held]
    assert np.abs(said - rounded).max() < 2.5
    assert np.abs(said - rounded).mean() < 0.7
    assert missed(Learned.of(learned.network), positions) == pytest.approx(
        missed(learned, positions), abs=0.5
    )


def test_what_is_too_large_is_cut_off() -> None:
    learned = begun()
    learned.weights[5] = 99
    learned.weights[6] = -99
    assert learned.network.weights[5].tolist() == [127] * UNITS
    assert learned.network.weights[6].tolist() == [-127] * UNITS


def test_the_whole_way_from_games_to_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lots = random.Random(1)
    held = np.concatenate([boards(5, empty) for empty in range(4, 50, 4)])
    margins = np.array([lots.randrange(-20, 21) for _ in held], np.int8)
    np.savez(tmp_path / "1-00000.npz", boards=held, margins=margins)
    monkeypatch.setattr(fit, "TARGET", tmp_path / "weights.bin")
    first, second = tmp_path / "first" / "w.npz", tmp_path / "first" / "v.npz"
    first.parent.mkdir()
    asked = f"fit {tmp_path} --out {first} --passes 2"
    monkeypatch.setattr("sys.argv", asked.split())
    fit.main()
    assert not fit.TARGET.exists()
    asked = f"fit {tmp_path} --start {first} --out {second} --passes 2 --install"
    monkeypatch.setattr("sys.argv", asked.split())
    fit.main()
    assert (Learned.load(first).weights != Learned.load(second).weights).any()
    installed = Network.of(fit.TARGET.read_bytes())
    assert (installed.weights == Learned.load(second).network.weights).all()


def test_the_weights_in_use_are_about_a_megabyte() -> None:
    stored = fit.TARGET.read_bytes()
    assert 100_000 < len(stored) < 1_300_000
    assert unpacked(stored).any()


def test_games_are_read_with_hindsight(tmp_path: Path) -> None:
    first = sides(wander(3, EMPTY))
    held = np.array([first, played(*first, squares(mobility(*first))[0])], np.uint64)
    margins, values = np.array([6, -6], np.int8), np.array([0, -2 * DISC], np.int16)
    np.savez(tmp_path / "1.npz", boards=held, margins=margins, values=values)
    worth = hindsight.mixed(held, margins, values)
    assert worth[0] != margins[0]
    assert Positions.read([tmp_path]).margins.tolist() == worth.tolist()


def test_of_neighbours_the_nearest_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "FEWEST", 2)
    held = np.concatenate([boards(2, empty) for empty in (10, 11, 40, 41)])
    learned = begun()
    learned.tempi[:] = np.arange(ROWS)
    learned.biases[:] = np.arange(ROWS)[:, None]
    fit.fill(Positions.of(held, np.zeros(8, np.int8)), learned)
    for empty, near in ((0, 10), (12, 10), (13, 11), (38, 40), (39, 41), (63, 41)):
        assert learned.tempi[empty] == near
        assert learned.biases[empty].tolist() == [near] * UNITS


def test_decay_keeps_the_weights_of_what_is_used_small() -> None:
    positions = Positions.of(boards(50), np.zeros(50, np.int8))
    positions = replace(positions, margins=begun().expected(positions, np.arange(50)))
    used = np.unique(positions.found)
    sizes = []
    for decay in (0.0, 600.0):
        learned = begun()
        fit.fit(positions, learned, 2, np.random.default_rng(1), decay=decay)
        sizes.append(float(np.abs(learned.weights[used]).mean()))
    assert sizes[1] < 0.9 * sizes[0]


def test_biases_and_slopes_are_learned_where_positions_were_seen() -> None:
    learned = fitted(Positions.of(boards(30), np.full(30, 20, np.int8)), 2)
    for after, before in ((learned.biases, begun().biases), (learned.slopes, begun().slopes)):
        assert np.flatnonzero((after != before).any(axis=1)).tolist() == [EMPTY]


def test_at_the_beginning_half_of_the_units_speak_against_the_one_to_move() -> None:
    assert (np.sign(begun().slopes).sum(axis=1) == 0).all()
    assert (begun().slopes != 0).all()


def test_tempi_are_rounded_to_the_nearest() -> None:
    learned = begun()
    learned.tempi[:3] = np.array([0.99, -0.99, 0.3]) / DISC
    assert learned.network.tempi[:3].tolist() == [1, -1, 0]


@pytest.mark.parametrize("name", ["biases", "slopes", "tempi"])
def test_what_has_no_room_beside_weights_is_cut_off(name: str) -> None:
    learned = begun()
    getattr(learned, name)[5] = 9999
    getattr(learned, name)[6] = -9999
    whole = getattr(learned.network, name)
    assert (whole[5] == 32_767).all()
    assert (whole[6] == -32_767).all()


@pytest.mark.parametrize("name", ["weights", "biases", "slopes", "tempi"])
def test_a_fit_that_went_astray_is_no_network(name: str) -> None:
    learned = begun()
    getattr(learned, name).flat[7] = np.nan
    with pytest.raises(ValueError, match="no numbers"):
        _ = learned.network
