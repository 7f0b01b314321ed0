"""One die: six faces that differ, with as many pips as they say, and marks that change it."""

import pytest
from PIL import Image

from renderers import die
from renderers.theme import LOOKS, Theme

SIDE = 64
looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)


def pips(image: Image.Image, look: Theme) -> int:
    """How many spots of the pips' colour there are, counted by flooding them."""
    dark = sum(look.dice.pip) / 3 + 60
    gray = Image.new("RGB", image.size, look.dice.light)
    gray.paste(image, (0, 0), image)
    body = gray.crop((8, 7, SIDE - 8, SIDE - 10)).convert("L")
    left = {(i % body.width, i // body.width) for i, v in enumerate(body.tobytes()) if v < dark}
    count = 0
    while left:
        count += 1
        front = {left.pop()}
        while front:
            beside = {(x + i, y + j) for x, y in front for i in (-1, 0, 1) for j in (-1, 0, 1)}
            front = beside & left
            left -= front
    return count


@looks
def test_a_face_has_as_many_pips_as_it_says(look: Theme) -> None:
    for value in range(1, 7):
        assert pips(die.die(look.dice, value, SIDE), look) == value


@looks
def test_every_image_has_the_size_it_was_asked_for(look: Theme) -> None:
    for side in (20, 33, 96):
        assert die.die(look.dice, 5, side).size == (side, side)
        assert die.outline(look.muted, side).size == (side, side)
        assert die.cross(look.muted, side).size == (side, side)


@looks
def test_a_crossed_die_is_the_same_die_with_a_badge(look: Theme) -> None:
    plain = die.die(look.dice, 4, SIDE)
    crossed = die.crossed(plain, look.paper.loss, look.paper.ground)
    assert crossed.size == plain.size
    assert crossed.crop((0, 0, SIDE, SIDE // 2)) == plain.crop((0, 0, SIDE, SIDE // 2))
    assert crossed != plain


def test_the_place_of_a_die_is_empty() -> None:
    place = die.outline((10, 20, 30), SIDE)
    middle = place.getpixel((SIDE // 2, SIDE // 2))
    assert isinstance(middle, tuple)
    assert middle[3] == 0
    assert place.getbbox() is not None


def test_a_die_lies_within_its_shadow() -> None:
    alpha = die.die(LOOKS["classic"].dice, 1, SIDE).getchannel("A")
    solid = alpha.point(lambda v: 255 * (v > 250)).getbbox()
    assert solid is not None
    assert 0.8 * SIDE < solid[2] - solid[0] < 0.92 * SIDE
    soft = alpha.getbbox()
    assert soft is not None
    assert soft[3] > solid[3]
