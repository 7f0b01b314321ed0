"""The text board says the same as the view, in few columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.game import PASS
from core.games.reversi.notation import COLUMNS
from core.games.reversi.rules import REVERSI, View
from core.types import GameId
from renderers.registry import text_board
from renderers.text import grid, tally
from tests.renderers.positions import FULL, OPENING, WIPE_OUT, view

TELEPHONE = 22  # columns

views = st.sampled_from([view(FULL[: 2 * plies]) for plies in range(len(FULL) // 2 + 1)])


def rows(board: View) -> list[str]:
    return text_board(REVERSI.id, board).splitlines()


@given(views)
def test_it_is_in_step_with_the_cells(board: View) -> None:
    shown = [line[2::2] for line in rows(board)[1:9]]
    assert "".join(shown).replace("+", ".") == board.cells
    open_squares = {
        f"{COLUMNS[column]}{row + 1}"
        for row, line in enumerate(shown)
        for column, cell in enumerate(line)
        if cell == "+"
    }
    assert open_squares == set(board.legal)


@given(views)
def test_it_fits_a_telephone_and_is_plain(board: View) -> None:
    shown = text_board(REVERSI.id, board)
    assert shown.isascii()
    assert max(map(len, shown.splitlines())) <= TELEPHONE
    assert all(line == line.rstrip() for line in shown.splitlines())


@given(views)
def test_the_last_move_is_in_brackets(board: View) -> None:
    bracketed = [
        f"{COLUMNS[line.index('(') // 2]}{line[0]}" for line in rows(board)[1:9] if "(" in line
    ]
    assert bracketed == ([board.last] if board.last and board.last != PASS else [])


def test_the_opening() -> None:
    assert text_board(REVERSI.id, view(OPENING)) == "\n".join(
        [
            "  a b c d e f g h",
            "1 . . . . . . . .",
            "2 . . . . . . . .",
            "3 . . . + . . . .",
            "4 . . + O X . . .",
            "5 . . . X O + . .",
            "6 . . . . + . . .",
            "7 . . . . . . . .",
            "8 . . . . . . . .",
            "",
            "> X 2     O 2",
        ]
    )


def test_the_end_points_at_nobody() -> None:
    assert rows(view(WIPE_OUT))[-1] == "  X 13     O 0"


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(KeyError):
        text_board(GameId("chess"), view(OPENING))


def test_a_grid_aligns_labels_of_different_length() -> None:
    assert grid("abcdef", "XY", ["3", "2", "10"], 5) == "\n".join(
        ["   X Y", " 3 a b", " 2 c d", "10 e(f)"]
    )


def test_brackets_at_the_left_edge() -> None:
    assert grid("abcd", "XY", ["1", "2"], 0) == "\n".join(["  X Y", "1(a)b", "2 c d"])


def test_a_tally_points_at_who_is_to_move() -> None:
    assert tally("XO", (3, 12), 1) == "  X 3   > O 12"
    assert tally("XO", (3, 12), None) == "  X 3     O 12"
