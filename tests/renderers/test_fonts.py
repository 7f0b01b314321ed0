"""The chain of fonts: who covers what, in which order, and that all of it is installed."""

import pytest

from renderers import fonts


@pytest.mark.parametrize("name", fonts.CHAIN)
def test_every_font_of_the_chain_is_there(name: str) -> None:
    family, _ = fonts.font(name, 20, 600).getname()
    assert family is not None
    assert family.replace(" ", "").startswith(name)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        (fonts.JAPANESE, "Noto Sans CJK JP"),
        (fonts.KOREAN, "Noto Sans CJK KR"),
        (fonts.CHINESE, "Noto Sans CJK SC"),
    ],
)
def test_the_collection_has_its_countries_where_we_think(name: str, family: str) -> None:
    assert fonts.font(name, 20, 600).getname()[0] == family


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("A", "NotoSans"),
        ("é", "NotoSans"),
        ("Ж", "NotoSans"),
        ("7", "NotoSans"),
        ("ع", "NotoSansArabic"),
        ("ש", "NotoSansHebrew"),
        ("ก", "NotoSansThai"),
        ("अ", "NotoSansDevanagari"),
        ("🎉", "NotoEmoji"),
        ("❤", "NotoEmoji"),
        ("山", fonts.CHINESE),
        ("ᚠ", None),
        ("\ue000", None),
        ("\ud800", None),
    ],
)
def test_the_first_font_that_has_it_draws_it(char: str, name: str | None) -> None:
    assert fonts.font_for(char) == name


def test_a_covered_character_has_a_glyph_of_its_own() -> None:
    font = fonts.font("NotoSans", 40, 600)
    missing = font.getmask("\ue000")
    assert fonts.covers("NotoSans", "ж")
    assert bytes(font.getmask("ж")) != bytes(missing)
    assert not fonts.covers("NotoSans", "\ue000")


def test_the_collection_stands_in_for_each_country(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fonts.font_for("山", fonts.JAPANESE) == fonts.JAPANESE
    assert fonts.covers(fonts.KOREAN, "김")
    monkeypatch.setattr(fonts, "has_cjk", lambda: False)
    assert fonts.font_for("山") is None
    assert fonts.font_for("A") == "NotoSans"


def test_weights_differ() -> None:
    thin, bold = (fonts.font("NotoSans", 40, weight).getlength("Ann") for weight in (300, 800))
    assert bold > thin


def test_fonts_are_kept() -> None:
    assert fonts.font("NotoSans", 20, 600) is fonts.font("NotoSans", 20, 600)
