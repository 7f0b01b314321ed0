"""The scripts that made Pente's numbers, on small questions."""

import json
import random
import sys
from pathlib import Path

import numpy as np
import pytest

from core.games.pente.evaluation import WEIGHTS
from core.games.pente.points import CENTRE, distance
from core.games.pente.rules import BLACK, WHITE
from training.pente import duel, weights
from training.pente.features import COUNT, features
from training.pente.selfplay import board_of, choose, games, opened

NODES = 200


def test_openings_are_drawn_and_keep_the_rule() -> None:
    starts = [opened(random.Random(seed)) for seed in range(40)]
    assert len({start.cells for start in starts}) > 35
    for start in starts:
        white = [point for point, cell in enumerate(start.cells) if cell == WHITE]
        assert (len(white), start.cells.count(BLACK), start.over) == (2, 2, None)
        assert max(distance(point, CENTRE) for point in white) >= 3


def test_a_game_follows_from_its_opening() -> None:
    played = [list(games(opened(random.Random(3)), (WEIGHTS, WEIGHTS), NODES)) for _ in range(2)]
    assert played[0] == played[1]
    *seen, end = played[0]
    assert end.over
    for position in seen:
        assert position.over is None
        assert choose(position, WEIGHTS, NODES).quiet


def test_features_are_as_many_as_weights() -> None:
    position = opened(random.Random(1))
    assert len(features(board_of(position, WEIGHTS, 1))) == COUNT == len(WEIGHTS)


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    """Of results drawn with given weights, where there is enough to tell."""
    lots = np.random.default_rng(1)
    rows = lots.integers(-3, 4, size=(20_000, COUNT)).astype(np.float64)
    true = np.array(WEIGHTS, dtype=np.float64) + lots.normal(0, 30, COUNT)
    chance = 1 / (1 + np.exp(-rows @ true / weights.UNIT))
    won = (lots.random(len(rows)) < chance).astype(np.float64)
    assert np.abs(weights.fit(rows, won) - true).max() < 30


def test_play_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    weights.play(2, 7, NODES, whole)
    weights.play(1, 7, NODES, parts)
    weights.play(2, 7, NODES, parts)
    assert whole.read_text() == parts.read_text()
    lesson = json.loads(whole.read_text().splitlines()[0])
    assert len(lesson["rows"]) == len(lesson["won"]) > 0


def test_the_script_says_what_the_evaluation_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep = tmp_path / "games.jsonl"
    monkeypatch.setattr(
        sys, "argv", ["weights", "--games", "2", "--nodes", str(NODES), "--keep", str(keep)]
    )
    weights.main()
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("# 2 games, ")
    assert [line.split()[0] for line in said[2:]] == [
        "TEMPO", "MINE", "THEIRS", "PAIRS", "MINE_OPEN", "THEIRS_OPEN", "MINE_LOOSE", "THEIRS_LOOSE"
    ]  # fmt: skip


def test_equal_weights_share_the_points() -> None:
    assert duel.duel(WEIGHTS, WEIGHTS, 4, NODES) == 0.5


def test_weights_that_see_nothing_lose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blind = tmp_path / "blind.json"
    blind.write_text(json.dumps([0] * COUNT))
    monkeypatch.setattr(sys, "argv", ["duel", str(blind), "--games", "10", "--nodes", str(NODES)])
    duel.main()
    share, _, _ = capsys.readouterr().out.split()
    assert float(share) < 0.5
