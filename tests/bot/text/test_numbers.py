"""Numbers as people read them."""

import pytest

from bot.text.catalog import LOCALES, texts
from bot.text.numbers import MINUS, signed, whole


def test_below_zero_they_have_a_true_minus_sign() -> None:
    assert whole(-400) == f"{MINUS}400"
    assert whole(-45, ">4") == f" {MINUS}45"
    assert (whole(0), whole(7, "+")) == ("0", "+7")


def test_a_difference_always_has_a_sign() -> None:
    assert [signed(points) for points in (40, 0, -200)] == ["+40", "±0", f"{MINUS}200"]


@pytest.mark.parametrize("locale", LOCALES)
def test_sentences_have_it_too(locale: str) -> None:
    language = texts(locale)
    assert f"{MINUS}400" in language.t("Total: {points}", points=-400)
    assert f"{MINUS}2" in language.n("{count} day", "{count} days", -2)
    assert "a-1" in language.t("{name} wins.", name="a-1"), "names stay as they are"
