"""The making of the list of openings, on small parts of it."""

import json
from pathlib import Path

import pytest

from core.games.reversi.bits import mobility, squares
from core.games.reversi.kernels.search_table import SearchTable
from core.games.reversi.rules import NAMES
from tests.core.games.reversi.boards import Board
from training.reversi import openings
from training.reversi.selfplay import START, weights_of

TABLE = SearchTable(weights_of(None), 1 << 10)


def after(text: str) -> Board:
    board = START
    for at in range(0, len(text), 2):
        board = openings.played(board, [str(name) for name in NAMES].index(text[at : at + 2]))
    return board


def test_the_four_first_moves_are_one() -> None:
    boards = [after(first) for first in ("d3", "c4", "f5", "e6")]
    assert len({min(openings.images(board)) for board in boards}) == 1
    assert len(openings.once((str(n), board) for n, board in enumerate(boards))) == 1


def test_the_three_second_moves_are_not() -> None:
    boards = {line: after(line) for line in ("f5d6", "f5f6", "f5f4")}
    assert openings.once(boards.items()) == boards


def test_lines_to_the_same_position_count_once() -> None:
    """f4 and d6 are mirror images after f5 f6 e6."""
    lines = ("f5f6e6d6", "f5f6e6f4")
    assert list(openings.once((line, after(line)) for line in lines)) == ["f5f6e6d6"]


def test_as_many_positions_as_are_known() -> None:
    """Distinct positions after 2, 3 and 4 plies, symmetric ones once: 3, 14, 60."""
    found, counts = {"f5": after("f5")}, []
    for _ in range(3):
        found = openings.once(
            (line + NAMES[square], openings.played(board, square))
            for line, board in found.items()
            for square in squares(mobility(*board))
        )
        counts.append(len(found))
    assert counts == [3, 14, 60]


def test_goes_on_from_the_scores_that_were_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known is not worked out again, uneven lines are left out, a stem gives so many."""
    monkeypatch.setattr(openings, "BALANCE", ((1, 10_000), (2, 10_000)))
    monkeypatch.setattr(openings, "STEM", 1)
    keep = tmp_path / "scores.jsonl"
    keep.write_text(json.dumps(["f5f6", [False, [20_000]]]) + "\n")
    lines = {line: after(line) for line in ("f5d6", "f5f6", "f5f4")}
    monkeypatch.setattr(openings, "A_STEM", 1)
    assert openings.balanced(TABLE, ["f5f6", "f5d6", "f5f4"], lines, keep) == ["f5d6"]
    monkeypatch.setattr(openings, "A_STEM", 3)
    assert openings.balanced(TABLE, ["f5f6", "f5d6", "f5f4"], lines, keep) == ["f5d6", "f5f4"]
    kept = [json.loads(text) for text in keep.read_text().splitlines()]
    assert [(name, fits, len(scores)) for name, (fits, scores) in kept] == [
        ("f5f6", False, 1),
        ("f5d6", True, 2),
        ("f5f4", True, 2),
    ]


def test_uneven_positions_are_not_looked_at_further() -> None:
    board = after("f5f6")
    even, scores = openings.passes(TABLE, board, ((1, 10_000), (2, 10_000)))
    assert even
    assert len(scores) == 2
    assert openings.passes(TABLE, board, ((1, abs(scores[0]) - 1), (2, 10_000))) == (
        False,
        scores[:1],
    )
