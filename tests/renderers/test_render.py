"""What `render` promises: size, palette, the same bytes, and a board that shows what is so."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from core.games.pente.rules import PENTE
from core.games.reversi.notation import square_name
from core.games.reversi.rules import BLACK, REVERSI, WHITE, View
from core.registry import GAMES
from core.types import GameId, Move
from renderers.canvas import COLORS
from renderers.registry import LARGEST, RENDERERS, SMALLEST, WIDTH, Renderer, render
from renderers.reversi import Layout
from renderers.theme import THEMES
from tests.renderers.positions import FULL, MIDDLE, OPENING, WIPE_OUT, view

NAMES = ("Ann", "Bo")
LIMIT = 80_000
"""Bytes at 640 pixels (issue "Pictures")."""


def draw(board: View, theme: str = "classic", size: int = 320, level: int = 1) -> bytes:
    return render(REVERSI.id, board, names=NAMES, theme=theme, size=size, level=level)


def pixels(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def along(transcript: str) -> Iterator[View]:
    """Every view on the way."""
    return (view(transcript[:i]) for i in range(0, len(transcript) + 1, 2))


def test_every_game_has_a_renderer() -> None:
    assert RENDERERS.keys() == GAMES.keys()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [SMALLEST, 320, 640, LARGEST])
def test_a_picture_has_the_width_asked_for_and_a_short_palette(theme: str, size: int) -> None:
    image = Image.open(BytesIO(draw(view(MIDDLE), theme, size)))
    assert image.format == "PNG"
    assert image.mode == "P"
    assert image.width == size
    assert 1.05 * size < image.height < 1.12 * size
    assert len(image.getpalette() or ()) == 3 * COLORS
    assert 32 <= len(image.getcolors() or ()) <= COLORS


@pytest.mark.parametrize("theme", THEMES)
def test_no_picture_of_a_whole_match_is_too_heavy(theme: str) -> None:
    assert max(len(draw(board, theme, 640)) for board in along(FULL)) < LIMIT


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_view_gives_the_same_bytes(theme: str) -> None:
    assert draw(view(MIDDLE), theme) == draw(view(MIDDLE), theme)


SCRIPT = """
import hashlib
from tests.renderers.test_render import draw, view, MIDDLE, THEMES
print(hashlib.sha256(b"".join(draw(view(MIDDLE), theme) for theme in THEMES)).hexdigest())
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_gives_the_same_bytes(seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", SCRIPT]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    here = hashlib.sha256(b"".join(draw(view(MIDDLE), theme) for theme in THEMES))
    assert told.stdout.strip() == here.hexdigest()


def test_what_was_drawn_before_leaves_no_trace() -> None:
    fresh = {theme: draw(view(OPENING), theme) for theme in THEMES}
    for theme in THEMES:
        for board in along(WIPE_OUT):
            draw(board, theme)
    assert fresh == {theme: draw(view(OPENING), theme) for theme in THEMES}


def test_a_higher_level_is_smaller_and_looks_the_same() -> None:
    fast, small = draw(view(MIDDLE), level=1), draw(view(MIDDLE), level=9)
    assert len(small) < len(fast)
    assert pixels(small).tobytes() == pixels(fast).tobytes()


@pytest.mark.parametrize("size", [SMALLEST - 1, LARGEST + 1, 0, -640])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match=str(size)):
        draw(view(OPENING), size=size)


def test_an_unknown_theme_or_game_is_refused() -> None:
    with pytest.raises(KeyError):
        draw(view(OPENING), theme="plaid")
    with pytest.raises(KeyError):
        render(GameId("chess"), view(OPENING), names=NAMES, theme="classic", size=320)


@cache
def squares(theme: str, board: View) -> tuple[bytes, ...]:
    """The inner part of the picture's 64 squares, each as its pixels."""
    layout, image = Layout.of(320), pixels(draw(board, theme, 320))
    rim, end = layout.cell // 6, layout.cell - layout.cell // 6
    return tuple(
        image.crop((x + rim, y + rim, x + end, y + end)).tobytes() for x, y in layout.squares
    )


@pytest.mark.parametrize("theme", ["classic", "dark", "shapes"])
@given(data=st.data())
@settings(max_examples=25)
def test_squares_show_what_is_on_them(theme: str, data: st.DataObject) -> None:
    """On an even ground, equal things look alike and different things do not."""
    plies = data.draw(st.integers(0, len(FULL) // 2), label="plies")
    board = view(FULL[: 2 * plies])
    meanings: dict[bytes, str] = {}
    for square, meaning in enumerate(board.cells):
        name = Move(square_name(square))
        if name == board.last:
            meaning += "last"
        elif name in board.flipped:
            meaning += "turned"
        elif name in board.legal:
            meaning += f"open to {board.to_act}"
        assert meanings.setdefault(squares(theme, board)[square], meaning) == meaning
    assert len(set(meanings.values())) == len(meanings)


def test_who_is_to_move_can_be_seen() -> None:
    board = view(MIDDLE)
    heads = {
        pixels(draw(replace(board, to_act=seat, legal=()))).crop((0, 0, 320, 30)).tobytes()
        for seat in (BLACK, WHITE, None)
    }
    assert len(heads) == 3


def test_once_it_is_over_no_square_is_open() -> None:
    board = view(MIDDLE)
    stopped = draw(replace(board, to_act=None))
    assert stopped == draw(replace(board, to_act=None, legal=()))
    assert stopped != draw(board)


def test_names_and_counts_can_be_seen() -> None:
    board = view(MIDDLE)
    swapped = render(REVERSI.id, board, names=NAMES[::-1], theme="classic", size=320)
    counted = draw(replace(board, discs=(15, 9)))
    assert len({draw(board), swapped, counted}) == 3


@given(st.lists(st.text(st.characters()), min_size=2, max_size=2), st.sampled_from(THEMES))
@settings(max_examples=60)
def test_any_name_is_drawn(names: list[str], theme: str) -> None:
    one, other = names
    png = render(REVERSI.id, view(OPENING), names=(one, other), theme=theme, size=320)
    assert Image.open(BytesIO(png)).width == 320


@given(st.sampled_from(THEMES), st.integers(SMALLEST, LARGEST))
@settings(max_examples=8)
def test_every_size_works(theme: str, size: int) -> None:
    assert pixels(draw(view(MIDDLE), theme, size)).width == size


@given(st.integers(SMALLEST, LARGEST))
def test_the_board_fills_the_picture_in_whole_pixels(size: int) -> None:
    layout = Layout.of(size)
    left, top, right, bottom = layout.field
    assert right - left == bottom - top == 8 * layout.cell
    assert abs((size - right) - left) <= 1
    assert layout.squares[0] == (left, top)
    assert layout.squares[63] == (right - layout.cell, bottom - layout.cell)
    assert 0.88 * size < right - left < 0.96 * size
    assert all(plate.box[1] >= 2 and plate.box[3] <= top for plate in layout.plates)
    assert layout.plates[0].box[2] < layout.plates[1].box[0]


@pytest.mark.parametrize("renderer", RENDERERS.values(), ids=RENDERERS.keys())
def test_pictures_in_chats_have_a_width_that_is_drawn(renderer: Renderer) -> None:
    """A finer board than Reversi's is larger, or a telephone could not show it."""
    assert SMALLEST <= renderer.width <= LARGEST
    assert renderer.width > WIDTH if renderer is RENDERERS[PENTE.id] else renderer.width == WIDTH
