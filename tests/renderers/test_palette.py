"""Palettes: few colours, the wanted ones exactly, the same every time."""

import pytest
from PIL import Image, ImageOps

from renderers.canvas import COLORS, STEPS, Palette, steps
from renderers.theme import mix, rgb

GREEN, WHITE, RED = rgb("#2f8f5b"), rgb("#ffffff"), rgb("#c9321a")


def fade() -> Image.Image:
    """Green to white."""
    ramp = Image.linear_gradient("L").resize((32, 64))
    return ImageOps.colorize(ramp, GREEN, WHITE)


def colors(palette: Palette) -> list[tuple[int, int, int]]:
    flat = palette.data
    return [(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)]


def test_it_has_its_length_and_the_exact_colours() -> None:
    palette = Palette([(fade(), 12)], [RED, GREEN])
    assert len(colors(palette)) == COLORS
    assert colors(palette)[:2] == [RED, GREEN]


def test_the_same_inputs_give_the_same_palette() -> None:
    one, other = (Palette([(fade(), 20), (fade(), 5)], [RED]) for _ in range(2))
    assert one.data == other.data


def test_more_colours_than_there_is_room_for_are_a_fault() -> None:
    with pytest.raises(ValueError, match=str(COLORS)):
        Palette([(fade(), COLORS)], [RED, rgb("#123456")])


def test_pixels_become_the_number_of_the_nearest_colour() -> None:
    palette = Palette([], [RED, GREEN, WHITE])
    image = Image.new("RGB", (3, 1))
    for x, color in enumerate((RED, GREEN, mix(WHITE, GREEN, 0.02))):
        image.putpixel((x, 0), color)
    numbers = palette.flatten(image)
    assert numbers.mode == "L"
    assert [colors(palette)[number] for number in numbers.tobytes()] == [RED, GREEN, WHITE]


def test_a_fade_stays_smooth() -> None:
    palette = Palette([(fade(), 24)], [])
    shown = [colors(palette)[number] for number in palette.flatten(fade()).tobytes()[::32]]
    for wanted, got in zip(fade().resize((1, 64)).get_flattened_data(), shown, strict=True):
        assert isinstance(wanted, tuple)
        assert max(abs(a - b) for a, b in zip(wanted, got, strict=True)) < 12


def test_a_ramp_goes_from_ground_to_ink() -> None:
    palette = Palette([(fade(), 4)], steps(GREEN, RED))
    ramp = palette.ramp(GREEN, RED)
    assert len(ramp) == 256
    assert colors(palette)[ramp[0]] == GREEN
    assert colors(palette)[ramp[255]] == RED
    assert list(dict.fromkeys(ramp)) == list(range(STEPS))


def test_steps_include_both_ends() -> None:
    found = steps(GREEN, RED)
    assert len(found) == STEPS
    assert (found[0], found[-1]) == (GREEN, RED)
