"""Positions and the scores that a search gives them."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.evaluation import unpacked
from core.games.reversi.kernels.search_table import EXACT, Scored, SearchTable
from core.games.reversi.searcher import played
from tests.core.games.reversi.boards import Board, minimax, sides, wander
from training.reversi import label, margins
from training.reversi.fit import TARGET, Learned
from training.reversi.openings import images
from training.reversi.selfplay import weights_of

MADE = "4-11-a2-d1-e12-s1-games-1-00000.npz"
TABLE = SearchTable(weights_of(None), 1 << 10)


def empty(board: Board) -> int:
    return 64 - (board[0] | board[1]).bit_count()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    held = [sides(wander(seed, left)) for seed in range(8) for left in range(4, 12)]
    boards = [board for board in held if mobility(*board)]
    folder = tmp_path / "games"
    folder.mkdir()
    np.savez(folder / "1-00000.npz", boards=np.array(boards, np.uint64))
    return folder


def test_as_many_are_drawn_as_wanted_and_all_can_move(games: Path) -> None:
    drawn = list(
        label.drawn_from(TABLE, games / "1-00000.npz", range(6, 8), 2, 10, random.Random(1))
    )
    assert len(drawn) == 10
    assert {empty(board) for board in drawn} == {6, 7}
    assert all(mobility(*board) for board in drawn)
    assert drawn != list(
        label.drawn_from(TABLE, games / "1-00000.npz", range(6, 8), 2, 10, random.Random(2))
    )


def test_they_are_plies_away_from_every_game(games: Path) -> None:
    with np.load(games / "1-00000.npz") as held:
        known = {tuple(board) for board in held["boards"].tolist()}
    drawn = list(
        label.drawn_from(TABLE, games / "1-00000.npz", range(4, 9), 2, 40, random.Random(1))
    )
    ahead = set(known)
    for _ in range(2):
        ahead = {
            played(own, opp, square) for own, opp in ahead for square in squares(mobility(own, opp))
        }
    assert drawn
    assert set(drawn) <= ahead


def test_a_file_may_have_fewer(games: Path) -> None:
    drawn = list(
        label.drawn_from(TABLE, games / "1-00000.npz", range(6, 8), 2, 99, random.Random(1))
    )
    assert 10 < len(drawn) < 99


def test_endings_get_their_exact_score(games: Path) -> None:
    for board in label.drawn_from(
        TABLE, games / "1-00000.npz", range(4, 7), 2, 10, random.Random(1)
    ):
        assert label.score(TABLE, board, depth=1, end=6) == minimax(*board)


def test_before_an_ending_a_search_of_that_depth_is_believed() -> None:
    board = sides(wander(3, 30))
    table = SearchTable(unpacked(TARGET.read_bytes()), 1 << 10)
    assert mobility(*board)
    assert label.score(table, board, depth=1, end=12) == margins.score(table, board, 1) / 64


def test_positions_that_judge_are_left_out_however_they_are_turned(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Learned.begun(np.random.default_rng(1)).save(tmp_path / "w.npz")
    table = SearchTable(weights_of(tmp_path / "w.npz"), 1 << 16)
    lots = random.Random("1/4/1-00000.npz")
    every = list(label.drawn_from(table, games / "1-00000.npz", range(4, 12), 2, 200, lots))
    judging = [list(images(board))[1] for board in every[:3]]
    monkeypatch.setattr(label, "kept", lambda: [(*board, 0) for board in judging])
    target = tmp_path / "labelled"
    asked = f"label {games} --to {target} --empty 4 11 --each 200 --depth 1"
    monkeypatch.setattr("sys.argv", [*asked.split(), "--weights", str(tmp_path / "w.npz")])
    label.main()
    with np.load(target / MADE) as held:
        made = [tuple(board) for board in held["boards"].tolist()]
        assert held["margins"].dtype == np.float32
        assert len(held["margins"]) == len(made)
    assert made == [board for board in every if board not in every[:3]]


def test_a_file_that_is_there_is_not_made_again(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "labelled"
    target.mkdir()
    (target / MADE).write_text("kept")
    asked = f"label {games} --to {target} --empty 4 11 --each 9 --depth 1"
    monkeypatch.setattr("sys.argv", asked.split())
    label.main()
    assert (target / MADE).read_text() == "kept"
    assert "1 of 1 files" in capsys.readouterr().err


def test_who_misjudges_nothing_plays_the_best_move_two_plies_deep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = SearchTable(unpacked(TARGET.read_bytes()), 1 << 10)
    boards = [sides(wander(seed, 30)) for seed in range(12)]
    monkeypatch.setattr(label, "MISJUDGED", 0)
    for board in boards:
        after = [played(*board, square) for square in squares(mobility(*board))]
        if all(mobility(*each) for each in after):
            reached = label.strayed(table, board, 1, random.Random(1))
            assert reached is not None
            worst = min(margins.score(table, each, 1) for each in after)
            assert margins.score(table, reached, 1) == worst


def test_moves_are_misjudged() -> None:
    table = SearchTable(unpacked(TARGET.read_bytes()), 1 << 10)
    board = sides(wander(3, 30))
    assert len({label.strayed(table, board, 1, random.Random(seed)) for seed in range(20)}) > 1


def made(monkeypatch: pytest.MonkeyPatch, asked: str, target: Path) -> set[str]:
    """Runs it; the files that are there then."""
    monkeypatch.setattr("sys.argv", f"label {asked} --to {target} --each 99 --depth 1".split())
    label.main()
    return {file.name for file in target.iterdir()}


def test_positions_are_those_of_the_games_where_nobody_goes_astray(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "labelled"
    assert made(monkeypatch, f"{games} --empty 6 7 --astray 0", target) == {
        "6-7-a0-d1-e12-s1-games-1-00000.npz"
    }
    with np.load(games / "1-00000.npz") as source, np.load(next(target.iterdir())) as held:
        known = {(own, opp) for own, opp in source["boards"].tolist()}
        found = {(own, opp) for own, opp in held["boards"].tolist()}
    assert found <= known
    assert {empty(board) for board in found} == {6, 7}


def test_another_seed_makes_another_file(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "labelled"
    assert len(made(monkeypatch, f"{games} --empty 6 6", target)) == 1
    assert len(made(monkeypatch, f"{games} --empty 6 6 --seed 2", target)) == 2


@pytest.mark.parametrize(("solved", "sure"), [(8, EXACT), (7, label.BELIEVING)])
def test_the_last_search_proves_the_score_where_few_squares_are_empty(
    solved: int, sure: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = []
    look = SearchTable.look

    def spy(self: SearchTable, order: Sequence[int], depth: int, sure: int) -> list[Scored]:
        searches.append((depth, sure))
        return look(self, order, depth, sure)

    monkeypatch.setattr(SearchTable, "look", spy)
    monkeypatch.setattr(label, "SOLVED", solved)
    label.score(TABLE, sides(wander(1, 8)), depth=2, end=8)
    assert searches == [(1, label.BELIEVING), (2, label.BELIEVING), (8, sure)]


def test_a_file_is_there_only_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, boards = tmp_path / "1.npz", [sides(wander(1, 5))]

    def broken(file: Any, **_: Any) -> None:
        file.write(b"half")
        raise OSError("full")

    with monkeypatch.context() as patched:
        patched.setattr(np, "savez", broken)
        with pytest.raises(OSError, match="full"):
            label.label(TABLE, boards, 1, 12, target)
    assert not target.exists()
    label.label(TABLE, boards, 1, 12, target)
    assert list(tmp_path.iterdir()) == [target]
