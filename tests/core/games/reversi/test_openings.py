"""The list of balanced openings keeps what its script promises."""

import pytest

from core.games.reversi.bits import squares
from core.games.reversi.openings import BALANCED
from core.games.reversi.rules import BLACK, REVERSI
from tests.core.games.reversi.playing import after

TURNS = (
    lambda column, row: (column, row),
    lambda column, row: (row, column),
    lambda column, row: (7 - column, 7 - row),
    lambda column, row: (7 - row, 7 - column),
)


def seen_alike(text: str) -> frozenset[tuple[frozenset[int], frozenset[int]]]:
    """The board after a line, turned in all four ways that leave the start as it is."""
    position = after(text)

    def turned(board: int, turn: int) -> frozenset[int]:
        places = (TURNS[turn](square % 8, square // 8) for square in squares(board))
        return frozenset(8 * row + column for column, row in places)

    return frozenset(
        (turned(position.black, turn), turned(position.white, turn)) for turn in range(4)
    )


def test_there_are_enough_for_variety() -> None:
    assert 100 <= len(BALANCED) <= 200
    assert list(BALANCED) == sorted(set(BALANCED))


@pytest.mark.parametrize("line", BALANCED)
def test_eight_legal_plies_and_black_to_move(line: str) -> None:
    position = after(line)
    assert len(line) == 16
    assert line.startswith("f5")
    assert (position.black | position.white).bit_count() == 12
    assert position.to_act == BLACK
    assert REVERSI.look(position).legal


def test_no_two_lines_lead_to_the_same_position() -> None:
    assert len({seen_alike(line) for line in BALANCED}) == len(BALANCED)


def test_they_begin_in_many_ways() -> None:
    assert {line[2:4] for line in BALANCED} == {"d6", "f6", "f4"}
    assert len({line[:10] for line in BALANCED}) >= 25
