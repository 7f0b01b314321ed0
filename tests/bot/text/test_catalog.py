"""Four catalogues that say the same things."""

import re
import string
from itertools import combinations

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from bot.text.catalog import LOCALES, NAMES, nearest, texts
from bot.text.games import LEVELS
from tools.messages import LOCALE_DIR, extract, merged, written

FORMS = {"en": 2, "fr": 3, "it": 3, "ht": 1}
"""Plural forms by CLDR; Haitian Creole nouns do not change."""


def messages(locale: str) -> list[Message]:
    with (LOCALE_DIR / locale / "messages.po").open("rb") as file:
        return [message for message in read_po(file, locale=locale) if message.id]


def strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_message_is_said_and_nothing_else(locale: str) -> None:
    """The committed catalogue is what `python -m tools.messages` writes, and complete."""
    path = LOCALE_DIR / locale / "messages.po"
    assert path.read_bytes() == written(merged(locale)), "run: python -m tools.messages"
    empty = [message.id for message in messages(locale) if not all(strings(message))]
    assert empty == []


def test_the_template_is_up_to_date() -> None:
    assert (LOCALE_DIR / "tavola.pot").read_bytes() == written(extract())


CURLED = "\N{RIGHT SINGLE QUOTATION MARK}"
FOREIGN = {
    "en": "«»" + CURLED,
    "fr": "“”" + CURLED,
    "it": "“”" + CURLED,
    "ht": "«»" + CURLED,
}
"""What a language does not use here: it has “…”, « … », «…» or “…”, and a straight apostrophe."""


@pytest.mark.parametrize("locale", FOREIGN)
def test_quotes_and_apostrophes_are_of_one_kind(locale: str) -> None:
    for message in messages(locale):
        for text in strings(message):
            assert not set(text) & set(FOREIGN[locale]), text


@pytest.mark.parametrize("locale", LOCALES)
def test_placeholders_and_plural_forms_agree(locale: str) -> None:
    for message in messages(locale):
        wanted = placeholders(ids(message)[-1])
        assert all(placeholders(text) == wanted for text in strings(message)), message.id
        if not isinstance(message.id, str):
            assert len(strings(message)) == FORMS[locale], message.id


@pytest.mark.parametrize("locale", LOCALES)
def test_marks_around_a_label_are_kept(locale: str) -> None:
    """Signs such as the flag before "Resign" are part of the button in every language."""
    for message in messages(locale):
        for sign in "🏳½↶⤓⌛⚫⚪":
            assert all((sign in text) == (sign in ids(message)[0]) for text in strings(message))


@pytest.mark.parametrize(
    ("locale", "one", "two", "million"),
    [
        ("en", "1 move", "2 moves", "1000000 moves"),
        ("fr", "1 coup", "2 coups", "1000000 de coups"),
        ("it", "1 mossa", "2 mosse", "1000000 di mosse"),
        ("ht", "1 kou", "2 kou", "1000000 kou"),
    ],
)
def test_plurals(locale: str, one: str, two: str, million: str) -> None:
    said = [texts(locale).n("{count} move", "{count} moves", n) for n in (1, 2, 1_000_000)]
    assert said == [one, two, million]


def test_nothing_moves_in_french_in_the_singular() -> None:
    assert texts("fr").n("{count} move", "{count} moves", 0) == "0 coup"


def test_braces_in_names_are_harmless() -> None:
    assert texts("en").t("{name} declined.", name="{loser} {0}") == "{loser} {0} declined."


def test_an_unknown_locale_is_english() -> None:
    assert texts("tlh").t("Accept") == "Accept"


@pytest.mark.parametrize(
    ("wishes", "locale"),
    [
        (("fr-CA",), "fr"),
        (("it_IT", "fr"), "it"),
        ((None, "HT"), "ht"),
        (("de", "fr"), "fr"),
        (("de",), "en"),
        ((), "en"),
        (("",), "en"),
    ],
)
def test_the_nearest_locale(wishes: tuple[str | None, ...], locale: str) -> None:
    assert nearest(*wishes) == locale


def test_every_locale_has_a_name() -> None:
    assert set(NAMES) == set(LOCALES)


APART = re.compile(r"\S ([:;?!»%])|« ")


@pytest.mark.parametrize("locale", LOCALES)
def test_no_line_ends_before_a_sign_that_stands_apart(locale: str) -> None:
    """What the catalogue has there is a common space, which is what translators type."""
    language = texts(locale)
    said = [
        language.t(
            "{split}: about {points} points on average; {chance} % to reach 500 if you go for it",
            split="x",
            points=1,
            chance=2,
        )
    ]
    if locale == "fr":
        said += [
            language.t("I don't know “{verb}”. “help” shows what I can do.", verb="x"),
            language.t("Play {game}", game="x"),
        ]
    for line in said:
        assert APART.search(line) is None
        assert "\N{NO-BREAK SPACE}" in line


@pytest.mark.parametrize("locale", LOCALES)
def test_no_level_of_the_computer_is_taken_for_another(locale: str) -> None:
    """Such as a championship for a champion."""
    language = texts(locale)
    for one, other in combinations((language.t(name) for name in LEVELS.values()), 2):
        assert one[:5] != other[:5]
