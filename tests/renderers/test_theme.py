"""What has to stand out does, in every theme (WCAG 2.2, 1.4.3 and 1.4.11)."""

import pytest

from renderers.theme import LOOKS, THEMES, Color, Shape, Theme, Tone, mix, rgb

TEXT, MARK, SUBTLE = 4.5, 3.0, 2.0


def luminance(color: Color) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_is_the_standard_one() -> None:
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#ffffff")) == pytest.approx(4.48, abs=0.01)


looks = pytest.mark.parametrize("look", LOOKS.values(), ids=lambda look: look.name)
tones = pytest.mark.parametrize(
    ("look", "tone"),
    [(look, tone) for look in LOOKS.values() for tone in look.tones],
    ids=lambda value: getattr(value, "name", ""),
)


def test_the_themes_have_their_names() -> None:
    assert THEMES == ("classic", "wood", "dark", "shapes")
    assert all(look.name == name for name, look in LOOKS.items())


@looks
def test_names_counts_and_coordinates_can_be_read(look: Theme) -> None:
    for ground in (look.plate, look.lit):
        assert contrast(look.text, ground) >= TEXT
    for ground in (look.plate, *look.frame):
        assert contrast(look.muted, ground) >= TEXT


@looks
def test_the_outline_of_who_is_to_move_stands_out(look: Theme) -> None:
    for ground in (*look.frame, look.plate, look.lit):
        assert contrast(look.accent, ground) >= MARK


@tones
def test_open_squares_stand_out(look: Theme, tone: Tone) -> None:
    for ground in look.field:
        assert contrast(tone.hint, ground) >= MARK


@tones
def test_the_last_move_stands_out_and_turned_discs_can_be_told(look: Theme, tone: Tone) -> None:
    del look
    for ground in (tone.light, tone.shade):
        assert contrast(tone.last, ground) >= MARK
        assert contrast(tone.turned, ground) >= SUBTLE


@tones
def test_tokens_stand_out_by_face_or_outline(look: Theme, tone: Tone) -> None:
    for ground in look.field:
        face = contrast(mix(tone.light, tone.shade, 0.5), ground)
        assert max(face, contrast(tone.rim_light, ground)) >= MARK


@looks
def test_the_sides_differ_in_brightness_not_in_hue_alone(look: Theme) -> None:
    dark, light = (mix(tone.light, tone.shade, 0.5) for tone in look.tones)
    assert contrast(dark, light) >= 7


def test_in_shapes_the_sides_also_differ_in_outline_and_inlay() -> None:
    dark, light = LOOKS["shapes"].tones
    assert {dark.shape, light.shape} == {Shape.RINGED, Shape.DIAMOND}
    for tone in (dark, light):
        assert min(contrast(tone.inlay, face) for face in (tone.light, tone.shade)) >= TEXT


def test_colours_mix_and_are_read() -> None:
    assert rgb("#0a141e") == (10, 20, 30)
    assert mix((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)
    assert mix((1, 2, 3), (9, 9, 9), 0) == (1, 2, 3)


@looks
def test_everything_on_a_score_sheet_can_be_read(look: Theme) -> None:
    paper = look.paper
    for ground in (paper.ground, paper.fresh):
        for ink in (paper.ink, paper.pencil, paper.loss, paper.gain):
            assert contrast(ink, ground) >= TEXT
    assert contrast(paper.box, paper.ground) >= MARK
    assert contrast(paper.ink, paper.ground) >= 2 * TEXT


@looks
def test_dice_stand_out_and_so_do_their_pips(look: Theme) -> None:
    dice = look.dice
    for face in (dice.light, dice.shade):
        assert contrast(dice.pip, face) >= 2 * TEXT
        for ground in look.field:
            assert max(contrast(face, ground), contrast(dice.edge, ground)) >= MARK


@looks
def test_lines_through_points_stand_out(look: Theme) -> None:
    for ground in look.field:
        assert contrast(look.lattice, ground) >= MARK
