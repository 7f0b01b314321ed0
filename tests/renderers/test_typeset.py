"""Names: anything anybody calls themselves becomes one line, without exceptions or empty boxes."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from renderers import fonts, typeset

ANY = st.text(st.characters(), max_size=120)
JOINERS = "\u200c\u200d"


def drawn(text: str) -> str:
    """What is left of a text, in reading order."""
    return "".join(part for _, _, part in typeset.runs(typeset.clean(text)))


@given(ANY, st.integers(6, 60), st.integers(1, 300))
@settings(max_examples=150)
@example("\u0903" * 80, 20, 40)  # spacing marks, none of which a letter carries
@example("\u200d" * 80, 20, 40)
@example("\ufdfa" * 80, 20, 40)  # each becomes eighteen letters
@example("\ud800\udfff", 20, 40)
def test_any_name_becomes_a_line_that_fits(text: str, pixels: int, room: int) -> None:
    line = typeset.line(text, pixels, 600, room)
    assert line.mask.mode == "L"
    assert line.width <= room
    over = typeset.overhang(pixels)
    assert -over <= line.left < line.left + line.mask.width <= line.width + over
    assert 0 < line.mask.height <= 2 * pixels


@given(ANY)
@settings(max_examples=300)
def test_every_character_left_has_a_glyph(text: str) -> None:
    for name, _, part in typeset.runs(typeset.clean(text)):
        for char in part:
            assert char in JOINERS or fonts.covers(name, char)


@given(ANY)
@settings(max_examples=300)
def test_nothing_invisible_or_in_disguise_is_left(text: str) -> None:
    left = drawn(text)
    for char in left:
        assert char in JOINERS or unicodedata.category(char)[0] != "C"
    assert not left.startswith(" ")
    assert "  " not in left


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Jean-Bédélia Noël",
        "Ђорђе Λάμπρος",
        "Nguyễn Thị Ánh",
        "山田 太郎",
        "ひらがな カタカナ",
        "김철수",
        "王小明",
        "أحمد محمد",
        "שלום עולם",
        "หนูน้อย ไก่",
        "नमस्ते श्री",
        "தமிழ்",
        "ქეთევან",
        "Հայկ",
        "🎉",
        "❤️\u200d🔥",
        "👩\u200d👩\u200d👧\u200d👦",
        "👍🏽",
        "🇭🇹🇫🇷",
        "<b>&\"'_*`~|@everyone",
    ],
)
def test_names_of_the_world_lose_nothing(name: str) -> None:
    assert drawn(name) == unicodedata.normalize("NFKC", name)
    assert typeset.line(name, 24, 600).mask.getbbox() is not None


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("𝕱𝖆𝖓𝖈𝖞 𝓛𝓮𝓽𝓽𝓮𝓻𝓼", "Fancy Letters"),  # noqa: RUF001
        ("Ｗｉｄｅ", "Wide"),  # noqa: RUF001
        ("ⓗⓔⓛⓛⓞ", "hello"),
        ("\u202egnirts\u202c", "gnirts"),
        ("a\u0000b\tc\nd", "ab c d"),
        ("  much \u3000 room  ", "much room"),
        ("ᚠᚢᚦ runes", "runes"),
        ("\u200b\u2060\ufeff", ""),
        ("", ""),
    ],
)
def test_disguises_are_taken_off(name: str, plain: str) -> None:
    assert drawn(name) == plain


def test_piled_up_accents_are_thinned() -> None:
    assert drawn("e" + "\u0316" * 20 + "nd") == "e" + "\u0316" * 3 + "nd"


def test_a_long_name_ends_in_an_ellipsis() -> None:
    whole = typeset.line("Maximilian von Habsburg", 24, 600)
    cut = typeset.line("Maximilian von Habsburg", 24, 600, 160)
    assert cut.width <= 160 < whole.width
    assert cut.width > 130  # as much as goes in
    dots = typeset.line("\u2026", 24, 600)
    left, high = cut.mask.width - dots.mask.width, cut.rise - dots.rise
    tail = cut.mask.crop((left, 0, *cut.mask.size)).getbbox()
    assert tail is not None
    assert tail[1] >= high  # nothing taller than the dots at the end


@given(
    st.sampled_from(["👩\u200d👩\u200d👧\u200d👦", "👍🏽", "नमस्ते", "e\u0316\u0331"]),
    st.integers(1, 200),
)
def test_a_name_is_not_cut_inside_a_letter(name: str, room: int) -> None:
    whole = {part for cut in range(3) for part in [name * cut + "\u2026", name * cut]}
    fitted = typeset._fitted(typeset.clean(name * 2), 24, 600, room)
    shown = "".join(part for _, _, part in fitted)
    if name != "नमस्ते":
        assert shown in whole
    assert not any(unicodedata.category(char) in ("Mn", "Sk") for char in shown[:1])


def test_arabic_letters_are_joined() -> None:
    joined = typeset.line("محمد", 24, 600)
    apart = typeset.line("\u200c".join("محمد"), 24, 600)
    assert joined.mask.tobytes() != apart.mask.tobytes()


def test_words_of_two_directions_stand_in_visual_order() -> None:
    name, hebrew = typeset.line("Ann", 24, 600), typeset.line("שלום", 24, 600)
    both = typeset.line("שלום Ann", 24, 600)
    left = both.mask.crop((0, both.rise - name.rise, name.mask.width, both.rise))
    assert left.tobytes() == name.mask.crop((0, 0, name.mask.width, name.rise)).tobytes()
    assert both.width > name.width + hebrew.width


@pytest.mark.parametrize("pixels", range(8, 40))
def test_no_ink_is_cut_off(pixels: int) -> None:
    """A number in wide open space has as much ink as its line."""
    for text in ("19", "jf", "Ăj"):
        image = Image.new("L", (400, 200))
        font = fonts.font("NotoSans", pixels, 600)
        ImageDraw.Draw(image).text((100, 100), text, 255, font, "ls", direction="ltr")
        box = image.getbbox()
        assert box is not None
        assert image.crop(box).tobytes() == typeset.line(text, pixels, 600).mask.tobytes()


def test_han_is_drawn_as_the_rest_of_the_name_asks() -> None:
    def face(name: str) -> str:
        return typeset.runs(name)[0][0]

    assert face("直美") == fonts.CHINESE
    assert face("直美さん") == fonts.JAPANESE
    assert face("直美김") == fonts.KOREAN


def test_without_the_extra_fonts_the_rest_of_the_name_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fonts, "has_cjk", lambda: False)
    assert drawn("山田 Taro") == "Taro"
    assert drawn("山田") == ""


def test_without_raqm_right_to_left_still_reads_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "_SHAPES", False)
    run = (fonts.font_for("ש") or "", 1, "שלום")
    assert typeset._written(run) == "םולש"
    assert typeset._direction(run) is None


def test_lines_are_kept() -> None:
    assert typeset.line("Ann", 22, 600) is typeset.line("Ann", 22, 600)
    assert typeset.line("Ann", 22, 600) is not typeset.line("Ann", 22, 700)


def test_capitals_are_as_high_as_said() -> None:
    for pixels in (16, 24, 40):
        line = typeset.line("H", pixels, 600)
        assert abs(line.rise - typeset.capitals(pixels)) <= 1
