"""Grounds: felt even, wood smooth and running from left to right, lines on whole pixels."""

from itertools import pairwise

from PIL import Image, ImageChops

from renderers import surface
from renderers.theme import LOOKS

WOOD, FELT = LOOKS["wood"], LOOKS["classic"]


def grey(image: Image.Image) -> list[bytes]:
    """Rows of brightness."""
    flat = image.convert("L").tobytes()
    return [flat[i : i + image.width] for i in range(0, len(flat), image.width)]


def test_felt_is_even() -> None:
    sheet = surface.material(FELT, FELT.field, (50, 40))
    assert sheet.getcolors() == [(2000, FELT.field[0])]


def test_wood_lies_between_its_two_tones() -> None:
    plank = surface.material(WOOD, WOOD.field, (200, 200))
    light, dark = WOOD.field
    for band, low, high in zip(plank.split(), dark, light, strict=True):
        values = band.tobytes()
        assert low - 1 <= min(values) < max(values) <= high + 1


def test_grain_runs_from_left_to_right_without_noise() -> None:
    """Along a row brightness creeps; from row to row it may change."""
    rows = grey(surface.material(WOOD, WOOD.field, (300, 300)))
    along = [abs(a - b) for row in rows for a, b in pairwise(row)]
    across = [abs(a - b) for one, next_ in pairwise(rows) for a, b in zip(one, next_, strict=True)]
    assert sum(along) < 0.1 * sum(across)
    assert sum(step > 8 for step in along) < len(along) / 1000


def test_the_same_plank_every_time() -> None:
    one, other = (surface.material(WOOD, WOOD.field, (90, 120)) for _ in range(2))
    assert one.tobytes() == other.tobytes()


def test_a_recess_darkens_its_upper_left_edge_and_nothing_outside() -> None:
    image = Image.new("RGB", (60, 60), (200, 200, 200))
    surface.recess(image, (10, 10, 50, 50), 6)
    assert image.getpixel((9, 30)) == (200, 200, 200)
    assert image.getpixel((30, 9)) == (200, 200, 200)
    assert image.getpixel((30, 30)) == (200, 200, 200)
    rows = grey(image)
    assert rows[10][30] < rows[12][30] < 200
    assert rows[30][10] < rows[30][12] < 200


def test_lines_lie_on_the_edges_of_squares() -> None:
    image = Image.new("RGB", (50, 50), (0, 0, 0))
    surface.ruled(image, (5, 5, 45, 45), 4, 2, (255, 0, 0))
    row = [x for x in range(50) if image.getpixel((x, 10)) == (255, 0, 0)]
    assert row == [4, 5, 14, 15, 24, 25, 34, 35, 44, 45]
    column = [y for y in range(50) if image.getpixel((10, y)) == (255, 0, 0)]
    assert column == row


def test_a_panel_has_fill_outline_and_round_corners() -> None:
    image = Image.new("RGB", (60, 40), (0, 0, 0))
    surface.panel(image, (10, 10, 50, 30), 6, (0, 200, 0), (200, 0, 0), 2)
    assert image.getpixel((30, 20)) == (0, 200, 0)
    assert image.getpixel((30, 10)) == (200, 0, 0)
    assert image.getpixel((10, 10)) == (0, 0, 0)
    outside = image.copy()
    outside.paste((0, 0, 0), (10, 10, 50, 30))
    assert ImageChops.difference(outside, Image.new("RGB", (60, 40))).getbbox() is None
