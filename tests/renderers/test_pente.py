"""Pente's pictures: what is on each point, whose turn, what was taken, and the enlarged section."""

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from core.games.pente.points import CENTRE, COLUMNS, NAMES, POINT_OF, POINTS, SIZE
from core.games.pente.rules import View
from core.types import Move, Seat
from renderers import pente
from renderers.canvas import COLORS
from renderers.lattice import Layout
from renderers.registry import LARGEST, SMALLEST
from renderers.section import WHOLE, Section
from renderers.theme import THEMES
from tests.renderers.pente_positions import (
    AFTER_CAPTURE,
    CAPTURE,
    SECOND_STONE,
    WIN,
    crowded,
    view,
)

PLAYERS = ("Ann", "Bo")
FOUR = ("Ann", "Bo", "Cyril", "Dominique")
LIMIT = 180_000
"""Bytes at 1000 pixels (issue "Pente")."""

ZOOM = Section(7, 7, 7, 7)


def draw(board: View, theme: str = "classic", size: int = 400) -> bytes:
    return pente.draw(board, FOUR[: board.seats], theme, size).png(1)


def enlarge(board: View, section: Section, theme: str = "wood", size: int = 400) -> bytes:
    return pente.zoom(board, section, board.legal, theme, size).png(1)


def pixels(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def points(theme: str, board: View, section: Section = WHOLE) -> dict[int, bytes]:
    """The middle of the cell around each point, as pixels, without the lines between cells."""
    layout = Layout.of(400, section)
    png = draw(board, theme) if section == WHOLE else enlarge(board, section, theme)
    image, rim = pixels(png), layout.cell // 6
    return {
        point: image.crop(
            (x + rim, y + rim, x + layout.cell - rim, y + layout.cell - rim)
        ).tobytes()
        for point, (x, y) in layout.points
    }


@pytest.mark.parametrize("theme", THEMES)
def test_a_large_crowded_board_is_light_enough_and_has_a_short_palette(theme: str) -> None:
    png = draw(crowded(150), theme, 1000)
    assert len(png) < LIMIT
    image = Image.open(BytesIO(png))
    assert (image.mode, image.width) == ("P", 1000)
    assert image.height < 1100
    assert len(image.getpalette() or ()) == 3 * COLORS


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_view_gives_the_same_bytes(theme: str) -> None:
    assert draw(crowded(40), theme) == draw(crowded(40), theme)


@given(st.integers(1, 120), st.sampled_from(["classic", "dark", "shapes"]))
@settings(max_examples=15)
def test_points_show_what_is_on_them(stones: int, theme: str) -> None:
    """Away from edges and star points equal things look alike, and different things do not."""
    board = crowded(stones)
    shown = points(theme, board)
    inner = [row * SIZE + column for row in range(4, 15) for column in range(4, 15)]
    meanings: dict[bytes, str] = {}
    for point in inner:
        if point == CENTRE:  # a star point
            continue
        meaning = board.cells[point]
        if NAMES[point] == board.last:
            meaning += "last"
        elif meaning == "." and board.to_act is not None and NAMES[point] not in board.legal:
            meaning += "shut"
        assert meanings.setdefault(shown[point], meaning) == meaning
    assert len(set(meanings.values())) == len(meanings)


def test_the_last_stone_is_ringed() -> None:
    shown = points("classic", view("l9 n10"))
    plain = points("classic", view("l9 n10 a1"))
    assert shown[POINT_OF[view("l9 n10").last or NAMES[0]]] != plain[POINT_OF[NAMES[CENTRE]]]
    assert plain[POINT_OF[NAMES[CENTRE]]] == plain[CENTRE + 3]


def test_captured_stones_fade_for_one_move() -> None:
    taken = [POINT_OF[move] for move in view(CAPTURE).taken]
    assert len(taken) == 2
    fading, gone = points("classic", view(CAPTURE)), points("classic", view(AFTER_CAPTURE))
    black = points("classic", view("l10"))[POINT_OF[NAMES[CENTRE + 1]]]
    for point in taken:
        assert fading[point] not in (gone[point], black)
        assert gone[point] == gone[CENTRE - 1]


@pytest.mark.parametrize("theme", THEMES)
def test_a_five_is_marked(theme: str) -> None:
    board = view(WIN)
    assert len(board.line) == 5
    marked, plain = points(theme, board), points(theme, replace(board, line=()))
    for point in range(POINTS):
        assert (marked[point] != plain[point]) is (NAMES[point] in board.line)


def test_points_shut_by_the_opening_rule_are_crossed() -> None:
    board = view(SECOND_STONE)
    shut, free = points("wood", board), points("wood", replace(board, legal=_all_empty(board)))
    crossed = [NAMES[point] for point in range(POINTS) if shut[point] != free[point]]
    assert len(crossed) == 23  # the central 25 without the two stones
    assert set(crossed).isdisjoint(board.legal)


def _all_empty(board: View) -> tuple[Move, ...]:
    return tuple(name for name, cell in zip(NAMES, board.cells, strict=True) if cell == ".")


def test_once_it_is_over_nothing_is_crossed() -> None:
    board = view(SECOND_STONE)
    stopped = points("classic", replace(board, to_act=None))
    assert stopped == points("classic", replace(board, to_act=None, legal=_all_empty(board)))


def head(board: View, players: tuple[str, ...] = FOUR) -> bytes:
    layout = Layout.of(600, WHOLE)
    png = pente.draw(board, players[: board.seats], "classic", 600).png(1)
    return pixels(png).crop((0, 0, 600, layout.head)).tobytes()


@pytest.mark.parametrize("seats", [2, 4])
def test_who_is_to_move_can_be_seen(seats: int) -> None:
    board = view("", seats)
    turns = [*map(Seat, range(seats)), None]
    assert len({head(replace(board, to_act=turn)) for turn in turns}) == seats + 1


def test_captured_pairs_can_be_counted() -> None:
    board = view("")
    pairs = [(0, 0), (1, 0), (0, 1), (4, 0), (4, 4), (5, 0), (7, 0)]
    assert len({head(replace(board, pairs=each)) for each in pairs}) == len(pairs)


def test_all_four_names_are_there() -> None:
    board = view("", 4)
    names = [FOUR, ("Eve", *FOUR[1:]), (*FOUR[:2], "Eve", FOUR[3]), (*FOUR[:3], "Eve")]
    assert len({head(board, each) for each in names}) == len(names)


@given(st.lists(st.text(st.characters()), min_size=4, max_size=4), st.sampled_from(THEMES))
@settings(max_examples=30)
def test_any_names_are_drawn(names: list[str], theme: str) -> None:
    png = pente.draw(view("", 4), tuple(names), theme, 400).png(1)
    assert Image.open(BytesIO(png)).width == 400


@given(st.sampled_from(THEMES), st.integers(SMALLEST, LARGEST))
@settings(max_examples=6)
def test_every_size_works(theme: str, size: int) -> None:
    assert pixels(draw(crowded(30), theme, size)).width == size


# the enlarged section


@pytest.mark.parametrize("theme", THEMES)
def test_an_enlarged_section_names_every_open_point(theme: str) -> None:
    board = crowded(60)
    named = points(theme, board, ZOOM)
    bare = points(theme, replace(board, to_act=None, legal=()), ZOOM)
    assert len(named) == 49
    for point in named:
        assert (named[point] != bare[point]) is (NAMES[point] in board.legal)
    labels = [named[point] for point in named if NAMES[point] in board.legal]
    assert len(set(labels)) == len(labels)


def test_an_enlarged_section_has_no_plates() -> None:
    image = pixels(enlarge(view(""), ZOOM))
    assert image.size == (400, 400)


@given(st.integers(1, SIZE), st.integers(1, SIZE), st.data())
@settings(max_examples=5)
def test_any_section_can_be_enlarged(columns: int, rows: int, data: st.DataObject) -> None:
    column = data.draw(st.integers(0, SIZE - columns))
    row = data.draw(st.integers(0, SIZE - rows))
    section = Section(column, row, columns, rows)
    png = enlarge(crowded(90), section, "classic", 200)
    assert Image.open(BytesIO(png)).width == 200


# in characters


def test_the_text_board_fits_a_telephone_and_is_in_step() -> None:
    board = crowded(120)
    lines = pente.text_board(board).splitlines()
    assert max(map(len, lines)) == 22
    assert lines[0].strip() == COLUMNS.upper()
    rows = [line[3:] for line in lines[1:20]]
    cells = "".join(reversed(rows))
    shown = "".join(row.upper().replace("+", ".") for row in reversed(rows))
    assert len(cells) == POINTS
    assert shown == board.cells
    capitals = [NAMES[point] for point, cell in enumerate(cells) if cell.isupper()]
    assert capitals == [board.last]
    assert [line[:2].strip() for line in lines[1:20]] == [str(row) for row in range(19, 0, -1)]


def test_the_text_board_counts_pairs_and_points_at_the_side_to_move() -> None:
    assert pente.text_board(view(CAPTURE)).splitlines()[-1] == "  o 1   > x 0"
    assert pente.text_board(view("", 4)).splitlines()[-1] == "  o 0   > x 0"
    assert pente.text_board(view(WIN)).splitlines()[-1] == "  o 0     x 0"
    assert pente.text_board(view("")).splitlines()[4] == "16 ...+.....+.....+..."
