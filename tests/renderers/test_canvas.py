"""Stages keep what is shared, canvases leave it untouched."""

from io import BytesIO

import pytest
from PIL import Image

from renderers import typeset
from renderers.canvas import Canvas, Palette, Stage, lettering, steps
from renderers.theme import rgb

GROUND, INK, SPOT = rgb("#204030"), rgb("#f0f0f0"), rgb("#d03020")


@pytest.fixture
def stage() -> Stage:
    """A board of two grounds, left and right, and two sprites."""
    backdrop = Image.new("RGB", (60, 30), GROUND)
    backdrop.paste(Image.new("RGB", (30, 30), SPOT), (30, 0))
    full = Image.new("RGBA", (10, 10), (*SPOT, 255))
    half = Image.new("RGBA", (10, 10), (*INK, 128))
    exact = [*steps(GROUND, INK), *steps(SPOT, INK)]
    return Stage(backdrop, Palette([], exact), {"full": full, "half": half})


def decoded(canvas: Canvas) -> Image.Image:
    return Image.open(BytesIO(canvas.png(1))).convert("RGB")


def test_an_empty_canvas_is_the_backdrop(stage: Stage) -> None:
    image = decoded(Canvas(stage))
    assert image.size == (60, 30)
    assert image.getpixel((5, 5)) == GROUND
    assert image.getpixel((45, 5)) == SPOT


def test_a_sprite_lies_where_it_is_put(stage: Stage) -> None:
    canvas = Canvas(stage)
    canvas.put("full", (10, 20))
    image = decoded(canvas)
    assert image.getpixel((10, 20)) == image.getpixel((19, 29)) == SPOT
    assert image.getpixel((9, 20)) == image.getpixel((10, 19)) == image.getpixel((20, 29)) == GROUND


def test_a_transparent_sprite_takes_the_ground_it_lies_on(stage: Stage) -> None:
    canvas = Canvas(stage)
    canvas.put("half", (0, 0))
    canvas.put("half", (40, 0))
    image = decoded(canvas)
    on_green, on_red = image.getpixel((5, 5)), image.getpixel((45, 5))
    assert on_green != on_red
    assert {on_green, on_red}.isdisjoint({GROUND, SPOT, INK})


def test_tiles_are_shared_where_the_ground_is_the_same(stage: Stage) -> None:
    assert stage.tile("half", (0, 0)) is stage.tile("half", (15, 12))
    assert stage.tile("half", (0, 0)) is not stage.tile("half", (40, 0))
    assert stage.tile("half", (0, 0)) is not stage.tile("full", (0, 0))


def test_canvases_do_not_touch_each_other(stage: Stage) -> None:
    before = stage.numbers.tobytes()
    canvas = Canvas(stage)
    canvas.put("full", (0, 0))
    canvas.png(1)
    assert stage.numbers.tobytes() == before
    assert decoded(Canvas(stage)).getpixel((5, 5)) == GROUND


def test_text_stands_on_its_line_in_its_ink(stage: Stage) -> None:
    canvas = Canvas(stage)
    line = typeset.line("H", 20, 700)
    canvas.write(line, (2, 25), GROUND, INK)
    image = decoded(canvas).crop((0, 0, 30, 30))
    rows = [y for y in range(30) if any(image.getpixel((x, y)) != GROUND for x in range(30))]
    assert rows[-1] == 24
    assert rows[0] == 25 - line.rise
    assert INK in {image.getpixel((x, 18)) for x in range(30)}


def test_inked_text_is_kept(stage: Stage) -> None:
    line = typeset.line("Ann", 12, 600)
    assert stage.inked(line, GROUND, INK) is stage.inked(line, GROUND, INK)
    assert stage.inked(line, GROUND, INK) is not stage.inked(line, SPOT, INK)


def test_images_of_numbers_are_laid_as_they_are(stage: Stage) -> None:
    canvas = Canvas(stage)
    canvas.lay(stage.numbers.crop((30, 0, 60, 30)), (0, 0))
    assert decoded(canvas).getpixel((5, 5)) == SPOT


def test_lettering_centres_capitals() -> None:
    image = Image.new("RGB", (60, 60), GROUND)
    lettering(image, "H", (30, 30), 30, INK)
    box = Image.eval(image.convert("L"), lambda v: 255 if v > 140 else 0).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert abs((left + right) / 2 - 30) <= 1.5
    assert abs((top + bottom) / 2 - 30) <= 1.5
