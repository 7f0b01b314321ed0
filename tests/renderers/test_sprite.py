"""Tokens: inside their cell, lit from above, told apart by shape where shape is what tells."""

import pytest
from PIL import Image

from renderers import sprite
from renderers.theme import LOOKS, Theme, Tone

CELL = 48

tones = pytest.mark.parametrize(
    ("look", "seat"), [(look, seat) for look in LOOKS.values() for seat in (0, 1)]
)


def opacity(image: Image.Image) -> Image.Image:
    return image.getchannel("A")


def solid(image: Image.Image) -> Image.Image:
    """Where it is fully there, without shadow."""
    return opacity(image).point(lambda v: 255 if v > 250 else 0)


def mean(image: Image.Image, box: tuple[int, int, int, int]) -> float:
    grey = image.convert("RGB").convert("L").crop(box)
    return sum(grey.tobytes()) / (grey.width * grey.height)


@tones
def test_a_token_fills_its_cell_and_stays_inside(look: Theme, seat: int) -> None:
    token = sprite.token(look.tones[seat], CELL)
    assert token.size == (CELL, CELL)
    assert token.mode == "RGBA"
    left, top, right, bottom = solid(token).getbbox() or (0, 0, 0, 0)
    assert right - left > 0.75 * CELL
    assert min(left, top) >= 1
    assert max(right, bottom) <= CELL - 1
    assert abs((left + right) / 2 - CELL / 2) <= 1


@tones
def test_corners_of_the_cell_stay_bare(look: Theme, seat: int) -> None:
    alpha = opacity(sprite.token(look.tones[seat], CELL))
    corners = [(0, 0), (CELL - 1, 0), (0, CELL - 1), (CELL - 1, CELL - 1)]
    assert [alpha.getpixel(corner) for corner in corners] == [0, 0, 0, 0]


@pytest.mark.parametrize("name", ["classic", "wood", "dark"])
def test_a_disc_is_lit_from_the_upper_left_and_throws_a_shadow_below(name: str) -> None:
    for tone in LOOKS[name].tones:
        token = sprite.token(tone, CELL)
        upper, lower = (12, 12, 20, 20), (29, 29, 37, 37)
        assert mean(token, upper) > mean(token, lower)
        alpha = opacity(token)
        above = sum(alpha.crop((0, 0, CELL, 2)).tobytes())
        below = sum(alpha.crop((0, CELL - 3, CELL, CELL - 1)).tobytes())
        assert below > above


def test_the_other_face_shows_as_a_crescent_below() -> None:
    black, white = (sprite.token(tone, 96) for tone in LOOKS["classic"].tones)
    x, edge = 48, 96 * (0.49 + 0.83 / 2 + 0.016)
    for token, bright in ((black, True), (white, False)):
        pixel = token.getpixel((x, round(edge)))
        assert isinstance(pixel, tuple)
        assert (sum(pixel[:3]) / 3 > 110) is bright


def test_shapes_are_told_apart_by_outline() -> None:
    disc, diamond = (solid(sprite.token(tone, CELL)) for tone in LOOKS["shapes"].tones)
    inside_disc_only = (11, 13)
    assert disc.getpixel(inside_disc_only) == 255
    assert diamond.getpixel(inside_disc_only) == 0


def test_a_dot_is_round_centred_and_may_be_hollow() -> None:
    full = opacity(sprite.dot((9, 9, 9), CELL, 0.5, middle=0.5))
    ring = opacity(sprite.dot((9, 9, 9), CELL, 0.5, hollow=0.6, middle=0.5))
    assert full.getbbox() == ring.getbbox()
    left, top, right, bottom = full.getbbox() or (0, 0, 0, 0)
    assert (right - left, bottom - top) == pytest.approx((24, 24), abs=2)
    middle = (CELL // 2, CELL // 2)
    assert full.getpixel(middle) == 255
    assert ring.getpixel(middle) == 0
    assert ring.getpixel((CELL // 2 - 10, CELL // 2)) == 255


@tones
def test_a_ghost_is_smaller_than_its_token_and_has_its_outline(look: Theme, seat: int) -> None:
    tone: Tone = look.tones[seat]
    ghost = sprite.ghost(tone, look.faint(seat), CELL)
    left, _, right, _ = opacity(ghost).getbbox() or (0, 0, 0, 0)
    assert 0.35 * CELL < right - left < 0.6 * CELL
    middle = ghost.getpixel((CELL // 2, CELL // 2))
    assert isinstance(middle, tuple)
    assert middle[:3] == look.faint(seat)
    assert middle[:3] != tone.hint


def test_edges_are_soft() -> None:
    alpha = opacity(sprite.dot((0, 0, 0), CELL, 0.6))
    assert len(set(alpha.tobytes())) > 8


@pytest.mark.parametrize("line", [0.0, 2.0])
def test_a_rounded_rectangle_leaves_its_corners(line: float) -> None:
    mask = sprite.rounded((40, 20), 6, line)
    assert mask.size == (40, 20)
    assert mask.getpixel((0, 0)) == 0
    assert mask.getpixel((20, 0)) == 255
    assert mask.getpixel((20, 10)) == (0 if line else 255)
