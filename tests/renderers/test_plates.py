"""Plates: mirrored, lit for who is to move, and never written over their own edges."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from renderers import plates
from renderers.canvas import Canvas, Palette, Stage, steps
from renderers.theme import LOOKS

LOOK = LOOKS["classic"]
LEFT, RIGHT = plates.beside(20, 420, 10, 32)


def painted(lit: int | None) -> Image.Image:
    image = Image.new("RGB", (440, 52), LOOK.frame[0])
    for seat, plate in enumerate((LEFT, RIGHT)):
        plates.paint(image, LOOK, plate, LOOK.tones[seat], lit=lit == seat)
    return image


BARE = painted(None)
STAGE = Stage(BARE, Palette([(BARE, 40)], steps(LOOK.plate, LOOK.text)), {})


def written(name: str, count: str) -> Image.Image:
    canvas = Canvas(STAGE)
    for plate in (LEFT, RIGHT):
        plates.inscribe(canvas, plate, LOOK.plate, [(name, LOOK.text)], (count, LOOK.text))
    return Image.open(BytesIO(canvas.png(1))).convert("RGB")


def test_plates_lie_side_by_side_with_a_gap() -> None:
    assert LEFT.box[0] == 20
    assert RIGHT.box[2] == 420
    assert 4 <= RIGHT.box[0] - LEFT.box[2] <= 12
    assert abs((LEFT.box[2] - LEFT.box[0]) - (RIGHT.box[2] - RIGHT.box[0])) <= 1
    assert LEFT.height == RIGHT.height == 32


@pytest.mark.parametrize("seat", [0, 1])
def test_the_lit_plate_has_another_ground_and_an_outline(seat: int) -> None:
    plate, image = (LEFT, RIGHT)[seat], painted(seat)
    middle = (plate.box[0] + plate.box[2]) // 2
    assert image.getpixel((middle, 26)) == LOOK.lit
    assert image.getpixel((middle, plate.box[1])) == LOOK.accent
    other = (LEFT, RIGHT)[1 - seat]
    assert image.getpixel(((other.box[0] + other.box[2]) // 2, 26)) == LOOK.plate


def test_tokens_stand_outwards() -> None:
    image = painted(None)
    assert image.getpixel((LEFT.box[0] + 16, 26)) != LOOK.plate
    assert image.getpixel((RIGHT.box[2] - 16, 26)) != LOOK.plate
    assert image.getpixel((LEFT.box[2] - 16, 26)) == LOOK.plate


def test_once_it_is_over_all_names_stand_out() -> None:
    assert plates.colors(LOOK, lit=True, over=False) == (LOOK.lit, LOOK.text)
    assert plates.colors(LOOK, lit=False, over=False) == (LOOK.plate, LOOK.muted)
    assert plates.colors(LOOK, lit=False, over=True) == (LOOK.plate, LOOK.text)


def test_name_and_count_change_the_plate_where_they_belong() -> None:
    empty = written("", "")
    name = ImageChops.difference(written("Ann", ""), empty).crop((0, 0, 220, 52)).getbbox()
    count = ImageChops.difference(written("", "24"), empty).crop((0, 0, 220, 52)).getbbox()
    assert name is not None
    assert count is not None
    assert LEFT.box[0] + 32 <= name[0] < name[2] < count[0] < count[2] < LEFT.box[2]


@given(st.text(st.characters(), max_size=80), st.integers(0, 361))
@settings(max_examples=60)
def test_no_name_leaves_its_plate_or_covers_token_and_count(name: str, count: int) -> None:
    bare, full = written("", str(count)), written(name, str(count))
    changed = ImageChops.difference(bare, full)
    for plate in (LEFT, RIGHT):
        left, top, right, bottom = plate.box
        changed.paste((0, 0, 0), (left + 32, top + 1, right - 32, bottom - 1))
    assert changed.getbbox() is None
