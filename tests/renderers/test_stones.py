"""What can lie on a point: every mark changes the stone, none leaves its cell."""

import pytest
from PIL import Image

from renderers import lattice
from renderers.lattice import FIVE, LABEL, LAST, SHUT, STONES, TAKEN, Sprites
from renderers.theme import LOOKS, Theme

CELL = 40
looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)


@looks
def test_all_sprites_are_there_differ_and_fill_one_cell(look: Theme) -> None:
    found = Sprites(look, CELL)
    assert found[LABEL + "k10"] is found[LABEL + "k10"]
    assert found[LABEL + "t19"].size == (CELL, CELL)
    marks = ("", LAST, FIVE, FIVE + LAST, TAKEN)
    names = {stone + mark for stone in STONES for mark in marks}
    assert found.keys() == names | {SHUT, f"{LABEL}k10", f"{LABEL}t19"}
    assert {image.size for image in found.values()} == {(CELL, CELL)}
    assert len({image.tobytes() for image in found.values()}) == len(found)


def test_nothing_else_has_a_name() -> None:
    with pytest.raises(KeyError):
        Sprites(LOOKS["classic"], CELL)["Q"]


@looks
def test_white_begins(look: Theme) -> None:
    white, black = (lattice.tone(look, side) for side in (0, 1))
    assert sum(white.light) > sum(black.light)


@looks
def test_stones_nearly_touch(look: Theme) -> None:
    for stone in STONES:
        solid = Sprites(look, CELL)[stone].getchannel("A").point(lambda v: 255 * (v > 250))
        left, _, right, _ = solid.getbbox() or (0, 0, 0, 0)
        assert right - left >= 0.86 * CELL


def test_a_taken_stone_is_half_there() -> None:
    found = Sprites(LOOKS["classic"], CELL)
    middle = 20 * CELL + 20
    assert found["O"].getchannel("A").tobytes()[middle] == 255
    assert 100 < found["O" + TAKEN].getchannel("A").tobytes()[middle] < 160


def test_a_gauge_fills_pair_by_pair() -> None:
    look = LOOKS["classic"]
    ground = look.plate
    gauges = [lattice.gauge(look, 1, pairs, 5, 30, ground) for pairs in range(6)]
    assert {gauge.size for gauge in gauges} == {gauges[0].size}
    dark = [_darker_than(gauge, sum(ground)) for gauge in gauges]
    assert dark == sorted(dark)
    assert len(set(dark)) == 6


def _darker_than(image: Image.Image, total: int) -> int:
    data = image.tobytes()
    return sum(sum(data[i : i + 3]) < total for i in range(0, len(data), 3))
